"""``villain income``: income rates of the starting hands."""

from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.options import JsonOption
from villain.cli.output import console, examples, new_table, print_json, shade
from villain.errors import VillainError

if TYPE_CHECKING:
    from villain.strength.income import IncomeRates

EXAMPLES = examples(
    "villain income --players 10",
    "villain income --players 2 --json",
    "villain income --compare",
    "villain income --iterated --players 6",
    "villain income --iterated --seed 3",
)


def command(
    players: Annotated[int, typer.Option("--players", "-n", help="At the table, 2 to 10.")] = 10,
    compare: Annotated[
        bool, typer.Option("--compare", help="Show them beside the rates printed in poki.")
    ] = False,
    iterated: Annotated[
        bool,
        typer.Option(
            "--iterated", help="Hands that lose money fold, except in the blinds; see the manual."
        ),
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="Iterate anew, with the paper's trials, from this seed.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show what starting hands earn if all see the showdown, in thousandths of a bet."""
    from villain.strength.income import income_rates

    if compare and iterated:
        raise VillainError(
            "--compare and --iterated do not go together; see villain reproduce poki"
        )
    if seed is not None and (seed < 0 or not iterated):
        raise VillainError("--seed goes with --iterated and should be 0 or more")
    if compare:
        _compare(as_json)
        return
    if iterated:
        _iterated(players, seed, as_json)
        return
    rates = income_rates(players)
    if as_json:
        order = rates.ranked()
        print_json(
            {
                "players": players,
                "deals": rates.deals,
                "seed": rates.seed,
                "rates": {str(hand): rates[hand] for hand in order},
                "standard_errors": {str(c): float(rates.standard_errors[c]) for c in order},
            }
        )
        return
    _show(rates)


def _iterated(players: int, seed: int | None, as_json: bool) -> None:
    from villain.strength.iterated_income import iterate_income, iterated_income

    rates = iterated_income(players) if seed is None else iterate_income(players, seed=seed)
    order = rates.ranked()
    if as_json:
        print_json(
            {
                "players": players,
                "deals": rates.deals,
                "seed": rates.seed,
                "callers": rates.callers,
                "profitable": [str(hand) for hand in rates.profitable()],
                "rates": {str(hand): rates[hand] for hand in order},
                "standard_errors": {str(c): float(rates.standard_errors[c]) for c in order},
            }
        )
        return
    _show(rates, "Iterated rates", "in all")
    names = ", ".join(map(str, rates.profitable()))
    console().print(
        f"{len(rates.profitable())} hands can be played with a profit; the blinds play everything, "
        f"{rates.callers:.1f} are in on average\n{names}"
    )


def _show(rates: "IncomeRates", what: str = "Income rates", each: str = "a class") -> None:
    from rich.text import Text

    from villain.cards.card import RANKS
    from villain.cards.combo import CLASSES

    place = {hand: rank for rank, hand in enumerate(rates.ranked())}
    grid = Text("  " + "".join(f"{rank:>6}" for rank in reversed(RANKS)) + "\n", style="")
    for hand in CLASSES:
        if hand.column == 0:
            grid.append(f"{RANKS[12 - hand.row]:<2}")
        grid.append(f"{rates[hand]:>+6.0f}", style=shade(1 - place[hand] / 169))
        if hand.column == 12:
            grid.append("\n")
    out = console()
    out.print(f"{what}, {rates.players} players, thousandths of a bet; suited hands on the right")
    out.print(grid, soft_wrap=True)
    ranked = rates.ranked()
    out.print(f"best {', '.join(map(str, ranked[:6]))} · worst {', '.join(map(str, ranked[-3:]))}")
    worst = float(rates.standard_errors.max())
    out.print(f"{rates.deals:,} deals {each}, seed {rates.seed}; standard errors up to {worst:.2f}")


def _compare(as_json: bool) -> None:
    from villain.papers.poki.income import compare_income

    rows = compare_income()
    if as_json:
        print_json(
            {
                "largest_difference": abs(rows[0].difference),
                "rows": [
                    {
                        "class": str(r.hand),
                        "theirs": r.theirs,
                        "ours": r.ours,
                        "se": r.standard_error,
                    }
                    for r in rows
                ],
            }
        )
        return
    table = new_table("hand", "theirs", "ours", "apart")
    for row in sorted(rows, key=lambda r: -r.theirs):
        table.add_row(
            str(row.hand), f"{row.theirs:+d}", f"{row.ours:+.0f}", f"{row.difference:+.0f}"
        )
    out = console()
    out.print("Ten players: poki's Table 1 (IR-10) beside ours, thousandths of a bet\n")
    out.print(table)
    out.print(
        f"\nlargest difference {abs(rows[0].difference):.1f} ({rows[0].hand}), {len(rows)} hands"
    )
