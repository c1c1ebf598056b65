"""The panel beside the table turns to the player who matters."""

import json
import time
import urllib.request
from itertools import cycle
from typing import Any

import pytest

from tests.browser.test_page import YOUR_TURN, Page, panel_of

pytestmark = pytest.mark.browser

HANDS = 50
AGAIN = 1.0  # seconds after which a key that did nothing gives way to the next
OPPONENTS = ["raise:pot=0.5", "call", "random", "loki:som"]


def sit(page: Page, address: str, seed: int) -> None:
    """A table whose deals and opponents are always the same."""
    settings = {"opponents": OPPONENTS, "speed": "instant", "seed": seed}
    request = urllib.request.Request(
        f"{address}/api/tables",
        json.dumps(settings).encode(),
        {"Content-Type": "application/json", "Origin": address},
    )
    with urllib.request.urlopen(request) as answer:
        opened = answer.read().decode()
    page.goto("/")
    page.evaluate("opened => localStorage.setItem('villain.table', opened)", opened)
    page.reload()


def last_aggressor(events: list[dict[str, Any]]) -> int | None:
    """Who bet or raised last, if he has not folded since."""
    raised = [one for one in events if one["kind"] == "act" and " folds" not in one["words"]]
    bets = [one["chair"] for one in raised if "raise" in one["words"] or " bet" in one["words"]]
    gone = {one["chair"] for one in events if one["words"].endswith(("folds", "you fold"))}
    return bets[-1] if bets and bets[-1] not in gone else None


def test_it_names_the_last_aggressor_in_fifty_hands(page: Page, address: str) -> None:
    told: list[dict[str, Any]] = []

    def hear(frame: str) -> None:
        one = json.loads(frame)
        if one["type"] == "update":
            told.append(one)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    sit(page, address, 11)
    panel, keys = panel_of(page), cycle("cccrcfc")
    events: list[dict[str, Any]] = []
    hands: set[int] = set()
    named = 0
    seen = number = 0
    answered = (-1, 0.0)
    deadline = time.monotonic() + 600
    while number <= HANDS and time.monotonic() < deadline:
        page.wait_for_timeout(30)
        if not page.locator(YOUR_TURN).is_visible():
            continue
        # More is told whenever the page is asked: view and events are taken at one moment.
        for update in told[seen:]:
            if update["view"]["hand"] != number:
                number, events = update["view"]["hand"], []
            events += update["happened"]
        seen = len(told)
        view = told[-1]["view"] if told else None
        if not view or not view["legal"]:
            continue
        if view["seq"] == answered[0] and time.monotonic() < answered[1]:
            continue  # the answer is under way
        aggressor = last_aggressor(events)
        if aggressor not in (None, 0):
            name = view["seats"][aggressor]["name"]
            panel.locator("select").first.get_by_text(name).wait_for(state="attached")
            page.wait_for_function(
                "who => document.querySelector('.choose select').selectedOptions[0]?.text === who",
                arg=name,
            )
            hands.add(number)
            named += 1
        key = next(keys)
        answered = (view["seq"], time.monotonic() + AGAIN)
        page.keyboard.press(key)
        if key == "r":
            page.keyboard.press("Enter")
    assert number > HANDS
    assert named >= HANDS
    assert len(hands) > HANDS // 2
