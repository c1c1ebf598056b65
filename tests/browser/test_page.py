"""The page, played as people play it. Needs Playwright and Chromium: ``make test-browser``."""

import re
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Page: TypeAlias = Any  # Playwright is not there where these tests are only checked

pytestmark = pytest.mark.browser


def deal_in(page: Page, speed: str = "instant") -> None:
    page.goto("/")
    page.get_by_label("Speed").select_option(speed)
    page.get_by_role("button", name="Deal me in").click()
    page.get_by_text(re.compile(r"hand \d+")).first.wait_for()


def hand_number(page: Page) -> int:
    found = re.search(
        r"hand (\d+)", page.get_by_text(re.compile(r"hold'em.*hand \d+")).inner_text()
    )
    assert found
    return int(found[1])


def fold_button(page: Page) -> Page:
    return page.get_by_role("button", name=re.compile("^Fold"))


def call_button(page: Page) -> Page:
    return page.get_by_role("button", name=re.compile("^(Call|Check)"))


def test_the_first_hand_is_two_clicks_away(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Deal me in").click()
    call_button(page).wait_for()
    assert hand_number(page) == 1


def test_twenty_hands_with_the_mouse(page: Page) -> None:
    deal_in(page)
    while hand_number(page) < 20:
        button = call_button(page)
        if button.is_visible() and button.is_enabled():
            button.click(timeout=5_000, force=True)
        page.wait_for_timeout(30)
    assert page.get_by_label("Session").get_by_text(re.compile(r"\d+ hands")).first.is_visible()


def test_twenty_hands_with_the_keys(page: Page) -> None:
    deal_in(page)
    keys = ["c", "c", "f", "1", "Enter", "c"]
    for press in range(2000):
        if hand_number(page) >= 20:
            break
        page.keyboard.press(keys[press % len(keys)])
        page.wait_for_timeout(20)
    assert hand_number(page) >= 20


def test_a_reload_in_mid_hand(page: Page) -> None:
    deal_in(page, "quick")
    call_button(page).wait_for()
    page.wait_for_function("!document.querySelector('button[disabled]') || true")
    before = (hand_number(page), page.locator("[role=img][aria-label*=' of ']").count())
    page.reload()
    call_button(page).wait_for()
    assert (hand_number(page), page.locator("[role=img][aria-label*=' of ']").count()) == before


def test_hints_can_be_switched_off_and_on(page: Page) -> None:
    deal_in(page, "calm")
    panel = page.get_by_label("The read")
    grid = panel.get_by_role("grid")
    grid.wait_for()
    panel.get_by_label("Hints").uncheck()
    grid.wait_for(state="hidden")
    panel.get_by_label("Hints").check()
    grid.wait_for()
    panel.get_by_role("tab", name="What you should think of him").click()
    panel.get_by_text(re.compile("equity", re.I)).first.wait_for()


def test_a_hand_is_replayed(page: Page) -> None:
    deal_in(page)
    for _ in range(400):
        if hand_number(page) >= 3:
            break
        page.keyboard.press("c")
        page.wait_for_timeout(30)
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("row").nth(1).click()
    controls = page.get_by_role("group", name="Replay")
    controls.get_by_role("button", name="Forward").click()
    page.keyboard.press("ArrowRight")
    controls.get_by_role("button", name="To the end").click()
    assert controls.get_by_role("button", name="Forward").is_disabled()


def test_a_file_is_dropped(page: Page, hard_hands: Path) -> None:
    page.goto("/#/replay")
    page.locator("input[type=file]").set_input_files(str(hard_hands))
    page.get_by_role("group", name="Replay").wait_for()


def test_a_phone(browser: Any, address: str) -> None:  # noqa: ANN401
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, base_url=address, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    deal_in(page)
    for _ in range(400):
        if hand_number(page) >= 3:
            break
        button = call_button(page)
        if button.is_visible() and button.is_enabled():
            button.tap(force=True)
        page.wait_for_timeout(30)
    assert hand_number(page) >= 3
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    context.close()


def test_the_first_paint_is_quick(page: Page) -> None:
    page.goto("/")
    paint = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint').map(one => one.startTime)[0]"
    )
    assert paint < 1000


def test_the_players_have_profiles(page: Page) -> None:
    deal_in(page)
    for _ in range(400):
        if hand_number(page) >= 3:
            break
        page.keyboard.press("c")
        page.wait_for_timeout(30)
    page.goto("/#/players")
    page.get_by_label(re.compile("hands", re.I)).first.fill("1")
    page.get_by_text("loki:som").first.click()
    page.get_by_role("table", name="Statistics").wait_for()
