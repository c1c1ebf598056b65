"""Huang's opponent model at a table: a style for everybody, and a belief about his cards [huang].

After each action the belief is Bayes' rule with the strategy that the opponent is taken to have:
new weight = weight × chance of that action with that hand strength.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from villain.errors import VillainError
from villain.game.observation import Observation
from villain.game.rules import Betting, Rules, is_holdem
from villain.game.situation import Decision, Situation
from villain.kernels.arrays import FloatArray
from villain.models.following import FollowingModel
from villain.models.huang.estimator import ENOUGH, ThesisReader
from villain.models.huang.reader import SequenceReader
from villain.models.huang.styles import Styles, shipped_styles
from villain.models.huang.tendency_reader import TendencyReader
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.huang.abstraction import CALL, FOLD, RAISE
from villain.strategy.huang.curves import STREET_STEEPNESS
from villain.strategy.huang.sequences import action_of, sequence_faced
from villain.strategy.huang.strategy_table import StrategyTable, nearest_rows, reconstruct_by
from villain.strength.quick_strengths import quick_ranks
from villain.strength.seven_card_ranks import seven_card_ranks

DOUBT = 0.01
"""So much of every likelihood is the same for all hands: no hand is ruled out by one action."""

READERS: dict[str, Callable[[Styles], SequenceReader]] = {
    "thesis": ThesisReader,
    "fast": lambda styles: ThesisReader(styles, enough=ENOUGH / 10),
    "slow": lambda styles: ThesisReader(styles, enough=ENOUGH * 10),
    "tendencies": TendencyReader,
}
"""Estimators of a player's style from what he did."""


class PlayerStyle:
    """One player's style: a reader of it, and the strategy that follows."""

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


class StyleModel(FollowingModel[FloatArray]):
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
        super().__init__()
        if reader not in READERS:
            raise VillainError.unknown("reader", reader, READERS)
        self.styles = styles or shipped_styles()
        self.learns, self.doubt = learns, doubt
        self._kind, self._himself = reader, himself
        self._steepness, self._quick = steepness, quick
        self._people: dict[str, PlayerStyle] = {}

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """No-limit hold'em."""
        return is_holdem(rules) and rules.betting is Betting.NO_LIMIT

    def person(self, name: str) -> PlayerStyle:
        """A player's style, to learn more of it; a stranger is the average of all."""
        if name not in self._people:
            self._people[name] = PlayerStyle(self.styles, self._kind, self._steepness)
        return self._people[name]

    def fixed_policy(self, seen: Observation, seat: int) -> float:
        """The chance that he plays a fixed policy: only readers of tendencies ask that."""
        reader = self._known(seen.names[seat]).reader
        return reader.fixed_share if isinstance(reader, TendencyReader) else 0.0

    def strategy(self, name: str) -> StrategyTable:
        """The strategy that a player is taken to have."""
        return self._known(name).table

    def _known(self, name: str) -> PlayerStyle:
        """The same person, to ask and not to learn of: strangers are one and the same."""
        person = self._people.get(name)
        return person or _stranger(self.styles, self._kind, self._steepness)

    # Learning

    def follows(self, seen: Observation, seat: int) -> bool:
        """Decisions of the others, or one's own if those are read."""
        return self._himself == (seat == seen.seat)

    def note(self, decision: Decision) -> FloatArray | None:
        """His chances with each bucket of hands; a fold tells of no hand that matters."""
        if decision.kind == "fold" or self._himself:
            return None
        return self._known(decision.name).by_bucket(self._faced(decision.situation))

    def learn(self, decision: Decision) -> None:
        """Learn his style. To fold where a check is free is to leave the table, and no decision."""
        if decision.kind != "fold" or decision.situation.owed:
            action = action_of(decision, self.styles.abstraction)
            self.person(decision.name).learn(self._faced(decision.situation), action)

    def _faced(self, situation: Situation) -> str:
        return sequence_faced(situation, self.styles.abstraction)

    # Answers

    def likelihood(self, decision: Decision, note: FloatArray) -> FloatArray:
        """The likelihood of a decision with each combo, by its bucket."""
        situation, abstraction = decision.situation, self.styles.abstraction
        chances = legal_chances(note, fold=situation.owed > 0, more=situation.could_raise)
        ranks = (quick_ranks if self._quick else seven_card_ranks)(tuple(sorted(situation.board)))
        buckets = abstraction.buckets_of(ranks)
        likely: FloatArray = np.where(
            buckets >= 0, chances[buckets, action_of(decision, abstraction)], 0.0
        )
        return likely

    def expect(self, seen: Observation, situation: Situation) -> ActionDistribution:
        """His chances after such a sequence, whatever his cards are."""
        person = self._known(seen.names[situation.seat])
        row = person.distribution(self._faced(situation))
        legal = legal_chances(row, fold=situation.owed > 0, more=situation.could_raise)
        fold, call, *more = legal.tolist()
        return ActionDistribution.of(fold, call, sum(more))


def legal_chances(chances: FloatArray, *, fold: bool, more: bool) -> FloatArray:
    """The chances of what is legal: whoever may not fold or raise calls.

    >>> legal_chances(np.array([0.2, 0.3, 0.4, 0.1]), fold=True, more=False).tolist()
    [0.2, 0.8, 0.0, 0.0]
    """
    legal = chances.copy()
    if not fold:
        legal[..., CALL] += legal[..., FOLD]
        legal[..., FOLD] = 0.0
    if not more:
        legal[..., CALL] += legal[..., RAISE:].sum(axis=-1)
        legal[..., RAISE:] = 0.0
    return legal


@lru_cache(maxsize=8)
def _stranger(styles: Styles, reader: str, steepness: tuple[float, ...]) -> PlayerStyle:
    return PlayerStyle(styles, reader, steepness)
