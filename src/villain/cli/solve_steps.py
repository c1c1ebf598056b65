"""The work of ``villain solve``: from what was asked to a solution, and what is shown of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from villain.cli import solve_data, solve_screen
from villain.cli.output import print_json, say
from villain.cli.solve_answer import Asked, Measured, check_asked, read_answer
from villain.cli.solve_run import Goal, run, teller
from villain.cli.solve_spot import SpotWords, hero_of, read_spot
from villain.errors import VillainError
from villain.kernels.solver_records import CHANCE, DECISION
from villain.processes import stops_noted
from villain.solver.dial import SHARES, dial_curve
from villain.solver.fitting import fit_spot
from villain.solver.places import TreePlace, follow
from villain.solver.reports import report, report_cards
from villain.solver.saving import load_solution, save_solution
from villain.solver.sizes import STREETS
from villain.solver.solution import Headway, Solution
from villain.solver.solvable import TreePlan, solvable_spot
from villain.solver.solving import bytes_each

if TYPE_CHECKING:
    from villain.solver.solvable import Solvable
    from villain.solver.spot import Spot


class Wanted(NamedTuple):
    """What is asked of the solver, beside the spot."""

    goal: Goal
    memory: float
    threads: int
    short: bool
    scheme: str
    quiet: bool
    save: Path | None


class Show(NamedTuple):
    """What is shown of a solution."""

    line: str
    cards: bool
    as_json: bool
    table: Path | None
    plot: Path | None
    curve: bool


def check_alone(
    words: SpotWords, asked: Asked, scheme: str | None, *, curve: bool, short: bool
) -> None:
    """Refuse what a saved solution has told already."""
    flags = {"--curve": curve, "--short": short, "--scheme": scheme}
    others = [*words.given, *asked.given, *(name for name, given in flags.items() if given)]
    if others:
        raise VillainError(
            f"a saved solution has its own spot and locks; leave {', '.join(others)} out"
        )


def _make_game(
    words: SpotWords, asked: Asked, wanted: Wanted, show: Show
) -> "tuple[Spot, Solvable]":
    """The spot as arrays; its size is told once nothing is wrong with what was asked."""
    each = bytes_each(wanted.scheme, short=wanted.short)
    spot, changed = fit_spot(read_spot(words), wanted.memory, each)
    if changed and not wanted.quiet:
        say(f"{changed}; so raises are all-in only (choose them behind a slash: 33%,75%,a / 3x)")
    game = solvable_spot(spot, memory=wanted.memory, bytes_each=each)
    _find_place(Solution(game, scheme=wanted.scheme, short=wanted.short), show)
    check_asked(asked, game, hero_of(spot), curve=show.curve)
    boards = tuple(game.boards_on(street) for street in range(spot.street, 4))
    plan = TreePlan(len(game.tree.nodes), game.tree.decisions(), boards, game.numbers)
    if not wanted.quiet:
        say(solve_screen.plan_words(plan, plan.gigabytes(each)))
    return spot, game


def solve_spot(words: SpotWords, asked: Asked, wanted: Wanted, show: Show) -> bool:
    """Solve a spot and show it; whether somebody stopped it."""
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
    _save(wanted.save, spot, solution, quiet=wanted.quiet)
    measured = None if answer is None or safe is None else answer.measure(solution, safe)
    _present(spot, solution, standing, wanted.goal.to, show, measured)
    return stopped


def go_on(load: Path, wanted: Wanted, show: Show, *, look: bool) -> bool:
    """Look at a saved solution, or go on with it; whether somebody stopped it."""
    spot, solution = load_solution(load, threads=wanted.threads, memory=wanted.memory)
    _find_place(solution, show)
    before, stopped = solution.iterations, False
    if look:
        standing = Headway(solution.iterations, solution.distance(), solution.seconds)
    else:
        keep = (wanted.save or load, spot)
        standing, stopped = run(solution, "going on", wanted.goal, quiet=wanted.quiet, keep=keep)
    if wanted.save or solution.iterations > before:
        _save(wanted.save or load, spot, solution, quiet=wanted.quiet)
    _present(spot, solution, standing, None if look else wanted.goal.to, show)
    return stopped


def _save(path: Path | None, spot: "Spot", solution: Solution, *, quiet: bool) -> None:
    if path is not None:
        save_solution(path, spot, solution)
    if path is not None and not quiet:
        say(f"saved in {path}; villain solve --load {path} looks at it")


def _find_place(solution: Solution, show: Show) -> TreePlace:
    """The place that is to be shown; refused where there is nothing to show."""
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
    solution: Solution,
    standing: Headway,
    wanted: float | None,
    show: Show,
    measured: Measured | None = None,
) -> None:
    """Print, write and draw what the solution says at the place that is asked for."""
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


def solve_curve(words: SpotWords, asked: Asked, wanted: Wanted, show: Show) -> bool:
    """The dial from equilibrium to the best answer; whether somebody stopped it."""
    if show.line or show.cards or wanted.save:
        raise VillainError("--curve shows no single solution; leave --line, --cards and --save out")
    spot, game = _make_game(words, asked, wanted, show)
    hero = hero_of(spot)
    answer = read_answer(asked, game, spot, hero, quiet=wanted.quiet, curve=True)
    if answer is None:
        raise VillainError("--curve is of answers to somebody; give --against or --lock")
    with stops_noted() as noted, teller("curve", wanted.goal, quiet=wanted.quiet) as told:

        def progress(share: float, standing: Headway) -> None:
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
        print_json({"spot": solve_data.spot_data(spot), **solve_data.curve_data(spot, points)})
    else:
        solve_screen.show_curve(spot, hero, points)
    if show.table is not None:
        solve_data.write_curve(spot, points, show.table)
    if show.plot is not None:
        from villain.cli.solve_charts import draw_curve

        draw_curve(spot, points, answer.words, show.plot)
    return stopped
