"""What a spec means: names, parameters, files, entry points, classes and objects alike."""

from pathlib import Path

import numpy as np
import pytest

from tests.cli.shell import Shell
from tests.outside.conftest import Specs
from tests.outside.stranger import Aces, Bold, Flat, likes_raising
from villain import VillainError, make_agent, make_model
from villain.agents.loki import Loki
from villain.agents.poki import Poki
from villain.agents.registry import AGENTS, agent_names
from villain.game import CALL, Hand, limit_holdem, shuffle
from villain.game.situation import Decision
from villain.models.likelihood import LikelihoodModel
from villain.models.poki.model import PredictedHands
from villain.models.predictors.registry import make_predictor
from villain.models.registry import MODELS, model_names
from villain.registry import Snapshot, name_of, split_specs, text_of


def test_an_agent_a_model_and_a_predictor_of_any_spec(specs: Specs) -> None:
    assert make_agent(f"{specs.agent}:nerve=7").nerve == 7  # type: ignore[attr-defined]
    assert make_model(f"{specs.model}:liking=2").liking == 2.0  # type: ignore[attr-defined]
    assert make_predictor(f"{specs.predictor}:fold=0.5").fold == 0.5  # type: ignore[attr-defined]
    read = make_agent(f"loki:model={specs.model}").model  # type: ignore[attr-defined]
    assert type(read).__name__ == "Aces"


def test_a_predictor_is_a_model_too(specs: Specs) -> None:
    model = make_model(specs.predictor)
    assert isinstance(model, PredictedHands)
    assert type(model.predictor).__name__ == "Flat"
    assert isinstance(make_model(Flat()), PredictedHands)


def test_classes_and_objects() -> None:
    aces = Aces(liking=9.0)
    assert Loki(model=aces).model is aces
    assert isinstance(Poki(model=Aces).model, Aces)
    assert isinstance(Poki(model=Flat()).model, PredictedHands)
    agent = Bold(seed=3)
    assert make_agent(agent) is agent
    assert isinstance(make_agent(Bold, seed=3), Bold)


@pytest.mark.usefixtures("installed")
def test_what_is_installed_is_listed() -> None:
    assert "bold" in agent_names()
    assert {"aces", "flat"} <= {*model_names()}
    assert "bold" not in {*AGENTS}  # which are those that the laws run over
    assert "aces" not in {*MODELS}


def test_a_short_name_for_a_file(own_file: Path) -> None:
    spec = f"{own_file}:Bold:nerve=2"
    try:
        assert AGENTS.offer(spec) == AGENTS.offer(spec) == "Bold"
        assert make_agent("Bold").nerve == 2  # type: ignore[attr-defined]
        assert make_agent("Bold:nerve=3").nerve == 3  # type: ignore[attr-defined]
        assert AGENTS.offer(f"{own_file}:Bold:nerve=4") == "Bold#2"
    finally:
        AGENTS._offered.clear()


def test_flags_whole_numbers_and_texts_are_what_constructors_want() -> None:
    poki = make_agent("poki:learn=0,trials=100")
    assert not poki.model.learns  # type: ignore[attr-defined]
    assert make_agent("huang:sizes=1").sizes == (1.0,)  # type: ignore[attr-defined]
    assert make_model("styles:evidence=cards,forget=0.1").forget == 0.1  # type: ignore[attr-defined]
    assert not make_model("statistics:learn=no").learns  # type: ignore[attr-defined]
    with pytest.raises(VillainError, match="learn=maybe; it should be 1 or 0"):
        make_agent("poki:learn=maybe")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("generik", "no model is called 'generik'; did you mean 'generic'"),
        ("ace", "did you mean 'aces'"),
        ("{file}:Bold", "has no class 'Bold' derived from villain.OpponentModel"),
        (
            "{file}:aces",
            "has no class 'aces' derived from villain.OpponentModel; did you mean 'Aces'?",
        ),
        ("{file}:Aces:linking=2", "no parameter is called 'linking'; did you mean 'liking'"),
        ("{file}:Aces:liking=a lot", "liking=a lot is no number"),
        ("nowhere.py:Aces", "there is no file 'nowhere.py'"),
        ("crowd:reader=me", "no parameter is called 'reader'; there are: doubt"),
    ],
)
def test_wrong_models(own_file: Path, spec: str, says: str) -> None:
    with pytest.raises(VillainError, match=says):
        make_model(spec.format(file=own_file))


