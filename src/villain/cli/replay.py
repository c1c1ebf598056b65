"""``villain replay``: a hand, step by step."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from villain.cli.opened_store import open_store
from villain.cli.options import JsonOption, StoreOption
from villain.cli.output import clean, console, examples, plain, print_json

if TYPE_CHECKING:
    from villain.hands.hand_history import HandHistory
    from villain.hands.steps import HandStep

EXAMPLES = examples(
    "villain replay 3fa4c1",
    "villain replay hands.phhs#12 --step",
    "villain replay export.txt --json",
)
WIDEST = 44


def command(
    hand: Annotated[
        str,
        typer.Argument(help="The first letters of a hand in the store, or a file: hands.phhs#12."),
    ],
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each action.")] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a hand with pots and odds and, where cards are known, equities."""
    from villain.hands.steps import steps
    from villain.hands.store.finding import find_hand

    history, played = find_hand(hand, lambda: open_store(store))
    played_steps = list(steps(history, played))
    if as_json:
        print_json(_origin(history) | {"steps": [_as_dict(one) for one in played_steps]})
        return
    out = console()
    for line in _header(history):
        out.print(line, soft_wrap=True)
    for line, pause in _lines(played_steps):
        out.print(line, soft_wrap=True)
        if step and pause and sys.stdin.isatty():
            input()


def _origin(history: "HandHistory") -> dict[str, Any]:
    from villain.hands.counting.counts import positions

    rules, origin = history.rules, history.origin
    return {
        "site": origin.site,
        "number": origin.number,
        "played": str(origin.time) if origin.time else None,
        "betting": rules.betting.value,
        "currency": origin.currency,
        "decimals": origin.decimals,
        "players": [
            {
                "name": name,
                "position": place,
                "stack": rules.stacks[seat],
                "cards": [str(card) for card in history.holes[seat]],
            }
            for seat, (name, place) in enumerate(zip(history.names, positions(rules), strict=True))
        ],
    }


def _header(history: "HandHistory") -> Iterator[str]:
    from villain.game.rules import UNLIMITED
    from villain.hands.counting.counts import positions
    from villain.hands.money import to_amount

    rules, origin = history.rules, history.origin

    def amount(chips: int) -> str:
        return to_amount(chips, origin.decimals, short=True)

    betting = {"nolimit": "no-limit", "potlimit": "pot-limit"}.get(rules.betting.value, "limit")
    blinds = "/".join(amount(chips) for chips in sorted(rules.blinds) if chips)
    ante = f", ante {amount(rules.ante)}" if rules.ante else ""
    where = " ".join(filter(None, (origin.site, f"#{origin.number}" if origin.number else "")))
    when = f", {origin.time} {origin.zone}".rstrip() if origin.time else ""
    game = f"{betting} {blinds} {origin.currency}".rstrip() + ante
    yield f"[bold]{plain(where or 'a hand')}[/]: {plain(game + when)}"
    stacks = ["any" if chips == UNLIMITED else amount(chips) for chips in rules.stacks]
    width = max(map(len, stacks))
    for seat, (name, place) in enumerate(zip(history.names, positions(rules), strict=True)):
        cards = " ".join(card.symbol for card in history.holes[seat]) or "?? ??"
        yield f"  {place:<6} {cards}  {stacks[seat]:>{width}}  {plain(name)}"
    yield ""


def _lines(played_steps: "list[HandStep]") -> Iterator[tuple[str, bool]]:
    from rich.cells import cell_len

    words = [clean(one.words) for one in played_steps]
    width = min(max(map(cell_len, words)), WIDEST)
    chips = max(len(one.pot) for one in played_steps)
    before = None
    for one, done in zip(played_steps, words, strict=True):
        if one.board is not None:
            board = " ".join(card.symbol for card in one.board)
            pots = f"pots {' + '.join(one.pots)}" if one.pots else f"pot {one.pot}"
            yield f"\n[bold]{'  '.join(filter(None, (one.street, board)))}[/]  {pots}", False
        if done:
            space = " " * (width - cell_len(done))
            # The pot is told where it changes, and the price to whoever has to pay it.
            pot = f"[dim]pot {one.pot:>{chips}}[/]" if one.pot != before or one.odds else ""
            odds = f"[dim]  needed {100 * one.odds:.0f} % to call[/]" if one.odds else ""
            yield f"  {plain(done)}{space}  {pot}{odds}".rstrip(), True
        before = one.pot
        if one.equities:
            shares = ", ".join(
                f"{plain(name)} {100 * share:.1f} %" for name, share in one.equities.items()
            )
            yield f"  [dim]equity:[/] {shares}", False


def _as_dict(one: "HandStep") -> dict[str, Any]:
    return {
        "street": one.street,
        "board": None if one.board is None else [str(card) for card in one.board],
        "words": one.words,
        "pot": one.pot,
        "pots": list(one.pots),
        "odds": one.odds,
        "equities": one.equities,
    }
