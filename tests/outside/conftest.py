"""The same classes twice: in a file of one's own, and in a package that is installed."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.conftest import villain  # noqa: F401

SOURCE = Path(__file__).with_name("stranger.py").read_text()
ENTRY_POINTS = """\
[villain.agents]
bold = stranger_package:Bold
broken = stranger_package.broken:Nobody
[villain.models]
aces = stranger_package:Aces
liking = stranger_package:likes_raising
[villain.predictors]
flat = stranger_package:Flat
"""


class Specs(NamedTuple):
    agent: str
    model: str
    predictor: str
    function: str


@pytest.fixture(scope="module")  # no longer: whatever lists agents would list these too
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a package and what an installer notes of it, on the path."""
    folder = tmp_path_factory.mktemp("site")
    package, notes = folder / "stranger_package", folder / "stranger_package-1.0.dist-info"
    package.mkdir()
    notes.mkdir()
    (package / "__init__.py").write_text(SOURCE)
    (package / "broken.py").write_text("import nothing_of_that_name\n")
    (notes / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger-package\nVersion: 1.0\n")
    (notes / "entry_points.txt").write_text(ENTRY_POINTS)
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(scope="session")
def own_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("own") / "mine.py"
    path.write_text(SOURCE)
    return path


@pytest.fixture(params=["file", "package"])
def specs(request: pytest.FixtureRequest, own_file: Path) -> Specs:
    request.getfixturevalue("installed")
    if request.param == "package":
        return Specs("bold", "aces", "flat", "liking")
    names = ("Bold", "Aces", "Flat", "likes_raising")
    return Specs(*(f"{own_file}:{name}" for name in names))
