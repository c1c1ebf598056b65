"""sander's opponent model: it remembers with which chance of winning he bet like this [sander].

*SOM* starts empty and learns of this opponent only; *GOM* was trained before on many and learns
nothing; *S+GOM* starts as GOM and learns. Heads-up hold'em; the general memory is of limit.

Where this differs from the paper: a street is asked for while it is still going on, and then all
betting that went on from it matches; a chance of winning is on a grid, and against a random hand;
a range and what he will do are made of the memory too. `docs/explanation/memory.md` has the rest.
"""

from collections.abc import Hashable
from copy import deepcopy
from math import exp
from zlib import crc32

import numpy as np

from villain.cards.range import Range
from villain.errors import VillainError
from villain.game.events import Won
from villain.game.observation import Observation
from villain.game.rules import Betting, Rules, is_holdem
from villain.game.situation import HandFollower
from villain.game.what_if import situation_in
from villain.kernels.arrays import FloatArray
from villain.models.holdings import possible_range
from villain.models.memory.betting import RAISE, raise_letter
from villain.models.memory.chunks import Slots
from villain.models.memory.declarative import Condition, DeclarativeMemory, Recalled
from villain.models.memory.folded import FoldedHands
from villain.models.memory.general import general_memory
from villain.models.memory.grounds import Grounds, Remembered
from villain.models.memory.hands import (
    ACTION,
    GRID,
    ODDS,
    STREETS,
    act_query,
    betting_words,
    hand_query,
    word_faced,
)
from villain.models.memory.lessons import lessons
from villain.models.memory.ranges import SPREADS, weights_for
from villain.models.memory.recollection import PLAIN, Recollection
from villain.models.model import OpponentModel
from villain.strategy.action_distribution import ActionDistribution
from villain.strength.quick_strengths import quick_ranks
from villain.strength.seven_card_ranks import seven_card_ranks

KINDS = ("som", "gom", "s+gom")
DOUBT = 0.5
"""So much evidence, counted as Σ t^-d, weighs as much as knowing nothing."""


