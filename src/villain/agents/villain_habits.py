"""What a player does in plain situations, counted, beside how often equilibrium does it there.

Each of his decisions is laid beside equilibrium's own solution of that street, solved from his seat
and from what all could see: the chance of what is counted, over the range with which equilibrium
gets there. Where it never gets, nothing is counted.

A habit is told once the counts are beyond chance, however often one looks: the likelihood of a
tilted equilibrium beside that of equilibrium, averaged over tilts, exceeds twenty with a chance of
one in twenty at most, in however long a match, for one who plays as equilibrium does [ville].
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from math import sqrt
from typing import NamedTuple

import numpy as np

from villain.agents.equilibrium import Equilibrium
from villain.game.actions import Action
from villain.game.events import Acted, Event
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.game.situation import Situation, situation_of
from villain.kernels.arrays import FloatArray
from villain.models.crowd.threads import OneThread
from villain.solver.own_play import mean_chances, moves_at
from villain.solver.resolving import Resolver

THOROUGHLY, QUICKLY = 100, 40
"""Iterations for a hand that is laid beside equilibrium, and while a match waits for it."""

LEAST_CHANCES = 8
"""Nothing is told of a habit before so many chances."""

SURE = 20.0
"""Nor before it is so many times likelier than equilibrium."""

MOST_TOLD = 3

BIG = 0.9
"""A bet of so many pots is big."""

RARE = 0.005
"""What equilibrium does less often it does not do: the rest of such a hand is not counted."""

NORMAL = 1.96

TILTS = np.linspace(-4.0, 4.0, 33)
"""How far habits may be from equilibrium's, as differences of the logarithms of odds."""

_LIKELY = np.exp(-(TILTS**2) / 4)
_LIKELY /= _LIKELY.sum()

_LEAST = 1e-3
"""No chance of equilibrium's is taken to be nearer to 0 or 1."""


class Habit(NamedTuple):
    """Something that is counted: the kinds of action that do it, and how it is said."""

    kinds: tuple[str, ...]
    did: str
    does: str


HABITS = {
    "open": Habit(("raise",), "raised {} of {} hands on the button", "raises"),
    "give up": Habit(("fold",), "folded {} of {} hands on the button", "folds"),
    "raise limps": Habit(("raise",), "raised {} of {} limps", "raises"),
    "fold to opens": Habit(("fold",), "folded to {} of {} raises before the flop", "folds to"),
    "reraise": Habit(("raise",), "reraised {} of {} raises before the flop", "reraises"),
    "fold to reraises": Habit(("fold",), "folded to {} of {} reraises", "folds to"),
    "fold flops": Habit(("fold",), "folded to {} of {} bets on the flop", "folds to"),
    "fold turns": Habit(("fold",), "folded to {} of {} bets on the turn", "folds to"),
    "fold rivers": Habit(("fold",), "folded to {} of {} bets on the river", "folds to"),
    "pay big bets": Habit(("call", "raise"), "paid {} of {} bets of the pot or more", "pays"),
    "raise bets": Habit(("raise",), "raised {} of {} bets after the flop", "raises"),
    "bet flops": Habit(("raise",), "bet {} of {} flops when checked to", "bets"),
    "bet turns": Habit(("raise",), "bet {} of {} turns when checked to", "bets"),
    "bet rivers": Habit(("raise",), "bet {} of {} rivers when checked to", "bets"),
    "lead": Habit(("raise",), "bet {} of {} times when first to act after the flop", "bets"),
}

_STREETS = ("", "flops", "turns", "rivers")


class ComparedAct(NamedTuple):
    """A decision with something to count: whether he did it, and equilibrium's chance of it."""

    habit: str
    did: bool
    chance: float


class TellingHabit(NamedTuple):
    """A habit that is surely not equilibrium's: how often he did it, and how often that does it.

    ``low`` and ``high`` are the 95 % interval of his rate [wilson].
    """

    habit: str
    done: int
    chances: int
    equilibrium: float
    low: float
    high: float

    def sentence(self, who: str = "you") -> str:
        """The same in words.

        >>> TellingHabit("fold rivers", 14, 17, 0.45, 0.59, 0.94).sentence()
        'you folded to 14 of 17 bets on the river; equilibrium folds to 45 %'
        """
        habit = HABITS[self.habit]
        did = habit.did.format(self.done, self.chances)
        return f"{who} {did}; equilibrium {habit.does} {percent(self.equilibrium)}"


def percent(share: float) -> str:
    """A share in words, which is never rounded to all or nothing."""
    if 0 < share < 0.01:
        return "less than 1 %"
    return "more than 99 %" if 0.99 < share < 1 else f"{share:.0%}".replace("%", " %")


class FinishedHand(NamedTuple):
    """A hand to be compared: what all could see of it, and whose decisions are looked at.

    ``believed`` are the chances that the model gave to what he did, decision by decision.
    """

    rules: Rules
    events: tuple[Event, ...]
    seat: int
    name: str
    believed: tuple[float, ...] = ()


class HandBeside(NamedTuple):
    """A hand beside equilibrium: what is counted, and its chances of what he did, in order.

    It may end before the hand does, where equilibrium would not have come.
    """

    acts: tuple[ComparedAct, ...] = ()
    chances: tuple[float, ...] = ()


