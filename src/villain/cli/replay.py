"""``villain replay``: a hand, step by step."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from villain.cli.import_hands import StoreOption
from villain.cli.output import JsonOption, console, examples, plain, print_json

if TYPE_CHECKING:
    from villain.histories.hand_history import HandHistory
    from villain.histories.steps import Step

EXAMPLES = examples(
    "villain replay 3fa4c1",
    "villain replay hands.phhs#12 --step",
    "villain replay export.txt --json",
)


def command(
    hand: Annotated[
        str, typer.Argument(help="First letters of a hand of the store, or a file: hands.phhs#12.")
    ],
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each action.")] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a hand with pots and odds and, where cards are known, equities."""
    from villain.histories.steps import steps
    from villain.histories.store.finding import find_hand

    history, played = find_hand(hand, store)
    told = list(steps(history, played))
    if as_json:
        print_json({"steps": [_as_dict(one) for one in told]})
        return
    out = console()
    for line, pause in _lines(told, _header(history)):
        out.print(line, soft_wrap=True)
        if step and pause and sys.stdin.isatty():
            input()


def _header(history: "HandHistory") -> Iterator[str]:
    from villain.game.rules import UNLIMITED
    from villain.histories.counting.counts import positions
    from villain.histories.money import to_amount

    rules, origin = history.rules, history.origin
    decimals = origin.decimals
    blinds = "/".join(
        to_amount(chips, decimals, short=True) for chips in sorted(rules.blinds) if chips
    )
    where = " ".join(filter(None, (origin.site, f"#{origin.number}" if origin.number else "")))
    when = f", {origin.time} {origin.zone}".rstrip() if origin.time else ""
    yield f"[bold]{plain(where or 'a hand')}[/]: {rules.name} {blinds} {origin.currency}{when}"
    for seat, (name, place) in enumerate(zip(history.names, positions(rules), strict=True)):
        cards = " ".join(card.symbol for card in history.holes[seat]) or "?? ??"
        chips = rules.stacks[seat]
        stack = "no limit" if chips == UNLIMITED else to_amount(chips, decimals, short=True)
        yield f"  {place:<6}{cards:<7}{stack:>10}  {plain(name)}"


def _lines(told: "list[Step]", header: Iterator[str]) -> Iterator[tuple[str, bool]]:
    for line in header:
        yield line, False
    for one in told:
        if one.board is not None:
            board = " ".join(card.symbol for card in one.board)
            yield f"\n[bold]{one.street}[/]  {board}  pot {one.pot}", False
            if one.equities:
                shares = "  ".join(
                    f"{plain(name)} {100 * share:.1f} %" for name, share in one.equities.items()
                )
                yield f"[dim]equity: {shares}[/]", False
        if one.words:
            odds = f"  [dim]odds {100 * one.odds:.0f} %[/]" if one.odds else ""
            yield f"  {plain(one.words)}{odds}  [dim]pot {one.pot}[/]", True


def _as_dict(one: "Step") -> dict[str, Any]:
    return {
        "street": one.street,
        "board": None if one.board is None else [str(card) for card in one.board],
        "words": one.words,
        "pot": one.pot,
        "odds": one.odds,
        "equities": one.equities,
    }
