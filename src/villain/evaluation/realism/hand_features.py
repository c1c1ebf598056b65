"""A whole hand as a row of numbers, for a judge who is to tell people's hands from others'.

Players have no names there: places are counted from the button. Sizes are in pots and in
big blinds. Cards count where they were shown for the pot, by their chance to win against a random
hand at the time.
"""

from itertools import pairwise

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.evaluation.realism.real_tables import TableHand
from villain.game.public_state import PricedAction
from villain.game.rules import Rules
from villain.hands.hand_history import uncalled
from villain.kernels.arrays import FloatArray
from villain.strength.seven_card_ranks import seven_card_ranks

STREETS = ("pre-flop", "flop", "turn", "river")
FOLD, CHECK, CALL, RAISE = range(4)
LONGEST = 12
"""So many actions after the folds before the flop are told in their order."""

Row = dict[str, float]


def as_matrix(rows: list[Row], names: list[str]) -> FloatArray:
    """Rows with these columns."""
    return np.array([[row.get(name, np.nan) for name in names] for row in rows])


def is_amount(name: str) -> bool:
    """True for a feature that depends on how much was bet, beyond the stacks at the beginning."""
    return any(word in name.split() for word in ("size", "blinds", "blind", "pot", "uncalled")) or (
        name.endswith("re-raise")
    )


def is_given(name: str) -> bool:
    """True for a feature that is there before anybody acts: players, stacks and blinds."""
    return name in ("players", "pre-flop players", "pre-flop pot") or name.endswith(" stack")


def hand_row(table_hand: TableHand) -> Row:
    """All features of a hand, by name."""
    hand = table_hand.hand
    rules, line = hand.rules, hand.state.line
    blind = rules.big_blind
    stacks = np.array(rules.stacks) / blind
    row: Row = {
        "players": rules.players,
        "smallest stack": float(stacks.min()),
        "middle stack": float(np.median(stacks)),
        "largest stack": float(stacks.max()),
        "pot": hand.state.pot / blind,
        "last street": hand.street,
        "players at showdown": len(table_hand.showdown),
        "cards shown": len(table_hand.shown),
    }
    back = uncalled(hand)
    if back is not None:
        row["uncalled"] = back[1] / max(hand.state.pot, 1)
    _add_streets(row, rules, line)
    _add_places(row, rules, line)
    _add_order(row, rules, line)
    _add_board(row, hand.board)
    _add_shown(row, table_hand)
    return row


def kind_of_action(action: PricedAction) -> int:
    """Fold, check, call or raise."""
    if action.kind == "fold":
        return FOLD
    return RAISE if action.kind == "raise" else CALL if action.chips else CHECK


def pots_raised(action: PricedAction) -> float:
    """A raise beyond the call, in pots after it."""
    return (action.chips - action.owed) / max(action.pot + action.owed, 1)


def _add_streets(row: Row, rules: Rules, line: list[PricedAction]) -> None:
    """What was done on each street, and how much was bet."""
    blind, last_raiser = rules.big_blind, -1
    put = [
        min(stack, chips + rules.ante + (rules.dead[seat] if rules.dead else 0))
        for seat, (stack, chips) in enumerate(zip(rules.stacks, rules.blinds, strict=True))
    ]
    for number, street in enumerate(STREETS):
        actions = [one for one in line if one.street == number]
        if not actions:
            break
        kinds = [kind_of_action(one) for one in actions]
        raises = [one for one in actions if one.kind == "raise"]
        row[f"{street} players"] = actions[0].left
        row[f"{street} pot"] = actions[0].pot / blind
        for kind, word in enumerate(("folds", "checks", "calls", "raises")):
            row[f"{street} {word}"] = kinds.count(kind)
        if raises:
            first, last = raises[0], raises[-1]
            row[f"{street} first size"] = pots_raised(first)
            row[f"{street} first blinds"] = first.to / blind
            row[f"{street} first by raiser before"] = first.seat == last_raiser
            row[f"{street} first place"] = rules.players - 1 - first.seat
            row[f"{street} last size"] = pots_raised(last)
            row[f"{street} part of a blind"] = float(
                np.mean([one.to % blind / blind for one in raises])
            )
            row[f"{street} folds to first bet"] = sum(
                one.kind == "fold" for one in actions[actions.index(first) + 1 :]
            )
            last_raiser = last.seat
        else:
            last_raiser = -1
        for one, other in pairwise(raises):
            row.setdefault(f"{street} re-raise", other.to / max(one.to, 1))
            row[f"{street} last re-raise"] = other.to / max(one.to, 1)
            row[f"{street} re-raise by checker"] = any(
                earlier.seat == other.seat and earlier.kind == "call"
                for earlier in actions[: actions.index(other)]
            )
        row[f"{street} all-ins"] = 0
        for one in actions:
            put[one.seat] += one.chips
            if one.chips and put[one.seat] >= rules.stacks[one.seat]:
                row[f"{street} all-ins"] += 1
                row[f"{street} all-in blinds"] = put[one.seat] / blind