class MemoryModel(OpponentModel):
    """Reads heads-up players by what was remembered of such betting.

    ``kind`` is ``som``, ``gom`` or ``s+gom``, ``how`` the way it is asked. With ``folds`` it learns
    from hands that nobody showed, through a belief. With ``sizes`` raises of no-limit are told
    apart by size. ``grid`` is in how many steps a chance of winning is told. The general memory is
    of all players, or of one kind of ``players``; ``beginning`` is a memory to start from instead.
    """

    def __init__(
        self,
        kind: str = "som",
        how: Recollection = PLAIN,
        *,
        folds: bool = False,
        sizes: bool = False,
        grid: int = GRID,
        seed: int = 0,
        players: int | None = None,
        beginning: DeclarativeMemory | None = None,
    ) -> None:
        if kind not in KINDS:
            raise VillainError.unknown("memory", kind, KINDS)
        if grid < 1:
            raise VillainError(f"a grid of {grid} steps; there should be one or more")
        self.learns, self.how, self.sizes, self.grid = kind != "gom", how, sizes, grid
        self._seed, self._follower = seed, HandFollower()
        self._general, self._players = kind != "som" and beginning is None, players
        if self._general:
            self._beginning = general_memory(how, players)
        else:
            self._beginning = how.memory() if beginning is None else beginning
        self._people: dict[str, DeclarativeMemory] = {}
        self._recalled: list[tuple[str, int]] = []
        self._folded = FoldedHands() if folds and self.learns else None

    def __getstate__(self) -> dict[str, object]:
        # The general memory never changes; nobody needs to carry it along.
        return self.__dict__ | ({"_beginning": None} if self._general else {})

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__ |= state
        if self._general:
            self._beginning = general_memory(self.how, self._players)

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Hold'em for two."""
        return is_holdem(rules) and rules.players == 2

    def freeze(self) -> None:
        """Everybody stays as he is remembered now."""
        self.learns = False

    def memory(self, name: str) -> DeclarativeMemory:
        """The memory of a player; it is his own as soon as something was learned."""
        return self._people.get(name, self._beginning)

    # Learning

    def observe(self, seen: Observation) -> None:
        """At one's turns note what comes to mind; at the end learn from the hand."""
        if not self.learns or self._follower.knows(seen):
            return
        if self._follower.begins_anew(seen):
            self._recalled = []
        self._follower.news(seen)
        if isinstance(seen.events[-1], Won):
            self.learn(seen)
        elif self.how.rehearse and not self.how.blend:
            for seat, name in enumerate(seen.names):
                recalled = self.recall(seen, seat) if seat != seen.seat else None
                if recalled is not None:
                    self._recalled.append((name, recalled.chunk))

    def learn(self, seen: Observation, weight: float = 1.0) -> None:
        """Learn from a hand that is over; with a weight below 1 it counts for less."""
        if self._folded is not None:
            self._folded.observe(seen)
        for seat, name in enumerate(seen.names):
            if seat == seen.seat:
                continue
            if name not in self._people:
                self._people[name] = deepcopy(self._beginning)
            memory = self._people[name]
            for _, chunk in (one for one in self._recalled if one[0] == name):
                memory.refer(chunk)
            hidden = self._folded.weights(seen, seat) if self._folded is not None else None
            learned = lessons(seen, seat, sizes=self.sizes, grid=self.grid, hidden=hidden)
            for slots, size in learned if weight > 0 else ():
                memory.learn(slots, weight * size)
            memory.advance()

    # Answers

    def strength(self, seen: Observation, seat: int, street: int | None = None) -> float | None:
        """His chance of winning against a random hand, as it comes to mind; None: unsure.

        It is that of now, or of a street before, by the betting up to its end.
        """
        chances = self.strengths(seen, seat, street)
        return sum(odds * chance for odds, chance in chances.items()) if chances else None

    def strengths(
        self, seen: Observation, seat: int, street: int | None = None
    ) -> dict[float, float]:
        """The likelihood of each chance of winning: one, or with blending all; empty: unsure."""
        memory, query = self._asked(seen, seat, street)
        if self.how.blend:
            chances = memory.chances(ODDS, query, self._rng(memory, query))
        else:
            one = memory.recall(query, self._rng(memory, query))
            chances = {} if one is None else {one.slots[ODDS]: 1.0}
        return {float(odds): chance for odds, chance in chances.items() if isinstance(odds, float)}

    def recall(self, seen: Observation, seat: int) -> Recalled | None:
        """The chunk that comes to mind first."""
        return next(iter(self.remembered(seen, seat, 1)), None)

    def remembered(self, seen: Observation, seat: int, most: int = 5) -> list[Recalled]:
        """The chunks that come to mind, the most active first: to show what an answer rests on."""
        memory, query = self._asked(seen, seat)
        return memory.foremost(most, query, self._rng(memory, query))

    def explain(self, seen: Observation, seat: int) -> Grounds:
        """The chunks that came to mind: plainly the first is the answer, a blend takes all."""
        memory, query = self._asked(seen, seat)
        matches = memory.activations(query, self._rng(memory, query))[1] / memory.temperature
        whole, streets, came = np.logaddexp.reduce(matches), STREETS[: seen.street + 1], []
        for place, one in enumerate(self.remembered(seen, seat)):
            odds, slots, active = one.slots[ODDS], one.slots, one.activation
            assert isinstance(odds, float)
            share = exp(active / memory.temperature - whole) if self.how.blend else not place
            similar = not all(_fits(slots[street], query[street]) for street in streets)
            betting = tuple(str(slots[street]) for street in streets)
            came.append(Remembered(betting, odds, active, float(share), similar))
        trust = _trust(memory, query) if self.how.blend else float(bool(came))
        return Grounds(tuple(came), self.strength(seen, seat), trust)

    def range(self, seen: Observation, seat: int) -> Range:
        """The hands with such a chance of winning on this board; anything if unsure."""
        return possible_range(seen, seat, lambda: self._weights(seen, seat))

    def _weights(self, seen: Observation, seat: int) -> FloatArray:
        ranks = quick_ranks(tuple(sorted(seen.board))) if seen.board else seven_card_ranks()
        chances = self.strengths(seen, seat)
        spread = 1.0 / self.grid if self.how.blend else SPREADS[seen.street]
        known = weights_for(ranks, chances, spread)
        if not self.how.blend or not chances:
            return known
        trust = _trust(*self._asked(seen, seat))
        return trust * known + (1 - trust) * weights_for(ranks, {}, spread)

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """His actions after such betting on a street; even chances where nothing is known."""
        if not seen.stacks[seat]:
            return ActionDistribution(0.0, 1.0, 0.0)  # all-in: nothing moves him
        owed, raised = max(seen.bets) - seen.bets[seat], ""
        if facing is not None and facing > owed:
            share = (facing - owed) / (seen.pot + owed)
            told_apart = self.sizes and seen.rules.betting is not Betting.LIMIT
            raised, owed = raise_letter(share) if told_apart else RAISE, facing
        so_far = betting_words(seen, sizes=self.sizes)[seen.street]
        word = word_faced(so_far, seen.rules, seen.street, seat, raised=raised)
        chances = self.actions_after(seen.names[seat], act_query(seen.street, seat, word))
        could_raise = situation_in(seen, seat, facing).could_raise
        return chances.allowed(fold=owed > 0 or seen.rules.free_folds, more=could_raise)

    def actions_after(self, name: str, query: Slots) -> ActionDistribution:
        """A player's actions where this was asked for, and a little of even chances."""
        evidence = self.memory(name).evidence(ACTION, query)
        fold, call, more = (evidence.get(action, 0.0) + DOUBT / 3 for action in "fcr")
        return ActionDistribution.of(fold, call, more)

    def _asked(
        self, seen: Observation, seat: int, street: int | None = None
    ) -> tuple[DeclarativeMemory, Slots]:
        words = betting_words(seen, sizes=self.sizes)
        asked = hand_query(words, seen.street if street is None else street, seat)
        return self.memory(seen.names[seat]), asked

    def _rng(self, memory: DeclarativeMemory, query: Slots) -> np.random.Generator | None:
        """Noise, if any, that is the same whenever the same is asked in the same state."""
        if not self.how.noise:
            return None
        asked = crc32(repr(sorted(query.items(), key=lambda slot: slot[0])).encode())
        return np.random.default_rng((self._seed, len(memory.references), asked))


def _fits(value: Hashable, wanted: Hashable) -> bool:
    """True if a slot has what was asked for, and not only something similar."""
    return wanted.holds(value) if isinstance(wanted, Condition) else value == wanted


def _trust(memory: DeclarativeMemory, query: Slots) -> float:
    """The part of a range that goes by a blend; the rest is any hand."""
    evidence = sum(memory.evidence(ODDS, query).values())
    return evidence / (evidence + DOUBT)
