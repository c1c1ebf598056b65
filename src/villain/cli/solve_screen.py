"""What ``villain solve`` prints: a decision as grid and table, next cards, what answers win."""

from math import isnan
from typing import TYPE_CHECKING

from villain.cards.combo import CLASSES
from villain.cli.output import console, many, new_table
from villain.cli.solve_moves import ShownMove, grid_of_report, move_words, show_moves, split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from villain.cli.solve_answer import Measured
    from villain.solver.betting import Move
    from villain.solver.dial import DialPoint
    from villain.solver.places import TreePlace
    from villain.solver.reports import CardReport, DecisionReport
    from villain.solver.solution import Headway
    from villain.solver.solvable import TreePlan
    from villain.solver.spot import Spot

CELL = 5
"""The letters of a cell; so finely its colours are divided."""

TENTHS = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def plan_words(plan: "TreePlan", gigabytes: float) -> str:
    """How large a solution will be, in a line."""
    from villain.solver.sizes import STREETS

    streets = STREETS[-len(plan.boards) :]
    boards = ", ".join(
        many(count, street) for count, street in zip(plan.boards, streets, strict=True)
    )
    return f"{many(plan.decisions, 'decision')} on {boards}: {size_words(gigabytes)} of memory"


def size_words(gigabytes: float) -> str:
    """A size in gigabytes, or in megabytes where it is small.

    >>> size_words(1.25), size_words(0.0123), size_words(1e-6)
    ('1.2 GB', '13 MB', 'less than 1 MB')
    """
    if gigabytes >= 1:
        return f"{gigabytes:,.1f} GB"
    return f"{1024 * gigabytes:.0f} MB" if gigabytes >= 1 / 1024 else "less than 1 MB"


def standing_words(standing: "Headway", of: str = "equilibrium") -> str:
    """How far a solution is from what it should be, in a line.

    >>> from villain.solver.solution import Headway
    >>> standing_words(Headway(120, 0.00412, 3.2))
    '0.41 % of the pot from equilibrium after 120 iterations, 3.2 s'
    """
    return (
        f"{distance_words(standing.distance)} of the pot from {of} after "
        f"{many(standing.iterations, 'iteration')}, {seconds_words(standing.seconds)}"
    )


def distance_words(distance: float) -> str:
    """A share of the pot in percent, with two digits that say something.

    >>> distance_words(0.00412), distance_words(0.0000123), distance_words(-1e-9)
    ('0.41 %', '0.0012 %', 'under 0.001 %')
    """
    percent = 100 * distance
    if percent < 0.001:
        return "under 0.001 %"
    return f"{percent:.2f} %" if percent >= 0.1 else f"{percent:.2g} %"


