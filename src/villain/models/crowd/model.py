"""The crowd at a table: what players will do, and what they may hold.

Every action multiplies the weights of what a player may hold by how likely it is with each hand,
after all that the crowd's reader has seen of him; then the reader takes it in.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.range import possible
from villain.game.events import Won
from villain.game.observation import Observation
from villain.game.rules import Rules, is_holdem
from villain.kernels.arrays import FloatArray
from villain.models.contexts import Choice, Context, ContextTeller
from villain.models.crowd.examples import with_board
from villain.models.crowd.kinds import kind_of
from villain.models.crowd.reader import CrowdReader, Read
from villain.models.crowd.situations import Codes
from villain.models.crowd.strengths import hand_codes
from villain.models.decisions import goes_on, shown_cards
from villain.models.loki.model import possible_hands
from villain.models.model import OpponentModel
from villain.models.poki.model import planned, what_may_come
from villain.strategy.action_distribution import ActionDistribution

DOUBT = 0.01
"""So much of a likelihood is its mean over the range: nobody is read without any doubt."""


class CrowdModel(OpponentModel):
    """Reads hold'em players by what many people did, and by their own decisions so far.

    ``doubt`` is how much of each likelihood is the same for all combos. A frozen model still
    follows a hand while it is played, and forgets it after its end.
    """

    def __init__(self, reader: CrowdReader | None = None, *, doubt: float = DOUBT) -> None:
        self.reader, self._doubt = reader or CrowdReader(), doubt
        self._frozen: CrowdReader | None = None
        self._events: tuple[object, ...] = ()
        self._teller: ContextTeller | None = None
        self._told: list[tuple[Choice, Read]] = []
        self._weights: dict[int, tuple[int, FloatArray]] = {}
        self._plans: dict[int, FloatArray] = {}
        self._elsewhere: CrowdModel | None = None

    def __getstate__(self) -> dict[str, object]:
        # They are worked out again.
        return self.__dict__ | {"_weights": {}, "_plans": {}, "_elsewhere": None}

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Hold'em with a whole deck; more than ten players are as ten."""
        return is_holdem(rules)

    def freeze(self) -> None:
        """Everybody stays as he is known now."""
        self._frozen = self.reader.clone()

    # Learning

    def observe(self, seen: Observation) -> None:
        """Take in what is new: what it says of cards, and how the others play."""
        before = self._events
        if seen.events == before:
            return
        if self._teller is None or not goes_on(before, seen):
            self._teller = ContextTeller(seen.rules, seen.names)
            before, self._told, self._weights = (), [], {}
            if self._frozen is not None:
                self.reader = self._frozen.clone()
        for event in seen.events[len(before) :]:
            choice = self._teller.tell(event)
            if choice is not None and choice.seat != seen.seat:
                self._follow(choice)
        if isinstance(seen.events[-1], Won):
            self._see_cards(seen)
        self._events, self._plans, self._elsewhere = seen.events, {}, None

    def _follow(self, choice: Choice) -> None:
        if choice.kind == "fold" and not choice.context.owed:
            return  # he left the table: that is no decision
        # What it says of his cards is worked out when somebody asks.
        [read] = self.reader.reads(choice.name, [choice.context])
        self._told.append((choice, read))
        self.reader.learn(choice)

    def _see_cards(self, seen: Observation) -> None:
        """Learn from what was shown, as it was when he decided last."""
        boards = {choice.seat: choice.context.board for choice, _ in self._told}
        for seat, cards in shown_cards(seen).items():
            if seat in boards:
                self.reader.show(seen.names[seat], cards, boards[seat])

    # Answers

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """What he does in such a situation, whatever his cards are."""
        others = [not out for other, out in enumerate(seen.folded) if other != seat]
        if seen.folded[seat] or not seen.stacks[seat] or not any(others):
            return ActionDistribution(0.0, 1.0, 0.0)  # nothing moves him
        model = self._at(seen)
        assert model._teller is not None
        context = model._teller.context(seat, facing)
        return ActionDistribution(*model.reader.chances(seen.names[seat], [context])[0].tolist())

    def plan(self, seen: Observation, seat: int) -> FloatArray:
        """How often he would do what, on this street and later: by street, cost and action."""
        model = self._at(seen)
        found = model._plans.get(seat)
        if found is None:
            assert model._teller is not None
            contexts = map(with_board, what_may_come(model._teller, seen, seat))
            chances = model.reader.chances(seen.names[seat], list(contexts))
            found = model._plans[seat] = planned(seen.street, chances)
        return found.copy()

    def range(self, seen: Observation, seat: int) -> FloatArray:
        """His weights, without the cards that are known to be elsewhere."""
        return possible_hands(seen, seat, lambda: self._at(seen)._table(seat))

    def heedless(self, seen: Observation, seat: int) -> float:
        """How likely it is that he does always the same, whatever he holds."""
        return self._at(seen).reader.heedless(seen.names[seat], [])[0]

    def context(self, seen: Observation, seat: int) -> Context:
        """What a seat faces if it has to act now."""
        model = self._at(seen)
        assert model._teller is not None
        return model._teller.context(seat)

    def _at(self, seen: Observation) -> "CrowdModel":
        """The model after just that: itself, or else a copy that is shown it."""
        if seen.events == self._events:
            return self
        found = self._elsewhere  # mostly several things are asked of one moment
        if found is None or found._events != seen.events:
            found = self.clone()
            found.observe(seen)
            self._elsewhere = found
        return found

    def _table(self, seat: int) -> FloatArray:
        """The weights of a seat after all it did; computed when they are asked for."""
        done, weights = self._weights.get(seat, (0, _ONES))
        for choice, read in self._told[done:]:
            if choice.seat == seat:
                likely = self._likely(choice, read)
                could = possible(choice.context.board)
                mean = float(weights[could] @ likely[could]) / float(weights[could].sum())
                if mean > 0.0:
                    likely = (1 - self._doubt) * likely + self._doubt * mean
                    weights = weights * likely * could
                    weights = weights / weights.max()
        self._weights[seat] = len(self._told), weights
        return weights

    def _likely(self, choice: Choice, read: Read) -> FloatArray:
        """How likely he does this with each combo."""
        hands, place = hands_on(choice.context.board)
        found = self.reader.policy_at(read, choice.context, hands)
        likely: FloatArray = found[place, kind_of(choice)]
        return likely


@lru_cache(maxsize=256)
def _hands_on(board: tuple[Card, ...]) -> tuple[Codes, npt.NDArray[np.intp]]:
    codes = hand_codes(board)
    packed = codes.astype(np.int64) @ np.array([1, 256, 65536])
    _, first, place = np.unique(packed, return_index=True, return_inverse=True)
    return codes[first], place


def hands_on(board: tuple[Card, ...]) -> tuple[Codes, npt.NDArray[np.intp]]:
    """Hands that differ to the network on a board, and which of them each combo is.

    A hand is told by its two strengths now and by its starting class.

    >>> hands, place = hands_on(())
    >>> hands.shape[1], place.shape
    (3, (1326,))
    """
    return _hands_on(tuple(sorted(board)))


_ONES = np.ones(1326)
_ONES.flags.writeable = False
