"""A table's key stays in the browser whatever the server says; invitations can be clicked."""

import json
import signal
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_page import YOUR_TURN, Page, deal_in
from tests.web.test_crash import start, stop

pytestmark = pytest.mark.browser

HELD = "JSON.parse(localStorage.getItem('villain.table'))"


def left(page: Page) -> list[str]:
    text = page.evaluate("localStorage.getItem('villain.before')")
    return [one["table"] for one in json.loads(text or "[]")]


def test_a_sixth_window_waits_and_keeps_its_key(page: Page) -> None:
    deal_in(page)
    held = page.evaluate(HELD)
    others = [page.context.new_page() for _ in range(5)]
    for other in others[:4]:
        other.goto("/")
        other.locator(".bar p").wait_for()
    sixth = others[4]
    sixth.goto("/")
    sixth.get_by_text("Too many windows are open at this table").wait_for()
    assert sixth.evaluate(HELD) == held
    sixth.get_by_role("button", name="To the lobby").click()
    sixth.get_by_role("button", name="Back to your table").click()
    sixth.get_by_text("Too many windows are open at this table").wait_for()
    others[0].close()
    sixth.locator(".bar p").wait_for()  # by itself
    assert sixth.evaluate(HELD) == held


def test_a_table_is_forgotten_only_when_asked(page: Page) -> None:
    deal_in(page)
    held = page.evaluate(HELD)
    wrong = json.dumps({**held, "key": "wrong"})
    page.evaluate("wrong => localStorage.setItem('villain.table', wrong)", wrong)
    page.reload()
    page.get_by_text("There is no such table, or it has another key").wait_for()
    assert page.evaluate(HELD)["key"] == "wrong"
    page.get_by_role("button", name="To the lobby").click()
    assert left(page) == [held["table"]]
    page.get_by_role("button", name="Back to your table").click()
    page.get_by_role("button", name="Forget this table").click()
    page.get_by_role("button", name="Deal me in").wait_for()
    assert (page.evaluate(HELD), left(page)) == (None, [])


def test_all_tables_that_were_left_can_be_come_back_to(page: Page) -> None:
    tables = []
    for _ in range(3):
        deal_in(page)
        tables.append(page.evaluate(HELD)["table"])
        page.get_by_role("button", name="Leave").click()
    assert left(page) == tables[::-1]
    page.get_by_text("Tables you left before").click()
    page.get_by_role("button", name="Left ").last.click()
    page.locator(".bar p").wait_for()
    assert page.evaluate(HELD)["table"] == tables[0]


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    """Another site, and what its one page says."""
    words: list[str] = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write("".join(words).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/", words
    server.shutdown()
    server.server_close()


def test_an_invitation_is_clicked_on_another_page(
    browser: Any,  # noqa: ANN401
    elsewhere: tuple[str, list[str]],
    tmp_path: Path,
) -> None:
    process, port = start(tmp_path, "--token", "a-long-secret-of-ours")
    try:
        page = browser.new_context().new_page()
        site, words = elsewhere
        for token in ("wrong", "a-long-secret-of-ours"):
            words[:] = [f"<a href='http://127.0.0.1:{port}/?token={token}'>come</a>"]
            page.goto(site)
            page.get_by_text("come").click()
            if token == "wrong":
                page.get_by_text("open the address that villain play has printed").wait_for()
        page.get_by_role("button", name="Deal me in").click()
        page.locator(YOUR_TURN).wait_for()
        page.goto(site)
        words[:] = [f"<a href='http://127.0.0.1:{port}/'>once more</a>"]
        page.reload()
        page.get_by_text("once more").click()
        page.locator(".bar p").wait_for()
        page.context.close()
    finally:
        stop(process, signal.SIGINT)
