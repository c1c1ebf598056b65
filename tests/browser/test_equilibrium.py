"""Equilibrium in the page: as an opponent, and in the advice."""

import re

import pytest

from tests.browser.test_minds import sit_heads_up
from tests.browser.test_page import Page, advised

pytestmark = pytest.mark.browser

SLOW = 60_000
"""Milliseconds: somewhere it has to be compiled first."""


def test_it_says_what_it_does_with_your_hand(page: Page) -> None:
    page.set_default_timeout(SLOW)
    sit_heads_up(page, "equilibrium")
    panel = advised(page)
    moves = panel.get_by_role("region", name="Equilibrium").locator("li")
    moves.first.wait_for()
    chances = 0
    for words in moves.all_inner_texts():
        line = re.fullmatch(r"\w[\w. \u00a0-]*\n(< 1|\d+) %\n[+−]?[\d.]+", words.strip())
        assert line, words
        chances += 0 if line[1] == "< 1" else int(line[1])
    assert 98 <= chances <= 102
    page.set_viewport_size({"width": 340, "height": 740})
    page.get_by_role("button", name="Read", exact=True).click()
    moves.first.wait_for()
    sheet = page.get_by_role("dialog", name="The read")
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
