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


@pytest.fixture(autouse=True)
def _page_is_main(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    item = request.node
    if isinstance(item, pytest.DoctestItem) and item.path.suffix == ".md":
        monkeypatch.setitem(sys.modules, "__main__", _Page(item.dtest.globs))
