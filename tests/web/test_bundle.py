"""The built page: its size, its messages, and that it is what the source makes."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest

import villain.web
from villain.web.schema import schema

WEB = Path(villain.web.__file__).parent
STATIC, UI = WEB / "static", WEB / "ui"


def contents(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_the_page_is_small() -> None:
    packed = sum(len(gzip.compress(data)) for data in contents(STATIC).values())
    assert packed < 150_000


def test_the_page_knows_the_messages() -> None:
    """After a change: python -m villain.web.schema > ui/schema.json, then npm run types, build."""
    assert json.loads((UI / "schema.json").read_text()) == json.loads(json.dumps(schema()))


@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("npm"), reason="there is no Node to build the page with")
def test_the_page_is_what_its_source_makes(tmp_path: Path) -> None:
    copy = tmp_path / "web" / "ui"
    shutil.copytree(UI, copy, ignore=shutil.ignore_patterns("node_modules"))
    npm = ["npm", "--prefix", str(copy)]
    quiet = {"capture_output": True, "text": True, "timeout": 240}
    try:
        install = subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], **quiet)  # type: ignore[call-overload]
    except subprocess.TimeoutExpired:
        pytest.skip("the packages of the page take too long to come")
    if install.returncode:
        pytest.skip(f"the packages of the page cannot be had: {install.stderr[-200:]}")
    for step in ("types", "check", "build"):
        done = subprocess.run([*npm, "run", step], **quiet)  # type: ignore[call-overload]
        assert done.returncode == 0, done.stdout + done.stderr
    assert contents(tmp_path / "web" / "static") == contents(STATIC)
