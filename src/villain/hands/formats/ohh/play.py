"""The rounds of an Open Hand History, read as actions and cards."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from villain.cards.card import Card, distinct, parse_cards
from villain.errors import NotationError, VillainError
from villain.game.actions import CALL, FOLD, Action, IllegalActionError, Legal, raise_to
from villain.game.hand import Hand
from villain.hands.hand_history import HandHistory

BETS = ("fold", "check", "call", "bet", "raise")
"""Actions that a player may take when it is his turn."""

CARDS = ("dealt cards", "shows cards", "mucks cards")
"""Actions that tell somebody's cards."""


class RoundStep(NamedTuple):
    """Somebody does something; ``chips`` are 0 where no amount is told."""

    what: str
    seat: int
    street: int
    chips: int
    cards: list[str]


def read_board(rounds: Sequence[Sequence[str]]) -> tuple[Card, ...]:
    """The cards on the board, from those that come with each round."""
    return tuple([card for cards in rounds for card in parse_cards(" ".join(cards), "board")])


def play(steps: Sequence[RoundStep], head: HandHistory) -> HandHistory:
    """Complete a hand by what is done in it.

    Amounts of raises are what is added; if the hand does not come out like that, and does with
    what is raised to, they are read so.
    """
    head = _with_cards(steps, head)
    bets = [step for step in steps if step.what in BETS]
    try:
        history, hand = _act(bets, head, to=False)
        if not history.disagreement(hand):
            return history
        otherwise: VillainError | None = None
    except VillainError as error:
        history, otherwise = head, error
    try:
        other, hand = _act(bets, head, to=True)
        if not other.disagreement(hand):
            return other
    except VillainError:
        pass
    if otherwise is not None:
        raise otherwise
    return history


def _act(bets: Sequence[RoundStep], head: HandHistory, *, to: bool) -> tuple[HandHistory, Hand]:
    """Play the hand with one reading of its raises."""
    hand = replace(head, rules=replace(head.rules, free_folds=True)).begin()
    actions, turns = [], []
    for step in bets:
        if hand.over and step.what == "check":
            # `read_hand` leaves it out if nobody had to make it, and refuses the hand otherwise.
            actions.append(CALL)
            turns.append((step.street, step.seat))
            continue
        if hand.legal is None or (hand.street, hand.seat) != (step.street, step.seat):
            turn = "nobody" if hand.seat is None else repr(head.names[hand.seat])
            raise VillainError(
                f"{head.names[step.seat]!r} acts on street {step.street} where it is the turn of "
                f"{turn} on street {hand.street}"
            )
        action = _action(step, hand, hand.legal, to=to)
        hand.act(action)
        actions.append(action)
        turns.append((step.street, step.seat))
    if not hand.over:
        raise VillainError(f"the hand breaks off: {head.names[hand.seat or 0]!r} is still to act")
    return replace(head, actions=tuple(actions), turns=tuple(turns)), hand


def _action(step: RoundStep, hand: Hand, legal: Legal, *, to: bool) -> Action:
    if step.what == "fold":
        return FOLD
    bet, chips = hand.bets[step.seat], step.chips
    if step.what in ("check", "call"):
        right = (0, legal.call, bet + legal.call) if to else (0, legal.call)
        if chips not in right or (step.what == "check" and legal.call):
            raise IllegalActionError(
                f"{hand.names[step.seat]!r} cannot {step.what} {chips}; legal: {legal}"
            )
        return CALL
    added = chips - bet if to else chips
    if 0 < added <= legal.call and added == hand.stacks[step.seat]:
        return CALL  # all-in for less than a raise
    return raise_to(bet + added)


def _with_cards(steps: Sequence[RoundStep], head: HandHistory) -> HandHistory:
    """The head with holes and who shows; where nobody is said to show, all who are left do."""
    players = head.rules.players
    holes: list[tuple[Card, ...]] = [()] * players
    did: dict[str, set[int]] = {what: set() for what in (*CARDS, "fold")}
    for what, seat, _, _, texts in steps:
        if what in did:
            did[what].add(seat)
        if what in CARDS:
            cards = _hole(texts)
            if cards and holes[seat] and set(cards) != set(holes[seat]):
                raise NotationError(f"{head.names[seat]!r} shows other cards than he was dealt")
            holes[seat] = holes[seat] or cards
    left = set(range(players)) - did["fold"]
    shown = did["shows cards"]
    if not shown and len(left) > 1:
        shown = left - did["mucks cards"]
    distinct([*head.board, *(card for hole in holes for card in hole)])
    known = frozenset(seat for seat in shown if holes[seat])
    return replace(head, holes=tuple(holes), shown=known)


def _hole(texts: Sequence[str]) -> tuple[Card, ...]:
    """A hand; unknown if it lacks a card."""
    text = "".join(texts)
    if len(text) < 4 or any(letter in text for letter in "?xX*"):
        return ()
    cards = parse_cards(text, "hand")
    if len(cards) != 2:
        raise NotationError(f"{text[:20]!r} should be two cards")
    return cards
