"""One player as the crowd's reader keeps him: statistics, and his last decisions as codes."""

from collections import deque
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING

import numpy as np

from villain.game.situation import NOTHING, Decision, Situation
from villain.models.crowd.card_leaning import CardLeaning
from villain.models.crowd.card_sharpness import CardSharpness
from villain.models.crowd.leaning import Leaning
from villain.models.crowd.network import CrowdNetwork, Earlier
from villain.models.crowd.situations import COLUMNS, Codes, Floats, codes_of_decider, deed
from villain.models.crowd.statistics import Running
from villain.models.crowd.strengths import UNKNOWN
from villain.models.crowd.window import Window
from villain.models.fixed_policy import FixedPolicy

if TYPE_CHECKING:
    from villain.cards.card import Card

PACE = 0.01
"""The step of his leaning, chosen on the players on whom training was stopped."""

_ACTION, _SIZE, _FRESH, _HELD = range(len(COLUMNS), len(COLUMNS) + 4)


class KnownPlayer:
    """A player as he is known; the window of the network can be built from it.

    A row has the codes of a decision, and the strengths of what he held if it was seen. Of rows
    there are as many as a window spans. ``statistics`` are those after all of his decisions; those
    before the oldest row are kept too, for the statistics at each of the rows. Where he differs
    from all others, ``leaning`` follows; ``sharpness`` is how closely he goes by his cards,
    ``card_leaning`` in which way, and ``fixed`` asks whether he is a person at all.
    """

    def __init__(self, network: CrowdNetwork) -> None:
        self._network = network
        self.statistics, self._before = Running(network.expected), Running(network.expected)
        self.rows: deque[bytes] = deque()
        self.board: tuple[Card, ...] = ()
        self.leaning = Leaning(network.width, pace=PACE)
        self.fixed = FixedPolicy()
        self.sharpness, self.card_leaning = CardSharpness(), CardLeaning()

    @classmethod
    def of_rows(cls, network: CrowdNetwork, rows: Codes, before: Running) -> "KnownPlayer":
        """A player whose last decisions are these rows, with the statistics before them."""
        player = cls(network)
        player.rows.extend(row.tobytes() for row in rows)
        player._before, player.statistics = before, deepcopy(before)
        for row in player.rows:
            _count(player.statistics, row)
        return player

    @classmethod
    def of_decisions(cls, network: CrowdNetwork, decisions: Iterable[Decision]) -> "KnownPlayer":
        """A player who decided so; he has no leaning of his own."""
        player = cls(network)
        for decision in decisions:
            player.add(codes_of_decider(decision.situation), *deed(decision), decision.situation)
        return player

    @property
    def before(self) -> Running:
        """The statistics before the oldest of his rows."""
        return self._before

    @property
    def last(self) -> Earlier:
        """His last decision."""
        return _earlier(self.rows[-1])

    def add(self, codes: Sequence[int], action: int, size: int, situation: Situation) -> None:
        """Take in a decision; the oldest of the rows is counted and let go."""
        fresh = situation.last == NOTHING
        row = bytes((*codes, action, size, fresh, UNKNOWN, UNKNOWN))
        _count(self.statistics, row)
        self.rows.append(row)
        self.board = situation.board
        if len(self.rows) > self._network.window:
            _count(self._before, self.rows.popleft())

    def show(self, held: Codes) -> None:
        """The two strengths of what he held at his last decision were seen."""
        self.rows[-1] = self.rows[-1][:_HELD] + held.tobytes()
        self.statistics.show(int(held[0]))

    def copy(self) -> "KnownPlayer":
        """One that learns on its own."""
        twin = KnownPlayer(self._network)
        twin.statistics, twin._before = deepcopy(self.statistics), deepcopy(self._before)
        twin.rows, twin.board = self.rows.copy(), self.board
        twin.leaning, twin.fixed = self.leaning.copy(), self.fixed.copy()
        twin.sharpness, twin.card_leaning = self.sharpness.copy(), self.card_leaning.copy()
        return twin

    def window(self) -> Window:
        """The window of the network, from the rows alone; what lay before them is lost."""
        return self.read()[1]

    def read(self) -> tuple[Floats, Window]:
        """What the network knows at each of the rows (n, width), and the window after them."""
        running, positions, statistics = deepcopy(self._before), [], []
        earlier: Earlier | None = None
        for row in self.rows:
            codes = np.frombuffer(row, np.uint8, len(COLUMNS))[None]
            begins = bool(row[_FRESH])
            counted = running.inputs(codes, [begins])
            fresh = np.array([begins or earlier is None])
            positions.append(self._network.embed(codes, fresh, earlier))
            statistics.append(counted)
            _count(running, row)
            earlier = _earlier(row)
        inputs = np.concatenate(positions), np.concatenate(statistics)
        known, keys, values = self._network.read(*inputs)
        window = self._network.empty_window()
        window.add(keys, values)
        return known, window


def _earlier(row: bytes) -> Earlier:
    codes = np.frombuffer(row, np.uint8, len(COLUMNS))
    return Earlier(codes, row[_ACTION], row[_SIZE], (row[_HELD], row[_HELD + 1]))


def _count(running: Running, row: bytes) -> None:
    """Count a decision, and the cards if they were seen after it."""
    running.add(row, row[_ACTION], row[_SIZE], fresh=bool(row[_FRESH]))
    if row[_HELD] != UNKNOWN:
        running.show(row[_HELD])
