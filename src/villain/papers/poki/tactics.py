"""Check-raises and bluffs that nobody taught the simulation: how often, and one of each."""

from typing import NamedTuple

from villain.agents.agent import Agent
from villain.agents.poki import Poki
from villain.cards.card import show
from villain.game.actions import Action
from villain.game.observation import Observation, street_actions
from villain.papers.poki.example_betting import values_by_kind
from villain.papers.poki.fields import SOLID
from villain.papers.poki.session import deal_session
from villain.papers.report import Findings, Setting, item, table
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.simulation import Simulation

SELDOM = 0.05
"""The formula would hardly ever do it."""

WEAK = 0.25
"""Whoever is ahead of everybody no more often than this bluffs."""


class SimulatedMove(NamedTuple):
    """A decision of the simulation: what it saw, its values, and what the formula says."""

    seen: Observation
    actions: list[Action]
    simulated: Simulation
    triple: ActionDistribution
    ahead: float

    @property
    def taken(self) -> Action:
        """The action with the highest value."""
        return self.actions[self.simulated.best]

    @property
    def lead(self) -> float:
        """By how much it is ahead of all else."""
        values = self.simulated.values
        rest = [v for v, a in zip(values, self.actions, strict=True) if a != self.taken]
        return float(values[self.simulated.best] - max(rest, default=0.0))


@item("tactics", "Tactics that emerge")
def reproduce_tactics(setting: Setting) -> Findings:
    """Play the solid field, and look for what the formula inside the trials would not do."""
    hands = setting.deals_or(300, 5_000)
    moves = _play_session(setting, hands)
    raised = [move for move in moves if _is_check_raise(move)]
    checks = [check for move in raised if (check := _checked_before(move, moves))]
    tactics = {
        "check-raise": raised,
        "trap": [check for check in checks if check.triple.more > 0.5],
        "bluff": [move for move in moves if _is_bluff(move)],
    }
    theirs = {"check-raise": "emerges, though the strategy inside a trial cannot do it"}
    counts = table(
        f"In {hands:,} hands",
        " | theirs | times | per 1,000 hands {.1f}",
        (
            (name, theirs.get(name), len(some), 1000 * len(some) / hands)
            for name, some in tactics.items()
        ),
    )
    shown = {name: max(some, key=lambda one: one.lead) for name, some in tactics.items() if some}
    shown.pop("check-raise", None)  # the check is what is remarkable
    examples = table(
        "The clearest of each",
        " | hole | board | ahead {.0%} | fold | call | raise | formula raises {.0%}",
        ((name, *_row(move)) for name, move in shown.items()),
    )
    note = (
        f"poki:sim-s in the solid field, {hands:,} hands, seed {setting.seed}. A check-raise "
        "is a check and then a raise on the same street, a trap the check before it, where the "
        "formula would have bet more often than not. A bluff is a bet or raise that it "
        f"would make in under {SELDOM:.0%} of cases, with a hand that is ahead of everybody in "
        f"under {WEAK:.0%}. Values are small bets from now on, with 95 % errors."
    )
    data = {name: len(some) for name, some in tactics.items()} | {"hands": hands}
    return Findings((counts, examples), [note], data)


def _play_session(setting: Setting, hands: int) -> list[SimulatedMove]:
    moves: list[SimulatedMove] = []
    session = deal_session(("poki:sim-s", *SOLID), setting.seed)
    for _, (hand, agents) in zip(setting.steps(range(hands)), session, strict=False):
        while hand.seat is not None:
            agent, seen = agents[hand.seat], hand.observation(hand.seat)
            move = _simulated(agent, seen)
            hand.act(move.taken if move else agent.act(seen))
            moves += [move] if move else []
    return moves


def _simulated(agent: Agent, seen: Observation) -> SimulatedMove | None:
    """A decision by simulation, if it is one."""
    assert seen.legal is not None
    free = not seen.legal.call and not seen.legal.can_raise
    if not isinstance(agent, Poki) or seen.street == 0 or free:
        return None
    actions, simulated = agent.simulate(seen)
    ahead, _ = agent.standing(seen)
    return SimulatedMove(seen, actions, simulated, agent.consider(seen), ahead)


def _is_check_raise(move: SimulatedMove) -> bool:
    seat, done = move.seen.seat, street_actions(move.seen)
    checked = any(e.seat == seat and e.kind == "call" and not e.chips for e in done)
    return checked and move.taken.kind == "raise"


def _checked_before(move: SimulatedMove, moves: list[SimulatedMove]) -> SimulatedMove | None:
    """The check that came before a raise on the same street."""
    for other in moves:
        events = other.seen.events
        earlier = len(events) < len(move.seen.events) and other.seen.street == move.seen.street
        if earlier and events == move.seen.events[: len(events)]:
            return other
    return None


def _is_bluff(move: SimulatedMove) -> bool:
    return move.taken.kind == "raise" and move.triple.more < SELDOM and move.ahead < WEAK


def _row(move: SimulatedMove) -> tuple[object, ...]:
    seen = move.seen
    return (
        show(seen.hole),
        f"{show(seen.board)}, pot {seen.pot}, {seen.folded.count(False) - 1} others",
        move.ahead,
        *values_by_kind(move.actions, move.simulated, seen.rules.big_blind),
        move.triple.more,
    )
