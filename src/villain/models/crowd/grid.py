"""A small grid of situations, each with an example: what a compiled read tells apart.

A *cell* is a street, what is faced, whether one opponent is left or more, whether the player acts
last after the flop, and the initiative. Nothing faced, or the blinds alone; a bet of four sizes; a
raise of three. The initiative is who raised last where nothing is faced, and else what the player
did on this street before: nothing, something passive, a raise.
"""

from bisect import bisect_left
from functools import lru_cache

from villain.cards.card import Card
from villain.models.contexts import (
    ANOTHER,
    CALL,
    CHECK,
    HIMSELF,
    NO_PLACE,
    NOBODY,
    NOTHING,
    RAISE,
    Context,
)
from villain.models.crowd.strengths import CARDS

STREETS, FACED, INITIATIVES = 4, 9, 3
CELLS = STREETS * FACED * 2 * 2 * INITIATIVES

NONE, BLINDS, BET, RAISED = 0, 1, 2, 6
"""What is faced: nothing, the blinds, from here on bets, and from here on raises."""

BET_BOUNDS, RAISE_BOUNDS = (0.45, 0.8, 1.2), (0.8, 1.2)
"""What divides bets and raises, in pots before them.

In limit the second has two bets to pay, and the last is a raise after many.
"""

WAR = 4
"""So many raises are many."""

BETS, RAISES = (0.33, 0.66, 1.0, 2.0), (0.6, 1.0, 2.0)
"""What the examples of them are, in pots."""

UNOPENED, CHECKED, FACING, LATER, LATER_LIMIT = 1.95, 1.4, 1.1, 1.35, 1.65
"""By what the pot grows to the next street, measured on people; and on each after that."""

RAISED_BY, ELSEWHERE = 0.7, 0.6
"""What somebody raised by, in pots, and his place, where they are not known."""

SEVERAL = 4
"""So many are left on later streets, if there are more than two."""

_BLANKS = tuple(Card.parse(card) for card in "9h 4c Kd 7s 2h Jc 5d Qs 3h 8c".split())


def cell_of(context: Context) -> int:
    """Where a situation is on the grid."""
    faced = _faced(context)
    if faced <= BLINDS:
        initiative = context.aggressor if context.street else NOBODY
    elif not context.acted:
        initiative = 0
    else:
        initiative = 2 if context.last == RAISE else 1
    alone, last = context.left <= 2, context.position >= 1.0
    return number(min(context.street, 3), faced, alone, last, initiative)


def number(street: int, faced: int, alone: bool, last: bool, initiative: int) -> int:
    """The number of a cell.

    >>> number(3, FACED - 1, True, True, INITIATIVES - 1) == CELLS - 1
    True
    """
    return (((street * FACED + faced) * 2 + alone) * 2 + last) * INITIATIVES + initiative


def _faced(context: Context) -> int:
    owed = context.owed
    if owed <= 0:
        return NONE
    if context.street == 0 and context.raises == 0:
        return BLINDS
    many = context.raises > 1
    if context.limit:
        if context.raises >= WAR:
            return RAISED + 2
        return (RAISED if many else BET) + (2 * owed > 3 * context.bet)
    size = owed / max(context.pot - owed, 1)
    return RAISED + bisect_left(RAISE_BOUNDS, size) if many else BET + bisect_left(BET_BOUNDS, size)


def examples(now: Context) -> dict[int, Context]:
    """An example of each cell that a player may still come to in this hand, from ``now`` on."""
    alone = (True,) if now.left <= 2 else (False, True)
    lasts = (now.position >= 1.0,) if now.players == 2 else (False, True)
    found = {}
    for street in range(now.street, STREETS):
        for faced in _faces(now, street):
            opening = street == 0 and faced <= BLINDS
            for initiative in (NOBODY,) if opening else range(INITIATIVES):
                for one in alone:
                    for last in lasts:
                        cell = number(street, faced, one, last, initiative)
                        found[cell] = example(now, street, faced, one, last, initiative)
    return found


def _faces(now: Context, street: int) -> list[int]:
    blinds = [BLINDS] if street == 0 else []
    if now.limit:
        return [NONE, *blinds, BET, BET + 1, *range(RAISED, FACED)]
    return [NONE, *blinds, *range(BET, FACED)]


