"""``villain income --iterated``."""

import pytest

from tests.cli.shell import Shell


def test_iterated_rates_shipped_and_anew(villain: Shell) -> None:
    shipped = villain.json("income", "--iterated")
    assert next(iter(shipped["rates"])) == "AA"
    assert shipped["profitable"][:3] == ["AA", "KK", "QQ"]
    anew = villain.json("income", "--iterated", "--seed", "3")
    assert anew["seed"] == 3
    assert abs(anew["rates"]["AA"] - shipped["rates"]["AA"]) < 100
    code, out, _ = villain("income", "--iterated", "--players", "6")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    assert "hands can be played with a profit" in out


@pytest.mark.parametrize("wrong", [["--seed", "3"], ["--iterated", "--compare"]])
def test_what_does_not_go_together_is_said(villain: Shell, wrong: list[str]) -> None:
    code, _, err = villain("income", *wrong)
    assert code == 2
    assert "--iterated" in err
