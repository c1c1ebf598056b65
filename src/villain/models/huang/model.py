"""Huang's opponent model at a table: a style for everybody, and a belief about his cards [huang].

After each action the belief is Bayes' rule with the strategy that the opponent is taken to have:
new weight = weight × chance of that action with that hand strength.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from villain.cards.range import possible
from villain.errors import VillainError
from villain.game.observation import Observation
from villain.game.rules import Betting, Rules, is_holdem
from villain.kernels.arrays import FloatArray
from villain.models.decisions import goes_on
from villain.models.huang.estimator import ENOUGH, ThesisReader
from villain.models.huang.reader import Reader
from villain.models.huang.styles import Styles, shipped_styles
from villain.models.huang.tendency_reader import TendencyReader
from villain.models.loki.model import possible_hands
from villain.models.model import OpponentModel
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.huang.abstraction import CALL, FOLD, RAISE
from villain.strategy.huang.curves import STREET_STEEPNESS
from villain.strategy.huang.sequences import BettingTeller, Move, follow
from villain.strategy.huang.strategy_table import StrategyTable, nearest_rows, reconstruct_by
from villain.strength.quick_strengths import quick_ranks
from villain.strength.seven_card_ranks import seven_card_ranks

DOUBT = 0.01
"""So much of every likelihood is the same for all hands: no hand is ruled out by one action."""

READERS: dict[str, Callable[[Styles], Reader]] = {
    "thesis": ThesisReader,
    "fast": lambda styles: ThesisReader(styles, enough=ENOUGH / 10),
    "slow": lambda styles: ThesisReader(styles, enough=ENOUGH * 10),
    "tendencies": TendencyReader,
}
"""How a player's style is estimated from what he did."""


class Person:
    """What is made of one player: a reader of his style, and the strategy that follows."""

    def __init__(self, styles: Styles, reader: str, steepness: tuple[float, ...]) -> None:
        self.reader = READERS[reader](styles)
        self._styles, self._steepness = styles, steepness
        self._table: StrategyTable | None = None

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_table": None}  # it is worked out again

    def learn(self, sequence: str, action: int) -> None:
        """He faced this, and did that; a sequence that nobody mined counts as the nearest."""
        self.reader.learn(self._nearest(sequence), action)
        self._table = None

    def distribution(self, sequence: str) -> FloatArray:
        """The chances of his actions after a sequence, whatever his cards are."""
        return self.reader.distribution(self._nearest(sequence))

    def by_bucket(self, sequence: str) -> FloatArray:
        """The same for each bucket of hands: (buckets, actions)."""
        street, frequencies = int(sequence[0]), self.distribution(sequence)
        return reconstruct_by(
            self._styles.abstraction, street, frequencies, self._steepness[street]
        )

    def _nearest(self, sequence: str) -> str:
        abstraction, sequences = self._styles.abstraction, self._styles.sequences
        row = int(nearest_rows(abstraction, sequences)[abstraction.number(sequence)])
        return sequences[row]

    @property
    def table(self) -> StrategyTable:
        """His strategy as it is known now, after all sequences."""
        if self._table is None:
            abstraction, sequences = self._styles.abstraction, self._styles.sequences
            rows, steepness = nearest_rows(abstraction, sequences), np.array(self._steepness)
            self._table = StrategyTable(abstraction, rows, self.reader.table(), steepness)
        return self._table


