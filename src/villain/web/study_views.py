"""What a solution says at a place, as the page Study shows it."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.cards.combo import CLASSES, COMBOS
from villain.cards.range import CLASS_OF_COMBO, possible
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import CHANCE, DECISION
from villain.solver.betting import BettingNode, Move
from villain.solver.places import TreePlace, after_card, after_move, find_move, follow, start
from villain.solver.reports import CardReport, DecisionReport, SideReport, report, report_cards
from villain.solver.sizes import STREETS
from villain.solver.solution import Solution
from villain.solver.spot import Spot
from villain.web.study_messages import (
    By169,
    PathStep,
    RunKey,
    StudyCard,
    StudyCombo,
    StudyMove,
    StudyNode,
    StudySide,
)

HANDS = {str(hand): number for number, hand in enumerate(CLASSES)}
"""The numbers of the 169 starting hands, by their names."""

Kind = Literal["fold", "check", "call", "raise"]


def view_node(
    solution: Solution, spot: Spot, line: str, run: RunKey, version: int, unit: float = 1.0
) -> StudyNode:
    """The place at the end of a line: a decision, the cards that may come, or the end."""
    place, path = _walk(solution, spot, line, unit)
    node = solution.game.node(place.node)
    kind = "decision" if node.kind == DECISION else "card" if node.kind == CHANCE else "over"
    shown: dict[str, Any] = {"moves": [], "sides": [], "cards": [], "card_moves": [], "words": ""}
    if kind == "decision":
        seen = report(solution, place)
        shown["moves"] = _moves(seen, spot, node, place, unit)
        shown["sides"] = [_side(seen.sides[player], spot, place, seen, player) for player in (0, 1)]
    elif kind == "card":
        rows = report_cards(solution, place)
        shown["cards"] = [_card(row, place, node) for row in rows]
        shown["card_moves"] = _card_moves(solution, spot, place, rows, unit)
    else:
        shown["words"] = _ending(spot, path)
    street = node.street
    return StudyNode(
        run=run,
        version=version,
        line=", ".join(place.line),
        kind=kind,  # type: ignore[arg-type]
        player=node.player if kind == "decision" else -1,
        street=STREETS[street - 1],
        board=[str(card) for card in place.cards],
        pot=_pot(spot, node),
        bets=list(node.bets),
        stacks=_stacks(spot, node),
        path=path,
        locked=(place.node, place.board) in solution.locks.at and solution.bound is None,
        **shown,
    )


def view_combos(solution: Solution, line: str, player: int, hand: str) -> list[StudyCombo]:
    """All holdings of a starting hand that a player may have at a decision, the likeliest first."""
    if hand not in HANDS:
        raise VillainError(f"{hand[:8]!r} is no starting hand; write one such as AKs, T9o or 88")
    seen = report(solution, line)
    side = seen.sides[player]
    there = np.flatnonzero((CLASS_OF_COMBO[side.holdings] == HANDS[hand]) & (side.weights > 0))
    top = side.weights.max() or 1.0
    acts = player == seen.player
    lock = solution.locks.at.get((seen.place.node, seen.place.board))
    held = None if lock is None or not acts else seen.place.shown(player, lock.share)
    combos = [
        StudyCombo(
            cards=[str(card) for card in COMBOS[int(side.holdings[one])].cards],
            weight=round(float(side.weights[one] / top), 4),
            value=_number(side.values[one]),
            equity=_number(side.equities[one]),
            chances=[round(float(chance), 4) for chance in seen.chances[:, one]] if acts else [],
            move_values=[_number(value) for value in seen.move_values[:, one]] if acts else [],
            locked=held is not None and bool(held[one] > 0),
        )
        for one in there
    ]
    return sorted(combos, key=lambda combo: -combo.weight)


def move_words(move: Move, pot: float, his: float, own: float, unit: float) -> str:
    """A move as players say it: the size in the unit that is shown, and as a share of the pot."""
    if move.kind != "raise":
        return move.kind.capitalize()
    said = "Bet" if move.opens else "Raise to"
    size = f"{said} {move.to / unit:.4g}"
    if move.all_in:
        return f"All-in {move.to / unit:.4g}"
    share = (move.to - his) / (pot + his - own)
    return f"{size} ({share:.0%})"


def shade(move: Move, pot: float, his: float, own: float) -> float:
    """How dark a move is shown: 0 to 1 by its share of the pot; all-in is the darkest."""
    if move.kind != "raise":
        return 0.0
    if move.all_in:
        return 1.0
    share = (move.to - his) / (pot + his - own)
    return round(float(np.clip(share / 1.6, 0.05, 0.9)), 3)


def move_line(place: TreePlace, move: Move) -> str:
    """The line to the place after a move."""
    return ", ".join((*place.line, str(move)))


def faced(spot: Spot, node: BettingNode) -> tuple[float, float, float]:
    """The pot with all bets, what the other has bet, and what who acts has."""
    return _pot(spot, node), node.bets[1 - node.player], node.bets[node.player]


def _walk(
    solution: Solution, spot: Spot, line: str, unit: float
) -> tuple[TreePlace, list[PathStep]]:
    """The place at the end of a line, and all that could be done on the way."""
    place, path = start(solution), []
    end = follow(solution, line)
    for part in end.line:
        node = solution.game.node(place.node)
        before = ", ".join(place.line)
        if node.kind == CHANCE:
            card = Card.parse(part.split()[-1])
            path.append(_card_step(node, before, str(card)))
            place = after_card(solution, place, card)
        else:
            taken = find_move(solution.game, place, part)
            path.append(_step(spot, node, place, taken, unit))
            place = after_move(solution, place, taken)
    node = solution.game.node(place.node)
    if node.kind == DECISION:
        path.append(_step(spot, node, place, -1, unit))
    elif node.kind == CHANCE:
        path.append(_card_step(node, ", ".join(place.line), ""))
    return place, path


def _card_step(node: BettingNode, before: str, card: str) -> PathStep:
    return PathStep(
        player=-1,
        street=STREETS[node.street],
        before=before,
        options=[],
        lines=[],
        kinds=[],
        shades=[],
        taken=-1,
        card=card,
    )


def _step(spot: Spot, node: BettingNode, place: TreePlace, taken: int, unit: float) -> PathStep:
    facing = faced(spot, node)
    return PathStep(
        player=node.player,
        street=STREETS[node.street - 1],
        before=", ".join(place.line),
        options=[move_words(move, *facing, unit) for move in node.moves],
        lines=[move_line(place, move) for move in node.moves],
        kinds=[move.kind for move in node.moves],
        shades=[shade(move, *facing) for move in node.moves],
        taken=taken,
        card="",
    )


def _moves(
    seen: DecisionReport, spot: Spot, node: BettingNode, place: TreePlace, unit: float
) -> list[StudyMove]:
    facing = faced(spot, node)
    return [
        StudyMove(
            name=str(move),
            words=move_words(move, *facing, unit),
            kind=move.kind,  # type: ignore[arg-type]
            shade=shade(move, *facing),
            line=move_line(place, move),
            frequency=_share(seen.frequency(number)),
            value=_number(seen.value_of(number)),
            equity=_number(seen.equity_of(number)),
        )
        for number, move in enumerate(seen.moves)
    ]


def _side(
    side: SideReport, spot: Spot, place: TreePlace, seen: DecisionReport, player: int
) -> StudySide:
    classes = CLASS_OF_COMBO[side.holdings]
    sums = np.bincount(classes, side.weights, minlength=169)
    left = np.bincount(CLASS_OF_COMBO, possible(place.cards), minlength=169)
    likely = sums / np.maximum(left, 1)
    top = likely.max() or 1.0
    chances = seen.chances if player == seen.player else np.zeros((0, len(classes)))
    top_weight = side.weights.max() or 1.0
    return StudySide(
        name=spot.names[player],
        weights=[
            None if not sums[one] else round(float(likely[one] / top), 4) for one in range(169)
        ],
        values=_by_class(side.values, side.weights, classes),
        equities=_by_class(side.equities, side.weights, classes),
        chances=[_by_class(row, side.weights, classes) for row in chances],
        value=_number(side.value),
        equity=_number(side.equity),
        combos=round(float(side.weights.sum() / top_weight), 1),
    )


def _by_class(numbers: FloatArray, weights: FloatArray, classes: npt.NDArray[np.intp]) -> By169:
    known = np.isfinite(numbers) & (weights > 0)
    total = np.bincount(classes[known], weights[known], minlength=169)
    sums = np.bincount(classes[known], weights[known] * numbers[known], minlength=169)
    return [
        round(float(sums[one] / total[one]), 4) if total[one] > 0 else None for one in range(169)
    ]


def _card(row: CardReport, place: TreePlace, node: BettingNode) -> StudyCard:
    return StudyCard(
        card=str(row.card),
        line=", ".join((*place.line, f"{STREETS[node.street]} {row.card}")),
        frequencies=[_share(frequency) for frequency in row.frequencies],
        values=[_number(value) for value in row.values],
        equities=[_number(equity) for equity in row.equities],
    )


def _card_moves(
    solution: Solution, spot: Spot, place: TreePlace, rows: Sequence[CardReport], unit: float
) -> list[StudyMove]:
    """The moves that follow the next card, with their mean frequencies over all cards."""
    node = solution.game.node(solution.game.node(place.node).children[0])
    if node.kind != DECISION or not rows:
        return []
    facing = faced(spot, node)
    means = np.mean([row.frequencies for row in rows], axis=0)
    return [
        StudyMove(
            name=str(move),
            words=move_words(move, *facing, unit),
            kind=move.kind,  # type: ignore[arg-type]
            shade=shade(move, *facing),
            line="",
            frequency=_share(float(means[number])),
            value=None,
            equity=None,
        )
        for number, move in enumerate(node.moves)
    ]


def _ending(spot: Spot, path: Sequence[PathStep]) -> str:
    last = path[-1]
    if last.player >= 0 and last.kinds[last.taken] == "fold":
        return f"{spot.names[1 - last.player].capitalize()} wins the pot."
    return "The cards are shown."


def _pot(spot: Spot, node: BettingNode) -> float:
    return round(_whole(spot) + sum(node.put), 6)


def _whole(spot: Spot) -> float:
    """The pot at the beginning, as far as bets can be called."""
    reach = min(bet + stack for bet, stack in zip(spot.bets, spot.stacks, strict=True))
    return spot.pot + sum(min(bet, reach) for bet in spot.bets)


def _stacks(spot: Spot, node: BettingNode) -> list[float]:
    return [round(stack - put, 6) for stack, put in zip(spot.stacks, node.put, strict=True)]


def _share(number: float) -> float:
    return round(float(np.clip(np.nan_to_num(number), 0.0, 1.0)), 5)


def _number(number: float) -> float | None:
    return round(float(number), 5) if np.isfinite(number) else None
