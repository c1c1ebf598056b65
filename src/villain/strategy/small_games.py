"""Betting in games of one card each: Kuhn's, Leduc, one-card poker.

Simple strategies of two thresholds on the chance to win, for whoever simulates such a game: what
everybody does in it, and what somebody who did that may hold. Thresholds are soft, so that hardly
anything is ruled out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import perm
from typing import NamedTuple, TypeAlias

import numpy as np

from villain.cards.card import Card
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.events import Acted
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.rules import Betting, Comparison, Rules
from villain.game.showdown import rank_seats
from villain.kernels.arrays import FloatArray
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.loki import soft

MOST_DEALS = 20_000
"""A game is small if the others can be dealt their cards in no more ways."""


class SmallGameSpot(NamedTuple):
    """The facts of a decision: the chance to beat everybody who is left, and the betting."""

    strength: float
    owed: int
    pot: int
    raises: int


Strategy: TypeAlias = Callable[[SmallGameSpot], ActionDistribution]


@dataclass(frozen=True)
class Thresholds:
    """Bet and raise from a chance to win on, call from the pot odds times the ``caution`` on.

    ``again`` is how much more each raise before asks of the next, ``bluff`` how often a hand that
    would check bets.
    """

    bet: float = 0.55
    raise_: float = 0.7
    again: float = 0.1
    caution: float = 1.3
    bluff: float = 0.1
    margin: float = 0.15

    def __call__(self, spot: SmallGameSpot) -> ActionDistribution:
        """The chances as if everything were allowed."""
        if spot.owed == 0:
            more = soft(spot.strength, self.bet, self.margin)
            more += (1 - more) * self.bluff
            return ActionDistribution(0.0, 1 - more, more)
        level = self.raise_ + self.again * max(spot.raises - 1, 0)
        more = soft(spot.strength, level, self.margin)
        odds = spot.owed / (spot.pot + spot.owed)
        stay = max(soft(spot.strength, self.caution * odds, self.margin), more)
        return ActionDistribution(1 - stay, stay - more, more)


@dataclass(frozen=True)
class SameChances:
    """The same chances whatever it holds."""

    fold: float
    call: float
    more: float

    def __call__(self, spot: SmallGameSpot) -> ActionDistribution:  # noqa: ARG002
        """Always the same chances."""
        return ActionDistribution.of(self.fold, self.call, self.more)


STRATEGIES: dict[str, Strategy] = {
    "moderate": Thresholds(),
    "tight": Thresholds(bet=0.7, raise_=0.85, caution=2.0, bluff=0.02),
    "loose": Thresholds(bet=0.4, raise_=0.6, caution=0.6, bluff=0.25),
    "call": SameChances(0, 1, 0),
    "raise": SameChances(0, 0, 1),
    "random": SameChances(0.2, 0.5, 0.3),
}
"""Strategies by name; the blind ones do what the agents of these names do."""


def find_strategy(name: str) -> Strategy:
    """A strategy by its name."""
    if name not in STRATEGIES:
        raise VillainError.unknown("strategy", name, STRATEGIES)
    return STRATEGIES[name]


def is_small(rules: Rules) -> bool:
    """True for a limit game of one card each, with at most one on the board, and few deals."""
    unseen = rules.ranks * rules.suits - 1
    return (
        rules.betting is Betting.LIMIT
        and rules.hole_cards == 1
        and rules.comparison in (Comparison.HIGH_CARD, Comparison.PAIR_OR_HIGH)
        and sum(rules.board_cards) <= 1
        and perm(unseen, rules.players - 1) <= MOST_DEALS
    )


def chance_to_win(rules: Rules, card: Card, board: tuple[Card, ...]) -> float:
    """The chance to beat one random card at the showdown, a tie counted as half.

    >>> from villain.cards import parse_cards
    >>> from villain.game import leduc
    >>> king, ace, queen = parse_cards("KsAsQs")
    >>> [chance_to_win(leduc(), card, ()) for card in (king, ace)]
    [0.5, 0.7]
    >>> chance_to_win(leduc(), ace, (queen,))
    0.625
    """
    pairs, to_come = rules.comparison is Comparison.PAIR_OR_HIGH, sum(rules.board_cards)
    return _chance_to_win(rules.deck, pairs, to_come - len(board), card, board)


@lru_cache(maxsize=10_000)
def _chance_to_win(
    deck: tuple[Card, ...], pairs: bool, to_come: int, card: Card, board: tuple[Card, ...]
) -> float:
    comparison = Comparison.PAIR_OR_HIGH if pairs else Comparison.HIGH_CARD
    unseen = [other for other in deck if other != card and other not in board]
    won, deals = 0.0, 0
    for coming in combinations(unseen, to_come):
        for other in unseen:
            if other not in coming:
                ranks = rank_seats(comparison, {0: (card,), 1: (other,)}, (*board, *coming))
                won += (ranks[0] > ranks[1]) + (ranks[0] == ranks[1]) / 2
                deals += 1
    return won / deals


def decide(strategy: Strategy, hand: Hand, card: Card) -> ActionDistribution:
    """The chances of a strategy with a card where somebody has to act: only what is legal."""
    assert hand.legal is not None
    strength = chance_to_win(hand.rules, card, hand.board) ** (hand.folded.count(False) - 1)
    spot = SmallGameSpot(strength, hand.legal.call, hand.state.pot, hand.state.raises)
    return strategy(spot).allowed(fold=hand.legal.fold, more=hand.legal.can_raise)


def without_suits(seen: Observation) -> Observation:
    """Reduce an observation to what matters: actions, and cards of the first suits instead of any.

    Suits mean nothing in these games, so many spots are the same.
    """
    cards: list[Card] = []
    for card in (*seen.hole, *seen.board):
        same = (one for one in seen.rules.deck if one.rank == card.rank and one not in cards)
        cards.append(next(same))
    actions = tuple(event for event in seen.events if isinstance(event, Acted))
    return seen._replace(names=(), events=actions, hole=(cards[0],), board=tuple(cards[1:]))


def replay_actions(hand: Hand, seen: Observation) -> Hand:
    """Let everybody do in a hand what was seen."""
    for event in seen.events:
        if isinstance(event, Acted):
            hand.act(Action(event.kind, event.to if event.kind == "raise" else 0))
    return hand


def fits(seen: Observation, strategy: Strategy, surprise: float = 0.0) -> FloatArray:
    """By seat and card of the deck: the chance that the strategy does all that the seat did.

    One's own row is of ones; what one can see has no weight. With the chance ``surprise`` a player
    does anything legal instead, so that nothing he does is impossible.
    """
    rules, deck = seen.rules, seen.rules.deck
    unseen = [card for card in deck if card not in (*seen.hole, *seen.board)]
    chances = np.zeros((rules.players, len(deck)))
    chances[:, [deck.index(card) for card in unseen]] = 1
    chances[seen.seat] = 1
    hand = Hand(rules, complete(seen, unseen), check=False)
    for event in seen.events:
        if not isinstance(event, Acted):
            continue
        if event.seat != seen.seat:
            assert hand.legal is not None
            options = 1 + hand.legal.fold + hand.legal.can_raise
            place = ("fold", "call", "raise").index(event.kind)
            for card in unseen:
                chance = decide(strategy, hand, card)[place]
                chances[event.seat, deck.index(card)] *= (
                    1 - surprise
                ) * chance + surprise / options
        hand.act(Action(event.kind, event.to if event.kind == "raise" else 0))
    return chances


def complete(seen: Observation, unseen: list[Card]) -> Deal:
    """The deal in which the others, by seat, and then the board get these cards."""
    players, order = seen.rules.players, iter(unseen)
    holes = tuple(seen.hole if seat == seen.seat else (next(order),) for seat in range(players))
    board = (*seen.board, *order)[: sum(seen.rules.board_cards)]
    return Deal(holes, board)
