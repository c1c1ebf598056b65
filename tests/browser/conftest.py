"""A real server and a real browser."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.test_crash import start, stop

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, if it and Playwright are there."""
    playwright = pytest.importorskip("playwright.sync_api", reason="make test-browser installs it")
    with playwright.sync_playwright() as running:
        try:
            found = running.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        except playwright.Error as error:
            pytest.skip(f"no browser: {str(error).splitlines()[0]}")
        yield found
        found.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a store of its own."""
    import signal

    process, port = start(tmp_path_factory.mktemp("server"))
    yield f"http://127.0.0.1:{port}"
    stop(process, signal.SIGINT)


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:  # noqa: ANN401
    """A page at desktop size; what goes wrong in it is an error."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address)
    found = context.new_page()
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    found.set_default_timeout(15_000)
    yield found
    context.close()
    assert not wrong


@pytest.fixture
def hard_hands() -> Path:
    """A file of hands to drop."""
    return Path(__file__).parent.parent / "hands" / "files" / "hard.toml"
