"""The agents that do not look at their cards, and how agents are named."""

from pathlib import Path

import pytest

from tests.game.table import play, ring, start
from villain.agents import make_agent
from villain.errors import VillainError
from villain.game import CALL, FOLD, Hand, limit_holdem, raise_to


def asked(hand: Hand, spec: str) -> object:
    assert hand.seat is not None
    return make_agent(spec).act(hand.observation(hand.seat))


def test_what_they_do() -> None:
    hand = start(ring(200, 200, 200), "AsAh KsKh QsQh")
    assert asked(hand, "fold") == FOLD
    assert asked(hand, "call") == CALL
    # After a call of 10 the pot would be 25: 0.7 of it is 17.5, on top of 10.
    assert asked(hand, "raise") == raise_to(28)
    assert asked(hand, "raise:pot=100") == raise_to(200)
    assert asked(hand, "raise:pot=0") == raise_to(20)
    play(hand, "c c")
    assert asked(hand, "fold") == CALL  # checking is free
    limit = start(limit_holdem(2), "AsAh KsKh")
    assert asked(limit, "raise") == raise_to(4)
    assert asked(play(limit, "r4 r6 r8"), "raise") == CALL  # the cap


def test_random_takes_every_legal_action() -> None:
    hand = start(ring(200, 200, 200), "AsAh KsKh QsQh")
    agent = make_agent("random", seed=4)
    assert hand.legal is not None
    seen = {agent.act(hand.observation(2)) for _ in range(400)}
    assert {FOLD, CALL} < seen
    assert all(hand.legal.allows(action) for action in seen)
    assert {agent.act(hand.observation(2)) for _ in range(50)} - {FOLD, CALL}
    tame = make_agent("random:raise=0,fold=0")
    assert {tame.act(hand.observation(2)) for _ in range(50)} == {CALL}


def test_an_agent_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from villain.agents import Agent\n"
        "from villain.game import CALL\n"
        "class Mine(Agent):\n"
        "    def __init__(self, seed=0, nerve=1.0):\n"
        "        super().__init__(seed)\n"
        "        self.nerve = nerve\n"
        "    def act(self, seen):\n"
        "        return CALL\n"
    )
    agent = make_agent(f"{path}:Mine:nerve=2")
    assert agent.nerve == 2  # type: ignore[attr-defined]
    for spec, says in (
        (f"{path}:Yours", "has no class 'Yours'"),
        (f"{path}", "which class"),
        (f"{tmp_path}/none.py:Mine", "there is no file"),
        (f"{path}:Mine:courage=2", "no parameter is called 'courage'; there are: nerve"),
    ):
        with pytest.raises(VillainError, match=says):
            make_agent(spec)
    path = tmp_path / "broken.py"
    path.write_text("1 / 0")
    with pytest.raises(VillainError, match="cannot be loaded: ZeroDivisionError"):
        make_agent(f"{path}:Mine")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("rise", "did you mean 'raise'"),
        ("", "no agent is called ''"),
        ("raise:pot", "'pot' is no parameter; write name=value"),
        ("raise:pot=much", "pot=much is no number"),
        ("call:pot=1", "no parameter is called 'pot'; there are: none"),
        ("raise:seed=1", "no parameter is called 'seed'"),
        ("raise:pot=nan", "'pot=nan' should be a finite number"),
        ("raise:pot=-1", "it should be 0 or more"),
        ("random:fold=-3,call=1", "they should be 0 or more"),
    ],
)
def test_wrong_names(spec: str, says: str) -> None:
    with pytest.raises(VillainError, match=says):
        make_agent(spec)
