"""Playing a hand: asking the agents, what happens when one fails, and showing them the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index

from villain.agents.agent import Agent
from villain.agents.holding_chances import HoldingChances
from villain.arena.clock import Clock, Failure
from villain.cards.range import possible
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, IllegalActionError, Legal
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.outside import in_words


@dataclass(frozen=True)
class Fault:
    """An agent that failed: who, in which deal, and how."""

    agent: str
    deal: int
    reason: str


class AgentFailedError(VillainError):
    """An agent failed in a strict match."""


def play_hand(
    hand: Hand,
    agents: Sequence[Agent],
    clock: Clock,
    number: int,
    *,
    strict: bool = False,
    told: list[HoldingChances | None] | None = None,
) -> list[Fault]:
    """Play a hand to its end; list who failed, or raise if it is strict.

    With a list in which to keep what is ``told``, agents are asked for their chances before each of
    their decisions. What somebody tells who then fails to act does not count.
    """
    faults: list[Fault] = []
    while hand.seat is not None:
        seat = hand.seat
        seen = hand.observation(seat)
        known: HoldingChances | None = None
        if told is not None:
            known, failure = ask_chances(agents[seat], seen, clock)
            note_fault(failure, hand.names[seat], number, faults, strict=strict)
        action, failure = choose(agents[seat], seen, clock)
        note_fault(failure, hand.names[seat], number, faults, strict=strict)
        if told is not None:
            told.append(None if failure else known)
        hand.act(action)
    for seat, agent in enumerate(agents):
        note_fault(
            show_end(agent, hand, seat, clock), hand.names[seat], number, faults, strict=strict
        )
    return faults


def ask_chances(
    agent: Agent, seen: Observation, clock: Clock
) -> tuple[HoldingChances | None, Failure | None]:
    """What an agent tells of its chances, and what went wrong; None if it does not tell."""
    if getattr(type(agent), "chances", Agent.chances) is Agent.chances:
        return None, None

    def ask() -> HoldingChances | None:
        known = agent.chances(seen)
        if known is not None:
            known.check(seen, possible(seen.board))
        return known

    known, failure = clock.ask(ask)
    return known, failure and failure._replace(words=f"in chances: {failure}")


def note_fault(
    failure: Failure | None, name: str, number: int, faults: list[Fault], *, strict: bool
) -> None:
    """Add a failure to the faults, if there is one; raise if it is strict."""
    if failure and strict:
        raise AgentFailedError(f"deal {number}: {name} {failure}")
    if failure:
        faults.append(Fault(name, number, str(failure)))


def choose(agent: Agent, seen: Observation, clock: Clock) -> tuple[Action, Failure | None]:
    """Ask an agent for a legal action; whoever fails folds, or checks where that is free."""
    legal = seen.legal
    assert legal is not None
    action, failure = clock.ask(lambda: agent.act(seen))
    if action is None:
        failure = failure or Failure(f"gave no action; legal: {legal}")
    else:
        try:
            return _checked(action, seen.seat, legal), None
        except IllegalActionError as error:
            failure = Failure(in_words(error), error)
    return FOLD if legal.call else CALL, failure


def _checked(action: Action, seat: int, legal: Legal) -> Action:
    """An action as the engine takes it; raises if it is none, or not legal."""
    try:
        exact = type(action) is Action and type(action.to) is int
        taken = action if exact else Action(action.kind, index(action.to))
    except (AttributeError, TypeError):
        raise IllegalActionError(f"seat {seat} may not {action!r}; legal: {legal}") from None
    if not legal.allows(taken):
        raise IllegalActionError(f"seat {seat} may not {taken}; legal: {legal}")
    return taken


def show_end(agent: Agent, hand: Hand, seat: int, clock: Clock) -> Failure | None:
    """Let an agent see how a hand ended, if it wants to; return what went wrong."""
    if getattr(type(agent), "watch", Agent.watch) is Agent.watch:
        return None
    seen = hand.observation(seat)
    _, failure = clock.ask(lambda: agent.watch(seen))
    return failure and failure._replace(words=f"in watch: {failure}")
