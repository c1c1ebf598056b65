"""``villain aivat``: what a player won in hands that were written down, less luck."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from villain.cli.opened_store import open_store
from villain.cli.options import FilesArgument, JsonOption, SeedOption, StoreOption
from villain.cli.output import (
    console,
    examples,
    interval,
    many,
    new_table,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from villain.evaluation.aivat.stored import AdjustedHands
    from villain.hands.hand_history import HandHistory
    from villain.kernels.arrays import FloatArray

EXAMPLES = examples(
    "villain aivat deepstack-heads-up.log.xz --player DeepStack",
    "villain match person expert --hands 500 --seed 7 --save hands.phhs",
    "villain aivat hands.phhs --player person --agent person --seed 7 --json",
)


def command(
    files: FilesArgument = None,
    player: Annotated[str, typer.Option(help="The player, as the hands call him.")] = "",
    agent: Annotated[
        str,
        typer.Option(help="He is this agent: luck with what it chose is taken out as well."),
    ] = "",
    hands: Annotated[
        int | None, typer.Option("--hands", min=1, help="Only this many hands, from the first on.")
    ] = None,
    seed: SeedOption = 0,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what a player won heads-up less luck, from hands in which both players' cards are known.

    Luck is what the cards did, and, if he is an agent that tells its chances, what it drew.
    """
    from villain.agents import make_agent
    from villain.errors import VillainError
    from villain.evaluation.aivat.stored import adjust_hands

    if not player:
        raise VillainError("--player NAME says whose winnings these are")
    known = make_agent(agent, seed) if agent else None
    refused: list[str] = []
    source = list(_hands(files, store, hands, refused))
    with progress("less luck", len(source), "hands") as report:
        result = adjust_hands(source, player, known, lambda at: report(at / len(source)))
    if refused:
        words = f"{many(len(refused), 'hand')} could not be read, the first in {refused[0]}"
        console(to_errors=True).print(words, markup=False, soft_wrap=True)
    value_function = _value_function(source, result)
    if as_json:
        print_json(_as_dict(result, value_function))
    else:
        _show(result, value_function)


def _hands(
    files: list[Path] | None, store: Path | None, most: int | None, refused: list[str]
) -> "Iterator[HandHistory]":
    from itertools import islice

    from villain.errors import VillainError
    from villain.evaluation.known_hands import hands_of
    from villain.hands.store.finding import histories

    if bool(files) == (store is not None):
        raise VillainError("give files of hands, or --store with a folder; one of the two")
    if files:
        return hands_of(files, most, refused.append)
    return islice((history for history, _ in histories(open_store(store))), most)


def _value_function(source: "list[HandHistory]", result: "AdjustedHands") -> str:
    from villain.evaluation.aivat.value import value_function_for

    names = {value_function_for(source[place].rules).name: None for place in result.places}
    return ", ".join(names)


def _as_dict(result: "AdjustedHands", value_function: str) -> dict[str, object]:
    from villain.arena.statistics import rate

    def numbers(values: "FloatArray") -> dict[str, object]:
        mean = rate(values)
        return {
            "bb_per_hand": mean.mean,
            "standard_error": mean.standard_error,
            "ci95": [mean.low, mean.high],
            "deviation": float(values.std(ddof=1)) if len(values) > 1 else None,
        }

    return {
        "player": result.player,
        "hands": len(result.places),
        "chips": numbers(result.chips),
        "aivat": numbers(result.less_luck) | {"value_function": value_function},
        "reduction": result.reduction,
        "left_out": result.left_out,
        "untrue": result.untrue,
    }


def _show(result: "AdjustedHands", value_function: str) -> None:
    from villain.arena.statistics import rate

    table = new_table("", "bb a hand", "95 % interval", "deviation of a hand")
    for name, values in (("chips", result.chips), ("less luck", result.less_luck)):
        mean, spread = rate(values), values.std(ddof=1) if len(values) > 1 else float("nan")
        table.add_row(name, f"[bold]{mean.mean:+.3f}[/]", interval(mean), f"{spread:.2f}")
    out = console()
    out.print(table)
    words = f"\n{many(len(result.places), 'hand')} of {result.player}, less luck by AIVAT"
    out.print(f"{words}, value function {value_function!r}", markup=False, soft_wrap=True)
    for why, count in result.left_out.items():
        if count:
            out.print(f"left out: {many(count, 'hand')} ({why})", markup=False)
    if result.left_out["cards not known"]:
        out.print(
            "Where cards are known because they were shown, showdowns chose the hands: the means "
            "are of these hands, and not of his play.",
            soft_wrap=True,
        )
    if result.untrue:
        out.print(
            f"[bold]In {many(result.untrue, 'decision')} he did what the agent never does:[/] "
            "he is somebody else, or it has another seed or memory, and the mean may be wrong.",
            soft_wrap=True,
        )