def test_a_model_that_is_none() -> None:
    with pytest.raises(VillainError, match="a Bold is no model; give a name, an object or a class"):
        make_model(Bold())  # type: ignore[arg-type]
    with pytest.raises(VillainError, match="Bold is no class derived from"):
        make_model(Bold)  # type: ignore[arg-type]


@pytest.mark.usefixtures("installed")
def test_a_package_that_cannot_be_loaded() -> None:
    says = "'broken' of the package stranger-package .* cannot be loaded: ModuleNotFoundError"
    with pytest.raises(VillainError, match=says):
        make_agent("broken")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("x = 1\ny = x + z\n", r"cannot be loaded: NameError: .* \(bad.py, line 2\)"),
        ("def f(:\n", r"cannot be loaded: SyntaxError: .* \(bad.py, line 1\)"),
        (
            "class Mine:\n    def __init__(self):\n        1 / 0\n    def act(self, seen): ...\n",
            r"cannot be made: ZeroDivisionError: division by zero \(bad.py, line 3\)",
        ),
    ],
)
def test_a_file_that_fails_names_its_line(tmp_path: Path, source: str, says: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(source)
    with pytest.raises(VillainError, match=says):
        make_agent(f"{path}:Mine")


def test_a_snapshot_is_the_object_as_it_was() -> None:
    agent = Bold(nerve=4)
    kept = Snapshot.of(agent)
    agent.nerve = 9
    copy = make_agent(kept, seed=5)
    assert (copy.nerve, agent.nerve) == (4, 9)  # type: ignore[attr-defined]
    assert copy.rng.random() == Bold(seed=5).rng.random()
    assert str(kept) == text_of(Bold(nerve=4)) != text_of(Bold(nerve=5))
    assert text_of(Bold) == "tests.outside.stranger.Bold"


def test_lists_of_specs() -> None:
    assert split_specs(" crowd,,a.py:B:x=1, y = 2 ,network") == [
        "crowd",
        "a.py:B:x=1,y = 2",
        "network",
    ]


def test_a_function_is_the_least_model(own_file: Path, villain: Shell) -> None:
    spec = f"{own_file}:likes_raising"
    model = make_model(f"{spec}:liking=9")
    assert isinstance(model, LikelihoodModel)
    assert model.parameters == {"liking": 9}
    assert isinstance(make_model(likes_raising), LikelihoodModel)
    assert Loki(model=likes_raising).model.reads(limit_holdem(3))
    with pytest.raises(VillainError, match="no parameter is called 'likng'; did you mean 'liking'"):
        make_model(f"{spec}:likng=9")
    line = ("r c / 3h4cJh: c r c", "--players", "2")
    plain, strong = (
        villain.json("read", *line, "--model", one)[-1]["classes"]["AA"]
        for one in (spec, f"{spec}:liking=9")
    )
    assert strong > plain > 0.006  # one in 1,176 combos beside the six of aces would be 0.0051
    names = ("--game", "limit", "--hands", "4", "--seed", "1", "--strict")
    assert villain.json("match", f"loki:model={spec}", "call", *names)["played"] == 4
    assert villain("check", spec)[0] == 0


def test_a_function_is_called_by_its_name() -> None:
    assert [name_of(one) for one in (likes_raising, Aces, Aces())] == [
        "likes_raising",
        "Aces",
        "Aces",
    ]


def test_what_a_function_gives_is_checked() -> None:
    def short(decision: Decision) -> list[float]:  # noqa: ARG001
        return [1.0]

    hand = Hand(limit_holdem(2), shuffle(limit_holdem(2), np.random.default_rng(1)))
    hand.act(CALL)
    with pytest.raises(VillainError, match="short should give 1326 numbers"):
        make_model(short).range(hand.observation(0), 1)


def test_a_number_that_may_be_left_out_is_still_whole() -> None:
    players = make_model("memory:gom:players=1")._players  # type: ignore[attr-defined]
    assert isinstance(players, int)
    with pytest.raises(VillainError, match="it should be a whole number"):
        make_model("memory:gom:players=1.5")
