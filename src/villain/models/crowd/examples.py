"""An example of each cell of the grid: what a player may still come to face in the present hand."""

from functools import lru_cache
from typing import NamedTuple

from villain.cards.card import Card
from villain.game.situation import (
    ANOTHER,
    CALL,
    CHECK,
    HIMSELF,
    NO_PLACE,
    NOBODY,
    NOTHING,
    RAISE,
    Situation,
)
from villain.models.crowd import grid
from villain.models.crowd.grid import Cell, faced_in, faced_kind
from villain.models.crowd.reaching import acts_before, raises_of
from villain.models.crowd.strengths import CARDS

SIZES = {
    grid.BET: (0.33, 0.66, 1.0, 1.6, 99),
    grid.RAISED: (0.6, 1.0, 1.6, 99),
    grid.WAR: (0.6, 1.0, 99),
}
"""What is bet and raised, in pots; the last is all he has."""

LIMIT_POTS = {grid.BET: (3.0, 4.5, 7.0, 11.0), grid.RAISED: (3.5, 6.0, 11.0)}
"""Pots in limit, in what is to pay."""

UNOPENED, CHECKED, FACING, LATER, LATER_LIMIT = 1.95, 1.4, 1.1, 1.35, 1.65
"""By what the pot grows to the next street, measured on people; and on each after that."""

BET_UPON, LIMIT_BET_UPON, OPENED = 2.2, 1.5, 3.0
"""By what it grows on a street with a bet, and before the flop with a raise."""

RAISED_UPON = 2.5
"""By what a raise that was not seen yet makes the pot grow."""

RAISED_BY, ELSEWHERE = 0.7, 0.6
"""What somebody raised by, in pots, and his place, where they are not known."""

SEVERAL = 4
"""So many are left on later streets, if there are more than two."""

_BLANKS = tuple(Card.parse(card) for card in "9h 4c Kd 7s 2h Jc 5d Qs 3h 8c".split())


def example(now: Situation, cell: Cell) -> Situation:
    """What a player who is in ``now`` may face who comes to a cell."""
    street, faced, alone, last, _ = cell
    here = street == now.street and alone == (now.left <= 2)
    left = now.left if here else 2 if alone else min(max(now.left, 3), SEVERAL)
    as_now = here and last == (now.position >= 1.0)
    position = now.position if as_now else 1.0 if last else 0.0 if alone else 0.4
    past = _past(now, cell)
    pot, owed = _priced(now, cell, _expected(now, cell))
    gone = 0
    if acts_before(now, cell):
        gone = now.owed + max(pot - owed - now.pot - now.owed, 0) // left
    gone = min(gone, now.stack)
    stack, effective = now.stack - gone, max(now.effective - gone, 0)
    paid = min(owed, effective)
    pot, owed = pot - owed + paid, paid
    raises = raises_of(faced, limit=now.limit)
    known = here and now.aggressor == ANOTHER
    other = 1.0 - position if alone else now.raiser if known else ELSEWHERE
    raiser = (NO_PLACE, other, position)[past.aggressor]
    opening, opener = now.opening, now.opener
    if now.street == 0:
        opened = opening or int(past.aggressor != NOBODY)
        opening = raises if street == 0 else past.raises if street == 1 else opened
        opens = past.last == RAISE and (street > 0 or raises == 2)
        opener = (opener if opener >= 0 else position if opens else other) if opening else NO_PLACE
    raised = 0.0 if past.aggressor == NOBODY else now.raised or RAISED_BY
    if faced >= grid.BET:
        due = _due(now, cell, owed)
        raised = (owed - due) / max(pot - owed + due, 1)
    found = now._replace(
        street=street,
        left=left,
        behind=_behind(now, cell, left, here=here),
        position=position,
        bet=_bet(now, street),
        owed=owed,
        pot=pot,
        put_in=now.put_in + gone,
        stack=stack,
        raises=raises,
        calls=now.calls if here and faced == faced_in(now) else 0,
        raises_before=past.raises,
        opening=opening,
        last=past.last,
        acted=past.acted,
        aggressor=past.aggressor,
        raised=raised,
        raiser=raiser,
        opener=opener,
        effective=effective,
        could_raise=effective > owed,
        could_fold=owed > 0,
    )
    return with_board(found)


class Past(NamedTuple):
    """What happened before an example.

    Raises of the street before, who raised last, what the player did last, and whether on this
    street.
    """

    raises: int
    aggressor: int
    last: int
    acted: bool


