"""An agent and models from outside in the page itself."""

import json
from typing import Any

import pytest

from tests.browser.conftest import browser  # noqa: F401
from tests.browser.test_minds import READER, sit_heads_up
from tests.browser.test_page import advised
from tests.outside.test_play import Place, place  # noqa: F401

pytestmark = pytest.mark.browser


def test_they_are_chosen_and_read(browser: Any, place: Place) -> None:  # noqa: ANN401, F811
    context = browser.new_context(base_url=f"http://127.0.0.1:{place.port}")
    reads: list[str] = []

    def note(content: str) -> None:
        told = json.loads(content)
        if told["type"] == "read":
            reads.append(told["model"])

    try:
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("websocket", lambda line: line.on("framereceived", note))
        sit_heads_up(page, "Bold")
        panel = advised(page)
        for reader, called in (("Aces", "aces"), ("Flat", "predicted hands"), ("aces", "aces")):
            reads.clear()
            panel.get_by_label(READER).select_option(reader)
            while called not in reads:
                page.wait_for_timeout(50)
            panel.get_by_role("img").first.wait_for()
    finally:
        context.close()
