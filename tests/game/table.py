"""Games for tests, and a short way to write a hand."""

import numpy as np

from villain.cards import parse_cards
from villain.game import (
    Action,
    Deal,
    Hand,
    Rules,
    kuhn,
    leduc,
    limit_holdem,
    no_limit_holdem,
    one_card,
    pot_limit_holdem,
)


def start(rules: Rules, holes: str, board: str = "") -> Hand:
    """Hole cards by seat, separated by spaces; the board is filled up with what is left."""
    hands = tuple(parse_cards(text) for text in holes.split())
    public = parse_cards(board)
    used = {card for hand in hands for card in hand} | set(public)
    rest = tuple(card for card in rules.deck if card not in used)
    return Hand(rules, Deal(hands, (*public, *rest)[: sum(rules.board_cards)]))


def play(hand: Hand, actions: str) -> Hand:
    """Act in turn: ``f``, ``c``, ``r20``, separated by spaces."""
    for word in actions.split():
        hand.act(Action.parse(word))
    return hand


def ring(*stacks: int, big_blind: int = 10) -> Rules:
    """No-limit hold'em with these stacks, small blind first."""
    return no_limit_holdem(len(stacks), big_blind=big_blind).with_stacks(*stacks)


def other_hidden_cards(rules: Rules, deal: Deal, rng: np.random.Generator) -> Deal:
    """A deal that looks the same to seat 0: its cards and the board, other cards elsewhere."""
    seen = {*deal.holes[0], *deal.board}
    rest = [card for card in rules.deck if card not in seen]
    rng.shuffle(rest)
    each = rules.hole_cards
    others = [tuple(rest[each * i : each * (i + 1)]) for i in range(rules.players - 1)]
    return deal._replace(holes=(deal.holes[0], *others))


GAMES = [
    limit_holdem(2),
    limit_holdem(10),
    limit_holdem(12),
    limit_holdem(4).with_stacks(3, 9, 30, 5),
    no_limit_holdem(2),
    no_limit_holdem(6, ante=1).with_stacks(3, 1, 50, 200, 7, 90),
    pot_limit_holdem(4),
    kuhn(),
    kuhn(3),
    leduc(),
    one_card(),
]
"""Every preset, with few players and many, with stacks that are soon gone."""
