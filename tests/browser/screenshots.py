"""Takes the pictures of the manual: ``make screenshots``. They are of a real table."""

import re
import signal
import tempfile
from pathlib import Path
from typing import Any

from tests.browser.conftest import ARGUMENTS, CHROMIUM
from tests.browser.test_minds import READER, sit_heads_up
from tests.browser.test_page import (
    YOUR_TURN,
    advised,
    choose_who_can_act,
    deal_in,
    hand_number,
)
from tests.browser.test_study import SLOW
from tests.web.test_crash import start, stop
from tests.web.test_study import played, text_of
from villain.arena import Match, play_match
from villain.arena.match_file import MatchFile
from villain.game import no_limit_holdem
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import import_hands
from villain.models.crowd.people import STYLES

IMAGES = Path(__file__).parent.parent.parent / "docs" / "images"
AGENTS = tuple(f"person:style={style}" for style in STYLES)
HANDS = 600


def fill(folder: Path) -> None:
    """A store with some hands of agents."""
    match = Match(no_limit_holdem(len(AGENTS)), AGENTS, HANDS, seed=1, duplicate=False)
    path = folder / "hands.phhs"
    with MatchFile(folder / "hands.match", match, hands=True) as file:
        play_match(match, file=file)
        file.write_hands(path)
    import_hands([path], HandStore(folder / "hands", create=True))


def play_until(page: Any, hand: int) -> None:  # noqa: ANN401
    """Raise or call before the flop and call after it, until it is your turn on a later street."""
    cards = page.get_by_role("group", name="Board").locator("[role=img][aria-label*=' of ']")
    while True:
        page.locator(YOUR_TURN).or_(page.locator(".words .main")).first.wait_for()
        mine, board = page.locator(YOUR_TURN).is_visible(), cards.count()
        if mine and hand_number(page) >= hand and board in (3, 4):
            return
        if mine and not board and hand_number(page) % 3 == 0:
            page.keyboard.press("1")
            page.keyboard.press("Enter")
        page.keyboard.press("c")
        page.wait_for_timeout(60)


def take_advice(page: Any) -> None:  # noqa: ANN401
    """What each action is worth, what every predictor expects, and what was costly."""
    page.set_viewport_size({"width": 1360, "height": 1300})
    panel = advised(page)
    while not choose_who_can_act(page, panel):
        page.keyboard.press("c")
        play_until(page, 9)
    panel.get_by_text("± 95").wait_for()
    panel.get_by_text("By each predictor").click()
    page.wait_for_timeout(600)
    panel.screenshot(path=IMAGES / "advice.png")
    page.set_viewport_size({"width": 1360, "height": 1720})
    page.get_by_text("Your five costliest decisions").click()
    page.get_by_text(re.compile("hands? looked at")).first.wait_for(timeout=90_000)
    page.wait_for_timeout(300)
    page.locator("details", has_text="Your five costliest").screenshot(
        path=IMAGES / "costliest.png"
    )
    page.set_viewport_size({"width": 1360, "height": 860})


def take_mind(page: Any) -> None:  # noqa: ANN401
    """What came to the mind of a model that remembers, after some hands against one player."""
    page.set_viewport_size({"width": 1360, "height": 1560})
    sit_heads_up(page, "sander:baseline")
    advised(page).get_by_label(READER).select_option("memory:segregated")
    play_until(page, 20)
    page.wait_for_timeout(600)
    panel = advised(page)
    panel.locator("h3").first.click()  # nothing has the focus
    panel.screenshot(path=IMAGES / "mind.png")


def take_study(page: Any, folder: Path) -> None:  # noqa: ANN401
    """The example, solved, with one hand of it; and a decision of a replayed hand."""
    page.goto("/#/study")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_text("Solved.").wait_for(timeout=SLOW)
    page.get_by_role("gridcell", name=re.compile("^AQs: ")).click()
    page.get_by_role("region", name="One hand").locator("li").first.wait_for()
    page.mouse.move(5, 400)
    page.wait_for_timeout(600)
    page.screenshot(path=IMAGES / "study.png")
    file = folder / "hand.phh"
    file.write_text(text_of(played("AcJc", "QhQd", bets=(5,), stack=40)))
    page.goto("/#/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="River", exact=True).click()
    page.get_by_role("button", name="Study", exact=True).click()
    sides = page.get_by_role("region", name="Side by side")
    sides.locator("tbody .with").nth(2).wait_for(timeout=SLOW)
    page.wait_for_timeout(600)
    page.screenshot(path=IMAGES / "study-hand.png")


def take(address: str, folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    IMAGES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name, scheme, size in (
            ("table", "light", (1360, 860)),
            ("table-dark", "dark", (1360, 860)),
            ("phone", "light", (390, 844)),
        ):
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme=scheme,
                base_url=address,
                device_scale_factor=1,
            )
            page = context.new_page()
            deal_in(page)
            play_until(page, 9)
            page.wait_for_timeout(600)
            page.screenshot(path=IMAGES / f"{name}.png")
            if name == "table":
                take_advice(page)
                page.goto("/#/replay")
                page.locator("table a").first.click()
                page.get_by_role("group", name="Replay").wait_for()
                for _ in range(7):
                    page.keyboard.press("ArrowRight")
                page.wait_for_timeout(600)
                page.screenshot(path=IMAGES / "replay.png")
                page.goto("/#/players")
                page.get_by_role("link", name="person:style=regular").first.click()
                page.get_by_role("table", name="Statistics").wait_for()
                page.wait_for_timeout(800)
                page.screenshot(path=IMAGES / "profile.png")
                take_study(page, folder)
                page.evaluate("localStorage.clear()")
                take_mind(page)
            context.close()
        browser.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder))
        process, port = start(Path(folder))
        try:
            take(f"http://127.0.0.1:{port}", Path(folder))
        finally:
            stop(process, signal.SIGINT)


if __name__ == "__main__":
    main()
