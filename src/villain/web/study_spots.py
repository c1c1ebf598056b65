"""Spots to study: from a form, from a position of a hand that is over, from a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import CLASSES, Combo
from villain.cards.range import Range
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.hand import Hand
from villain.game.observation import Observation, without_hole
from villain.game.public_state import PublicState
from villain.game.rules import Betting, is_holdem
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.kernels.arrays import FloatArray
from villain.models.answers import weights_held
from villain.models.registry import make_model
from villain.solver.betting import BettingTree, Move
from villain.solver.sizes import STREETS, BetSizes
from villain.solver.solvable import plan_spot
from villain.solver.spot import Spot
from villain.web.messages import MOST_SEATS
from villain.web.study_messages import StudySpot
from villain.web.table import PageTable

READER = "crowd"
"""The model that reads both players, unless somebody says another."""

LADDER = (
    "33%, 75%, a",
    "50%, a",
    "75% / a",
    "66% /",
)
"""Sizes if nobody says any, the first with which a spot is small enough to be solved soon."""

SOON = 6_000_000
"""Numbers to learn with which a solution comes soon."""

LARGEST = 0.5
"""Gigabytes that one solution may take."""

KEPT = 0.99
"""So much of a model's range is studied, the likeliest holdings first."""


class DecisionMade(NamedTuple):
    """A decision of a hand that is over: who made it, his cards if they are known, what he did."""

    player: int
    cards: tuple[Card, ...]
    taken: Action


@dataclass(frozen=True, eq=False)
class Studied:
    """A spot with what else is known: the words for the form, the unit, who reads, the hand.

    ``state`` is the engine's position; ``made`` what was done there, if it is past. ``reader`` is
    the name of the model that has read both.
    """

    spot: Spot
    asked: StudySpot
    unit: float = 1.0
    unit_name: str = "chips"
    note: str = ""
    state: PublicState | None = None
    made: DecisionMade | None = None
    reader: str = ""


def typed_spot(asked: StudySpot) -> Studied:
    """The spot of a form."""
    spot = Spot.parse(
        asked.board,
        pot=asked.pot,
        stacks=asked.stacks,
        ranges=(Range(asked.out_of_position), Range(asked.in_position)),
        sizes=(asked.sizes or LADDER[0], asked.sizes_in or asked.sizes or LADDER[0]),
        to_act=asked.to_act,
        bets=asked.bets,
        rake=asked.rake,
        rake_cap=float("inf") if asked.rake_cap is None else asked.rake_cap,
    )
    if not asked.sizes and not asked.sizes_in:
        spot, _ = sized(spot)
    check_size(spot)
    return Studied(spot, asked)


def check_size(spot: Spot) -> bool:
    """Refuse a spot whose solution is too large; True if it takes 16 bits a number to keep it."""
    plan, _, _ = plan_spot(spot)
    need = plan.gigabytes(4.0)
    if need > LARGEST:
        raise VillainError(
            f"this solution would take {need:.1f} GB, and {LARGEST:g} GB are the most here; take "
            "fewer sizes, smaller ranges, or a later street"
        )
    return plan.gigabytes(8.0) > LARGEST / 2


def sized(spot: Spot, extra: tuple[int, Action] | None = None) -> tuple[Spot, str]:
    """The spot with the richest sizes with which it is solved soon; ``extra`` is a raise to add."""
    if spot.fixed is not None:
        return spot, ""
    for text in LADDER:
        sizes = [BetSizes.parse(text), BetSizes.parse(text)]
        fitting = replace(spot, sizes=(sizes[0], sizes[1]))
        if extra is not None:
            fitting = with_raise(fitting, *extra)
        plan, _, _ = plan_spot(fitting)
        if plan.numbers <= SOON:
            return fitting, text
    return fitting, text


def with_raise(spot: Spot, player: int, taken: Action) -> Spot:
    """The spot with a raise that was made at its beginning among the sizes of who made it."""
    if taken.kind != "raise" or spot.fixed is not None:
        return spot
    root = BettingTree.of(spot).nodes[0]
    if any(move.kind == "raise" and move.to == taken.to for move in root.moves):
        return spot
    his, own = spot.bets[1 - player], spot.bets[player]
    share = 100 * (taken.to - his) / (spot.whole_pot + his - own)
    for digits in range(7):
        size = f"{share:.{digits}f}%"
        to = his + float(size[:-1]) / 100 * (spot.whole_pot + his - own)
        if round(to) == taken.to:
            break
    street = STREETS[spot.street - 1]
    now = spot.sizes[player].on(spot.street)
    facing = his > own
    bets = ", ".join(map(str, now.bets))
    raises = ", ".join(map(str, now.raises))
    if facing:
        raises = ", ".join(filter(None, (raises, size)))
    else:
        bets = ", ".join(filter(None, (bets, size)))
    others = [
        f"{name} {sizes}"
        for name, sizes in zip(
            STREETS, (spot.sizes[player].on(one) for one in (1, 2, 3)), strict=True
        )
        if name != street
    ]
    both = list(spot.sizes)
    both[player] = BetSizes.parse("; ".join((f"{street} {bets} / {raises}", *others)))
    return replace(spot, sizes=(both[0], both[1]))


def move_taken(moves: Sequence[Move], taken: Action) -> int:
    """The move of the tree that is nearest to what was done."""
    if taken.kind == "fold":
        wanted = [number for number, move in enumerate(moves) if move.kind == "fold"]
        return wanted[0] if wanted else 0
    if taken.kind == "call":
        return next(n for n, move in enumerate(moves) if move.kind in ("check", "call"))
    raises = [number for number, move in enumerate(moves) if move.kind == "raise"]
    if not raises:
        return next(n for n, move in enumerate(moves) if move.kind in ("check", "call"))
    return min(raises, key=lambda number: abs(moves[number].to - taken.to))


