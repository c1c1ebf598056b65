"""``villain match``, ``villain agents`` and ``villain games``."""

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from villain.cli.kept_runs import choose_seed, default_keep, keep_by_default, say_stopped
from villain.cli.opened_store import say_known
from villain.cli.options import (
    AgentsArgument,
    AivatOption,
    DeckSeedOption,
    GameOption,
    JsonOption,
    KnowOption,
    OnOption,
    ResumeOption,
    StrictOption,
    WorkersOption,
)
from villain.cli.output import (
    check_picture,
    check_writable,
    console,
    examples,
    interval,
    new_table,
    plain,
    print_failures,
    print_json,
    progress,
    speed,
)
from villain.errors import VillainError
from villain.processes import stop_status

if TYPE_CHECKING:
    from villain.arena.match import Match, MatchResult
    from villain.arena.match_file import MatchFile

EXAMPLES = examples(
    "villain match call raise --game nolimit --hands 10000 --duplicate --seed 7 --workers 2",
    "villain match raise:pot=0.5 random call --plot winnings.png",
    "villain match person expert --hands 500 --aivat",
    "villain match loki:som loki:bpm --game limit --save hands.phhs",
    "villain match loki:som poki --game limit --know ~/poker",
    "villain match poki loki:som --game limit --duplicate --on ray://head:10001",
    "villain match call my_agent.py:MyAgent --hands 100000 --save long.match",
    "villain match call my_agent.py:MyAgent --hands 100000 --resume long.match",
)


