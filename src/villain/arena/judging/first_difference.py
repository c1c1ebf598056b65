"""Two agents in the same seat: the first decision in which they differ, valued with open cards.

Both look at the same deals from the same seat, with the same chance, among the same opponents.
One *leads*: its actions are played. The other is its *shadow*: it sees what the leader sees, is
asked the same questions until it answers differently for the first time in a deal, and learns from
the leader's hands as if they were its own. There the two actions part, and each is valued with
everybody's cards known, the rest of the board drawn anew in every trial, and the agent that wants
the action playing on after it. A deal without a difference counts 0: up to there the two are one.
So the mean is what one agent wins more than the other, without the luck that comes after they part.

Where this differs from the paper: it values an action, and leaves open who plays on; here it is
the one that chose it [poki].
"""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace

import numpy as np

from villain.agents.agent import Agent
from villain.agents.registry import AgentSpec, reseed
from villain.arena.clock import Clock, Failure
from villain.arena.judging.moment import Moment, freeze
from villain.arena.judging.stopping import JudgingStoppedError
from villain.arena.judging.valuing import TrialMean, value_branches
from villain.arena.match import Match
from villain.arena.seating import at_table
from villain.arena.statistics import Rate, rate
from villain.arena.table import Fault, choose, note_fault, show_end
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.kernels.arrays import FloatArray
from villain.registry import keep, name_of


@dataclass(frozen=True, eq=False, slots=True)
class Parting:
    """The first point at which two agents part in a deal, what each wants to do, and what it gets.

    ``ahead`` is by how much the first agent's action is worth more, in big blinds; the moment is
    without its agents.
    """

    deal: int
    moment: Moment
    action: Action
    other: Action
    value: TrialMean
    other_value: TrialMean
    ahead: TrialMean

    def turned(self) -> "Parting":
        """The same as the other agent sees it."""
        ahead = self.ahead._replace(mean=-self.ahead.mean)
        return Parting(
            self.deal,
            self.moment,
            self.other,
            self.action,
            self.other_value,
            self.value,
            ahead,
        )


@dataclass(eq=False)
class FirstDifferences:
    """By how much the first agent of a match is ahead of another in its place, in big blinds.

    ``lines`` are the differences found where the first agent leads and, if wanted, where the other
    one does; ``won`` is what each won in the hands it led, by deal.
    """

    match: Match
    versus: str
    trials: int
    lines: list[list[Parting]]
    hands: int = 0
    faults: list[Fault] = field(default_factory=list)
    won: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    @property
    def by_deal(self) -> FloatArray:
        """By how much the first agent is ahead in each deal: 0 where they do not differ."""
        ahead = np.zeros((len(self.lines), self.hands))
        for row, line in zip(ahead, self.lines, strict=True):
            for parting in line:
                row[parting.deal] = parting.ahead.mean
        mean: FloatArray = ahead.mean(axis=0)
        return mean

    @property
    def played(self) -> FloatArray:
        """The same by what both won when the same deals were played to their end."""
        ahead: FloatArray = np.array(self.won[0]) - np.array(self.won[1])
        return ahead

    def ahead(self) -> Rate:
        """By how much the first agent is ahead a hand, by the judge."""
        return rate(self.by_deal)

    def ahead_as_played(self) -> Rate:
        """By how much it is ahead a hand, by the plain duplicate of the same deals."""
        return rate(self.played)

    @property
    def times_fewer(self) -> float:
        """The deals that a duplicate needs for the same interval, for each deal of the judge."""
        variance = float(self.by_deal.var()) if self.hands else 0.0
        return float(self.played.var()) / variance if variance else float("nan")

    def by_street(self) -> dict[int, list[Parting]]:
        """The differences of each street, of all lines."""
        everything = [(one.moment.hand().street, one) for line in self.lines for one in line]
        streets = sorted({street for street, _ in everything})
        return {street: [one for at, one in everything if at == street] for street in streets}