def why_not(state: PublicState) -> str:
    """A sentence on why a position cannot be studied; empty if it can."""
    inside = state.inside
    if not is_holdem(state.rules):
        return "Only hold'em can be studied here."
    if state.rules.betting is Betting.POT_LIMIT:
        return "Pot-limit cannot be solved here; limit and no-limit can."
    if len(inside) == 1:
        return "The hand is over: there is nothing left to decide."
    if len(inside) > 2:
        return f"{len(inside)} players are still in; a spot can be studied when two are left."
    if not state.street:
        return "A spot can be studied from the flop on."
    if state.seat is None:
        return "Nobody is to act here any more: the rest is up to the cards."
    return ""


def spot_of_hand(text: str, step: int, reader: str) -> Studied:
    """A position of a hand that is over, after so many actions, read by a model from outside.

    The model sees what everybody at the table could see, and nobody's cards.
    """
    history, _ = read_hand(FORMAT, text)
    if step >= len(history.actions):
        raise VillainError("The hand is over: there is nothing left to decide.")
    if history.rules.players > MOST_SEATS:
        raise VillainError(f"{history.rules.players} players; up to {MOST_SEATS} can be read")
    hand = history.begin()
    for action in history.actions[:step]:
        hand.act(action)
    reason = why_not(hand.state)
    if reason:
        raise VillainError(reason)
    seat, inside = hand.seat, hand.state.inside
    assert seat is not None
    player = inside.index(seat)
    cards = history.holes[seat]
    made = DecisionMade(player, cards, history.actions[step])
    ranges = [range_read(reader, seen_from_outside(hand, one), one) for one in inside]
    if cards:  # what he held is part of what he may hold
        ranges[player] = with_holding(ranges[player], Combo.of(*cards))
    return _at_engine(hand.state.copy(), ranges, history.names, reader, made)


def spot_of_table(table: PageTable, reader: str) -> Callable[[], Studied]:
    """The position at a table as the person at it may see it: work that no longer needs the table.

    The other is read with the model that has seen what the person has. Of himself a fresh one is
    asked, which has seen nobody's cards.
    """
    you, hand = table.your_seat, table.hand
    if you is None:
        raise VillainError("Only a player at the table can study it.")
    reason = why_not(hand.state)
    if not reason and you not in hand.state.inside:
        reason = "You have folded: your own range is over."
    if reason:
        raise VillainError(reason)
    # All of it now: the table goes on while models are asked.
    state, model = hand.state.copy(), table.reader(reader).clone()
    seen, outside = hand.observation(you), seen_from_outside(hand, you)
    names = [table.names[table.chair_of(seat)] for seat in range(hand.rules.players)]

    def work() -> Studied:
        ranges = [
            range_read(reader, outside, seat)
            if seat == you
            else trimmed(weights_held(model, seen, seat))
            for seat in state.inside
        ]
        return _at_engine(state, ranges, names, reader, None)

    return work


def range_read(reader: str, seen: Observation, seat: int) -> Range:
    """What a fresh model makes of a seat from what somebody saw."""
    model = make_model(reader)
    if not model.reads(seen.rules):
        raise VillainError(f"{reader} does not read this game; take another model")
    model.observe(seen)
    return trimmed(weights_held(model, seen, seat))


def seen_from_outside(hand: Hand, seat: int) -> Observation:
    """A hand so far, as a neighbour sees it who has not looked at his own cards."""
    return without_hole(hand.observation((seat + 1) % hand.rules.players))


def trimmed(weights: FloatArray) -> Range:
    """The likeliest holdings of a range, beside the likeliest of all."""
    order = np.argsort(-weights)
    reached = weights[order].cumsum()
    kept = order[: int(np.searchsorted(reached, KEPT * reached[-1])) + 1]
    held = np.zeros(1326)
    held[kept] = weights[kept]
    return Range(np.round(held / (held.max() or 1.0), 4))


def with_holding(held: Range, combo: Combo) -> Range:
    """The range with a holding in it that was there in truth, if only just."""
    weights = held.weights.copy()
    weights[combo] = max(weights[combo], 0.01)
    return Range(weights)


def _at_engine(
    state: PublicState,
    ranges: Sequence[Range],
    names: Sequence[str],
    reader: str,
    made: DecisionMade | None,
) -> Studied:
    inside = state.inside
    spot = Spot.of(state, ranges, names=(names[inside[0]], names[inside[1]]))
    extra = None if made is None else (made.player, made.taken)
    spot, _ = sized(spot, extra)
    check_size(spot)
    unit = float(state.rules.big_blind)
    asked = StudySpot(
        board=spot.board_text,
        pot=spot.pot,
        stacks="/".join(f"{stack:g}" for stack in spot.stacks),
        out_of_position=_in_classes(spot.range_of(0)),
        in_position=_in_classes(spot.range_of(1)),
        sizes="" if spot.fixed else str(spot.sizes[0]),
        sizes_in="" if spot.fixed else str(spot.sizes[1]),
        to_act=spot.to_act,  # type: ignore[arg-type]
        bets="/".join(f"{bet:g}" for bet in spot.bets) if max(spot.bets) else "",
    )
    note = f"Both ranges are what {reader} makes of the betting, without anybody's cards."
    return Studied(spot, asked, unit, "bb", note, state, made, reader)


def _in_classes(held: Range) -> str:
    """A range hand by hand, on average over the suits: words for the form."""
    means = held.by_class().ravel()
    top = means.max() or 1.0
    return ", ".join(
        f"{CLASSES[one]}" + ("" if share >= 0.995 else f":{share:.2g}")
        for one in np.argsort(-means, kind="stable")
        if (share := float(means[one] / top)) >= 0.005
    )
