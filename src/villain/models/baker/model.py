"""Baker's Bayesian reader: which of four styles does an opponent have? [baker]."""

import numpy as np
import numpy.typing as npt

from villain.cards.card_range import CardRange
from villain.errors import VillainError
from villain.game.events import Shown
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.game.situation import Decision, HandFollower, decisions, shown_cards
from villain.game.what_if import situation_in
from villain.kernels.arrays import FloatArray
from villain.kernels.one_card import RAISE
from villain.models.model import OpponentModel
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.one_card import STYLES, Reading, is_one_card
from villain.strategy.one_card_trials import action_shares

PRINTED_SHARES = np.array(
    [[0.36, 0.05, 0.59], [0.60, 0.29, 0.11], [0.73, 0.02, 0.25], [0.87, 0.07, 0.06]]
)
"""The shares of folds, calls and raises of LA, LP, TA and TP (Table III)."""

ACTIONS = ("fold", "call", "raise")
EVIDENCE = ("measured", "printed", "cards")
SURPRISE = 0.01
"""The chance that a player of a style does something else."""

FLOOR = 1e-100
"""No style is ever less likely: nobody is ruled out for good, though it may take long."""


class StyleReader(OpponentModel):
    """Bayes over the styles LA, LP, TA and TP, from each opponent's actions.

    ``evidence`` is what an action tells: its share among the actions of a style, as the paper
    prints it or as we measure it in this reading; free checks tell nothing. Or ``cards``, beyond
    the paper: which cards a style would have done this with, given all it did in the hand and
    what was shown. With ``forget`` above 0 an opponent changes his style before each action with
    this chance, so that old evidence fades.
    """

    def __init__(
        self,
        evidence: str = "measured",
        forget: float = 0.0,
        chance: str = "in-hand",
        weak: str = "check",
    ) -> None:
        if evidence not in EVIDENCE:
            raise VillainError(f"evidence={evidence!r}; it should be one of {', '.join(EVIDENCE)}")
        if not 0 <= forget < 1:
            raise VillainError(f"forget={forget:g}; it should be a chance of 0 or more, below 1")
        self.evidence, self.forget = evidence, forget
        self.reading = Reading(chance, weak)
        self._beliefs: dict[str, FloatArray] = {}
        self._fits: dict[int, FloatArray] = {}  # by seat: which card fits which style, this hand
        self._follower = HandFollower()

    @classmethod
    def reads(cls, rules: Rules) -> bool:
        """Games of one card and no board, such as one-card poker and Kuhn's."""
        return is_one_card(rules)

    def styles(self, name: str) -> dict[str, float]:
        """The chance of each style; equal chances for somebody never seen."""
        return dict(zip(STYLES, self._belief(name).tolist(), strict=True))

    def _belief(self, name: str) -> FloatArray:
        return self._beliefs.get(name, np.full(len(STYLES), 1 / len(STYLES)))

    # Learning

    def observe(self, seen: Observation) -> None:
        """Take in what the others did, and at the end what they showed."""
        if self._follower.begins_anew(seen):
            self._fits = {}
        for decision in self._follower.news(seen):
            if decision.seat != seen.seat:
                self._learn(seen, decision)
        if self.evidence == "cards":
            for event in seen.events:
                if isinstance(event, Shown) and event.seat != seen.seat:
                    self._learn_shown(seen, event)

    def _learn(self, seen: Observation, decision: Decision) -> None:
        if self.evidence == "cards":
            before = self._fits.get(decision.seat)
            if before is None:
                before = self._all_cards(seen)
            after = before * self._fit(seen.rules, decision)
            likelihood = after.sum(axis=1)
            self._fits[decision.seat] = after / likelihood[:, None]
        elif decision.situation.owed or decision.kind != "call":
            likelihood = self._shares()[:, ACTIONS.index(decision.kind)]
        else:
            return
        self._update(decision.name, likelihood)

    def _learn_shown(self, seen: Observation, event: Shown) -> None:
        fits = self._fits.get(event.seat)
        if fits is not None:
            card = seen.rules.deck.index(event.cards[0])
            self._update(seen.names[event.seat], fits[:, card], fade=False)

    def _update(self, name: str, likelihood: FloatArray, *, fade: bool = True) -> None:
        belief = self._belief(name)
        if fade:
            belief = (1 - self.forget) * belief + self.forget / len(STYLES)
        posterior = belief * likelihood
        posterior = np.maximum(posterior / posterior.sum(), FLOOR)
        self._beliefs[name] = posterior / posterior.sum()

    def _shares(self) -> FloatArray:
        return PRINTED_SHARES if self.evidence == "printed" else action_shares(self.reading)

    def _all_cards(self, seen: Observation) -> FloatArray:
        """By style and card: every card but one's own is as likely."""
        deck = seen.rules.deck
        cards = np.ones((len(STYLES), len(deck)))
        cards[:, [deck.index(card) for card in seen.hole]] = 0
        return cards / (len(deck) - len(seen.hole))

    def _fit(self, rules: Rules, decision: Decision) -> FloatArray:
        """By style and card: the chance of what was done."""
        done = ACTIONS.index(decision.kind)
        situation = decision.situation
        chosen = self._chosen(rules, situation.left, pays=situation.owed > 0)
        same = chosen == done
        if decision.kind == "call":  # a raise that the rules did not allow
            same |= (chosen == RAISE) & (not situation.could_raise)
        fit: FloatArray = np.where(same, 1 - SURPRISE, SURPRISE)
        return fit

    def _chosen(self, rules: Rules, left: int, *, pays: bool) -> npt.NDArray[np.int8]:
        """By style and card: what a style does."""
        players, deck = rules.players, len(rules.deck)
        return np.stack(
            [
                style.policy(self.reading, players=players, deck=deck)[players, left, int(pays)]
                for style in STYLES.values()
            ]
        )

    # Answers

    def strategy(self, name: str, rules: Rules, left: int, *, pays: bool) -> FloatArray:
        """What he does with each card among so many: the styles' strategies, by their chances.

        It has a row each for fold, call and raise; what a style never does has a small chance.
        """
        chosen = self._chosen(rules, left, pays=pays) == np.arange(len(ACTIONS))[:, None, None]
        mixed: FloatArray = np.einsum("s,asc->ac", self._belief(name), chosen.astype(np.float64))
        return (1 - SURPRISE) * mixed + SURPRISE / len(ACTIONS)

    def predict(
        self, seen: Observation, seat: int, *, facing: int | None = None
    ) -> ActionDistribution:
        """The actions of all styles with each card that they may hold."""
        faced = situation_in(seen, seat, facing)
        chosen = self._chosen(seen.rules, faced.left, pays=faced.owed > 0)
        weights = self._belief(seen.names[seat])[:, None] * self._cards(seen, seat)
        fold, call, more = (float(weights[chosen == action].sum()) for action in range(3))
        return ActionDistribution.of(fold, call, more).allowed(
            fold=faced.could_fold, more=faced.could_raise
        )

    def range(self, seen: Observation, seat: int) -> CardRange:
        """The cards that all styles would hold after what was done in this hand."""
        weights = self._belief(seen.names[seat]) @ self._cards(seen, seat)
        return CardRange(seen.rules.deck, weights)

    def _cards(self, seen: Observation, seat: int) -> FloatArray:
        """By style: how likely each card is, after all that happened in this hand."""
        deck = seen.rules.deck
        known = {who: cards[0] for who, cards in shown_cards(seen).items()}
        if seen.hole:  # a bystander has none
            known[seen.seat] = seen.hole[0]
        cards: FloatArray = np.zeros((len(STYLES), len(deck)))
        if seat in known:
            cards[:, deck.index(known[seat])] = 1
            return cards
        cards += 1
        cards[:, [deck.index(card) for card in known.values()]] = 0
        for decision in decisions(seen):
            if decision.seat == seat:
                cards *= self._fit(seen.rules, decision)
                cards /= cards.sum(axis=1, keepdims=True)
        cards /= cards.sum(axis=1, keepdims=True)
        return cards