def example(
    now: Context, street: int, faced: int, alone: bool, last: bool, initiative: int
) -> Context:
    """What a player who is in ``now`` may face who comes to a cell."""
    here = street == now.street and alone == (now.left <= 2)
    left = now.left if here else 2 if alone else min(max(now.left, 3), SEVERAL)
    pot, stack = now.pot - now.owed, now.stack
    if street > now.street:
        first = FACING if now.owed > now.big_blind else CHECKED if now.street else UNOPENED
        later = LATER_LIMIT if now.limit else LATER
        pot = round((now.pot + now.owed) * first * later ** (street - now.street - 1))
        stack = max(stack - max(pot - now.pot, 0) // left, now.big_blind)
    elif street == 0 and now.raises == 0:
        pot = now.pot + now.big_blind // 2
    owed = 0
    if faced == BLINDS:
        pot, owed = now.pot, max(now.owed, now.big_blind // 2)
    elif now.limit and faced != NONE:
        bet = now.bet * (2 if street >= 2 > now.street else 1)
        owed = bet * (2 if faced in (BET + 1, RAISED + 1) else 1)
        pot = pot + owed + (WAR * bet if faced == FACED - 1 else 2 * bet * (faced >= RAISED))
    elif faced != NONE:
        if faced >= RAISED and (street > now.street or now.owed or not now.raises):
            pot = round(2.5 * pot)  # with what he raises by before
        size = RAISES[faced - RAISED] if faced >= RAISED else BETS[faced - BET]
        owed = max(round(size * pot), 1)
        pot += owed
    owed = min(owed, stack)
    if faced <= BLINDS:
        behind = int(last == (street == 0)) if alone else 0 if last else left // 2
        did, acted = (NOTHING if street == 0 else RAISE if initiative == HIMSELF else CALL), False
    else:
        behind = 0 if alone or last else 1
        acted = initiative > 0
        before = NOTHING if street == 0 else now.last if street == now.street else CALL
        passive = CHECK if street else CALL
        did = (before if not now.acted or street > now.street else CALL, passive, RAISE)[initiative]
    if here and not alone:
        behind = now.behind
    raises_before = now.raises_before
    if street > now.street:
        raises_before = now.raises if street == now.street + 1 and now.raises else int(faced > NONE)
    position = now.position if here else 1.0 if last else 0.0 if alone else 0.4
    aggressor = initiative if faced <= BLINDS else ANOTHER
    known = here and now.aggressor == ANOTHER
    other = 1.0 - position if alone else now.raiser if known else ELSEWHERE
    raiser = (NO_PLACE, other, position)[aggressor]
    raises = _raises(faced, limit=now.limit)
    opening, opener = now.opening, now.opener
    if now.street == 0:
        opening = raises if street == 0 else opening or int(aggressor != NOBODY)
        opener = (raiser if opener < 0 else opener) if opening else NO_PLACE
        raises_before = opening if street == 1 else raises_before
    raised = 0.0 if aggressor == NOBODY else now.raised or RAISED_BY
    if faced >= BET:
        due = _due(now, street, faced, acted=acted, raised=initiative == 2, owed=owed)
        raised = (owed - due) / max(pot - owed + due, 1)
    found = now._replace(
        street=street,
        left=left,
        behind=behind,
        position=position,
        bet=now.bet * (2 if now.limit and street >= 2 > now.street else 1),
        cost=min(faced, 1) + (faced >= RAISED),
        owed=owed,
        pot=pot,
        put_in=now.put_in + now.stack - stack,
        stack=stack,
        raises=raises,
        calls=now.calls if here and faced == _faced(now) else 0,
        raises_before=raises_before,
        opening=opening,
        last=did,
        acted=acted,
        aggressor=aggressor,
        raised=raised,
        raiser=raiser,
        opener=opener,
        effective=min(max(now.effective - (now.stack - stack), 0), stack),
        could_raise=stack > owed,
        could_fold=owed > 0,
    )
    return with_board(found)


def _due(now: Context, street: int, faced: int, *, acted: bool, raised: bool, owed: int) -> int:
    """What he would have to pay without the last raise."""
    if faced >= RAISED:
        return 0 if raised else owed // 3
    return 0 if street or acted else min(max(now.big_blind - now.put_in, 0), owed)


def _raises(faced: int, *, limit: bool) -> int:
    if faced < RAISED:
        return int(faced >= BET)
    return WAR if limit and faced == FACED - 1 else 2


def with_board(context: Context) -> Context:
    """The same with as many cards on the board as its street has: blanks, where they must come.

    Nobody ever decides on a turn that has not been dealt, and a network should not be asked it.
    """
    board = _filled(context.board, CARDS[min(context.street, 3)])
    return context if board == context.board else context._replace(board=board)


@lru_cache(maxsize=1024)
def _filled(board: tuple[Card, ...], cards: int) -> tuple[Card, ...]:
    ranks = {card.rank for card in board}
    blanks = [card for card in _BLANKS if card.rank not in ranks]
    return board + tuple(blanks[: max(cards - len(board), 0)])
