"""At the table a reader knows of a player what the network was told of him in training."""

from importlib import import_module
from itertools import pairwise

import numpy as np
import pytest

from tests.hands.random_hands import random_history
from villain.game.rules import Betting
from villain.models import fixed_policy
from villain.models.crowd import person
from villain.models.crowd import reader as reader_module
from villain.models.crowd.network import Earlier, crowd_network
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.strengths import UNKNOWN
from villain.profiles.replaying import decisions_of, is_decision

BETTINGS = (Betting.LIMIT, Betting.NO_LIMIT)
HANDS = [random_history(seed, BETTINGS[seed % 2], players=2 + seed % 9) for seed in range(36)]


def test_a_reader_is_told_what_streams_tell() -> None:
    streams = import_module("training.crowd.streams").Streams()
    reader, known = CrowdReader(), dict[str, list[list[float]]]()
    said = []
    shown = 0
    for history in HANDS:
        hand = history.replay()
        streams.add(history, hand)
        decided = set()
        for decision in filter(is_decision, decisions_of(hand)):
            found = reader.look(decision.name, [decision.situation])[0]
            known.setdefault(decision.name, []).append(found.tolist())
            said.append(reader.chances(decision.name, [decision.situation])[0])
            reader.learn(decision)
            decided.add(decision.seat)
        for seat in history.shown & decided:
            reader.show(history.names[seat], history.holes[seat], history.board)
            shown += 1
    assert shown > 10
    told, network = streams.decisions(), crowd_network()
    statistics = import_module("training.crowd.running").running(told, network.expected)
    trunks = []
    for name, (start, end) in zip(known, pairwise(told.offsets), strict=True):
        positions = []
        for place in range(start, end):
            earlier = None
            if place > start:
                seen = told.fresh[place] and told.shown[place - 1]
                held = told.strengths[place - 1].tolist() if seen else (UNKNOWN, UNKNOWN)
                earlier = Earlier(
                    told.situations[place - 1],
                    int(told.actions[place - 1]),
                    int(told.sizes[place - 1]),
                    (held[0], held[1]),
                )
            one = slice(place, place + 1)
            positions.append(network.embed(told.situations[one], told.fresh[one], earlier))
        wanted, _, _ = network.read(np.concatenate(positions), statistics[start:end])
        assert np.array(known[name]) == pytest.approx(wanted, abs=2e-4)
        trunks.append(wanted)
    table = import_module("training.crowd.at_the_table")
    paces = table.OWN_PACE, table.SHARED_PACE
    assert paces == (person.PACE, reader_module.SHARED_PACE)
    for name in ("SHARPNESS", "SHARPENING", "DULLEST", "SHARPEST"):
        assert getattr(table, name) == getattr(reader_module, name)
    for name in ("PURE", "FIXED", "SUREST", "LEAST"):
        assert getattr(table, name) == getattr(fixed_policy, name)
    # And it says what is said there, where decisions come one after the other.
    every = np.concatenate(trunks)
    chances = table.at_the_table(told, every, network.actions(every))
    assert np.array(said) == pytest.approx(chances[np.argsort(told.times)], abs=1e-3)
