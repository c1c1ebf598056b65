"""The documents are run as tests: what a page defines can be pickled, as in a program."""

import sys
from importlib import import_module
from pkgutil import walk_packages
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


_TOGETHER = {
    "solving": (
        "agents/villain",
        "baker/strategy",
        "benchmarks",
        "bound_play",
        "dial.md",
        "equilibrium",
        "small_dial",
        "small_strategy",
        "solve",
        "study",
        "test_villain",
        "villain_",
    ),
    "playing": (
        "best_folds",
        "ceiling",
        "cheze",
        "loki",
        "poki",
        "simulator",
        "subjects",
        "test_cast",
        "test_exploiting",
    ),
}
"""Words in the names of tests that need the same kernels, which take long to compile."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import everything once before the processes that test do, so that Python compiles it once.

    They start at the same moment; without bytecode, as after an installation, each would compile
    all that it imports, which takes ten seconds.
    """
    if session.config.getoption("numprocesses", None):  # which the others do not have
        import villain.cli  # first: it says how many threads NumPy may use

        for module in walk_packages(villain.__path__, "villain."):
            import_module(module.name)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:  # noqa: ANN401
    """Let one process run all that solves and another what plays hands out, and both the rest.

    The groups of xdist 3.8 (``xdist_group``) have no effect with pytest 9.2.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByKernels(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            for group, words in _TOGETHER.items():
                if any(word in nodeid for word in words):
                    return group
            return nodeid

    return ByKernels(config, log)


@pytest.fixture(autouse=True)
def _page_is_main(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    item = request.node
    if isinstance(item, pytest.DoctestItem) and item.path.suffix == ".md":
        monkeypatch.setitem(sys.modules, "__main__", _Page(item.dtest.globs))
