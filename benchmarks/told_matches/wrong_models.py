"""`villain` with a model that is wrong on purpose, to see what that costs.

``reversed``: he is believed to do with his weakest holdings what he does with his strongest.
``shuffled``: he is believed to do the next kind of thing: call instead of fold, raise instead of
call, and so on around. ``frozen``: the model never learns, while the evidence that is counted for
it grows. ``other``: it was learned from somebody else for so many `LESSONS`, in all it says, and
then stays as it is. None of the four mends itself; that it does not predict can be noticed, which
is what is measured.
"""

from itertools import islice

import numpy as np

from benchmarks.gauntlet.opponents import SCRIPTS
from villain.agents.villain import Villain
from villain.agents.villain_opponent import KnownOpponent
from villain.agents.villain_reads import NetworkRead, RestRead
from villain.arena.exploiting.range_hand import NAMES
from villain.errors import VillainError
from villain.game.chance import deals
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.game.public_state import PublicState
from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.departures import Departures, by_step
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.runouts import steps_on

LESSONS = 150
"""Hands of somebody else from which a model has learned."""


class _Stuck(NetworkRead):
    """The crowd's network, which learns nothing any more."""

    departs = False

    def observe(self, seen: Observation) -> None:
        """Learn nothing."""


class _Altered(_Stuck):
    """The same, and what it says is altered."""

    def alter(self, table: FloatArray) -> FloatArray:
        """Chances of kinds (…, steps, 7), the weakest first, as they are believed."""
        raise NotImplementedError

    def kinds(self, name: str, situations: list[Situation]) -> list[FloatArray]:  # type: ignore[override]
        """What is believed of each combo, by its strength."""
        altered = []
        for situation, read in zip(situations, super().kinds(name, situations), strict=True):
            steps = steps_on(situation.board)
            altered.append(self.alter(by_step(read, steps).astype(np.float64))[steps])
        return altered

    def rest(
        self, name: str, weights: FloatArray, state: PublicState, seat: int, hero: int
    ) -> RestRead:
        """What is believed of the rest of a hand."""
        read = super().rest(name, weights, state, seat, hero)
        return read._replace(kinds=self.alter(read.kinds))


class _Reversed(_Altered):
    def alter(self, table: FloatArray) -> FloatArray:
        return table[..., ::-1, :]


class _Shuffled(_Altered):
    def alter(self, table: FloatArray) -> FloatArray:
        return np.roll(table, 1, axis=-1)


class _KeptDepartures(Departures):
    """Departures that stay as they are."""

    def see(self, *_: object) -> None:
        """Keep nothing."""

    def doubt(self, *_: object) -> None:
        """Stay sure."""

    def fit(self) -> None:
        """Stay as they are."""


WRONG = ("reversed", "shuffled", "frozen", "other")
_READS: dict[str, type[NetworkRead]] = {
    "reversed": _Reversed,
    "shuffled": _Shuffled,
    "frozen": _Stuck,
}


def wrong_villain(how: str, opponent: str, seed: int) -> Villain:
    """A `villain` at ``auto`` who is wrong in one of these ways about an opponent."""
    if how not in WRONG:
        raise VillainError.unknown("wrong model", how, WRONG)
    villain = Villain(seed)
    beliefs = villain.beliefs
    assert beliefs is not None
    if how == "other":
        learn_from_another(villain, "rock" if opponent == "barreler" else "barreler", seed)
    else:
        model = CrowdModel()
        beliefs.read = _READS[how](model)
    return villain


def learn_from_another(villain: Villain, script: str, seed: int, lessons: int = LESSONS) -> None:
    """Let it learn a script under the name of its opponent, and nothing from then on."""
    beliefs, rules = villain.beliefs, no_limit_holdem(2, big_blind=100, stack=10_000)
    assert beliefs is not None
    players = SCRIPTS["tight_aggressive"](seed), SCRIPTS[script](seed)
    for place, deal in enumerate(islice(deals(rules, seed), lessons)):
        me = place % 2
        hand = Hand(rules, deal, NAMES if me == 0 else NAMES[::-1])
        while hand.seat is not None:
            hand.act(players[hand.seat != me].act(hand.observation(hand.seat)))
        beliefs.learn(hand.observation(me))
    [learned] = beliefs.known.values()
    learned.departures.fit()
    known = KnownOpponent()
    known.seen, known.hands, known.dear = learned.seen, learned.hands, learned.dear
    known.departures = _KeptDepartures()
    known.departures.__dict__.update(learned.departures.__dict__)
    beliefs.known = {NAMES[1]: known}
    assert isinstance(beliefs.read, NetworkRead)
    beliefs.read = _Stuck(beliefs.read.model)
    beliefs.read.departs = True
