"""A chunk of a match: some deals of one replay, played one after the other and kept together."""

import pickle
import sys
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from villain.agents.batch_agent import is_alike_in_batches
from villain.agents.registry import AGENTS, make_agent
from villain.arena.clock import Clock
from villain.arena.match_record import fingerprint
from villain.arena.seating import at_table, distinct_names
from villain.arena.table import AgentFailedError, Fault, play_hand
from villain.errors import VillainError
from villain.game.batch_input import card_rows
from villain.game.chance import deals
from villain.game.hand import Hand
from villain.game.rules import Rules, is_holdem
from villain.hands.formats.phh_writer import write
from villain.hands.hand_history import Origin, history_of
from villain.kernels.arrays import FloatArray
from villain.outside import in_words
from villain.registry import load_files, name_of

if TYPE_CHECKING:
    from villain.agents.agent import Agent
    from villain.agents.holding_chances import HoldingChances
    from villain.agents.registry import AgentSpec
    from villain.arena.match import Match

CHUNK = 250
"""Deals are played and kept in chunks of so many at most,"""
LONG = 1.0
"""or of as many as are played in so many seconds."""
REHEARSAL = 120.0
"""So many seconds an action may take while everything is compiled."""
AT_ONCE = 2500
"""Where all agents answer for many hands at once, so many are played side by side."""


@dataclass
class MatchChunk:
    """The payoffs of a chunk of deals, in chips by participant, and the agents after it.

    ``hands`` are the hands themselves in PHH, where they are kept; ``adjusted`` are the payoffs
    less luck, where they are asked for.
    """

    payoffs: npt.NDArray[np.int64]
    faults: list[Fault] = field(default_factory=list)
    agents: bytes = b""
    hands: list[str] = field(default_factory=list)
    adjusted: FloatArray | None = None


def play_chunk(
    match: "Match",
    replay: int,
    start: int,
    agents: bytes,
    *,
    keep_hands: bool = False,
    far: bool = False,
) -> MatchChunk:
    """Play some deals of a replay from deal ``start`` on; agents are made anew or taken up again.

    The cards depend on the seed and the deal only, an agent's chance on seed, replay and agent.
    Where the chunk ends depends on the time, and changes nothing else. Hold'em between agents that
    are alike in batches (of the blind ones all but ``random``, whose chance would come in another
    order) is played many hands at once, with the same result. Who plays ``far`` away may have to
    compile first what is there to be compiled.
    """
    for spec in match.agents:
        AGENTS.kind(spec)  # whoever is unpickled needs his file loaded,
        load_files(spec)  # and that of his model
    if far:
        rehearse(match.rules, match.agents)
    players = _take_up(agents) if agents else match.make_agents(replay)
    # What agents print is not part of the result.
    with Clock(match.patience) as clock, redirect_stdout(sys.stderr):
        in_turn = keep_hands or match.aivat
        payoffs = None if in_turn else _play_at_once(match, replay, start, players, clock)
        if payoffs is not None:
            chunk = MatchChunk(payoffs)
        else:
            chunk = _play_in_turn(match, replay, start, players, clock, keep_hands=keep_hands)
    try:
        chunk.agents = pickle.dumps(players)
    except Exception as error:
        raise AgentFailedError(
            f"an agent cannot be pickled, which a match needs to be shared and kept: {error}"
        ) from None
    return chunk


@cache
def rehearse(rules: Rules, agents: tuple["AgentSpec", ...]) -> None:
    """Let such agents play some hands, so that all is compiled before anybody's time counts.

    Whoever is taken up again in a process that never made one like him has warmed nothing up.
    """
    players = [make_agent(spec) for spec in agents]
    names = distinct_names(tuple(map(name_of, agents)))
    with Clock(REHEARSAL) as clock, redirect_stdout(sys.stderr), suppress(VillainError):
        for number, cards in enumerate(islice(deals(rules, 0), 3)):
            play_hand(Hand(rules, cards, names, check=False), players, clock, number)


def _take_up(agents: bytes) -> "list[Agent]":
    try:
        players: list[Agent] = pickle.loads(agents)
    except Exception as error:
        raise VillainError(
            f"the agents of this match cannot be taken up again: {in_words(error)}"
        ) from None
    return players


def _play_in_turn(
    match: "Match",
    replay: int,
    start: int,
    players: "list[Agent]",
    clock: Clock,
    *,
    keep_hands: bool,
) -> MatchChunk:
    """Play one deal after the other."""
    count, names = min(CHUNK, match.deals - start), match.names
    keep_as = fingerprint(match) if keep_hands else ""
    chunk = MatchChunk(np.zeros((count, match.rules.players), np.int64))
    if match.aivat:
        chunk.adjusted = np.zeros(chunk.payoffs.shape)
    until = perf_counter() + LONG
    for number, cards in enumerate(islice(match.cards(start), count)):
        deal = start + number
        seated = at_table(match.seatings[replay], deal)
        hand = Hand(match.rules, cards, tuple(names[who] for who in seated), check=False)
        told: list[HoldingChances | None] | None = [] if match.aivat else None
        sitting = [players[who] for who in seated]
        chunk.faults += play_hand(hand, sitting, clock, deal, strict=match.strict, told=told)
        assert hand.payoffs is not None
        if keep_as:
            origin = Origin(site="Villain", number=f"{keep_as}-{replay}-{deal:07}")
            chunk.hands.append(write(history_of(hand, origin), hand))
        for seat, who in enumerate(seated):
            chunk.payoffs[number, who] = hand.payoffs[seat]
        if chunk.adjusted is not None and told is not None:
            chunk.adjusted[number, list(seated)] = _adjusted(hand, told, deal, chunk.faults)
        if perf_counter() > until:
            chunk.payoffs = chunk.payoffs[: number + 1]
            if chunk.adjusted is not None:
                chunk.adjusted = chunk.adjusted[: number + 1]
            break
    return chunk


def _adjusted(
    hand: Hand, told: "list[HoldingChances | None]", deal: int, faults: list[Fault]
) -> tuple[float, float]:
    """What both seats won in chips less luck; who did not do as he told has failed."""
    from villain.evaluation.aivat.adjusting import adjusted  # compiled code

    less_luck = adjusted(hand.rules, hand.events, told)
    for name, times in zip(hand.names, less_luck.untrue, strict=True):
        if times:
            faults.append(Fault(name, deal, "did what it had told that it never does"))
    return less_luck.chips, -less_luck.chips


def _play_at_once(
    match: "Match", replay: int, start: int, players: "list[Agent]", clock: Clock
) -> "npt.NDArray[np.int64] | None":
    """Play many deals side by side; None where that may not give what playing in turn would.

    Agents that are asked so have no memory: where one fails, the deals can be played anew.
    """
    together = [player for player in players if is_alike_in_batches(player)]
    if len(together) < len(players) or not is_holdem(match.rules):
        return None
    from villain.arena.batch_table import play_batch  # compiled code, which small games do without
    from villain.game.batch import HandBatch

    deals = range(start, min(start + AT_ONCE, match.deals))

    def play() -> "npt.NDArray[np.int64]":
        cards = card_rows(islice(match.cards(start), len(deals)))
        seated = [at_table(match.seatings[replay], deal) for deal in deals]
        batch = HandBatch(match.rules, cards, names=match.names, seated=seated, check=False)
        return play_batch(batch, together)

    payoffs, _ = clock.ask(play)
    return payoffs
