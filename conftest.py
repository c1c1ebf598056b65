"""The documents are run as tests: what a page defines can be pickled, as in a program."""

import sys
from types import ModuleType
from typing import Any

import pytest


class _Page(ModuleType):
    """A page as the main program; what it defines is looked up as it grows."""

    def __init__(self, names: dict[str, Any]) -> None:
        super().__init__("__main__")
        self.names = names

    def __getattr__(self, name: str) -> object:
        try:
            return self.names[name]
        except KeyError:
            raise AttributeError(name) from None


_SOLVING = (
    "solve",
    "study",
    "bound_play",
    "equilibrium",
    "villain_",
    "test_villain",
    "agents/villain",
    "small_strategy",
    "small_dial",
    "dial.md",
    "subjects",
    "test_cast",
    "test_exploiting",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let one process run all that solves: its kernels take long to compile."""
    for item in items:
        if any(word in item.nodeid for word in _SOLVING):
            item.add_marker(pytest.mark.xdist_group("solving"))


@pytest.fixture(autouse=True)
def _page_is_main(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    item = request.node
    if isinstance(item, pytest.DoctestItem) and item.path.suffix == ".md":
        monkeypatch.setitem(sys.modules, "__main__", _Page(item.dtest.globs))