def _add_places(row: Row, rules: Rules, line: list[PricedAction]) -> None:
    """Everybody's first action before the flop, and who came in first and how."""
    entered = 0
    for one in line:
        if one.street:
            break
        kind, place = kind_of_action(one), rules.players - 1 - one.seat
        row.setdefault(f"first action, {place} before the button", kind)
        if kind in (CALL, RAISE):
            if not entered:
                row["first in"] = kind
                row["first in place"] = place
            entered += 1
            if kind == CALL and not one.raises:
                row["limpers"] = row.get("limpers", 0) + 1
            if kind == CALL and one.raises:
                row["callers of raises"] = row.get("callers of raises", 0) + 1


def _add_order(row: Row, rules: Rules, line: list[PricedAction]) -> None:
    """The actions one after the other, but for folds before the flop."""
    shown = [one for one in line if one.street or one.kind != "fold"][:LONGEST]
    for number, one in enumerate(shown, 1):
        row[f"action {number}"] = 4 * one.street + kind_of_action(one)
        row[f"action {number} place"] = rules.players - 1 - one.seat
        if one.kind == "raise":
            row[f"action {number} size"] = pots_raised(one)


def _add_board(row: Row, board: tuple[Card, ...]) -> None:
    """The texture of the board, street by street."""
    for street, cards in zip(STREETS[1:], (3, 4, 5), strict=True):
        if len(board) >= cards:
            ranks = sorted(card.rank for card in board[:cards])
            suits = [card.suit for card in board[:cards]]
            row[f"{street} high card"] = ranks[-1]
            row[f"{street} pairs"] = cards - len(set(ranks))
            row[f"{street} one suit"] = max(suits.count(suit) for suit in suits)
            row[f"{street} span"] = ranks[2] - ranks[0]


def _add_shown(row: Row, table_hand: TableHand) -> None:
    """The strength of what was shown, by who did what with it."""
    hand = table_hand.hand
    combos = {seat: Combo.of(*cards) for seat, cards in table_hand.shown.items()}
    if not combos:
        return
    payoffs = hand.payoffs or (0,) * hand.rules.players
    best = max(combos, key=lambda seat: payoffs[seat])
    for number, street in enumerate(STREETS):
        if number and len(hand.board) < 2 + number:
            break
        ranks = seven_card_ranks(hand.board[: 2 + number if number else 0])
        for seat, combo in combos.items():
            who = "winner" if seat == best else "loser"
            row[f"{street} strength of {who}"] = float(ranks[combo])
        for one in hand.state.line:
            if one.street == number and one.seat in combos:
                role = ("", "checker", "caller", "raiser")[kind_of_action(one)]
                if role == "raiser" and one.raises:
                    role = "re-raiser"
                if role == "caller" and not number and not one.raises:
                    role = "limper"
                row[f"{street} strength of {role}"] = float(ranks[combos[one.seat]])
    for seat, who in ((best, "winner"), *((seat, "loser") for seat in combos if seat != best)):
        high, low = sorted((card.rank for card in table_hand.shown[seat]), reverse=True)
        row[f"high card of {who}"], row[f"low card of {who}"] = high, low
        row[f"suited {who}"] = len({card.suit for card in table_hand.shown[seat]}) == 1
