"""All decisions of a store's hands, in the order in which they were taken."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from villain.cards.card import Card
from villain.game.hand import Hand
from villain.game.public_state import PublicState
from villain.game.rules import is_holdem
from villain.game.situation import Decision, decisions_in
from villain.hands.store.finding import histories
from villain.hands.store.hand_store import HandStore

FREE_FOLDS = frozenset(["IRC"])
"""Sites where one could fold although a check was free; a hand tells it only where somebody did."""


class ShownHole(NamedTuple):
    """The cards of a player whom everybody saw in the end."""

    name: str
    hole: tuple[Card, ...]


class Played(NamedTuple):
    """A hand: the decisions in order, then what was shown on which board; and if it is hold'em.

    ``hand`` is all of it when it was over.
    """

    decisions: list[Decision]
    shown: tuple[ShownHole, ...] = ()
    board: tuple[Card, ...] = ()
    holdem: bool = True
    hand: Hand | None = None


def replay(
    store: HandStore, where: str = "", hands: int | None = None, *, free_folds: bool = False
) -> Iterator[list[Decision]]:
    """The decisions of each hand, oldest hand first; at most so many hands. See `replay_hands`."""
    for hand in replay_hands(store, where, hands, free_folds=free_folds):
        yield hand.decisions


def replay_hands(
    store: HandStore, where: str = "", hands: int | None = None, *, free_folds: bool = False
) -> Iterator[Played]:
    """The same with the cards that were shown.

    With ``free_folds`` players of some sites could fold at any time. Without it nobody could where
    a check was free: whoever does it leaves the table, and that is no decision of the game.
    """
    for number, (history, hand) in enumerate(histories(store, where)):
        if hands is not None and number >= hands:
            return
        free = free_folds and (history.origin.site in FREE_FOLDS or hand.rules.free_folds)
        shown = [
            ShownHole(history.names[seat], history.holes[seat])
            for seat in sorted(history.shown)
            if history.holes[seat]
        ]
        decisions, holdem = decisions_of(hand, free_folds=free), is_holdem(history.rules)
        yield Played(decisions, tuple(shown), history.board, holdem, hand)


def decisions_of(hand: Hand, *, free_folds: bool = False) -> list[Decision]:
    """All decisions of a hand, each with what was public then.

    Whether somebody folds for nothing later in the hand must not show in the rules, so they are the
    same for all hands.
    """
    rules = hand.rules
    if rules.free_folds != free_folds:
        rules = replace(rules, free_folds=free_folds)
    return list(decisions_in(PublicState(rules), hand.names, hand.events))


def is_decision(decision: Decision) -> bool:
    """True unless somebody folds where a check is free: he leaves the table."""
    return decision.situation.owed > 0 or decision.kind != "fold"
