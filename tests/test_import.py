"""What ``import villain`` shows, and what it costs."""

import subprocess
import sys

import villain


def test_everything_that_is_promised_is_there() -> None:
    wanted = (
        "Agent OpponentModel Predictor Hand Match play make_agent make_model HandStore profile "
        "Card Range evaluate equity VillainError"
    )
    assert {*wanted.split()} <= {*villain.__all__} <= {*dir(villain)}
    assert {*villain.__all__} == {*villain._PLACES}
    assert all(getattr(villain, name) is not None for name in villain.__all__)
    assert villain.play.__name__ == "play_match"
    assert not hasattr(villain, "Agnet")


def test_importing_loads_nothing() -> None:
    code = "import sys, villain; print([one for one in sys.modules if one in {0!r}])"
    heavy = ("numpy", "numba", "duckdb", "villain.errors", "villain.cards", "importlib.metadata")
    ran = subprocess.run(
        [sys.executable, "-c", code.format(heavy)], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"
