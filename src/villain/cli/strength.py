"""``villain strength``: how good a holding is."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from villain.cli.options import BoardOption, DeadOption, JsonOption
from villain.cli.output import console, examples, new_table, plain, print_json, progress

if TYPE_CHECKING:
    from villain.cards.combo import Combo
    from villain.strength.holding import Strength

EXAMPLES = examples(
    "villain strength AdQc --board 3h4cJh",
    "villain strength AdQc --board 3h4cJh --opponents 5",
    'villain strength AdQc --board 3h4cJh --range "QQ+, AK" --range "top 15%"',
    "villain strength AdQc --board 3h4cJh --json",
    "villain strength AdQc    (before the flop: equity and income rates)",
)

MOST = 9
"""More opponents cannot be at a table."""


def command(
    hand: Annotated[str, typer.Argument(help="Two cards, such as AdQc.")],
    board: BoardOption = "",
    hands: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            "-r",
            help="What an opponent may hold; once for each opponent. (default: random)",
        ),
    ] = None,
    opponents: Annotated[
        int | None,
        typer.Option("--opponents", "-n", help="How many opponents, all with the same range."),
    ] = None,
    dead: DeadOption = "",
    as_json: JsonOption = False,
) -> None:
    """Hand strength, potential and effective strength of a holding."""
    from villain.errors import VillainError
    from villain.strength.situation import read_board, read_hole

    ranges = hands or ["random"]
    if len(ranges) > 1 and opponents not in (None, len(ranges)):
        raise VillainError(
            f"{len(ranges)} ranges for {opponents} opponents; give one range for all, or one each"
        )
    hole = read_hole(hand)
    many = len(ranges) if opponents is None else opponents
    if not 1 <= many <= MOST:
        raise VillainError(f"{many} opponents; there can be 1 to {MOST}")
    everybody = ranges if len(ranges) > 1 else ranges * many
    if not read_board(board):
        _before_the_flop(hole, everybody, dead, as_json)
        return
    from villain.strength.holding import hand_strength, hand_strength_against_each

    if len(ranges) > 1:
        each = hand_strength_against_each(hole, board, ranges, dead=dead)
        _show_each(each, ranges, _equity(each[0], everybody, dead), as_json)
    else:
        one = hand_strength(hole, board, ranges[0], opponents=many, dead=dead)
        _show_one(one, ranges[0], _equity(one, everybody, dead), as_json)


def _equity(measured: "Strength", ranges: list[str], dead: str) -> "tuple[float, float]":
    """The share of the pot against all of them, with its standard error where it is sampled."""
    from villain.strength.equities import equity

    if len(ranges) == 1:
        return measured.seven_card_rank, 0.0
    with progress("computing") as report:
        result = equity([measured.hole, *ranges], measured.board, dead=dead, progress=report)
    return result.shares[0], result.standard_errors[0]


def _as_dict(measured: "Strength", hands: str, equity: "tuple[float, float]") -> dict[str, Any]:
    to_come = measured.cards_to_come
    return {
        "hand": str(measured.hole),
        "board": [str(card) for card in measured.board],
        "range": hands,
        "opponents": measured.opponents,
        "ahead": measured.ahead,
        "tied": measured.tied,
        "behind": measured.behind,
        "hs": measured.hs,
        "hs1": measured.hs1,
        "ppot1": measured.ppot(1),
        "npot1": measured.npot(1),
        "ppot2": measured.ppot(2),
        "npot2": measured.npot(2),
        "ehs": measured.ehs,
        "equity": equity[0],
        "standard_error": equity[1],
        "immediate_rank": measured.immediate_rank,
        "seven_card_rank": measured.seven_card_rank,
        "table": measured.table(to_come).tolist() if to_come else None,
    }


def _title(measured: "Strength") -> str:
    from villain.strength.hand_value import evaluate

    cards = (*measured.hole.cards, *measured.board)
    hole = " ".join(card.symbol for card in measured.hole.cards)
    board = " ".join(card.symbol for card in measured.board)
    return f"{hole}  on  {board}   {evaluate(cards).words}"


def _show_one(
    measured: "Strength", hands: str, equity: "tuple[float, float]", as_json: bool
) -> None:
    if as_json:
        print_json(_as_dict(measured, hands, equity))
        return
    out, several = console(), measured.opponents > 1
    out.print(f"[bold]{_title(measured)}[/]")
    many = f"{measured.opponents} opponents" if several else "one opponent"
    out.print(f"against {many} with {plain(hands)}\n")
    then = ("after one card", "after two")[: measured.cards_to_come]
    table = new_table("against one of them" if several else "", "now", *then)
    steps = range(1, measured.cards_to_come + 1)
    table.add_row("ahead", f"{measured.ahead:,.6g}", *_chances(measured, 0))
    table.add_row("tied", f"{measured.tied:,.6g}", *_chances(measured, 1))
    table.add_row("behind", f"{measured.behind:,.6g}", *_chances(measured, 2))
    table.add_section()
    table.add_row("hand strength (HS)", f"{measured.hs1:.3f}")
    if steps:
        table.add_row("Ppot: behind, then ahead", "", *(f"{measured.ppot(n):.3f}" for n in steps))
        table.add_row("Npot: ahead, then behind", "", *(f"{measured.npot(n):.3f}" for n in steps))
    rank = ("seven-card hand rank", f"{measured.seven_card_rank:.3f}")
    if several:
        table.add_row(*rank)
        table.add_row()
        table.add_row(f"against all {measured.opponents}")
        table.add_row(f"HS to the power of {measured.opponents}", f"{measured.hs:.3f}")
    table.add_row("effective strength (EHS)", f"[bold]{measured.ehs:.3f}[/]")
    table.add_row("equity at the showdown", f"{equity[0]:.3f}")
    if not several:
        table.add_row(*rank)
    out.print(table)
    if equity[1]:
        out.print(f"\nthe equity is sampled: {_margin(equity[1])} in 95 %")


def _margin(standard_error: float) -> str:
    return f"± {1.96 * standard_error:.4f}" if standard_error else ""


def _chances(measured: "Strength", column: int) -> list[str]:
    """The chances to be ahead, tied or behind after each further card."""
    shares = []
    for cards in range(1, measured.cards_to_come + 1):
        then = measured.table(cards).sum(axis=0)
        shares.append(f"{then[column] / then.sum():.1%}")
    return shares


def _show_each(
    each: "tuple[Strength, ...]",
    ranges: list[str],
    equity: "tuple[float, float]",
    as_json: bool,
) -> None:
    from math import prod

    together = prod(measured.hs for measured in each)
    if as_json:
        rows = [
            _as_dict(measured, hands, (measured.seven_card_rank, 0.0))
            for measured, hands in zip(each, ranges, strict=True)
        ]
        print_json({"hs": together, "equity": equity[0], "standard_error": equity[1], "each": rows})
        return
    out = console()
    out.print(f"[bold]{_title(each[0])}[/]\n")
    table = new_table("opponent", "HS", "Ppot", "Npot", "EHS", "equity")
    for measured, hands in zip(each, ranges, strict=True):
        far = measured.cards_to_come
        potential = (
            [f"{measured.ppot(far):.3f}", f"{measured.npot(far):.3f}"] if far else ["–", "–"]
        )
        table.add_row(
            plain(hands),
            f"{measured.hs:.3f}",
            *potential,
            f"{measured.ehs:.3f}",
            f"{measured.seven_card_rank:.3f}",
        )
    out.print(table)
    out.print(f"\nahead of all of them now, as if their hands were independent: {together:.3f}")
    out.print(f"equity against all of them: {equity[0]:.3f} {_margin(equity[1])}".rstrip())


def _before_the_flop(hole: "Combo", ranges: list[str], dead: str, as_json: bool) -> None:
    from villain.strength.equities import equity
    from villain.strength.income import FEWEST, MOST, income_rates
    from villain.strength.situation import check_apart, possible_range, read_cards

    gone = read_cards(dead, "dead cards")
    check_apart(hand=hole.cards, **{"dead cards": gone})
    for hands in ranges:
        possible_range(hands, (*hole.cards, *gone))
    result = equity([hole, *ranges], dead=dead)
    hand = hole.starting_class
    rates = {n: income_rates(n)[hand] for n in range(FEWEST, MOST + 1)}
    if as_json:
        print_json(
            {
                "hand": str(hole),
                "class": str(hand),
                "ranges": ranges,
                "equity": result.shares[0],
                "standard_error": result.standard_errors[0],
                "income": {str(n): rate for n, rate in rates.items()},
            }
        )
        return
    out = console()
    out.print(
        f"[bold]{' '.join(card.symbol for card in hole.cards)}[/]  ({hand}) before the flop\n"
    )
    error = "" if result.exact else f" ± {1.96 * result.standard_errors[0]:.4f}"
    against = ranges[0] if len(set(ranges)) == 1 else " and ".join(ranges)
    times = f"{len(ranges)} × " if len(ranges) > 1 and len(set(ranges)) == 1 else ""
    out.print(f"equity against {times}{plain(against)}: [bold]{result.shares[0]:.4f}[/]{error}")
    out.print("\nincome rate in thousandths of a bet, by number of players:")
    out.print("".join(f"{n:>7}" for n in rates))
    out.print("".join(f"{rate:>+7.0f}" for rate in rates.values()))
    out.print("\nAdd --board for hand strength and potential.")
