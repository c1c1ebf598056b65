"""``villain solve``: a heads-up pot at equilibrium, with locks, or against somebody."""

import os
from pathlib import Path
from typing import Annotated

import typer

from villain.cli.options import JsonOption
from villain.cli.output import check_picture, check_writable, console, examples
from villain.processes import stop_status

_SPOT = '--board Ks7d2c4h9s --pot 10 --stacks 20 --hero "QQ+, AK, 76s" --villain "99+, AQ+"'
EXAMPLES = examples(
    f"villain solve {_SPOT}",
    f'villain solve {_SPOT} --sizes "50%, 100%, a" --position in --plot grid.png',
    'villain solve -b Ks7d2c --pot 20 --stacks 60 --hero "22+, A2s+, KTs+, QTs+, JTs, T9s, ATo+" '
    '--villain "22-QQ, A2s-AQs, KTs+, QJs, JTs, AJo" --sizes "50% / a" --save king.solution',
    'villain solve --load king.solution --line "check, bet 50%, call, turn 5h"',
    'villain solve --load king.solution --line "check, check" --cards',
    f'villain solve {_SPOT} --lock "check, bet 75%: fold 60%; call 40%"',
    f"villain solve {_SPOT} --against crowd --of Bob --store ~/poker --dial 0.3",
    f"villain solve {_SPOT} --against crowd --curve --plot curve.png",
)
_THE_SPOT, _WALK, _STOP = "The spot", "What is shown", "When to stop"
_ANSWER, _ROOM = "Answering somebody", "Memory and files"


