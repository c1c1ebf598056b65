"""A predictor made of an opponent model: it says what the model expects, without our own cards."""

from villain.game.events import Acted, Board, Dealt, Event
from villain.game.observation import Observation, among_strangers, observe
from villain.game.public_state import PublicState
from villain.game.situation import Decision, Situation
from villain.models.answers import triple_said
from villain.models.model import OpponentModel
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution

NOTHING_KNOWN = ActionDistribution.of(1, 1, 1)
"""For games that the model does not read."""


class ModelPredictor(Predictor):
    """Asks a model what a player does, from beside the table: no cards are seen.

    Every player has a copy of the model to himself, to which all the others are strangers. It
    observes a hand after each of his decisions, and when the hand is over.

    >>> from villain.game import limit_holdem
    >>> from villain.game.situation import situation_of
    >>> from villain.models.loki.model import SpecificModel
    >>> predictor = ModelPredictor(SpecificModel())
    >>> start = PublicState.at_start(limit_holdem(3))
    >>> [round(chance, 2) for chance in predictor.triple("Ann", situation_of(start))]
    [0.71, 0.21, 0.08]
    """

    follows_hands = True

    def __init__(self, model: OpponentModel) -> None:
        self._stranger = model
        self._known: dict[str, OpponentModel] = {}

    def triple(self, name: str, situation: Situation) -> ActionDistribution:
        """The model's chances, as far as they are legal."""
        model = self._known.get(name, self._stranger)
        chances = NOTHING_KNOWN
        if model.reads(situation.rules):
            chances = triple_said(
                model, model.predict(view_beside(name, situation), situation.seat)
            )
        return chances.allowed(fold=situation.could_fold, more=situation.could_raise)

    def learn(self, decision: Decision) -> None:
        """Let his model observe what he did."""
        acted = Acted(decision.seat, decision.kind, decision.chips, decision.to)
        self._observe(decision.name, view_beside(decision.name, decision.situation, acted))

    def end_hand(self, name: str, seen: Observation) -> None:
        """Let his model observe how it ended."""
        self._observe(name, seen)

    def _observe(self, name: str, seen: Observation) -> None:
        if self._stranger.reads(seen.rules):
            if name not in self._known:
                self._known[name] = self._stranger.clone()
            self._known[name].observe(seen)


def view_beside(name: str, situation: Situation, acted: Acted | None = None) -> Observation:
    """The table from the seat behind a player who has to act, or just did; no cards are known."""
    rules, board = situation.rules, situation.board
    events: list[Event] = PublicState(rules).post()
    events += [Dealt(seat, None) for seat in range(rules.players)]
    done = [(one.street, Acted(one.seat, one.kind, one.chips, one.to)) for one in situation.line]
    street, dealt = -1, 0
    for now, event in (*done, (situation.street, acted)):
        while street < now:
            street += 1
            cards = board[dealt : dealt + rules.board_cards[street]]
            dealt += len(cards)
            if cards:
                events.append(Board(street, cards))
        if event is not None:
            events.append(event)
    state = PublicState.after(rules, events)
    names = among_strangers(name, situation.seat, rules.players)
    seen = observe(state, (situation.seat + 1) % rules.players, names, tuple(events))
    return seen._replace(board=board, street=situation.street, legal=None)
