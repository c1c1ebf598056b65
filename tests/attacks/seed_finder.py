"""A bot that looks for the seed of the deck: it tries small ones against the cards it was dealt."""

from itertools import islice

from villain.agents import Agent
from villain.cards.card import Card
from villain.game import CALL, FOLD, Action, Deal, Observation, Rules, raise_to
from villain.game.chance import deals
from villain.strength import evaluate

SEEDS = 3000
HANDS = 4
"""So many hands of one's own cards tell any two seeds apart."""


def find_seeds(rules: Rules, own: list[tuple[int, tuple[Card, ...]]]) -> list[int]:
    """The seeds under which a seat is dealt these cards in hand after hand."""
    return [
        seed
        for seed in range(SEEDS)
        if all(
            deal.holes[seat] == hole
            for (seat, hole), deal in zip(own, deals(rules, seed), strict=False)
        )
    ]


class SeedFinder(Agent):
    """Calls until it knows the deck; then it raises if it is going to win, and else folds."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.own: list[tuple[int, tuple[Card, ...]]] = []
        self.hands = 0
        self.known: list[Deal] = []
        self.tried = False

    def act(self, seen: Observation) -> Action:
        """Use what is known of the cards."""
        if len(self.own) == self.hands:
            self.own.append((seen.seat, seen.hole))
        if self.hands >= HANDS and not self.tried:
            self.tried = True
            for seed in find_seeds(seen.rules, self.own):
                self.known = list(islice(deals(seen.rules, seed), 10_000))
        legal = seen.legal
        assert legal is not None
        if not self.known:
            return CALL
        deal = self.known[self.hands]
        ranks = [evaluate((*hole, *deal.board)).rank for hole in deal.holes]
        if ranks[seen.seat] < max(ranks):
            return FOLD if legal.fold else CALL
        return raise_to(legal.least) if legal.can_raise else CALL

    def watch(self, seen: Observation) -> None:
        """Remember one's own cards, also of a hand in which there was nothing to decide."""
        if len(self.own) == self.hands:
            self.own.append((seen.seat, seen.hole))
        self.hands += 1
