"""One table: agents play some deals of a match, one after the other."""

import pickle
import signal
import threading
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from villain.agents.agent import Agent
from villain.agents.registry import make_agent
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.rules import Rules

CHUNK = 250
"""Deals are shuffled, played and saved in chunks of so many."""


@dataclass(frozen=True)
class Fault:
    """An agent that failed: who, in which deal, and how."""

    agent: str
    deal: int
    reason: str


@dataclass
class Chunk:
    """What a chunk of deals brought every participant, in chips, and the agents after it."""

    payoffs: npt.NDArray[np.int64]
    faults: list[Fault] = field(default_factory=list)
    agents: bytes = b""


class AgentFailedError(VillainError):
    """An agent failed in a strict match."""


class _TookTooLongError(Exception):
    pass


def play_chunk(
    rules: Rules,
    specs: tuple[str, ...],
    names: tuple[str, ...],
    seating: tuple[int, ...],
    seed: int,
    replay: int,
    start: int,
    count: int,
    agents: bytes,
    *,
    strict: bool,
    patience: float,
) -> Chunk:
    """Play ``count`` deals from deal ``start`` on; agents are made anew or taken up again.

    The cards depend on the seed and the deal only, an agent's chance on seed, replay and agent.
    In deal d, seat s is taken by whoever sits at place s + d of the seating: the button moves.
    """
    players = rules.players
    seats: list[Agent] = (
        pickle.loads(agents)
        if agents
        else [
            make_agent(spec, int(np.random.SeedSequence((seed, 1, replay, i)).generate_state(1)[0]))
            for i, spec in enumerate(specs)
        ]
    )
    rng = np.random.default_rng((seed, 0, start // CHUNK))
    chunk = Chunk(np.zeros((count, players), np.int64))
    with Clock(patience) as clock:
        for number in range(count):
            deal = start + number
            at_table = [seating[(seat + deal) % players] for seat in range(players)]
            hand = Hand(
                rules, shuffle(rules, rng), tuple(names[who] for who in at_table), check=False
            )
            while hand.seat is not None:
                who = at_table[hand.seat]
                failure = let_act(seats[who], hand, clock)
                if failure:
                    if strict:
                        raise AgentFailedError(f"deal {deal}: {names[who]} {failure}")
                    chunk.faults.append(Fault(names[who], deal, failure))
                    hand.act(FOLD if hand.legal is not None and hand.legal.fold else CALL)
            assert hand.payoffs is not None
            for seat, who in enumerate(at_table):
                chunk.payoffs[number, who] = hand.payoffs[seat]
                if type(seats[who]).watch is not Agent.watch:
                    seats[who].watch(hand.observation(seat))
    chunk.agents = pickle.dumps(seats)
    return chunk


def let_act(agent: Agent, hand: Hand, clock: "Clock") -> str:
    """Ask an agent for its action; say what went wrong, or nothing."""
    assert hand.seat is not None
    seen = hand.observation(hand.seat)
    clock.start()
    try:
        hand.act(agent.act(seen))
    except _TookTooLongError:
        return f"took longer than {clock.patience:g} s"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


class Clock:
    """Interrupts who takes too long, where the system can (not on Windows, nor in threads)."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        main = threading.current_thread() is threading.main_thread()
        self._able = patience > 0 and main and hasattr(signal, "setitimer")

    def __enter__(self) -> "Clock":
        if self._able:
            self._before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def start(self) -> None:
        """Give somebody the full time; this also ends the time of the one before."""
        if self._able:
            signal.setitimer(signal.ITIMER_REAL, self.patience)

    def __exit__(self, *_: object) -> None:
        if self._able:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)

    @staticmethod
    def _ring(*_: object) -> None:
        raise _TookTooLongError
