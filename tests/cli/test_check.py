"""``villain check`` says law by law what is wrong."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell

OFFENDERS = Path(__file__).parent.parent / "checks" / "offenders.py"


def test_a_file_s_class_law_by_law(villain: Shell) -> None:
    status, out, err = villain("check", f"{OFFENDERS}:KnowsChairs")
    assert (status, err) == (1, "")
    assert "KnowsChairs as a model" in out
    assert "✓ A turn that is shown twice teaches once" in out
    assert "✗ Players are known by name" in out
    assert "seen.names[seat]" in out
    assert "8 of 9 laws are kept" in out


@pytest.mark.parametrize(
    ("name", "kind"), [("Caller", "agent"), ("Fair", "model"), ("Plain", "predictor")]
)
def test_who_keeps_them_all(villain: Shell, name: str, kind: str) -> None:
    answer = villain.json("check", f"{OFFENDERS}:{name}")
    assert answer["kept"] is True
    assert list(answer["laws"]) == [kind]
    assert all(law["problem"] == "" for law in answer["laws"][kind])


def test_json_of_an_offender_and_its_status(villain: Shell) -> None:
    status, out, _ = villain("check", f"{OFFENDERS}:Certain", "--json")
    assert status == 1
    assert '"kept": false' in out


def test_a_name_that_is_several_things(villain: Shell) -> None:
    assert list(villain.json("check", "frequencies")["laws"]) == ["predictor"]
    assert list(villain.json("check", "formula")["laws"]) == ["model", "predictor"]
    assert list(villain.json("check", "formula", "--kind", "predictor")["laws"]) == ["predictor"]
    assert villain.json("check", "raise:pot=2")["kept"] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cal"], "did you mean 'call'"),
        (["raise:pot=x"], "pot=x is no number"),
        (["nowhere.py:Mine"], "there is no file 'nowhere.py'"),
        ([str(OFFENDERS)], "which class of"),
        ([f"{OFFENDERS}:Callr"], "is no agent, model or predictor; their methods are"),
        ([f"{OFFENDERS}:Nothing"], "is no agent, model or predictor"),
        ([f"{OFFENDERS}:OpponentModel"], "cannot be made: TypeError"),
        ([f"{OFFENDERS}:Fair:pot=2"], "no parameter is called 'pot'"),
        (["call", "--kind", "model"], "call is no model; it is: agent"),
        (["call", "--kind", "modl"], "did you mean 'model'"),
    ],
)
def test_wrong_input_is_one_line(villain: Shell, arguments: list[str], words: str) -> None:
    status, out, err = villain("check", *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert words in err


def test_a_file_that_cannot_be_loaded(villain: Shell, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import nothing_like_this\n")
    status, _, err = villain("check", f"{tmp_path}/broken.py:Mine")
    assert status == 2
    assert "cannot be loaded: ModuleNotFoundError" in err
