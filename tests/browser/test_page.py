"""The page, played as people play it. Needs Playwright and Chromium: ``make test-browser``."""

import re
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Page: TypeAlias = Any  # Playwright is not there where these tests are only checked

pytestmark = pytest.mark.browser

YOUR_TURN = ".actions.yours"


def deal_in(page: Page, speed: str = "instant") -> None:
    page.goto("/")
    page.get_by_label("Speed").select_option(speed)
    page.get_by_role("button", name="Deal me in").click()
    page.locator(".bar p").wait_for()


def open_drawer(page: Page) -> None:
    """All chairs and all agents, by name."""
    page.get_by_text("Every chair by name").click()
    page.get_by_label("Chair 1").wait_for()


def hand_number(page: Page) -> int:
    return int(re.findall(r"\d+", page.locator(".bar p").inner_text())[-1])


def play(page: Page, hands: int, *, taps: bool = False) -> None:
    """Call or check with mouse or finger until so many hands have been dealt."""
    button = page.locator(f"{YOUR_TURN} .big.call")
    while hand_number(page) < hands:
        if button.is_visible():
            (button.tap if taps else button.click)(force=True)
        page.wait_for_timeout(40)


def test_the_first_hand_is_two_clicks_away(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Deal me in").click()
    page.locator(YOUR_TURN).wait_for()
    assert hand_number(page) == 1


def test_the_usual_company(page: Page) -> None:
    """Four styles and the expert; who plays heads-up meets the expert."""
    page.goto("/")
    seated = page.locator(".cast button[aria-pressed=true] strong")
    seated.first.wait_for()
    assert {*seated.all_inner_texts()} == {"Rosa", "Leo", "Stan", "Max", "Vera"}
    open_drawer(page)
    chairs = page.get_by_role("combobox", name=re.compile("Chair"))
    names = [one.evaluate("one => one.selectedOptions[0].textContent") for one in chairs.all()]
    assert names == [
        "Rosa, a nit", "Leo, a loose player", "Stan, a station", "Max, a maniac", "Vera, an expert",
    ]  # fmt: skip
    families = chairs.first.locator("optgroup").evaluate_all("all => all.map(one => one.label)")
    assert families[:3] == ["People", "Strong players", "Loki (Billings and others, 1998)"]
    page.get_by_label("Seats").select_option("2")
    assert chairs.count() == 1
    assert chairs.first.input_value() == "expert"


def test_the_cast_sits_down_with_a_click(page: Page) -> None:
    page.goto("/")
    cast = page.locator(".cast")
    cast.get_by_role("button", name=re.compile("^Otto a rock")).click()
    assert page.get_by_label("Seats").input_value() == "7"
    cast.get_by_role("button", name=re.compile("^Otto a rock")).click()
    cast.get_by_role("button", name=re.compile("^Villain")).click()  # heads-up only
    assert page.get_by_label("Seats").input_value() == "2"
    assert cast.locator("button[aria-pressed=true] strong").all_inner_texts() == ["Villain"]
    cast.get_by_role("button", name=re.compile("^Sam")).click()
    assert cast.locator("button[aria-pressed=true] strong").all_inner_texts() == ["Sam"]
    assert cast.locator("button svg.face").count() == 12


def test_who_is_not_in_the_store_is_not_cloned(browser: Any, address: str) -> None:  # noqa: ANN401
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Seats").select_option("2")
    open_drawer(page)
    page.get_by_label("Chair 1").select_option("person:like=")
    page.get_by_label("Chair 1: whom to clone").fill("Nobody at all")
    page.get_by_role("button", name="Deal me in").click()
    page.get_by_text("no player in this store is called 'Nobody at all'").wait_for()
    context.close()


def test_the_seats_say_who_sits_there(page: Page) -> None:
    deal_in(page, "quick")
    titles = page.locator("button.pod").evaluate_all("all => all.map(one => one.title)")
    assert sum("person:style=" in title for title in titles) == 4
    assert [title for title in titles if title.startswith("Reads everybody") and "expert" in title]


def test_twenty_hands_with_the_mouse(page: Page) -> None:
    deal_in(page)
    play(page, 20)
    assert page.get_by_label("Session").get_by_text(re.compile(r"\d+ hands")).first.is_visible()


def test_twenty_hands_with_the_keys(page: Page) -> None:
    deal_in(page)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    keys = ["c", "c", "f", "1", "Enter", "c"]
    for press in range(3000):
        if hand_number(page) >= 20:
            break
        page.keyboard.press(keys[press % len(keys)])
        page.wait_for_timeout(20)
    assert hand_number(page) >= 20


def test_a_reload_in_mid_hand(page: Page) -> None:
    deal_in(page, "quick")
    page.locator(YOUR_TURN).wait_for()
    cards = page.locator("[role=img][aria-label*=' of ']")
    before = (hand_number(page), cards.evaluate_all("all => all.map(one => one.ariaLabel)"))
    page.reload()
    page.locator(YOUR_TURN).wait_for()
    after = (hand_number(page), cards.evaluate_all("all => all.map(one => one.ariaLabel)"))
    assert after == before


def panel_of(page: Page) -> Page:
    return page.get_by_label("The read", exact=True)


def somebody(page: Page) -> Page:
    """The panel, pinned to the first opponent who has acted."""
    panel = panel_of(page)
    panel.locator("select").first.select_option(index=1)
    return panel


def test_hints_can_be_switched_off_and_on(page: Page) -> None:
    deal_in(page, "quick")
    panel = panel_of(page)
    page.locator(YOUR_TURN).wait_for()
    page.keyboard.press("c")
    lead = panel.locator(".lead")
    lead.wait_for()
    panel.get_by_label("Hints").uncheck()
    lead.wait_for(state="hidden")
    panel.get_by_label("Hints").check()
    panel.get_by_role("tab", name="What to think of").click()
    panel.get_by_text(re.compile("equity", re.I)).first.wait_for()


def test_before_anybody_bets_the_panel_says_nothing(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Seats").select_option("2")
    page.get_by_label("Speed").select_option("calm")
    page.get_by_role("button", name="Deal me in").click()
    page.locator(".bar p").wait_for()
    panel = panel_of(page)
    panel.get_by_text("Nothing to read yet").wait_for()
    assert not panel.get_by_role("grid").is_visible()


def test_the_read_stays_when_both_sides_were_looked_at(page: Page) -> None:
    deal_in(page, "quick")
    page.locator(YOUR_TURN).wait_for()
    page.keyboard.press("c")
    panel = panel_of(page)
    panel.locator(".lead").wait_for()
    panel.get_by_role("tab", name="What to think of").click()
    panel.get_by_role("tab", name="thinks of you").click()
    panel.get_by_role("grid").wait_for()
    panel.get_by_text(re.compile("you called|you checked", re.I)).first.wait_for()
    panel.get_by_role("button", name="Pinned").click()
    panel.get_by_role("button", name="Pin", exact=True).wait_for()


def advised(page: Page) -> Page:
    """The read of an opponent at your turn, with what each action is worth."""
    page.locator(YOUR_TURN).wait_for()
    panel = panel_of(page)
    panel.get_by_role("tab", name="What to think of").click()
    values = panel.get_by_role("region", name="What each action is worth")
    values.get_by_text(re.compile("± 95")).wait_for()
    return panel


def choose_who_can_act(page: Page, panel: Page) -> bool:
    """Look at the first opponent who has still something to do, if there is one."""
    opponent = panel.locator("select").first
    for seat in opponent.locator("option").all():
        opponent.select_option(seat.get_attribute("value"))
        page.wait_for_timeout(300)
        if panel.get_by_text("By each predictor").is_visible():
            return True
    return False


def test_the_adviser_says_what_each_action_is_worth(page: Page) -> None:
    deal_in(page, "quick")
    lines = advised(page).get_by_role("region", name="What each action is worth").locator("li")
    words = lines.all_inner_texts()
    assert 2 <= len(words) <= 7  # fold, call, and the sizes of the buttons
    assert all(re.search(r"\d", line) for line in words)
    assert sum("best" in line for line in words) == 1
    page.keyboard.press("c")
    page.locator(YOUR_TURN).wait_for(state="hidden")


def test_each_predictor_has_a_forecast(page: Page) -> None:
    deal_in(page, "quick")
    panel = advised(page)
    assert choose_who_can_act(page, panel)
    panel.get_by_text("By each predictor").click()
    rows = panel.get_by_role("table", name="Forecasts").locator("tbody tr")
    trust = [re.search(r"(\d+) %$", row) for row in rows.all_inner_texts()[:-1]]
    assert rows.count() == 5
    assert 97 <= sum(int(found[1]) for found in trust if found) <= 103


def test_the_readers_are_those_of_the_game(page: Page) -> None:
    """At a no-limit table for two one who plays with two only, and the models of mined styles."""
    page.goto("/")
    open_drawer(page)
    chair = page.get_by_label("Chair 1")
    assert chair.locator("option", has_text="huang:exploit").is_disabled()
    page.get_by_label("Seats").select_option("2")
    chair.select_option("huang:exploit")
    page.get_by_label("Speed").select_option("quick")
    page.get_by_role("button", name="Deal me in").click()
    panel = advised(page)
    reader = panel.get_by_label("Model with which you read others")
    for model in ("cards", "huang", "tendencies"):
        reader.select_option(model)
        values = panel.get_by_role("region", name="What each action is worth")
        values.get_by_text(re.compile("± 95")).wait_for()
        panel.get_by_role("grid").or_(panel.get_by_text("has not acted")).first.wait_for()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Limit", exact=True).click()
    page.get_by_role("button", name="Deal me in").click()
    panel = advised(page)
    assert reader.input_value() == "crowd"
    assert not {"cards", "huang", "tendencies"} & set(reader.locator("option").all_inner_texts())
    assert not page.get_by_text("does not read").count()


def test_the_costliest_decisions_are_listed(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Seats").select_option("2")
    open_drawer(page)
    page.get_by_label("Chair 1").select_option("loki:som")
    page.get_by_label("Speed").select_option("instant")
    page.get_by_role("button", name="Deal me in").click()
    page.locator(".bar p").wait_for()
    play(page, 6)
    page.get_by_label("Session").get_by_text("Your five costliest decisions").click()
    page.get_by_text(re.compile("hands? looked at")).first.wait_for(timeout=60_000)
    found = page.get_by_role("list", name="Your costliest decisions").locator("> li")
    assert 1 <= found.count() <= 5
    costs = [float(text.replace("−", "-").split()[0]) for text in found.all_inner_texts()]
    assert costs == sorted(costs)
    assert costs[-1] < 0
    assert found.first.get_by_text("you", exact=True).count() == 1
    assert found.first.get_by_role("link", name=re.compile("Hand")).is_visible()


def test_a_hand_is_replayed(page: Page) -> None:
    deal_in(page)
    play(page, 3)
    page.get_by_role("link", name="Replay").click()
    page.locator("table a").first.click()
    controls = page.get_by_role("group", name="Replay")
    controls.get_by_role("button", name="Forward").click()
    page.keyboard.press("ArrowRight")
    controls.get_by_role("button", name="To the end").click()
    assert controls.get_by_role("button", name="Forward").is_disabled()


def test_a_file_is_chosen(page: Page, hard_hands: Path) -> None:
    page.goto("/#/replay")
    page.locator("input[type=file]").set_input_files(str(hard_hands))
    page.get_by_role("group", name="Replay").wait_for()


def test_a_file_is_dropped(page: Page, hard_hands: Path) -> None:
    page.goto("/#/replay")
    page.get_by_text("Drop a hand history here").wait_for()
    transfer = page.evaluate_handle(
        "text => { const all = new DataTransfer(); all.items.add(new File([text], 'hard.toml'));"
        " return all; }",
        hard_hands.read_text(),
    )
    page.dispatch_event("body", "drop", {"dataTransfer": transfer})
    page.get_by_role("group", name="Replay").wait_for()


def test_one_can_leave_and_come_back(page: Page) -> None:
    deal_in(page)
    play(page, 4)
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Back to your table").click()
    page.locator(".bar p").wait_for()
    assert hand_number(page) >= 4


def test_a_phone(browser: Any, address: str) -> None:  # noqa: ANN401
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, base_url=address, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    deal_in(page)
    play(page, 3, taps=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.locator("button.says").click()
    sheet = page.get_by_role("dialog", name="The read")
    sheet.get_by_role("grid").or_(sheet.get_by_text("Nothing to read yet")).first.wait_for()
    context.close()


def test_the_first_paint_is_quick(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Deal me in").wait_for()
    paint = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint').map(one => one.startTime)[0]"
    )
    assert paint < 1000


def test_agents_are_watched_and_the_page_stays_smooth(page: Page) -> None:
    page.goto("/#/watch")
    page.evaluate(
        "window.long = []; new PerformanceObserver(list => list.getEntries().forEach("
        "one => window.long.push(one.duration))).observe({type: 'longtask'})"
    )
    page.locator("main").get_by_role(
        "button", name=re.compile("watch|start|deal", re.I)
    ).first.click()
    page.locator(".bar p").wait_for()
    page.get_by_label("Speed").last.select_option("instant")
    page.wait_for_timeout(4000)
    assert hand_number(page) > 3
    assert not [task for task in page.evaluate("window.long") if task > 100]


def test_the_players_have_profiles(page: Page) -> None:
    deal_in(page)
    play(page, 3)
    page.goto("/#/players")
    page.locator("header select").select_option("1")
    page.get_by_role("link", name="person:style=nit").click()
    page.get_by_role("table", name="Statistics").wait_for()


@pytest.mark.parametrize("path", ["#/%", "#/replay/%E0%A4%A", "#/players/%zz?site=%", "#/dance"])
def test_an_address_that_leads_nowhere_says_so(page: Page, path: str) -> None:
    page.goto(f"/{path}")
    page.get_by_role("heading", name="There is no such page").wait_for()
    page.get_by_role("link", name="To the table").click()
    page.get_by_role("button", name="Deal me in").wait_for()