def command(
    board: Annotated[
        str | None,
        typer.Option(
            "--board", "-b", help="Three to five cards: Ks7d2c.", rich_help_panel=_THE_SPOT
        ),
    ] = None,
    pot: Annotated[
        float | None,
        typer.Option(help="Chips in the middle, without bets.", rich_help_panel=_THE_SPOT),
    ] = None,
    stacks: Annotated[
        str | None,
        typer.Option(
            help="Chips behind: 97, or the hero's and the villain's: 97/120.",
            rich_help_panel=_THE_SPOT,
        ),
    ] = None,
    hero: Annotated[
        str | None, typer.Option(help='The hero\'s range: "QQ+, AKs".', rich_help_panel=_THE_SPOT)
    ] = None,
    villain: Annotated[
        str | None, typer.Option(help="The villain's range.", rich_help_panel=_THE_SPOT)
    ] = None,
    sizes: Annotated[
        str | None,
        typer.Option(
            help="Bets and raises: shares of the pot, multiples of a bet, all-in; raises after "
            'a /, streets by name: "33%, 75% / 3x, a; river 50%, a". (default: 33%, 75%, a)',
            rich_help_panel=_THE_SPOT,
        ),
    ] = None,
    villain_sizes: Annotated[
        str | None, typer.Option(help="The villain's, if they differ.", rich_help_panel=_THE_SPOT)
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            help="Where the hero is: out (he acts first) or in. (default: out)",
            rich_help_panel=_THE_SPOT,
        ),
    ] = None,
    to_act: Annotated[
        str | None,
        typer.Option(
            help="Whose turn it is: hero or villain. (default: who has bet less, or acts first)",
            rich_help_panel=_THE_SPOT,
        ),
    ] = None,
    bets: Annotated[
        str | None,
        typer.Option(
            help="Bets on this street, the hero's and the villain's: 0/3.",
            rich_help_panel=_THE_SPOT,
        ),
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(
            help="Limit: the bets on flop, turn and river: 2,4,4.", rich_help_panel=_THE_SPOT
        ),
    ] = None,
    cap: Annotated[
        int | None,
        typer.Option(
            help="Limit: the most bets on a street. (default: 4)", rich_help_panel=_THE_SPOT
        ),
    ] = None,
    rake: Annotated[
        str | None,
        typer.Option(help="What the house takes of the pot: 5%.", rich_help_panel=_THE_SPOT),
    ] = None,
    rake_cap: Annotated[
        float | None, typer.Option(help="The most it takes, in chips.", rich_help_panel=_THE_SPOT)
    ] = None,
    all_in_from: Annotated[
        str | None,
        typer.Option(
            help="A bet of so much of the stack is made all-in. (default: 80%)",
            rich_help_panel=_THE_SPOT,
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            help="The distance from equilibrium, in percent of the pot. (default: 0.5%)",
            rich_help_panel=_STOP,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0, help="Stop after so long at the latest.", rich_help_panel=_STOP),
    ] = None,
    line: Annotated[
        str,
        typer.Option(
            help='The way to the decision: "check, bet 33%, call, turn 5h".', rich_help_panel=_WALK
        ),
    ] = "",
    cards: Annotated[
        bool,
        typer.Option(
            "--cards",
            help="At the end of a street: every card that may come.",
            rich_help_panel=_WALK,
        ),
    ] = False,
    as_json: JsonOption = False,
    table: Annotated[
        Path | None,
        typer.Option("--csv", help="Write all holdings into this file.", rich_help_panel=_WALK),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(help="Draw the 13×13 grid into this PNG, PDF or SVG.", rich_help_panel=_WALK),
    ] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            help='Hold a player to a strategy: "check, bet 75%: fold 60%; call 40%", or "bet 75%: '
            'call QQ+; fold"; may be repeated.',
            rich_help_panel=_ANSWER,
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="Hold the villain to what this model says of him: crowd, file.py:Class…",
            rich_help_panel=_ANSWER,
        ),
    ] = None,
    of: Annotated[
        str | None,
        typer.Option(
            help="His name in the store; the model studies him. (default: a stranger)",
            rich_help_panel=_ANSWER,
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(
            help="The folder of the hand store (or set VILLAIN_STORE).", rich_help_panel=_ANSWER
        ),
    ] = None,
    dial: Annotated[
        str | None,
        typer.Option(
            help="How far he is bound to it: 0 (equilibrium) to 1 (the best answer), or auto: by "
            "what was seen of him. (default: auto, with --of)",
            rich_help_panel=_ANSWER,
        ),
    ] = None,
    curve: Annotated[
        bool,
        typer.Option(
            "--curve",
            help="What answers win and risk, from equilibrium to the best one.",
            rich_help_panel=_ANSWER,
        ),
    ] = False,
    threads: Annotated[
        int,
        typer.Option(min=0, help="0: one for each core.", rich_help_panel=_ROOM),
    ] = 0,
    memory: Annotated[
        float, typer.Option(help="The most gigabytes it may take.", rich_help_panel=_ROOM)
    ] = 4.0,
    short: Annotated[
        bool,
        typer.Option(
            "--short", help="16 bits a number: half the memory, less exact.", rich_help_panel=_ROOM
        ),
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help="Keep the solution in this file.", rich_help_panel=_ROOM)
    ] = None,
    load: Annotated[
        Path | None,
        typer.Option(
            help="Look at a saved solution; with --to or --seconds go on with it.",
            rich_help_panel=_ROOM,
        ),
    ] = None,
    scheme: Annotated[
        str | None,
        typer.Option(
            help="How the past fades: dcfr4, dcfr, hs-dcfr, dcfr+, cfr+, pcfr+, pdcfr+. (default: "
            "dcfr4)",
            rich_help_panel=_ROOM,
        ),
    ] = None,
) -> None:
    """Solve a heads-up pot from the flop on: how often, with what, and what it is worth.

    Values are chips that a player can expect from here on, so that a fold has none. Ctrl-C stops
    after the iteration and shows what is there; a second one stops at once.
    """
    from villain.cli.solve_answer import Asked
    from villain.cli.solve_run import Goal
    from villain.cli.solve_spot import SpotWords, read_share
    from villain.cli.solve_steps import Show, Wanted, check_alone, go_on, solve_curve, solve_spot
    from villain.solver.schemes import DEFAULT
    from villain.solver.solution import TARGET

    check_picture(plot)
    check_writable(save, table)
    words = SpotWords(
        *(board, pot, stacks, hero, villain, sizes, villain_sizes, position, to_act, bets),
        *(limit, cap, rake, rake_cap, all_in_from),
    )
    asked = Asked(tuple(lock or ()), against, of, store, dial)
    asked.check(curve=curve)
    wanted = Wanted(
        Goal(TARGET if to is None else read_share(to, "--to", "0.5%"), seconds),
        memory,
        threads or os.cpu_count() or 1,
        short,
        scheme or DEFAULT,
        as_json and not console(to_errors=True).is_terminal,
        save,
    )
    show = Show(line, cards, as_json, table, plot, curve)
    if load is not None:
        check_alone(words, asked, scheme, curve=curve, short=short)
        stopped = go_on(load, wanted, show, look=to is None and seconds is None)
    elif curve:
        stopped = solve_curve(words, asked, wanted, show)
    else:
        stopped = solve_spot(words, asked, wanted, show)
    if stopped:
        raise typer.Exit(stop_status())