class StyleModel(OpponentModel):
    """Reads no-limit players by the mined styles that they resemble.

    ``reader`` is how: one of `READERS`. Without ``learns`` everybody stays the average of all. With
    ``himself`` it reads the observer himself, and nobody else; with ``quick`` the strengths on the
    turn are guessed.
    """

    def __init__(
        self,
        reader: str = "thesis",
        *,
        learns: bool = True,
        himself: bool = False,
        styles: Styles | None = None,
        doubt: float = DOUBT,
        steepness: tuple[float, ...] = STREET_STEEPNESS,
        quick: bool = False,
    ) -> None:
        if reader not in READERS:
            raise VillainError.unknown("reader", reader, READERS)
        self.styles = styles or shipped_styles()
        self.learns, self._kind, self._himself, self._doubt = learns, reader, himself, doubt
        self._steepness, self._quick = steepness, quick
        self._people: dict[str, Person] = {}
        self._events: tuple[object, ...] = ()
        self._teller: BettingTeller | None = None
        self._told: list[tuple[Move, FloatArray]] = []
        self._weights: dict[int, FloatArray] = {}
        self._heard = 0

    def __getstate__(self) -> dict[str, object]:
        return self.__dict__ | {"_weights": {}, "_heard": 0}  # they are worked out again

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """No-limit hold'em."""
        return is_holdem(rules) and rules.betting is Betting.NO_LIMIT

    def freeze(self) -> None:
        """Everybody stays as he is known now."""
        self.learns = False

    def person(self, name: str) -> Person:
        """What is made of a player, to learn more of him; a stranger is the average of all."""
        if name not in self._people:
            self._people[name] = Person(self.styles, self._kind, self._steepness)
        return self._people[name]

    def heedless(self, seen: Observation, seat: int) -> float:
        """How likely it is that he does always the same: only readers of tendencies ask that."""
        reader = self._known(seen.names[seat]).reader
        return reader.heedless if isinstance(reader, TendencyReader) else 0.0

    def strategy(self, name: str) -> StrategyTable:
        """How a player is taken to play."""
        return self._known(name).table

    def _known(self, name: str) -> Person:
        """The same person, to ask and not to learn of: strangers are one and the same."""
        found = self._people.get(name)
        return found or _stranger(self.styles, self._kind, self._steepness)

    # Learning

    def observe(self, seen: Observation) -> None:
        """Take in what is new: first what it says of the cards, then of the style."""
        before = self._events
        if seen.events == before:
            return
        if self._teller is None or not goes_on(before, seen):
            self._teller = BettingTeller(seen.rules, self.styles.abstraction)
            before, self._told, self._weights, self._heard = (), [], {}, 0
        for event in seen.events[len(before) :]:
            move = self._teller.tell(event)
            if move is not None and self._himself == (move.seat == seen.seat):
                self._follow(seen, move)
        self._events = seen.events

    def _follow(self, seen: Observation, move: Move) -> None:
        name = seen.names[move.seat]
        if move.action != FOLD and not self._himself:
            # What it says of his cards is worked out when somebody asks.
            self._told.append((move, self._known(name).by_bucket(move.sequence)))
        # To fold where a check is free is to leave the table, and no decision.
        if self.learns and (move.action != FOLD or move.owed):
            self.person(name).learn(move.sequence, move.action)

    def _believe(self, seen: Observation, move: Move, by_bucket: FloatArray) -> None:
        by_bucket = legal_chances(by_bucket, fold=move.owed > 0, more=move.could_raise)
        board = seen.board[: move.board_cards]
        ranks = (quick_ranks if self._quick else seven_card_ranks)(tuple(sorted(board)))
        buckets = self.styles.abstraction.buckets_of(ranks)
        weights = self._weights.get(move.seat, _ONES)
        likely = np.where(buckets >= 0, by_bucket[buckets, move.action], 0.0)
        mean = float(weights @ likely) / float(weights @ (buckets >= 0))
        if mean <= 0.0:  # nobody was ever seen doing that: it says nothing of his cards
            return
        weights = weights * ((1 - self._doubt) * likely + self._doubt * mean) * possible(board)
        self._weights[move.seat] = weights / weights.max()

    # Answers

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """What he does after such a sequence, whatever his cards are."""
        if not seen.stacks[seat]:
            return ActionDistribution(0.0, 1.0, 0.0)  # all-in: nothing moves him
        teller = follow(seen, self.styles.abstraction)
        owed = teller.owed(seat)
        if facing is not None and facing > owed:
            raiser = next(other for other in range(len(seen.names)) if other != seat)
            kind = self.styles.abstraction.action("raise", facing, owed, teller.pot)
            teller.sequences.follow(teller.street, raiser, kind)
            owed = min(facing, seen.stacks[seat])
        row = self._known(seen.names[seat]).distribution(teller.faced(seat))
        could_raise = seen.stacks[seat] > owed and teller.could_raise(seat)
        fold, call, *more = legal_chances(row, fold=owed > 0, more=could_raise).tolist()
        return ActionDistribution.of(fold, call, sum(more))

    def range(self, seen: Observation, seat: int) -> FloatArray:
        """What he may hold after all he did in this hand."""
        return possible_hands(seen, seat, lambda: self._weights_of(seen, seat))

    def _weights_of(self, seen: Observation, seat: int) -> FloatArray:
        model = self
        if seen.events != self._events:
            model = self.clone()
            model.learns = False
            model.observe(seen)
        for move, by_bucket in model._told[model._heard :]:
            model._believe(seen, move, by_bucket)
        model._heard = len(model._told)
        return model._weights.get(seat, _ONES)


_ONES = np.ones(1326)


def legal_chances(chances: FloatArray, *, fold: bool, more: bool) -> FloatArray:
    """The chances of what is legal: whoever may not fold or raise calls.

    >>> legal_chances(np.array([0.2, 0.3, 0.4, 0.1]), fold=True, more=False).tolist()
    [0.2, 0.8, 0.0, 0.0]
    """
    found = chances.copy()
    if not fold:
        found[..., CALL] += found[..., FOLD]
        found[..., FOLD] = 0.0
    if not more:
        found[..., CALL] += found[..., RAISE:].sum(axis=-1)
        found[..., RAISE:] = 0.0
    return found


@lru_cache(maxsize=8)
def _stranger(styles: Styles, reader: str, steepness: tuple[float, ...]) -> Person:
    return Person(styles, reader, steepness)
