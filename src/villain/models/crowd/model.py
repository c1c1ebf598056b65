"""The crowd at a table: what players will do, and what they may hold.

Every action multiplies the weights of what a player may hold by how likely it is with each hand,
after all that the crowd's reader has seen of him; then the reader takes it in.
"""

from collections.abc import Sequence

from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.game.observation import Observation
from villain.game.situation import Decision, Situation, shown_cards
from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import kind_of
from villain.models.crowd.lines import with_board
from villain.models.crowd.reader import CrowdReader, KnownSituation
from villain.models.crowd.shown_hands import lesson_of
from villain.models.crowd.strengths import hands_on
from villain.models.following import FollowingModel, planned, what_may_come
from villain.strategy.action_distribution import ActionDistribution

DOUBT = 0.01
"""So much of a likelihood is its mean over the range: nobody is read without any doubt."""


class CrowdModel(FollowingModel[KnownSituation]):
    """Reads hold'em players by what many people did, and by their own decisions so far.

    ``doubt`` is how much of each likelihood is the same for all combos. A frozen model still
    follows a hand while it is played, and forgets it after its end.
    """

    def __init__(self, reader: CrowdReader | None = None, *, doubt: float = DOUBT) -> None:
        super().__init__()
        self.reader, self.doubt = reader or CrowdReader(), doubt
        self._frozen: CrowdReader | None = None
        self._plans: dict[int, FloatArray] = {}

    def __getstate__(self) -> dict[str, object]:
        return super().__getstate__() | {"_plans": {}}

    def freeze(self) -> None:
        """Everybody stays as he is known now."""
        self._frozen = self.reader.clone()

    # Learning

    def begin_hand(self, seen: Observation) -> None:  # noqa: ARG002
        """Forget the hand before, if frozen."""
        if self._frozen is not None:
            self.reader = self._frozen.clone()

    def observe(self, seen: Observation) -> None:
        """Take in what is new: what it says of cards, and how the others play."""
        if not self._follower.knows(seen):
            self._plans = {}
            super().observe(seen)

    def note(self, decision: Decision) -> KnownSituation | None:
        """The read of him there; who folds for nothing leaves, and that is no decision."""
        if decision.kind == "fold" and not decision.situation.owed:
            return None
        return self.reader.reads(decision.name, [decision.situation])[0]

    def learn(self, decision: Decision) -> None:
        """Let the reader take it in."""
        self.reader.learn(decision)

    def end_hand(self, seen: Observation) -> None:
        """Learn from what was shown, as it was when he decided last."""
        boards = {decision.seat: decision.situation.board for decision, _ in self._noted}
        for seat, cards in shown_cards(seen).items():
            if seat in boards:
                name, held = seen.names[seat], int(Combo.of(*cards))
                his = [(decision, note) for decision, note in self._noted if decision.seat == seat]
                could = possible((*seen.hole, *seen.board))
                self.reader.learn_cards(name, *lesson_of(self.reader, his, held, could, self.doubt))
                self.reader.show(name, cards, boards[seat])

    # Answers

    def expect(self, seen: Observation, situation: Situation) -> ActionDistribution:
        """His chances in such a situation, whatever his cards are."""
        [chances] = self.reader.chances(seen.names[situation.seat], [situation])
        return ActionDistribution(*chances.tolist())

    def plan(self, seen: Observation, seat: int) -> FloatArray:
        """His frequencies on this street and later: by street, cost and action."""
        model = self.at(seen)
        if seat not in model._plans:
            situations = map(with_board, what_may_come(model.table, seat))
            chances = model.reader.chances(seen.names[seat], list(situations))
            model._plans[seat] = planned(seen.street, chances)
        return model._plans[seat].copy()

    def fixed_policy(self, seen: Observation, seat: int) -> float:
        """The chance that he plays a fixed policy, whatever he holds."""
        return self.since(seen).reader.fixed_policy(seen.names[seat], [])[0]

    def likelihood(self, decision: Decision, note: KnownSituation) -> FloatArray:
        """The likelihood of a decision with each combo."""
        likely: FloatArray = self._kinds(decision.situation, note)[:, kind_of(decision)]
        return likely

    def kinds(self, name: str, situation: Situation) -> FloatArray:
        """The chances of fold, call and raises of five sizes with each combo: (1326, 7)."""
        return self.kinds_in(name, [situation])[0]

    def kinds_in(self, name: str, situations: Sequence[Situation]) -> list[FloatArray]:
        """The same in several situations."""
        notes = self.reader.reads(name, situations)
        return [self._kinds(*pair) for pair in zip(situations, notes, strict=True)]

    def _kinds(self, situation: Situation, note: KnownSituation) -> FloatArray:
        hands, place = hands_on(situation.board)
        kinds: FloatArray = self.reader.policy_at(note, situation, hands)[place]
        return kinds
