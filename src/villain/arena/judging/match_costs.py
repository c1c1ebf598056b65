"""The cost of an agent's decisions in a match: in all, by street and action, and the worst."""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from villain.arena.clock import Clock
from villain.arena.judging.costs import Finished, JudgedDecision, judge, keep_worst, revalue
from villain.arena.judging.moment import freeze
from villain.arena.judging.stopping import JudgingStoppedError
from villain.arena.match import Match
from villain.arena.seating import at_table
from villain.arena.statistics import Rate, rate
from villain.arena.table import Fault, play_hand
from villain.game.hand import Hand
from villain.hands.hand_history import Origin, history_of
from villain.kernels.arrays import FloatArray


class Cost(NamedTuple):
    """The cost of one decision, where in the match it was, and what was done."""

    deal: int
    street: int
    deed: str
    cost: float
    at_most: float


@dataclass(eq=False)
class MatchCosts:
    """The costs of the first agent's decisions in a match, in big blinds.

    ``hands`` is how many were judged, ``worst`` are the costliest decisions, valued anew.
    """

    match: Match
    trials: int
    hands: int = 0
    costs: list[Cost] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    worst: list[JudgedDecision] = field(default_factory=list)

    def per_hand(self) -> Rate:
        """The cost of its decisions, a hand."""
        return rate(self._by_hand(self.costs)[0])

    def at_most(self) -> Rate:
        """The same where the trials that choose the best also value it: too much, if anything."""
        return rate(self._by_hand([one._replace(cost=one.at_most) for one in self.costs])[0])

    def winnings(self) -> Rate:
        """The agent's winnings in these hands."""
        return rate(np.array(self.won))

    def per_decision(self, costs: list[Cost] | None = None) -> Rate:
        """The cost of a decision, of all or of some; its interval is from hands as units."""
        cost, count = self._by_hand(self.costs if costs is None else costs)
        if not count.any():
            return Rate(float("nan"), float("inf"), float("-inf"), float("inf"))
        mean = cost.sum() / count.sum()
        # A ratio of two means: its error is that of what each hand adds to it.
        return rate(mean + (cost - mean * count) / count.mean())

    def by_street(self) -> dict[int, list[Cost]]:
        """The decisions of each street on which there were any."""
        streets = sorted({one.street for one in self.costs})
        return {street: [one for one in self.costs if one.street == street] for street in streets}

    def by_deed(self) -> dict[str, list[Cost]]:
        """The decisions by what was done."""
        deeds = [deed for deed in DEEDS if any(one.deed == deed for one in self.costs)]
        return {deed: [one for one in self.costs if one.deed == deed] for deed in deeds}

    def _by_hand(self, costs: list[Cost]) -> tuple[FloatArray, FloatArray]:
        """The cost of these decisions in each hand, and their number."""
        cost, count = np.zeros(self.hands), np.zeros(self.hands)
        for one in costs:
            cost[one.deal] += one.cost
            count[one.deal] += 1
        return cost, count


DEEDS = ("fold", "check", "call", "raise")


def judge_match(
    match: Match,
    *,
    trials: int = 100,
    worst: int = 5,
    progress: Callable[[float], None] | None = None,
) -> MatchCosts:
    """Play the hands of a plain match, and judge every decision of its first agent.

    >>> from villain.game import kuhn
    >>> costs = judge_match(Match(kuhn(), ("call", "raise"), 50, duplicate=False), trials=10)
    >>> costs.hands, len(costs.by_street()), costs.per_hand().mean > 0
    (50, 1, True)
    """
    costs = MatchCosts(match, trials)
    agents = match.make_agents()
    shortlist: list[JudgedDecision] = []
    # What agents print is not part of the result.
    try:
        with redirect_stdout(sys.stderr):
            for number, deal in enumerate(match.cards()):
                seated = at_table(match.seatings[0], number)
                names = tuple(match.names[who] for who in seated)
                before = freeze([agents[who] for who in seated])
                hand = Hand(match.rules, deal, names, check=False)
                with Clock(match.patience) as clock:
                    costs.faults += play_hand(
                        hand, [agents[who] for who in seated], clock, number, strict=match.strict
                    )
                seat = seated.index(0)
                finished = Finished(history_of(hand, Origin()), seat, before, number)
                judged = list(judge(finished, trials=trials, seed=match.seed))
                shortlist = keep_worst([*shortlist, *judged], worst)
                costs.costs += [_note(one) for one in judged]
                assert hand.payoffs is not None
                costs.won.append(hand.payoffs[seat] / match.rules.big_blind)
                costs.hands += 1
                if progress is not None:
                    progress(costs.hands / match.deals)
            costs.worst = revalue(shortlist, trials=trials, seed=match.seed)
    except KeyboardInterrupt:
        raise JudgingStoppedError(costs) from None
    return costs


def _note(judged: JudgedDecision) -> Cost:
    return Cost(
        judged.number, judged.moment.hand().street, judged.deed, judged.cost.mean, judged.at_most
    )
