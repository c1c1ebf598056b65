"""No page has a serious fault for who cannot see it or uses the keyboard: asked of axe-core."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import villain.web
from tests.browser.test_page import YOUR_TURN, Page, deal_in, play

pytestmark = pytest.mark.browser

UI = Path(villain.web.__file__).parent / "ui"
ASKED = "async () => (await axe.run({resultTypes: ['violations']})).violations"


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of axe-core: that of the page's own packages, or fetched."""
    here = UI / "node_modules" / "axe-core" / "axe.min.js"
    if not here.exists():
        if not shutil.which("npm"):
            pytest.skip("there is no Node to fetch axe-core with")
        folder = tmp_path_factory.mktemp("axe")
        for name in ("package.json", "package-lock.json"):
            shutil.copy(UI / name, folder)
        command = ["npm", "--prefix", str(folder), "ci", "--no-audit", "--no-fund"]
        if subprocess.run(command, capture_output=True, timeout=240).returncode:
            pytest.skip("axe-core cannot be had")
        here = folder / "node_modules" / "axe-core" / "axe.min.js"
    return here.read_text(encoding="utf-8")


def faults(page: Page, axe: str) -> list[Any]:
    """What axe finds that is more than a trifle."""
    page.evaluate(axe)
    found = page.evaluate(ASKED)
    return [
        (one["id"], one["impact"], [node["html"][:200] for node in one["nodes"][:3]])
        for one in found
        if one["impact"] in ("serious", "critical", "moderate")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_fault(page: Page, axe: str, hard_hands: Path, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    wrong = {}
    page.goto("/")
    page.get_by_role("button", name="Deal me in").wait_for()
    wrong["lobby"] = faults(page, axe)
    deal_in(page)
    play(page, 3)
    page.locator(YOUR_TURN).wait_for()
    page.wait_for_timeout(800)
    wrong["table"] = faults(page, axe)
    for name, path, there in (
        ("hands", "/#/replay", "Replay a hand"),
        ("study", "/#/study", "Study"),
        ("watch", "/#/watch", "Watch"),
        ("players", "/#/players", "Players"),
        ("nowhere", "/#/dance", ""),
    ):
        page.goto(path)
        page.get_by_role("heading", name=there).first.wait_for()
        page.wait_for_timeout(500)
        wrong[name] = faults(page, axe)
    page.goto("/#/players")
    page.locator("header select").select_option("1")  # only a few hands were played here
    page.locator("table a").first.click()
    page.wait_for_timeout(1500)
    wrong["profile"] = faults(page, axe)
    page.goto("/#/replay")
    page.locator("input[type=file]").set_input_files(str(hard_hands))
    page.get_by_role("group", name="Replay").wait_for()
    page.wait_for_timeout(300)
    wrong["replay"] = faults(page, axe)
    assert {name: found for name, found in wrong.items() if found} == {}
