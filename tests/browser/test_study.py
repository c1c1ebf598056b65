"""A spot is written down, solved, looked at and locked; a hand is opened from the replayer."""

import re
from pathlib import Path

import pytest

from tests.browser.test_page import Page
from tests.web.test_study import played, text_of

pytestmark = pytest.mark.browser

SLOW = 120_000
"""Where nothing is compiled yet, the first solution takes a minute."""


def solve(page: Page, **fields: str) -> None:
    page.goto("/#/study")
    page.get_by_role("button", name="Solve", exact=True).wait_for()
    for label, text in fields.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(text)
    page.get_by_role("button", name="Solve", exact=True).click()


def test_a_spot_is_solved_walked_and_locked(page: Page) -> None:
    solve(
        page,
        Board="Ks 7d 2c 4h",
        Out_of_position="AA, KQs, 65s",
        In_position="QQ, JJ, KJs",
        Sizes="75%",
    )
    page.get_by_text("Solved.").wait_for(timeout=SLOW)
    assert page.get_by_text("of the pot from equilibrium").is_visible()
    page.get_by_role("img", name="Distance from equilibrium so far").wait_for()
    # Pointing at a hand tells its combos.
    page.get_by_role("gridcell", name=re.compile("^AA: ")).click()
    hand = page.get_by_role("region", name="One hand")
    hand.get_by_role("img", name="ace of spades").first.wait_for()
    assert hand.locator("li").count() == 6
    # Walk through actions and cards.
    page.get_by_role("button", name="Check", exact=True).first.click()
    page.get_by_text("In position acts").wait_for()
    page.get_by_role("region", name="Moves").get_by_role("button", name="Check").click()
    page.get_by_role("heading", name="Which card comes?").wait_for()
    assert page.locator(".deck button").count() >= 40
    page.locator(".deck button").first.click()
    page.get_by_text("Out of position acts").wait_for()
    assert "river" in page.url
    page.go_back()
    page.get_by_role("heading", name="Which card comes?").wait_for()
    page.get_by_role("button", name="To the beginning").click()
    # Drag the boundary between check and bet all the way: he never bets.
    page.get_by_text("Out of position acts").wait_for()
    edge = page.get_by_role("region", name="Moves").get_by_role("slider").first.bounding_box()
    middle = edge["y"] + edge["height"] / 2
    page.mouse.move(edge["x"] + edge["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(edge["x"] + 900, middle, steps=4)
    page.mouse.up()
    locks = page.get_by_role("region", name="Locks")
    locks.get_by_text("check 100%").wait_for()
    locks.get_by_role("columnheader", name="Change").wait_for(timeout=SLOW)
    assert page.get_by_role("button", name="With your lock").get_attribute("aria-pressed") == "true"
    # Equilibrium, the answer to that and a blend; here the other player answers.
    sides = page.get_by_role("region", name="Side by side")
    sides.get_by_role("columnheader", name="Best answer to the lock").wait_for()
    sides.locator("tfoot").get_by_text("…").first.wait_for(state="detached", timeout=SLOW)
    page.get_by_role("button", name="Check", exact=True).first.click()
    page.get_by_text("In position acts").wait_for()
    sides.locator("tbody tr").first.wait_for()
    shares = [row.locator("td strong").all_inner_texts() for row in sides.locator("tbody tr").all()]
    assert all(len(row) == 3 for row in shares)
    locks.get_by_role("button", name="Let go").click()
    locks.wait_for(state="detached")
    sides.wait_for(state="detached")


def test_a_hand_is_studied_from_the_replayer(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(text_of(played(bets=(2,), stack=12)))
    page.goto("/#/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("group", name="Replay").wait_for()
    study = page.get_by_role("button", name="Study", exact=True)
    assert study.is_disabled()
    assert page.get_by_text("A spot can be studied from the flop on.").is_visible()
    page.get_by_role("button", name="River", exact=True).click()
    study.click()
    decision = page.get_by_role("region", name="Your decision")
    decision.get_by_text("Equilibrium plays").wait_for(timeout=SLOW)
    decision.get_by_text("Against Otto, as crowd reads him").wait_for(timeout=SLOW)
    sides = page.get_by_role("region", name="Side by side")
    assert sides.get_by_role("button", name="50 %", pressed=True).is_visible()
    sides.locator("tbody .with").nth(2).wait_for(timeout=SLOW)
    sides.get_by_role("button", name="75 %").click()
    sides.get_by_role("button", name="75 %", pressed=True).wait_for()
    sides.get_by_role("columnheader", name="Blend, 75").wait_for()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
