"""``villain judge``: what decisions were worth, once everybody's cards are known."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from villain.cli.options import GameOption, JsonOption, SeedOption, StrictOption
from villain.cli.output import examples, print_json, progress
from villain.processes import stop_status

if TYPE_CHECKING:
    from villain.arena.judging import (
        FirstDifferences,
        JudgedDecision,
        MatchCosts,
        Moment,
        Parting,
        TrialMean,
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
        str,
        typer.Option(help="Compare it with this agent in the same seat: where they first differ."),
    ] = "",
    game: GameOption = "nolimit",
    hands: Annotated[int, typer.Option(help="How many deals.")] = 100,
    trials: Annotated[int, typer.Option(help="How often each action is played out.")] = 50,
    worst: Annotated[
        int,
        typer.Option(help="Show this many of the costliest decisions, or greatest differences."),
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
    stopped, costs, compared = False, None, None
    try:
        with progress("judging", hands, "hands") as report:
            if versus:
                compared = find_first_differences(
                    match, versus, trials=trials, both_lines=both_lines, progress=report
                )
            else:
                costs = judge_match(match, trials=trials, worst=worst, progress=report)
    except JudgingStoppedError as interrupted:
        stopped = True
        if not interrupted.result.hands:
            raise
        costs, compared = (None, interrupted.result) if versus else (interrupted.result, None)
    if compared is not None:
        print_json(_compared(compared)) if as_json else show_differences(compared, worst)
    if costs is not None:
        print_json(_costs(costs)) if as_json else show_costs(costs)
    if stopped:
        raise typer.Exit(stop_status())


def _rate(rate: "Rate") -> dict[str, Any]:
    return {
        "bb": rate.mean,
        "standard_error": rate.standard_error,
        "ci95": [rate.low, rate.high],
    }


def _estimate(mean: "TrialMean") -> dict[str, float]:
    return {"bb": mean.mean, "standard_error": mean.standard_error}


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


def _costs(result: "MatchCosts") -> dict[str, Any]:
    match = result.match

    def part(costs: "list[Cost]") -> dict[str, Any]:
        return {"decisions": len(costs), "cost": _rate(result.per_decision(costs))}

    return {
        "game": match.rules.name,
        "agent": match.names[0],
        "against": list(match.names[1:]),
        "hands": result.hands,
        "trials": result.trials,
        "seed": match.seed,
        "decisions": len(result.costs),
        "cost_per_hand": _rate(result.per_hand()),
        "at_most_per_hand": _rate(result.at_most()),
        "cost_per_decision": _rate(result.per_decision()),
        "won_per_hand": _rate(result.winnings()),
        "by_street": {str(street): part(costs) for street, costs in result.by_street().items()},
        "by_action": {deed: part(costs) for deed, costs in result.by_deed().items()},
        "worst": [_judged(one) for one in result.worst],
        "faults": len(result.faults),
    }


def _judged(judged: "JudgedDecision") -> dict[str, Any]:
    return {
        "deal": judged.number,
        **_moment(judged.moment),
        "action": str(judged.taken),
        "best": str(judged.best),
        "cost": _estimate(judged.cost),
        "values": {str(one): _estimate(judged.values.value(one)) for one in judged.values},
    }


def _compared(compared: "FirstDifferences") -> dict[str, Any]:
    match = compared.match
    return {
        "game": match.rules.name,
        "agent": match.agents[0],
        "versus": compared.versus,
        "against": list(match.agents[1:]),
        "hands": compared.hands,
        "trials": compared.trials,
        "seed": match.seed,
        "lines": len(compared.lines),
        "ahead_per_hand": _rate(compared.ahead()),
        "ahead_as_played": _rate(compared.ahead_as_played()),
        "times_fewer_deals": compared.times_fewer,
        "differences": [_difference(one) for line in compared.lines for one in line],
        "faults": len(compared.faults),
    }


def _difference(parting: "Parting") -> dict[str, Any]:
    return {
        "deal": parting.deal,
        **_moment(parting.moment),
        "action": str(parting.action),
        "other": str(parting.other),
        "value": _estimate(parting.value),
        "other_value": _estimate(parting.other_value),
        "ahead": _estimate(parting.ahead),
    }