def _past(now: Situation, cell: Cell) -> Past:
    street, faced, _, _, initiative = cell
    present = street == now.street
    raises = now.raises_before if present else 1
    if street == now.street + 1:
        again = initiative == (HIMSELF if faced <= grid.BLINDS else grid.LED) and acts_before(
            now, cell
        )
        raises = max(now.raises + again, 1)
    if now.limit and not present and faced in (grid.BET + 3, grid.RAISED + 2):
        raises = max(raises, 2)  # a pot like that was raised
    if faced > grid.BLINDS:
        before = NOTHING if street == 0 else now.last if present else CALL
        first = before if not (present and now.acted) else CALL
        did = (first, RAISE, CHECK if street else CALL, RAISE)[initiative]
        return Past(raises, ANOTHER, did, initiative >= grid.PASSIVE)
    if street == 0:
        return Past(raises, NOBODY, NOTHING, False)
    if present:
        return Past(raises, now.aggressor, CALL if now.acted else now.last, False)
    if initiative != NOBODY:
        return Past(raises, initiative, RAISE if initiative == HIMSELF else CALL, False)
    return Past(0, now.aggressor if street > 1 else NOBODY, CHECK if street > 1 else CALL, False)


def _expected(now: Situation, cell: Cell) -> int:
    """The pot when a cell's street begins, or before what is faced on it."""
    street, faced, _, _, initiative = cell
    if street == now.street:
        unraised = street == 0 and not now.raises
        return now.pot + now.owed * (1 if unraised or acts_before(now, cell) else -1)
    growths = [FACING if now.raises else CHECKED if now.street else UNOPENED]
    growths += [LATER_LIMIT if now.limit else LATER] * (street - now.street - 1)
    if not acts_before(now, cell) or (faced == grid.NONE and initiative == NOBODY):
        growths[-1] = 1.0
    elif faced == grid.NONE and (len(growths) > 1 or not now.raises or initiative == HIMSELF):
        bet = LIMIT_BET_UPON if now.limit else BET_UPON
        growths[-1] = bet if street > 1 or now.limit else OPENED
    pot = float(now.pot + now.owed)
    for growth in growths:
        pot *= growth
    return round(pot)


def _priced(now: Situation, cell: Cell, pot: int) -> tuple[int, int]:
    """The pot with what is faced, and what is to pay."""
    street, faced, _, _, initiative = cell
    if faced == grid.NONE:
        return pot, 0
    if faced == grid.BLINDS:
        return now.pot, max(now.owed, now.big_blind // 2)
    kind, raises = faced_kind(faced), raises_of(faced, limit=now.limit)
    unseen = max(raises - 1 - (now.raises if street == now.street else 0), 0)
    if not now.limit:
        pot = round(pot * RAISED_UPON**unseen)
        owed = max(round(SIZES[kind][faced - kind] * pot), 1)
        return pot + owed, owed
    bet = _bet(now, street)
    owed = bet
    if initiative <= grid.LED:
        owed = (raises + 1) * bet - now.put_in if street == 0 else raises * bet
    owed = max(owed, 1)
    pot += owed + 2 * bet * unseen
    if faced_in(now._replace(street=street, pot=pot, owed=owed, raises=raises)) != faced:
        pot = round(LIMIT_POTS[kind][faced - kind] * owed)
    return pot, owed


def _behind(now: Situation, cell: Cell, left: int, *, here: bool) -> int:
    """How many have yet to act."""
    if here and not cell.alone:
        return now.behind
    if cell.faced > grid.BLINDS:
        return 0 if cell.alone or cell.last else 1
    return int(cell.last == (cell.street == 0)) if cell.alone else 0 if cell.last else left // 2


def _bet(now: Situation, street: int) -> int:
    """What a bet is: in limit it doubles on the turn."""
    return now.bet * (2 if now.limit and street >= 2 > now.street else 1)


def _due(now: Situation, cell: Cell, owed: int) -> int:
    """What he would have to pay without the last raise."""
    if cell.faced >= grid.RAISED:
        return 0 if cell.initiative == grid.ACTIVE else owed // 3
    acted = cell.initiative >= grid.PASSIVE
    return 0 if cell.street or acted else min(max(now.big_blind - now.put_in, 0), owed)


def with_board(situation: Situation) -> Situation:
    """The same with as many cards on the board as its street has: blanks, where they must come.

    Nobody ever decides on a turn that has not been dealt, and a network should not be asked it.
    """
    board = _filled(situation.board, CARDS[min(situation.street, 3)])
    return situation if board == situation.board else situation._replace(board=board)


@lru_cache(maxsize=1024)
def _filled(board: tuple[Card, ...], cards: int) -> tuple[Card, ...]:
    ranks = {card.rank for card in board}
    blanks = [card for card in _BLANKS if card.rank not in ranks]
    return board + tuple(blanks[: max(cards - len(board), 0)])