class HabitCount:
    """One habit of one player."""

    def __init__(self) -> None:
        self.done = self.chances = 0
        self.expected = 0.0
        self._scores = np.zeros(len(TILTS))

    def take(self, act: ComparedAct) -> None:
        """Take in a decision."""
        self.done += act.did
        self.chances += 1
        self.expected += act.chance
        likely = min(max(act.chance, _LEAST), 1 - _LEAST)
        self._scores += act.did * TILTS - np.log(1 - likely + likely * np.exp(TILTS))

    @property
    def evidence(self) -> float:
        """How many times likelier what he did is than at equilibrium, averaged over tilts."""
        most = self._scores.max()
        logarithm = most + np.log(np.exp(self._scores - most) @ _LIKELY)
        return float(np.exp(min(logarithm, 500.0)))

    def telling(self, habit: str) -> TellingHabit | None:
        """The habit, if it is surely not equilibrium's."""
        if self.chances < LEAST_CHANCES or self.evidence < SURE:
            return None
        low, high = rate_interval(self.done, self.chances)
        usual = self.expected / self.chances
        return TellingHabit(habit, self.done, self.chances, usual, low, high)


def rate_interval(done: int, chances: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate."""
    rate, spread = done / chances, NORMAL**2 / chances
    middle = (rate + spread / 2) / (1 + spread)
    half = sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)


class HabitCounts:
    """All habits of one player, as far as his hands were compared."""

    def __init__(self) -> None:
        self.counts: dict[str, HabitCount] = {}

    def take(self, acts: Iterable[ComparedAct]) -> None:
        """Take in decisions."""
        for act in acts:
            self.counts.setdefault(act.habit, HabitCount()).take(act)

    def telling(self, most: int = MOST_TOLD) -> tuple[TellingHabit, ...]:
        """The habits that are farthest from equilibrium beyond chance, the farthest first."""
        each = {habit: one for habit, count in self.counts.items() if (one := count.telling(habit))}
        if each.keys() & {"fold flops", "fold turns", "fold rivers"}:
            each.pop("pay big bets", None)  # which says it again, of some of the bets
        ordered = sorted(each.values(), key=_beyond_chance, reverse=True)
        buttons = [one for one in ordered if one.habit in ("open", "give up")]
        return tuple(one for one in ordered if one not in buttons[1:])[:most]


def _beyond_chance(one: TellingHabit) -> float:
    return max(one.low - one.equilibrium, one.equilibrium - one.high)


class LaidBeside(NamedTuple):
    """A decision of a seat, and equilibrium's chances of its moves over its own range there."""

    situation: Situation
    kind: str
    moves: list[Action]
    means: FloatArray

    def chance(self, *kinds: str) -> float:
        """Equilibrium's chance of some kinds of action."""
        counted = [move.kind in kinds for move in self.moves]
        return min(float(self.means[counted].sum()), 1.0)


@OneThread()
def lay_beside(hand: FinishedHand, iterations: int) -> list[LaidBeside]:
    """A hand's decisions of a seat beside equilibrium's, solved from that seat as it went on.

    It ends where equilibrium would not have come.
    """
    resolver = Resolver(Equilibrium(iterations=iterations).settings)
    state, acts = PublicState(hand.rules), list[LaidBeside]()
    events, seat = hand.events, hand.seat
    own = [at for at, one in enumerate(events) if isinstance(one, Acted) and one.seat == seat]
    for at, event in enumerate(events):
        if isinstance(event, Acted) and event.seat == seat:
            street = resolver.follow(hand.rules, events[:at], seat)
            means = mean_chances(street)
            if means is None:
                break
            situation = situation_of(state, seat)
            acts.append(LaidBeside(situation, event.kind, moves_at(street), means))
            if at == own[-1]:
                break
            # His bet may not have been among the moves; now it is, and he has to have made it.
            street = resolver.follow(hand.rules, events[: at + 1], seat)
            *before, taken = street.line
            means = mean_chances(street, len(before))
            if means is None or means[moves_at(street, len(before)).index(taken)] < RARE:
                break
        state.follow(event)
    return acts


def compare(hand: FinishedHand, iterations: int = THOROUGHLY) -> HandBeside:
    """A hand's decisions beside equilibrium's: about a second, where most streets were played."""
    laid = lay_beside(hand, iterations)
    counted = tuple(chain.from_iterable(map(_beside, laid)))
    return HandBeside(counted, tuple(act.chance(act.kind) for act in laid))


def _beside(act: LaidBeside) -> Iterator[ComparedAct]:
    for name in habits_at(act.situation):
        kinds = HABITS[name].kinds
        if any(move.kind in kinds for move in act.moves):
            yield ComparedAct(name, act.kind in kinds, act.chance(*kinds))


def habits_at(situation: Situation) -> list[str]:
    """What is counted at a decision."""
    street, owed, raises = situation.street, situation.owed, situation.raises
    if not street and not raises:
        return ["open", "give up"] if owed else ["raise limps"]
    if not street:
        return ["fold to opens", "reraise"] if raises == 1 else ["fold to reraises"]
    if owed:
        names = [f"fold {_STREETS[street]}", "raise bets"]
        big = owed >= BIG * (situation.pot - owed)
        return [*names, "pay big bets"] if big else names
    return [f"bet {_STREETS[street]}"] if situation.position >= 1 else ["lead"]