def seconds_words(seconds: float) -> str:
    """A time as people say it.

    >>> seconds_words(3.21), seconds_words(75), seconds_words(7384)
    ('3.2 s', '1 min 15 s', '2 h 3 min')
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = int(seconds) // 60
    if minutes < 60:
        return f"{minutes} min {int(seconds) % 60} s"
    return f"{minutes // 60} h {minutes % 60} min"


def title_of(place: "TreePlace", pot: float) -> str:
    """The board, the pot and the way there, in a line."""
    board = " ".join(card.symbol for card in place.cards)
    line = f", after {', '.join(place.line)}" if place.line else ""
    return f"{board}   pot {pot:g}{line}"


def show_decision(spot: "Spot", report: "DecisionReport") -> None:
    """Print the grid of who acts, and a table of his moves."""
    out = console()
    who, other = spot.names[report.player], spot.names[1 - report.player]
    where = "out of position" if report.player == 0 else "in position"
    out.print(f"[bold]{title_of(report.place, report.pot)}[/]", soft_wrap=True)
    out.print(f"{who} acts ({where})\n", soft_wrap=True)
    moves = show_moves(report.moves)
    if report.own.weights.sum() > 0:
        out.print(_grid(report, moves), soft_wrap=True)
        out.print()
        out.print(_legend(moves), soft_wrap=True)
    else:
        out.print(f"{who} never gets here")
    out.print()
    out.print(_moves_table(report, moves))
    their = report.sides[1 - report.player]
    out.print(
        f"\n{other}: value {_chips(their.value)}, equity {_percent(their.equity)}", soft_wrap=True
    )


def _grid(report: "DecisionReport", moves: list[ShownMove]) -> "Text":
    """The 169 classes: the sign of the commonest move and its tenths, on the colours of all."""
    from rich.text import Text

    chances, presence = grid_of_report(report)
    grid = Text()
    for hand in CLASSES:
        if presence[hand] <= 0:
            grid.append(f"{'·':^{CELL}}", style="dim")
        else:
            by_move = chances[:, hand]
            best = int(by_move.argmax())
            tenths = "" if by_move[best] > 0.995 else TENTHS[int(by_move[best] * 10)]
            letters = f"{hand!s:<3}{moves[best].sign}{tenths}".ljust(CELL)
            for letter, move in zip(letters, split(by_move, CELL), strict=True):
                grid.append(letter, style=f"{moves[move].ink} on {moves[move].colour}")
        if hand.column < 12:
            grid.append(" ")
        elif hand.row < 12:
            grid.append("\n")
    return grid


def _legend(moves: list[ShownMove]) -> "Text":
    from rich.text import Text

    legend = Text()
    for move in moves:
        legend.append(f" {move.sign} ", style=f"{move.ink} on {move.colour}")
        legend.append(f" {move.words}   ")
    legend.append(
        "\nEach hand with its commonest action; a small figure is how many tenths it has."
    )
    return legend


def _moves_table(report: "DecisionReport", moves: list[ShownMove]) -> object:
    table = new_table("action", "frequency", "value", "equity", no_wrap=True)
    for number, move in enumerate(moves):
        table.add_row(
            move.words,
            _percent(report.frequency(number)),
            _chips(report.value_of(number)),
            _percent(report.equity_of(number)),
        )
    own = report.own
    table.add_row("all", "", f"[bold]{_chips(own.value)}[/]", _percent(own.equity))
    return table


def show_cards(
    spot: "Spot", place: "TreePlace", pot: float, moves: "Sequence[Move]", cards: "list[CardReport]"
) -> None:
    """Print what happens after every card that may come."""
    out = console()
    out.print(f"[bold]{title_of(place, pot)}[/]", soft_wrap=True)
    if moves:
        out.print(f"{spot.names[cards[0].player]} acts after the card\n")
    else:
        out.print("nobody bets any more\n")
    heads = [move_words(move) for move in moves]
    names = [name.removeprefix("the ") for name in spot.names]
    values = [f"{name}'s {what}" for what in ("value", "equity") for name in names]
    table = new_table("card", *heads, *values)
    for row in sorted(cards, key=lambda row: (-(row.card // 4), -row.card)):
        table.add_row(
            row.card.symbol,
            *(_percent(frequency) for frequency in row.frequencies),
            *(_chips(value) for value in row.values),
            *(_percent(equity) for equity in row.equities),
        )
    out.print(table)


def show_answer(spot: "Spot", hero: int, measured: "Measured") -> None:
    """Print what an answer wins beside equilibrium, and what it risks."""
    out, half = console(), spot.whole_pot / 2
    words, safe, point = measured
    out.print(f"\n{words}", soft_wrap=True, markup=False)
    table = new_table(f"{spot.names[hero]} wins", "chips", "of the pot", no_wrap=True)

    def row(what: str, chips: float, *, signed: bool = False) -> None:
        sign, chips = "+" if signed else "", round(chips, 3) + 0.0
        table.add_row(what, f"{chips:{sign}.3f}", f"{100 * chips / spot.whole_pot:{sign}.1f} %")

    row("at equilibrium", safe.value + half)
    if isnan(point.risk):  # the hero himself is held, and answers nobody
        row("with the locks", point.wins + half)
        row("difference", point.gain, signed=True)
    else:
        row("equilibrium's strategy against him", safe.wins + half)
        row("this answer against him", point.wins + half)
        row("gain", point.gain, signed=True)
        row("risk: its worst opponent wins more", point.risk, signed=True)
    out.print(table)


def show_standing(standing: "Headway", wanted: float | None, locks: int = 0) -> None:
    """Print how far the solution is from equilibrium, and whether that was wanted nearer."""
    short = wanted is not None and standing.distance > wanted
    aim = f" ({distance_words(wanted)} was wanted)" if short and wanted is not None else ""
    of = f"the best with {many(locks, 'decision')} held" if locks else "equilibrium"
    console().print(f"\n{standing_words(standing, of)}{aim}", soft_wrap=True)


def show_curve(spot: "Spot", hero: int, points: "list[DialPoint]") -> None:
    """Print what answers win and risk, from equilibrium to the best answer."""
    out, half = console(), spot.whole_pot / 2
    board = " ".join(card.symbol for card in spot.board)
    out.print(f"[bold]{board}   pot {spot.whole_pot:g}[/]", soft_wrap=True)
    out.print("in chips: what answers win from him, beyond equilibrium (gain), and risk\n")
    table = new_table("dial", f"{spot.names[hero]} wins", "gain", "risk", "off by", no_wrap=True)
    for point in points:
        table.add_row(
            f"{point.share:g}",
            f"{point.wins + half:.3f}",
            f"{round(point.gain, 3) + 0.0:+.3f}",
            f"{point.risk:.3f}",
            distance_words(point.distance),
        )
    out.print(table)


def _chips(value: float) -> str:
    return "–" if isnan(value) else f"{round(value, 2) + 0.0:.2f}"  # no minus before nothing


def _percent(share: float) -> str:
    return "–" if isnan(share) else f"{100 * share:.1f} %"
