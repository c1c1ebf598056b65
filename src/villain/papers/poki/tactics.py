"""Check-raises and bluffs that nobody taught the simulation: how often, and one of each."""

from typing import NamedTuple

from villain.agents.agent import Agent
from villain.agents.poki import Poki
from villain.cards.card import show
from villain.game.actions import Action
from villain.game.observation import Observation, street_actions
from villain.papers.poki.fields import SOLID
from villain.papers.poki.session import deal_session
from villain.papers.report import Report, Section, Setting
from villain.strategy.action_distribution import ActionDistribution
from villain.strategy.simulation import Simulation

SELDOM = 0.05
"""The formula would hardly ever do it."""

WEAK = 0.25
"""Whoever is ahead of everybody no more often than this bluffs."""


class Move(NamedTuple):
    """A decision of the simulation: what it saw, the values it found and what the formula says."""

    seen: Observation
    actions: list[Action]
    found: Simulation
    triple: ActionDistribution
    ahead: float
    taken: Action

    def value(self, kind: str) -> str:
        """What an action is worth in small bets, with its 95 % error."""
        unit = self.seen.rules.big_blind
        for action, value, error in zip(
            self.actions, self.found.values, self.found.errors, strict=True
        ):
            if action.kind == kind:
                return f"{value / unit:+.2f} ± {1.96 * error / unit:.2f}"
        return ""


def reproduce_tactics(setting: Setting) -> Report:
    """Play the solid field, and look for what the formula inside the trials would not do."""
    hands = setting.deals or setting.size(300, 5_000)
    moves = _play_session(setting, hands)
    raised = [move for move in moves if _is_check_raise(move)]
    checks = [found for move in raised if (found := _checked_before(move, moves))]
    tactics = {
        "check-raise": raised,
        "trap": [check for check in checks if check.triple.more > 0.5],
        "bluff": [move for move in moves if _is_bluff(move)],
    }
    theirs = {"check-raise": "emerges, though the strategy inside a trial cannot do it"}
    counts = Section(
        f"In {hands:,} hands",
        ("", "theirs", "times", "per 1,000 hands"),
        tuple(
            (name, theirs.get(name, ""), str(len(found)), f"{1000 * len(found) / hands:.1f}")
            for name, found in tactics.items()
        ),
    )
    shown = {name: max(found, key=_lead) for name, found in tactics.items() if found}
    shown.pop("check-raise", None)  # the check is what is remarkable
    examples = Section(
        "The clearest of each",
        ("", "hole", "board", "ahead", "fold", "call", "raise", "formula raises"),
        tuple((name, *_row(move)) for name, move in shown.items()),
    )
    return Report(
        "tactics",
        "Tactics that emerge",
        (counts, examples),
        (
            f"poki:sim-s in the solid field, {hands:,} hands, seed {setting.seed}. A check-raise "
            "is a check and then a raise on the same street, a trap the check before it, where the "
            "formula would have bet more often than not. A bluff is a bet or raise that it "
            f"would make in under {SELDOM:.0%} of cases, with a hand that is ahead of everybody in "
            f"under {WEAK:.0%}. Values are small bets from now on, with 95 % errors.",
        ),
        {name: len(found) for name, found in tactics.items()} | {"hands": hands},
    )


def _play_session(setting: Setting, hands: int) -> list[Move]:
    moves: list[Move] = []
    session = deal_session(("poki:sim-s", *SOLID), setting.seed)
    for number, (hand, agents) in zip(range(hands), session, strict=False):
        while hand.seat is not None:
            agent, seen = agents[hand.seat], hand.observation(hand.seat)
            move = _simulated(agent, seen)
            hand.act(move.taken if move else agent.act(seen))
            moves += [move] if move else []
        setting.tell(number + 1, hands)
    return moves


def _simulated(agent: Agent, seen: Observation) -> Move | None:
    """A decision by simulation, if it is one."""
    assert seen.legal is not None
    free = not seen.legal.call and not seen.legal.can_raise
    if not isinstance(agent, Poki) or seen.street == 0 or free:
        return None
    actions, found = agent.simulate(seen)
    ahead, _ = agent.standing(seen)
    return Move(seen, actions, found, agent.consider(seen), ahead, actions[found.best])


def _is_check_raise(move: Move) -> bool:
    seat, done = move.seen.seat, street_actions(move.seen)
    checked = any(e.seat == seat and e.kind == "call" and not e.chips for e in done)
    return checked and move.taken.kind == "raise"


def _checked_before(move: Move, moves: list[Move]) -> Move | None:
    """The check that came before a raise on the same street."""
    for other in moves:
        events = other.seen.events
        earlier = len(events) < len(move.seen.events) and other.seen.street == move.seen.street
        if earlier and events == move.seen.events[: len(events)]:
            return other
    return None


def _is_bluff(move: Move) -> bool:
    return move.taken.kind == "raise" and move.triple.more < SELDOM and move.ahead < WEAK


def _lead(move: Move) -> float:
    """By how much the raise is ahead of all else."""
    rest = [v for v, a in zip(move.found.values, move.actions, strict=True) if a != move.taken]
    return float(move.found.values[move.found.best] - max(rest, default=0.0))


def _row(move: Move) -> tuple[str, ...]:
    return (
        show(move.seen.hole),
        f"{show(move.seen.board)}, pot {move.seen.pot}, {move.seen.folded.count(False) - 1} others",
        f"{move.ahead:.0%}",
        *(move.value(kind) for kind in ("fold", "call", "raise")),
        f"{move.triple.more:.0%}",
    )