def command(
    agents: AgentsArgument,
    game: GameOption = "nolimit",
    hands: Annotated[int, typer.Option(help="How many deals.")] = 1000,
    duplicate: Annotated[
        bool,
        typer.Option(
            "--duplicate/--plain", help="Play every deal once for each seating, or only once."
        ),
    ] = False,
    know: KnowOption = None,
    seed: DeckSeedOption = None,
    workers: WorkersOption = None,
    on: OnOption = "processes",
    strict: StrictOption = False,
    aivat: AivatOption = False,
    save: Annotated[
        Path | None,
        typer.Option(
            help="Keep the hands (.phhs), or the match to go on from (any other ending), in a file."
        ),
    ] = None,
    resume: ResumeOption = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the winnings into this PNG.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Play agents against each other, and say who won how much, with intervals.

    The match is kept in a file as it goes, so that a killed one loses its last seconds only.
    """
    from villain.arena import Match, MatchStoppedError, play_match
    from villain.game.presets import find_game
    from villain.work import Workplace

    rules, workplace = find_game(game, len(agents)), Workplace.parse(on, workers)
    check_writable(save)
    check_picture(plot)
    seed = choose_seed(seed, resume, "match")
    match = Match(rules, tuple(agents), hands, seed, duplicate, strict, know=know, aivat=aivat)
    if know is not None:
        say_known(know, match.names)
    as_hands = save if save and save.suffix in (".phhs", ".phh") else None
    file = _open_file(match, save, as_hands, resume)
    try:
        with progress("playing", hands * len(match.seatings), "hands") as report:
            result = play_match(match, workers=workplace, progress=report, file=file)
    except MatchStoppedError as stopped:
        trouble = _close(file, as_hands, finished=False)
        if file is not None and stopped.record.share and not file.trouble:
            say_stopped(stopped.record.share, file.path)
        if trouble:
            raise VillainError(trouble) from None
        raise typer.Exit(stop_status()) from None
    except BaseException:
        _close(file, as_hands, finished=False)
        raise
    trouble = _close(file, as_hands, finished=True, wanted=bool(save or resume))
    if as_json:
        print_json(_as_dict(result))
    else:
        _show(result)
    if plot:
        from villain.cli.figures import plot_winnings

        plot_winnings(result, plot)
    if trouble:
        raise VillainError(trouble)


def _open_file(
    match: "Match", save: Path | None, as_hands: Path | None, resume: Path | None
) -> "MatchFile | None":
    """The file that keeps a match; None if nobody asked for one and it cannot be had."""
    from villain.arena.match_file import MatchFile

    if resume:
        if save not in (None, as_hands, resume):
            raise VillainError(f"a match goes on in its own file; leave --save {save} out")
        file = MatchFile.load(resume, match)
        if as_hands and not file.keeps_hands:
            raise VillainError(f"{resume} was played without --save HANDS.phhs, and has no hands")
        return file
    if as_hands:
        return MatchFile(as_hands.with_name(as_hands.name + ".match"), match, hands=True)
    if save:
        return MatchFile(save, match)
    path = default_keep("match", ".match")
    return keep_by_default("match", path, lambda path: MatchFile(path, match))


def _close(
    file: "MatchFile | None", as_hands: Path | None, *, finished: bool, wanted: bool = True
) -> str:
    """Write what is left and close the file; what could not be written, in a line."""
    if file is None:
        return ""
    trouble = ""
    if as_hands and file.record.share:
        try:
            file.write_hands(as_hands)
        except (VillainError, OSError) as error:
            trouble = f"the hands are not in {as_hands}: {error}"
    if (finished and (as_hands or not wanted) and not trouble) or not file.record.share:
        file.remove()
        return ""
    file.close()
    return trouble or (file.trouble if wanted else "")


def _as_dict(result: "MatchResult") -> dict[str, Any]:
    match = result.match
    return {
        "game": match.rules.name,
        "hands": match.deals,
        "played": result.hands,
        "seed": match.seed,
        "duplicate": match.duplicate,
        "agents": [
            {
                "name": name,
                "bb_per_hand": rate.mean,
                "standard_error": rate.standard_error,
                "ci95": [rate.low, rate.high],
                "mbb_per_hand": rate.mbb,
                "faults": sum(fault.agent == name for fault in result.faults),
                **_less_luck(result, place),
            }
            for place, (name, rate) in enumerate(zip(match.names, result.rates(), strict=True))
        ],
        "pairs": [
            {
                "row": match.names[i],
                "column": match.names[j],
                "ahead_by": ahead.mean,
                "ci95": [ahead.low, ahead.high],
            }
            for i, j in combinations(range(len(match.names)), 2)
            for ahead in [result.difference(i, j)]
        ],
        "hands_per_second": result.hands / result.seconds if result.seconds else None,
    }


def _less_luck(result: "MatchResult", place: int) -> dict[str, Any]:
    """What a participant won less luck, and by which value function."""
    if result.adjusted is None:
        return {}
    from villain.evaluation.aivat.value import value_function_for

    rate = result.adjusted_rates()[place]
    return {
        "aivat": {
            "bb_per_hand": rate.mean,
            "standard_error": rate.standard_error,
            "ci95": [rate.low, rate.high],
            "value_function": value_function_for(result.match.rules).name,
        }
    }


def _show(result: "MatchResult") -> None:
    match = result.match
    heads = ("less luck", "95 % interval") if match.aivat else ("bb/100",)
    table = new_table("agent", "bb a hand", "95 % interval", *heads, "failed")
    rates = result.rates()
    best = result.adjusted_rates() if match.aivat else rates
    for place in sorted(range(len(rates)), key=lambda place: -best[place].mean):
        name, rate = match.names[place], rates[place]
        less_luck = (f"[bold]{best[place].mean:+.3f}[/]", interval(best[place]))
        failed = sum(fault.agent == name for fault in result.faults)
        table.add_row(
            plain(name),
            f"[bold]{rate.mean:+.3f}[/]",
            interval(rate),
            *(less_luck if match.aivat else (f"{rate.bb_per_100:+.1f}",)),
            str(failed) if failed else "",
        )
    out = console()
    out.print(table)
    how = f"{len(match.seatings)} seatings of {match.deals:,} deals" if match.duplicate else "plain"
    pace = f"; {speed(result.hands, result.seconds)}" if result.seconds else ""
    out.print(
        f"\n{match.rules.name}, {result.hands:,} hands ({how}), seed {match.seed}{pace}",
        soft_wrap=True,
    )
    if match.aivat:
        from villain.evaluation.aivat.value import value_function_for

        out.print(f"less luck by AIVAT, value function {value_function_for(match.rules).name!r}")
    print_failures([f"deal {one.deal}: {one.agent} {one.reason}" for one in result.faults])


AGENT_EXAMPLES = examples("villain agents", "villain agents --json")


def agents_command(as_json: JsonOption = False) -> None:
    """The agents there are, with their parameters."""
    from villain.agents import agent_names, describe_agent

    agents = {name: describe_agent(name) for name in agent_names()}
    if as_json:
        print_json({name: one._asdict() for name, one in agents.items()})
        return
    from rich.table import Column, Table

    table = Table(
        Column("agent", no_wrap=True), "", "parameters", "games", box=None, pad_edge=False
    )
    everything = max((one.games for one in agents.values()), key=len)
    for name, one in agents.items():
        shown = ", ".join(
            key if value in ("", None) else f"{key}={value}"  # nothing unless it is given
            for key, value in one.parameters.items()
        )
        games = "all" if one.games == everything else ", ".join(one.games)
        table.add_row(name, plain(one.about), plain(one.means or shown), games)
    console().print(table)
    console().print("\nYour own: path/to/file.py:ClassName, with a method act(observation)")


GAME_EXAMPLES = examples("villain games", "villain games --json")


def games_command(as_json: JsonOption = False) -> None:
    """The games there are."""
    import inspect

    from villain.game.presets import GAMES

    games = {name: (inspect.getdoc(make) or "").splitlines()[0] for name, make in GAMES.items()}
    if as_json:
        print_json(games)
        return
    from rich.table import Table

    table = Table("game", "", box=None, pad_edge=False)
    for name, about in games.items():
        table.add_row(name, plain(about))
    console().print(table)
    console().print("\nOr the path of a game definition of the competition: file.game")