def find_first_differences(
    match: Match,
    versus: AgentSpec,
    *,
    trials: int = 100,
    both_lines: bool = False,
    progress: Callable[[float], None] | None = None,
) -> FirstDifferences:
    """Compare the first agent of a match with another one in its place.

    The first agent leads; with ``both_lines`` the other one does too, in hands of its own, and a
    deal counts by the mean of both.

    >>> from villain.game import limit_holdem
    >>> match = Match(limit_holdem(2), ("call", "call"), 20, duplicate=False)
    >>> compared = find_first_differences(match, "fold", trials=10)
    >>> len(compared.lines[0])  # where it would have to pay half a blind
    10
    """
    versus = keep(versus)
    other = replace(match, agents=(versus, *match.agents[1:]))
    lines: list[list[Parting]] = [[], []] if both_lines else [[]]
    compared = FirstDifferences(match, name_of(versus), trials, lines)
    first, second = _Line(match, versus, trials), _Line(other, match.agents[0], trials)
    try:
        with redirect_stdout(sys.stderr):  # what agents print is not part of the result
            for number, deal in enumerate(match.cards()):
                won, difference = first.play(number, deal, judge=True)
                other_won, other_difference = second.play(number, deal, judge=both_lines)
                compared.won[0].append(won)
                compared.won[1].append(other_won)
                if difference:
                    lines[0].append(difference)
                if other_difference:
                    lines[1].append(other_difference.turned())
                compared.faults = first.faults + second.faults
                compared.hands += 1
                if progress is not None:
                    progress(compared.hands / match.deals)
    except KeyboardInterrupt:
        raise JudgingStoppedError(compared) from None
    return compared


class _Line:
    """The hands of one leader, with its shadow."""

    def __init__(self, match: Match, shadow: AgentSpec, trials: int) -> None:
        self.match, self.trials, self.shadow_name = match, trials, name_of(shadow)
        self.agents = match.make_agents()
        self.shadow = replace(match, agents=(shadow, *match.agents[1:])).make_agents()[0]
        self.faults: list[Fault] = []

    def play(self, number: int, deal: Deal, *, judge: bool) -> tuple[float, Parting | None]:
        """Play a deal; what the leader won, and where the shadow parted from it."""
        match, difference = self.match, None
        for key, agent in (*enumerate(self.agents), (0, self.shadow)):
            # Chance begins anew in every deal, the same for the leader and its shadow.
            reseed(
                agent,
                int(np.random.SeedSequence((match.seed, 4, number, key)).generate_state(1)[0]),
            )
        seated = at_table(match.seatings[0], number)
        place = seated.index(0)
        table = [self.agents[who] for who in seated]
        names = tuple(match.names[who] for who in seated)
        hand = Hand(match.rules, deal, names, check=False)
        actions: list[Action] = []
        with Clock(match.patience) as clock:
            while hand.seat is not None:
                seat = hand.seat
                action = self._ask(table[seat], hand, clock, number)
                if judge and seat == place and difference is None:
                    other = self._ask(self.shadow, hand, clock, number)
                    if other != action:
                        moment = Moment(
                            match.rules,
                            names,
                            deal.holes,
                            hand.board,
                            tuple(actions),
                            freeze(table),
                        )
                        difference = self._value(number, moment, place, action, other)
                hand.act(action)
                actions.append(action)
            watching = [*enumerate(table), *([(place, self.shadow)] if judge else [])]
            for seat, agent in watching:
                self._note(agent, show_end(agent, hand, seat, clock), hand.names[seat], number)
        assert hand.payoffs is not None
        return hand.payoffs[place] / match.rules.big_blind, difference

    def _ask(self, agent: Agent, hand: Hand, clock: Clock, number: int) -> Action:
        """The action of an agent; whoever fails folds, or checks where that is free."""
        assert hand.seat is not None
        action, failure = choose(agent, hand.observation(hand.seat), clock)
        self._note(agent, failure, hand.names[hand.seat], number)
        return action

    def _note(self, agent: Agent, failure: Failure | None, name: str, number: int) -> None:
        name = self.shadow_name if agent is self.shadow else name
        note_fault(failure, name, number, self.faults, strict=self.match.strict)

    def _value(
        self, number: int, moment: Moment, place: int, action: Action, other: Action
    ) -> Parting:
        table = list(moment.agents)
        table[place] = freeze([self.shadow])[0]
        rng = np.random.default_rng((self.match.seed, 5, number))
        values = value_branches(
            moment, [(action, moment.agents), (other, tuple(table))], self.trials, rng
        )
        # The agents have played on; to keep them for every difference would take too much room.
        bare = replace(moment, agents=(b"",) * len(table))
        return Parting(
            number,
            bare,
            action,
            other,
            values.value(action),
            values.value(other),
            values.difference(action, other),
        )
