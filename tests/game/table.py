"""Games for tests, and a short way to write a hand."""

from villain.cards import parse_cards
from villain.checks.dealing import GAMES, other_hidden_cards
from villain.game import Action, Deal, Hand, Rules, no_limit_holdem

__all__ = ["GAMES", "other_hidden_cards", "play", "ring", "start"]


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
