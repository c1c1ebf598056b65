"""``villain judge``: what decisions were worth, once everybody's cards are known."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from villain.cli.output import (
    JsonOption,
    SeedOption,
    StrictOption,
    examples,
    print_json,
    progress,
)
from villain.processes import stop_status

if TYPE_CHECKING:
    from villain.arena.judging import (
        Difference,
        Estimate,
        FirstDifferences,
        Judged,
        MatchCosts,
        Moment,
    )
    from villain.arena.judging.match_costs import Cost
    from villain.arena.statistics import Rate

EXAMPLES = examples(
    "villain judge loki call raise --game limit --hands 100 --seed 7",
    "villain judge loki loki:maniac --trials 100 --worst 10",
    "villain judge loki:som loki:bpm call --game limit --versus loki:gom --hands 1000",
    "villain judge my_agent.py:MyAgent call random --versus call --both-lines --json",
)


def command(
    agents: Annotated[
        list[str],
        typer.Argument(help="The one to judge, then its opponents; see villain agents."),
    ],
    versus: Annotated[
        str, typer.Option(help="Compare with this agent in its place: their first differences.")
    ] = "",
    game: Annotated[str, typer.Option(help="See villain games; or a .game file.")] = "nolimit",
    hands: Annotated[int, typer.Option(help="How many deals.")] = 100,
    trials: Annotated[int, typer.Option(help="How often each action is played out.")] = 50,
    worst: Annotated[
        int, typer.Option(help="Show so many of the costliest decisions, or greatest differences.")
    ] = 5,
    both_lines: Annotated[
        bool, typer.Option("--both-lines", help="With --versus: let the other one lead as well.")
    ] = False,
    seed: SeedOption = 0,
    strict: StrictOption = False,
    as_json: JsonOption = False,
) -> None:
    """Say what an agent's decisions cost with all cards known, and show the worst of them."""
    from villain.arena import Match
    from villain.arena.judging import JudgingStoppedError, find_first_differences, judge_match
    from villain.cli.judge_screen import show_costs, show_differences
    from villain.errors import VillainError
    from villain.game.presets import find_game

    if both_lines and not versus:
        raise VillainError("--both-lines compares two agents; name the other one with --versus")
    if not 0 <= worst <= 1000:
        raise VillainError(f"{worst} worst decisions; there can be 0 to 1000")
    match = Match(find_game(game, len(agents)), tuple(agents), hands, seed, False, strict)
    stopped, found, compared = False, None, None
    try:
        with progress("judging", hands, "hands") as report:
            if versus:
                compared = find_first_differences(
                    match, versus, trials=trials, both_lines=both_lines, progress=report
                )
            else:
                found = judge_match(match, trials=trials, worst=worst, progress=report)
    except JudgingStoppedError as interrupted:
        stopped = True
        if not interrupted.result.hands:
            raise
        found, compared = (None, interrupted.result) if versus else (interrupted.result, None)
    if compared is not None:
        print_json(_compared(compared)) if as_json else show_differences(compared, worst)
    if found is not None:
        print_json(_costs(found)) if as_json else show_costs(found)
    if stopped:
        raise typer.Exit(stop_status())


def _rate(found: "Rate") -> dict[str, Any]:
    return {
        "bb": found.mean,
        "standard_error": found.standard_error,
        "ci95": [found.low, found.high],
    }


def _estimate(found: "Estimate") -> dict[str, float]:
    return {"bb": found.mean, "standard_error": found.standard_error}


def _moment(moment: "Moment") -> dict[str, Any]:
    hand = moment.hand()
    return {
        "street": hand.street,
        "board": [str(card) for card in moment.board],
        "pot": sum(hand.committed),
        "line": moment.script,
        "seat": moment.seat,
        "players": [
            {"name": name, "cards": [str(card) for card in hole], "folded": out}
            for name, hole, out in zip(moment.names, moment.holes, hand.folded, strict=True)
        ],
    }


def _costs(found: "MatchCosts") -> dict[str, Any]:
    match = found.match

    def part(costs: "list[Cost]") -> dict[str, Any]:
        return {"decisions": len(costs), "cost": _rate(found.per_decision(costs))}

    return {
        "game": match.rules.name,
        "agent": match.names[0],
        "against": list(match.names[1:]),
        "hands": found.hands,
        "trials": found.trials,
        "seed": match.seed,
        "decisions": len(found.costs),
        "cost_per_hand": _rate(found.per_hand()),
        "at_most_per_hand": _rate(found.at_most()),
        "cost_per_decision": _rate(found.per_decision()),
        "won_per_hand": _rate(found.winnings()),
        "by_street": {str(street): part(costs) for street, costs in found.by_street().items()},
        "by_action": {deed: part(costs) for deed, costs in found.by_deed().items()},
        "worst": [_judged(one) for one in found.worst],
        "faults": len(found.faults),
    }


def _judged(found: "Judged") -> dict[str, Any]:
    return {
        "deal": found.number,
        **_moment(found.moment),
        "action": str(found.taken),
        "best": str(found.best),
        "cost": _estimate(found.cost),
        "values": {str(one): _estimate(found.values.value(one)) for one in found.values},
    }


def _compared(found: "FirstDifferences") -> dict[str, Any]:
    match = found.match
    return {
        "game": match.rules.name,
        "agent": match.agents[0],
        "versus": found.versus,
        "against": list(match.agents[1:]),
        "hands": found.hands,
        "trials": found.trials,
        "seed": match.seed,
        "lines": len(found.lines),
        "ahead_per_hand": _rate(found.ahead()),
        "ahead_as_played": _rate(found.ahead_as_played()),
        "times_fewer_deals": found.times_fewer,
        "differences": [_difference(one) for line in found.lines for one in line],
        "faults": len(found.faults),
    }


def _difference(found: "Difference") -> dict[str, Any]:
    return {
        "deal": found.deal,
        **_moment(found.moment),
        "action": str(found.action),
        "other": str(found.other),
        "value": _estimate(found.value),
        "other_value": _estimate(found.other_value),
        "ahead": _estimate(found.ahead),
    }
