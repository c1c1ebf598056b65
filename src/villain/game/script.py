"""A hold'em hand typed by a person: ``f r f c / 3h4cJh: c r c / 7d: c``.

Actions stand in the order of turns: ``f`` folds, ``c`` calls or checks, ``r`` raises, and ``r20``
raises to 20 where there is a choice. Streets are apart by ``/``; each after the first begins with
its cards and a colon. Who acts is not written, since the rules say so.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from villain.cards.card import Card, parse_cards
from villain.errors import ImpossibleError, NotationError, VillainError
from villain.game.actions import Action, IllegalActionError
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.observation import Observation, just_after, without_hole
from villain.game.rules import Rules

STREETS = {"before the flop": 0, "on the flop": 3, "on the turn": 1, "on the river": 1}
"""The betting rounds of hold'em, and how many cards each begins with."""

WHERE = tuple(STREETS)
NAMES = tuple(where.split()[-1] for where in WHERE)

_ONE = r"f|c|r[1-9][0-9]{0,9}|r"
_WORD = re.compile(f"(?:{_ONE})+")


class Street(NamedTuple):
    """The cards that come, and what is done; a raise to 0 is the only raise there is."""

    board: tuple[Card, ...]
    actions: tuple[Action, ...]


def parse_script(text: str) -> list[Street]:
    """Read the streets of a typed hand; whether its actions are legal is not asked yet.

    >>> parse_script("r c / 3h4cJh: c r20")[1]
    Street(board=(3h, 4c, Jh), actions=(Action(kind='call', to=0), Action(kind='raise', to=20)))
    """
    parts = text.split("/")
    if len(parts) > len(STREETS):
        raise NotationError(
            f"{parts[len(STREETS)].strip()!r} after the fourth /; a hand has {len(STREETS)} streets"
        )
    streets = [_parse_street(part, number) for number, part in enumerate(parts)]
    if not any(street.actions for street in streets):
        raise NotationError("this hand has no actions; write f, c or r in the order of turns")
    _check_cards(streets)
    return streets


def _parse_street(text: str, number: int) -> Street:
    where, wanted = WHERE[number], STREETS[WHERE[number]]
    before, colon, after = text.partition(":")
    if not wanted:
        if colon:
            raise NotationError(
                f"{before.strip() + ':'!r} {where}: the board comes later; begin with f, c or r"
            )
        return Street((), _parse_actions(before, where))
    such = "3h4cJh: c r" if wanted == 3 else "7d: c r"
    if not colon:
        raise NotationError(
            f"{text.strip()!r} {where} has no colon; begin with the board, such as {such}"
        )
    board = parse_cards(before.strip(), NAMES[number])
    if len(board) != wanted:
        raise NotationError(
            f"{before.strip()!r} {where}: {len(board)} card{'s' * (len(board) != 1)}; it takes "
            f"{wanted}, such as {such}"
        )
    return Street(board, _parse_actions(after, where))


def _parse_actions(text: str, where: str) -> tuple[Action, ...]:
    actions: list[Action] = []
    for word in re.split(r"[\s,]+", text.strip()) if text.strip() else ():
        if not _WORD.fullmatch(word.lower()):
            raise NotationError(
                f"{word!r}, action {len(actions) + 1} {where}, is no action; write f (fold), "
                "c (call or check), r (raise) or r20 (raise to 20)"
            )
        tokens = re.findall(_ONE, word.lower())
        actions += [Action("raise") if token == "r" else Action.parse(token) for token in tokens]
    return tuple(actions)


def _check_cards(streets: Sequence[Street], hole: tuple[Card, ...] = ()) -> None:
    places = dict.fromkeys(hole, "in the known hand")
    for where, street in zip(WHERE, streets, strict=False):
        for card in street.board:
            if card in places:
                raise ImpossibleError(
                    f"{card} {where} is already {places[card]}; every card can be there once"
                )
            places[card] = where


def play_script(
    streets: Sequence[Street], rules: Rules, *, hero: int, hole: tuple[Card, ...] = ()
) -> Iterator[Observation]:
    """Views of a seat just after each action: nothing of what comes next, and no showdown.

    Without ``hole`` even the hero's own cards are unknown. Cards that are not told are dealt, as
    there must be some, but no observation has them.

    >>> from villain.game import limit_holdem
    >>> for seen in play_script(parse_script("r c / 3h4cJh: c"), limit_holdem(2), hero=0):
    ...     print(seen.events[-1], seen.board)
    seat 1 raises to 4 ()
    seat 0 calls 2 ()
    seat 0 checks (3h, 4c, Jh)
    """
    _check_cards(streets, hole)
    hand = Hand(rules, _fill(streets, rules, hero, hole))
    for number, street in enumerate(streets):
        _check_street(hand, number, streets)
        for place, action in enumerate(street.actions, 1):
            before = hand.observation(hero)
            try:
                hand.act(_meant(hand, number, action))
            except IllegalActionError as error:
                word = "r" + str(action.to or "") if action.kind == "raise" else action.kind[0]
                raise IllegalActionError(
                    f"{word!r}, action {place} {WHERE[number]}: {error}"
                ) from None
            seen = just_after(before, hand.events[len(before.events)])
            yield seen if hole else without_hole(seen)


def _fill(streets: Sequence[Street], rules: Rules, hero: int, hole: tuple[Card, ...]) -> Deal:
    """A deal with the cards of the script in their places, and any others elsewhere."""
    board = [card for street in streets for card in street.board]
    rest = [card for card in rules.deck if card not in (*board, *hole)]
    missing = sum(rules.board_cards) - len(board)
    board, rest = [*board, *rest[:missing]], rest[missing:]
    holes = [
        tuple(rest[rules.hole_cards * seat : rules.hole_cards * (seat + 1)])
        for seat in range(rules.players)
    ]
    if hole:
        holes[hero] = hole
    return Deal(tuple(holes), tuple(board))


def _check_street(hand: Hand, number: int, streets: Sequence[Street]) -> None:
    """Raise unless the betting before this street is over, and somebody is left to see it."""
    if hand.folded.count(False) == 1:
        raise VillainError(
            f"the {NAMES[number]} after the end of the hand: all but seat "
            f"{hand.folded.index(False)} have folded {WHERE[number - 1]}; stop there"
        )
    if hand.seat is not None and hand.street < number:
        done = len(streets[number - 1].actions)
        raise VillainError(
            f"the {NAMES[number]} comes too early, after {done} action{'s' * (done != 1)} "
            f"{WHERE[number - 1]}: seat {hand.seat} is still to act; legal: {hand.legal}"
        )


def _meant(hand: Hand, number: int, action: Action) -> Action:
    """The action with the amount of a raise; raises where it is nobody's turn."""
    if hand.seat is None or hand.legal is None:
        raise IllegalActionError("nobody is to act, for the betting is over; stop before it")
    if hand.street > number:
        such = "its three cards" if number == 0 else "its card"
        raise IllegalActionError(
            f"nobody is to act {WHERE[number]}; go on with a /, {such} and a colon"
        )
    if action != Action("raise"):
        return action
    if not hand.legal.can_raise:
        raise IllegalActionError(f"seat {hand.seat} may not raise; legal: {hand.legal}")
    if hand.legal.least < hand.legal.most:
        raise IllegalActionError(
            f"seat {hand.seat} raises to what? Such as r{hand.legal.least}; legal: {hand.legal}"
        )
    return Action("raise", hand.legal.most)
