"""What came to mind, in the page: models that remember, and the tables that they read."""

import re

import pytest

from tests.browser.test_page import YOUR_TURN, Page, advised, hand_number, open_drawer, play

pytestmark = pytest.mark.browser

READER = "Model with which you read others"
STREET = r"(pre-flop|flop|turn|river) \w[\w-]*( \w+)?(–\w[\w-]*( \w+)?)+"


def sit_heads_up(page: Page, opponent: str) -> None:
    """A limit table for two."""
    page.goto("/")
    page.get_by_role("button", name="Limit", exact=True).click()
    page.get_by_label("Seats").select_option("2")
    open_drawer(page)
    page.get_by_label("Chair 1").select_option(opponent)
    page.get_by_label("Speed").select_option("instant")
    page.get_by_role("button", name="Deal me in").click()
    page.locator(".bar p").wait_for()


def test_a_memory_says_what_came_to_mind(page: Page) -> None:
    sit_heads_up(page, "sander:baseline")
    panel = advised(page)
    panel.get_by_label(READER).select_option("memory:blend")
    table = panel.get_by_role("table", name="Hands like this one")
    table.wait_for()
    first = hand_number(page)
    play(page, first + 4)
    advised(page)
    betting = table.locator("th[scope=rowgroup]").all_inner_texts()
    strengths = [
        float(text.replace("−", "-")) for text in table.locator("td .muted").all_inner_texts()
    ]
    assert 1 <= len(strengths) <= 5
    assert strengths == sorted(strengths, reverse=True)
    assert all(re.match(rf"{STREET}(, {STREET})*( similar)?$", words.strip()) for words in betting)
    chances = table.locator("td.chance").all_inner_texts()
    assert all(0 <= int(text.removesuffix(" %")) <= 100 for text in chances)
    mind = panel.get_by_role("region", name="What came to mind")
    assert mind.get_by_text(re.compile(r"\d+ % to win")).is_visible()
    panel.get_by_label(READER).select_option("memory:segregated")
    mind.get_by_text("He plays like").wait_for()
    for kind in ("aggressive", "moderate", "conservative"):
        assert mind.locator("li", has_text=kind).is_visible()
    page.set_viewport_size({"width": 340, "height": 740})
    page.get_by_role("button", name=re.compile("Read$")).click()
    table.wait_for()
    sheet = page.get_by_role("dialog", name="The read")
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")


def test_a_memory_gives_way_at_a_larger_table(page: Page) -> None:
    """Models for two are offered to two; at a table of three the usual one stands in."""
    sit_heads_up(page, "call")
    panel = advised(page)
    reader = panel.get_by_label(READER)
    reader.select_option("memory:som")
    mind = panel.get_by_role("region", name="What came to mind")
    mind.wait_for()
    page.get_by_role("button", name="Leave").click()
    page.get_by_label("Seats").select_option("3")
    page.get_by_role("button", name="Deal me in").click()
    advised(page)
    assert reader.input_value() == "crowd"
    assert not any("memory" in name for name in reader.locator("option").all_inner_texts())
    assert panel.get_by_text("memory:som reads tables of 2 only; crowd stands in.").is_visible()
    assert not mind.count()
    page.locator(YOUR_TURN).wait_for()
    page.get_by_role("button", name="Leave").click()
    page.get_by_label("Seats").select_option("2")
    page.get_by_role("button", name="Deal me in").click()
    advised(page)
    assert reader.input_value() == "memory:som"
    assert not panel.get_by_text("stands in").count()
    mind.get_by_text("Nothing comes to mind: any two cards.").wait_for()
