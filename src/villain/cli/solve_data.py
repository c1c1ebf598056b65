"""What ``villain solve`` says, for scripts: JSON, and a table of holdings as CSV."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from villain.cards.combo import Combo
from villain.cli.csv_cells import SafeRows
from villain.cli.solve_spot import hero_of
from villain.solver.saving import spot_as_dict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from villain.cli.solve_answer import Measured
    from villain.solver.betting import Move
    from villain.solver.dial import DialPoint
    from villain.solver.places import TreePlace
    from villain.solver.reports import CardReport, DecisionReport, SideReport
    from villain.solver.solution import Headway
    from villain.solver.spot import Spot


def spot_data(spot: "Spot") -> dict[str, Any]:
    """A spot with its ranges; pairs are by player: out of position, in position."""
    return spot_as_dict(spot) | {
        "ranges": [str(spot.range_of(player)) for player in (0, 1)],
        "hero": hero_of(spot),
    }


def standing_data(standing: "Headway", wanted: float | None) -> dict[str, Any]:
    """How far a solution has come; the distance is a share of the pot."""
    reached = None if wanted is None else standing.distance <= wanted
    return {**standing._asdict(), "reached": reached}


def decision_data(spot: "Spot", report: "DecisionReport") -> dict[str, Any]:
    """A decision with all holdings of both players."""
    hero = hero_of(spot)
    return {
        "line": list(report.place.line),
        "board": [str(card) for card in report.place.cards],
        "pot": report.pot,
        "to_act": _who(report.player, hero),
        "actions": [
            {
                "action": str(move),
                "size": move.size,
                "to": move.to,
                "all_in": move.all_in,
                "frequency": report.frequency(number),
                "value": report.value_of(number),
                "equity": report.equity_of(number),
            }
            for number, move in enumerate(report.moves)
        ],
        "players": {
            _who(player, hero): {
                "value": side.value,
                "equity": side.equity,
                "holdings": _holdings(report, side, acts=player == report.player),
            }
            for player, side in enumerate(report.sides)
        },
    }


def _holdings(report: "DecisionReport", side: "SideReport", *, acts: bool) -> list[dict[str, Any]]:
    rows = []
    for place in np.flatnonzero(side.weights > 0):
        row: dict[str, Any] = {
            "combo": str(Combo(int(side.holdings[place]))),
            "weight": float(side.weights[place]),
            "equity": float(side.equities[place]),
            "value": float(side.values[place]),
        }
        if acts:
            row["chances"] = [float(chance) for chance in report.chances[:, place]]
            row["values"] = [float(value) for value in report.move_values[:, place]]
        rows.append(row)
    return rows


def cards_data(
    spot: "Spot", place: "TreePlace", moves: "Sequence[Move]", cards: "list[CardReport]"
) -> dict[str, Any]:
    """Every card that may come."""
    hero = hero_of(spot)
    return {
        "line": list(place.line),
        "board": [str(card) for card in place.cards],
        "to_act": _who(cards[0].player, hero) if moves else None,
        "actions": [str(move) for move in moves],
        "cards": [
            {
                "card": str(row.card),
                "frequencies": list(row.frequencies),
                "value": {_who(player, hero): row.values[player] for player in (0, 1)},
                "equity": {_who(player, hero): row.equities[player] for player in (0, 1)},
            }
            for row in cards
        ],
    }


def answer_data(spot: "Spot", measured: "Measured") -> dict[str, Any]:
    """What the hero wins, in chips: at equilibrium, with it from the other, with this answer."""
    half, (words, safe, point) = spot.whole_pot / 2, measured
    return {
        "answers": words,
        "equilibrium": safe.value + half,
        "equilibrium_against_him": safe.wins + half,
        "answer_against_him": point.wins + half,
        "gain": point.gain,
        "risk": point.risk,
        "dial": point.share,
    }


def curve_data(spot: "Spot", points: "list[DialPoint]") -> dict[str, Any]:
    """The curve from equilibrium to the best answer, in chips."""
    half = spot.whole_pot / 2
    return {"curve": [{**point._asdict(), "wins": point.wins + half} for point in points]}


def write_holdings(report: "DecisionReport", path: Path) -> None:
    """A row for each holding of who acts."""
    words = [str(move) for move in report.moves]
    own = report.own
    head = ["combo", "weight", "equity", "value"]
    head += [f"{what} of {word}" for word in words for what in ("chance", "value")]
    with path.open("w", newline="", encoding="utf-8") as file:
        table = SafeRows(file)
        table.write(head)
        for place in np.flatnonzero(own.weights > 0):
            numbers = [own.weights[place], own.equities[place], own.values[place]]
            for number in range(len(words)):
                numbers += [report.chances[number, place], report.move_values[number, place]]
            table.write([str(Combo(int(own.holdings[place]))), *map(float, numbers)])


def write_cards(
    spot: "Spot", moves: "Sequence[Move]", cards: "list[CardReport]", path: Path
) -> None:
    """A row for each card that may come."""
    names = [_who(player, hero_of(spot)) for player in (0, 1)]
    with path.open("w", newline="", encoding="utf-8") as file:
        table = SafeRows(file)
        table.write(
            [
                "card",
                *map(str, moves),
                *(f"{what} of {name}" for what in ("value", "equity") for name in names),
            ]
        )
        for row in cards:
            table.write([str(row.card), *row.frequencies, *row.values, *row.equities])


def write_curve(spot: "Spot", points: "list[DialPoint]", path: Path) -> None:
    """A row for each answer, in chips."""
    rows = curve_data(spot, points)["curve"]
    with path.open("w", newline="", encoding="utf-8") as file:
        table = SafeRows(file)
        table.write(["share", "wins", "gain", "risk", "distance"])
        for row in rows:
            table.write(row.values())


def _who(player: int, hero: int) -> str:
    return "hero" if player == hero else "villain"
