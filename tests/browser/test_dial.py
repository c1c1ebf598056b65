"""The dial in the page: where it stands, and why."""

import json
import re
import urllib.request
from typing import Any

import pytest

from tests.browser.test_minds import sit_heads_up
from tests.browser.test_page import YOUR_TURN, Page, hand_number, play

pytestmark = pytest.mark.browser

SLOW = 60_000
"""Milliseconds: somewhere it has to be compiled first."""


def sit_with(page: Page, address: str, opponent: str) -> None:
    """A table for two with an opponent who is not in the list."""
    settings = {"opponents": [opponent], "speed": "instant", "betting": "limit"}
    request = urllib.request.Request(
        f"{address}/api/tables",
        json.dumps(settings).encode(),
        {"Content-Type": "application/json", "Origin": address},
    )
    with urllib.request.urlopen(request) as answer:
        opened: dict[str, Any] = json.load(answer)
    page.goto("/")
    page.evaluate("at => localStorage.setItem('villain.table', JSON.stringify(at))", opened)
    page.reload()
    page.locator(".bar p").wait_for()


def test_it_moves_as_you_are_seen(page: Page, address: str) -> None:
    page.set_default_timeout(SLOW)
    sit_with(page, address, "villain:iterations=4")
    card = page.get_by_role("region", name="The dial")
    scale = card.get_by_role("meter")
    card.wait_for()
    assert hand_number(page) > 1 or card.get_by_text("It has not seen you play yet").is_visible()
    play(page, hand_number(page) + 3)
    words = r"After \d+ hands of yours it goes about \d+\s% of the way"
    card.get_by_text(re.compile(words)).wait_for()
    assert 0 < int(scale.get_attribute("aria-valuenow")) < 100
    page.set_viewport_size({"width": 340, "height": 740})
    card.scroll_into_view_if_needed()
    assert card.is_visible()
    assert card.evaluate("card => card.scrollWidth <= card.clientWidth")


def test_it_says_why_in_a_sentence_with_counts(page: Page, address: str) -> None:
    """Who folds every button is told so, and sees equilibrium's rate beside his own."""
    page.set_default_timeout(SLOW)
    sit_with(page, address, "villain:iterations=4")
    card = page.get_by_role("region", name="The dial")
    card.wait_for()
    why = card.get_by_role("list", name="Why")
    assert not why.count()
    last = hand_number(page) + 20
    while hand_number(page) < last:
        if page.locator(YOUR_TURN).is_visible():
            fold = page.locator(f"{YOUR_TURN} .big.fold")
            page.keyboard.press("f" if fold.is_enabled() else "c")
        page.wait_for_timeout(40)
    words = (
        r"You folded (\d+) of (\d+) hands on the button; equilibrium folds (less than )?\d+\s%\."
    )
    reason = why.locator("p").filter(has_text="on the button")
    reason.wait_for()
    told = re.fullmatch(words, reason.inner_text())
    assert told, reason.inner_text()
    assert told[1] == told[2]
    assert int(told[1]) >= 8
    page.set_viewport_size({"width": 340, "height": 740})
    assert card.evaluate("card => card.scrollWidth <= card.clientWidth")


def test_others_have_none(page: Page) -> None:
    sit_heads_up(page, "call")
    play(page, hand_number(page) + 2)
    page.locator(YOUR_TURN).wait_for()
    assert not page.get_by_role("region", name="The dial").count()
