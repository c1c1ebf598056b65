"""The screen of ``villain judge``."""

from collections.abc import Iterable, Iterator
from math import isfinite
from typing import TYPE_CHECKING

from villain.cli.output import console, interval, new_table, plain, print_failures

if TYPE_CHECKING:
    from villain.arena.judging import (
        FirstDifferences,
        JudgedDecision,
        MatchCosts,
        Moment,
        Parting,
        TrialMean,
    )
    from villain.arena.table import Fault
    from villain.game.rules import Rules

HALF = 1.96
"""Standard errors in half a 95 % interval."""


def show_costs(result: "MatchCosts") -> None:
    """Show the cost of decisions: by street, by action, on the whole, and the worst of them."""
    match, out = result.match, console()
    table = new_table("", "decisions", "cost a decision", "95 % interval")
    groups = [
        *((_where(match.rules, street), costs) for street, costs in result.by_street().items()),
        *result.by_deed().items(),
    ]
    for name, costs in groups:
        one = result.per_decision(costs)
        table.add_row(name, f"{len(costs):,}", f"{one.mean:.3f}", interval(one))
    everything = result.per_decision()
    table.add_row(
        "all", f"{len(result.costs):,}", f"[bold]{everything.mean:.3f}[/]", interval(everything)
    )
    out.print(table)
    hand, most, won = result.per_hand(), result.at_most(), result.winnings()
    out.print(
        f"\n{plain(match.names[0])} gave up [bold]{hand.mean:.3f}[/] bb a hand ({interval(hand)}) "
        f"against the best action with all cards known, at most {most.mean:.3f}; "
        f"it won {won.mean:+.3f} ({interval(won)})"
    )
    for place, judged in enumerate(result.worst, start=1):
        out.print()
        for line in _decision(place, judged):
            out.print(line, soft_wrap=True)
    _end(match.rules, result.hands, match.deals, result.trials, match.seed)
    _failures(result.faults)


def show_differences(compared: "FirstDifferences", most: int) -> None:
    """By how much an agent is ahead of another, and where the two part."""
    match, out = compared.match, console()
    one, other = plain(match.names[0]), plain(compared.versus)
    table = new_table("", "differences", f"{one} ahead by", "95 % interval")
    for street, differences in compared.by_street().items():
        mean = sum(each.ahead.mean for each in differences) / len(differences)
        table.add_row(_where(match.rules, street), f"{len(differences):,}", f"{mean:+.3f} each", "")
    judged, played = compared.ahead(), compared.ahead_as_played()
    count = sum(map(len, compared.lines))
    table.add_row("all, a hand", f"{count:,}", f"[bold]{judged.mean:+.3f}[/]", interval(judged))
    table.add_row("as played, a hand", "", f"{played.mean:+.3f}", interval(played))
    out.print(table)
    if isfinite(compared.times_fewer):
        out.print(
            f"\nplayed to their end it takes {compared.times_fewer:.1f} times as many deals for "
            "the same interval"
        )
    leads = "each leads in turn" if len(compared.lines) > 1 else f"{one} leads"
    out.print(f"{leads}; big blinds, {one} and {other} in the same seat of the same deals")
    largest = sorted(
        (each for line in compared.lines for each in line), key=lambda each: -abs(each.ahead.mean)
    )
    for place, each in enumerate(largest[:most], start=1):
        out.print()
        for line in _difference(place, each, one, other):
            out.print(line, soft_wrap=True)
    _end(match.rules, compared.hands, match.deals, compared.trials, match.seed)
    _failures(compared.faults)


def _decision(place: int, judged: "JudgedDecision") -> Iterator[str]:
    better = "" if judged.best == judged.taken else f", {judged.best} was best"
    yield (
        f"{place}. deal {judged.number}, {_situation(judged.moment)}: "
        f"[bold]{judged.taken}[/]{better}, cost [bold]{_amount(judged.cost)}[/]"
    )
    yield from _cards(judged.moment)
    yield "   " + ", ".join(
        f"{one} {_amount(judged.values.value(one), '+')}" for one in judged.values
    )


def _difference(place: int, parting: "Parting", one: str, other: str) -> Iterator[str]:
    yield (
        f"{place}. deal {parting.deal}, {_situation(parting.moment)}: "
        f"{one} ahead by [bold]{_amount(parting.ahead, '+')}[/]"
    )
    yield from _cards(parting.moment)
    yield (
        f"   {one}: {parting.action} {_amount(parting.value, '+')}, "
        f"{other}: {parting.other} {_amount(parting.other_value, '+')}"
    )


def _situation(moment: "Moment") -> str:
    hand = moment.hand()
    board = " ".join(card.symbol for card in moment.board)
    pot = sum(hand.committed) / moment.rules.big_blind
    where = " ".join(filter(None, (_where(moment.rules, hand.street), board)))
    return f"{where}, pot {pot:g} bb"


def _cards(moment: "Moment") -> Iterator[str]:
    hand = moment.hand()
    for seat, (name, hole) in enumerate(zip(moment.names, moment.holes, strict=True)):
        cards = " ".join(card.symbol for card in hole)
        words = "[dim](out)[/]" if hand.folded[seat] else "to act" if seat == hand.seat else ""
        yield f"   {cards}  {plain(name)} {words}".rstrip()
    if moment.actions:
        yield f"   [dim]so far:[/] {moment.script}"


def _where(rules: "Rules", street: int) -> str:
    from villain.game.rules import is_holdem
    from villain.game.script import WHERE

    return WHERE[street] if is_holdem(rules) else f"street {street + 1}"


def _amount(mean: "TrialMean", sign: str = "") -> str:
    error = f" ± {HALF * mean.standard_error:.2f}" if mean.standard_error else ""
    return f"{mean.mean:{sign}.2f}{error}"


def _end(rules: "Rules", hands: int, wanted: int, trials: int, seed: int) -> None:
    stopped = f" of {wanted:,}, stopped" if hands < wanted else ""
    console().print(
        f"\n{rules.name}, {hands:,} hands{stopped}, {trials} trials an action, seed {seed}; "
        "big blinds, ± is half a 95 % interval"
    )


def _failures(faults: "Iterable[Fault]") -> None:
    print_failures([f"deal {one.deal}: {one.agent} {one.reason}" for one in faults])
