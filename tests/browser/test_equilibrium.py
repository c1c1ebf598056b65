"""Equilibrium in the page: as an opponent, and in the advice beside what answers the opponent."""

import re

import pytest

from tests.browser.test_minds import sit_heads_up
from tests.browser.test_page import Page, advised

pytestmark = pytest.mark.browser

SLOW = 60_000
"""Milliseconds: somewhere it has to be compiled first."""


def share(words: str) -> int:
    return 0 if "<" in words else int(words.replace("%", "").strip())


def test_it_says_what_to_do_with_your_hand_in_three_ways(page: Page) -> None:
    page.set_default_timeout(SLOW)
    sit_heads_up(page, "equilibrium")
    panel = advised(page)
    table = panel.get_by_role("region", name="Equilibrium and answers")
    table.locator("tfoot").wait_for()
    titles = table.locator("thead th").all_inner_texts()
    assert titles[0] == "Equilibrium"
    assert titles[1].startswith("Best answer to ")
    assert titles[2].startswith("Blend")
    rows = table.locator("tbody tr")
    for column in range(3):
        cells = [rows.nth(at).locator("td").nth(column) for at in range(rows.count())]
        known = [cell for cell in cells if cell.locator(".often").count()]
        assert 98 <= sum(share(cell.locator(".often").inner_text()) for cell in known) <= 102
        for cell in known:
            assert re.fullmatch(r"[+−]?[\d.]+", cell.locator(".worth").inner_text())
    gains, risks = table.locator("tfoot tr").all()
    assert gains.locator("td").first.inner_text() == risks.locator("td").first.inner_text() == "0"
    for cell in (*gains.locator("td").all()[1:], *risks.locator("td").all()[1:]):
        assert re.fullmatch(r"[+−]?[\d.]+", cell.inner_text())
    page.set_viewport_size({"width": 340, "height": 740})
    page.get_by_role("button", name=re.compile("Read$")).click()
    rows.first.wait_for()
    sheet = page.get_by_role("dialog", name="The read")
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
