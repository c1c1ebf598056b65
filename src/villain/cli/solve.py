"""``villain solve``: a heads-up pot at equilibrium, with locks, or against somebody."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from villain.cli.options import JsonOption
from villain.cli.output import check_picture, check_writable, console, examples, print_json, say
from villain.errors import VillainError
from villain.processes import stop_status, stops_noted

if TYPE_CHECKING:
    from villain.cli.solve_answer import Asked, Measured
    from villain.cli.solve_run import Goal
    from villain.cli.solve_spot import SpotWords
    from villain.solver.places import Place
    from villain.solver.solution import Solution, Standing
    from villain.solver.solvable import Solvable
    from villain.solver.spot import Spot

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


class _Wanted(NamedTuple):
    """What is asked of the solver, beside the spot."""

    goal: "Goal"
    memory: float
    threads: int
    short: bool
    scheme: str
    quiet: bool
    save: Path | None


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
    wanted = _Wanted(
        Goal(TARGET if to is None else read_share(to, "--to", "0.5%"), seconds),
        memory,
        threads or os.cpu_count() or 1,
        short,
        scheme or DEFAULT,
        as_json and not console(to_errors=True).is_terminal,
        save,
    )
    show = _Show(line, cards, as_json, table, plot, curve)
    if load is not None:
        _check_alone(words, asked, scheme, curve=curve, short=short)
        stopped = _go_on(load, wanted, show, look=to is None and seconds is None)
    elif curve:
        stopped = _draw_curve(words, asked, wanted, show)
    else:
        stopped = _solve(words, asked, wanted, show)
    if stopped:
        raise typer.Exit(stop_status())


class _Show(NamedTuple):
    """What is shown of a solution."""

    line: str
    cards: bool
    as_json: bool
    table: Path | None
    plot: Path | None
    curve: bool


def _check_alone(
    words: "SpotWords", asked: "Asked", scheme: str | None, *, curve: bool, short: bool
) -> None:
    flags = {"--curve": curve, "--short": short, "--scheme": scheme}
    others = [*words.given, *asked.given, *(name for name, given in flags.items() if given)]
    if others:
        raise VillainError(
            f"a saved solution has its own spot and locks; leave {', '.join(others)} out"
        )


def _make_game(
    words: "SpotWords", asked: "Asked", wanted: _Wanted, show: _Show
) -> "tuple[Spot, Solvable]":
    """The spot as arrays; its size is told once nothing is wrong with what was asked."""
    from villain.cli.solve_answer import check_asked
    from villain.cli.solve_screen import plan_words
    from villain.cli.solve_spot import hero_of, read_spot
    from villain.solver.solution import Solution
    from villain.solver.solvable import plan_spot, solvable_spot
    from villain.solver.solving import bytes_each

    each = bytes_each(wanted.scheme, short=wanted.short)
    spot = read_spot(words)
    game = solvable_spot(spot, memory=wanted.memory, bytes_each=each)
    _find_place(Solution(game, scheme=wanted.scheme, short=wanted.short), show)
    check_asked(asked, game, hero_of(spot), curve=show.curve)
    plan, _, _ = plan_spot(spot)
    if not wanted.quiet:
        say(plan_words(plan, plan.gigabytes(each)))
    return spot, game


def _solve(words: "SpotWords", asked: "Asked", wanted: _Wanted, show: _Show) -> bool:
    """Solve a spot and show it; whether somebody stopped it."""
    from villain.cli.solve_answer import read_answer
    from villain.cli.solve_run import run
    from villain.cli.solve_spot import hero_of
    from villain.solver.solution import Solution

    spot, game = _make_game(words, asked, wanted, show)
    how: dict[str, Any] = {
        "threads": wanted.threads,
        "short": wanted.short,
        "scheme": wanted.scheme,
    }
    answer = read_answer(asked, game, spot, hero_of(spot), quiet=wanted.quiet)
    safe = None
    if answer is not None:
        equilibrium = answer.equilibrium(game, **how)
        _, stopped = run(equilibrium, "equilibrium", wanted.goal, quiet=wanted.quiet)
        if stopped:
            say("stopped before there was an answer; nothing can be shown")
            return True
        safe = answer.measure_equilibrium(equilibrium)
        del equilibrium  # it takes as much room as the answer will
    solution = Solution(game, **how) if answer is None else answer.solution(game, **how)
    keep = None if wanted.save is None else (wanted.save, spot)
    what = "solving" if answer is None else "answer"
    standing, stopped = run(solution, what, wanted.goal, quiet=wanted.quiet, keep=keep)
    _save(wanted.save, spot, solution)
    measured = None if answer is None or safe is None else answer.measure(solution, safe)
    _present(spot, solution, standing, wanted.goal.to, show, measured)
    return stopped


def _go_on(load: Path, wanted: _Wanted, show: _Show, *, look: bool) -> bool:
    """Look at a saved solution, or go on with it; whether somebody stopped it."""
    from villain.cli.solve_run import run
    from villain.solver.saving import load_solution
    from villain.solver.solution import Standing

    spot, solution = load_solution(load, threads=wanted.threads, memory=wanted.memory)
    _find_place(solution, show)
    before, stopped = solution.iterations, False
    if look:
        standing = Standing(solution.iterations, solution.distance(), solution.seconds)
    else:
        keep = (wanted.save or load, spot)
        standing, stopped = run(solution, "going on", wanted.goal, quiet=wanted.quiet, keep=keep)
    if wanted.save or solution.iterations > before:
        _save(wanted.save or load, spot, solution)
    _present(spot, solution, standing, None if look else wanted.goal.to, show)
    return stopped


def _save(path: Path | None, spot: "Spot", solution: "Solution") -> None:
    from villain.solver.saving import save_solution

    if path is not None:
        save_solution(path, spot, solution)
        say(f"saved in {path}; villain solve --load {path} looks at it")


def _find_place(solution: "Solution", show: _Show) -> "Place":
    """The place that is to be shown; refused where there is nothing to show."""
    from villain.kernels.solver_records import CHANCE, DECISION
    from villain.solver.places import follow
    from villain.solver.sizes import STREETS

    place = follow(solution, show.line)
    node = solution.game.node(place.node)
    after = f"after {', '.join(place.line)!r}" if place.line else "at the beginning"
    if show.cards and node.kind != CHANCE:
        raise VillainError(
            f"{after} no card comes; --cards is for the end of a street, such as --line "
            "'check, check'"
        )
    if not show.cards and node.kind == CHANCE:
        street = STREETS[node.street]
        raise VillainError(
            f"{after} a {street} card comes; add one to --line ({street} 5h), or take --cards"
        )
    if node.kind not in (CHANCE, DECISION):
        raise VillainError(f"{after} the hand is over; end --line with a decision")
    return place


def _present(
    spot: "Spot",
    solution: "Solution",
    standing: "Standing",
    wanted: float | None,
    show: _Show,
    measured: "Measured | None" = None,
) -> None:
    """Print, write and draw what the solution says at the place that is asked for."""
    from villain.cli import solve_data, solve_screen
    from villain.cli.solve_spot import hero_of
    from villain.solver.reports import report, report_cards

    place, hero = _find_place(solution, show), hero_of(spot)
    if show.cards:
        rows = report_cards(solution, place)
        node = solution.game.node(place.node)
        moves = solution.game.node(node.children[0]).moves
        pot = solution.game.pot + sum(node.put)
        data = solve_data.cards_data(spot, place, moves, rows)
    else:
        decision = report(solution, place)
        data = solve_data.decision_data(spot, decision)
    if show.as_json:
        data = {"spot": solve_data.spot_data(spot), **data}
        data["solution"] = solve_data.standing_data(standing, wanted)
        if measured is not None:
            data["answer"] = solve_data.answer_data(spot, measured)
        print_json(data)
    else:
        if show.cards:
            solve_screen.show_cards(spot, place, pot, moves, rows)
        else:
            solve_screen.show_decision(spot, decision)
        if measured is not None:
            solve_screen.show_answer(spot, hero, measured)
        solve_screen.show_standing(standing, wanted, len(solution.locks))
    if show.table is not None and show.cards:
        solve_data.write_cards(spot, moves, rows, show.table)
    elif show.table is not None:
        solve_data.write_holdings(decision, show.table)
    if show.plot is not None:
        from villain.cli.solve_charts import draw_cards, draw_decision

        if show.cards:
            who = f"{spot.names[rows[0].player]} acts next" if moves else "nobody bets any more"
            draw_cards(place, pot, who, moves, rows, hero, show.plot)
        else:
            draw_decision(spot, decision, standing, show.plot)


def _draw_curve(words: "SpotWords", asked: "Asked", wanted: _Wanted, show: _Show) -> bool:
    """The dial from equilibrium to the best answer; whether somebody stopped it."""
    from villain.cli.solve_answer import read_answer
    from villain.cli.solve_data import curve_data, spot_data, write_curve
    from villain.cli.solve_run import teller
    from villain.cli.solve_screen import show_curve
    from villain.cli.solve_spot import hero_of
    from villain.solver.dial import SHARES, dial_curve

    if show.line or show.cards or wanted.save:
        raise VillainError("--curve shows no single solution; leave --line, --cards and --save out")
    spot, game = _make_game(words, asked, wanted, show)
    hero = hero_of(spot)
    answer = read_answer(asked, game, spot, hero, quiet=wanted.quiet, curve=True)
    if answer is None:
        raise VillainError("--curve is of answers to somebody; give --against or --lock")
    with stops_noted() as noted, teller("curve", wanted.goal, quiet=wanted.quiet) as told:

        def progress(share: float, standing: "Standing") -> None:
            told.what = f"dial {share:g}"
            told.measured(standing)

        points = dial_curve(
            game,
            answer.locks,
            hero,
            SHARES,
            to=wanted.goal.to,
            seconds=wanted.goal.seconds,
            threads=wanted.threads,
            scheme=wanted.scheme,
            short=wanted.short,
            progress=progress,
            stopped=noted,
        )
        stopped = noted()
    if not points:
        say("stopped before there was an answer; nothing can be shown")
        return True
    if show.as_json:
        print_json({"spot": spot_data(spot), **curve_data(spot, points)})
    else:
        show_curve(spot, hero, points)
    if show.table is not None:
        write_curve(spot, points, show.table)
    if show.plot is not None:
        from villain.cli.solve_charts import draw_curve

        draw_curve(spot, points, answer.words, show.plot)
    return stopped
