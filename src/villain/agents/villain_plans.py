"""What can be won on later streets from somebody whose policy is known.

At the end of a street `villain` has to know what its holdings are worth against *him*, not against
one who plays well. Some of the cards to come are dealt, and the betting of all streets to come is
gone through backwards on each, with a few sizes: he does what the crowd's compiled read says of the
strength of his holding, and the other answers as well as he can.
"""

from bisect import bisect_left
from math import inf
from typing import NamedTuple

import numpy as np

from villain.agents.dealt_boards import dealt_boards
from villain.cards.card import Card
from villain.game.public_state import PublicState
from villain.game.rules import Betting, Rules
from villain.kernels.arrays import FloatArray, SingleArray
from villain.kernels.best_answers import PlanTree, answer_values
from villain.kernels.solver_records import CHANCE, DECISION, FOLDED, SHOWDOWN
from villain.models.crowd import grid
from villain.models.crowd.bars import Bars, BarSpot
from villain.models.crowd.grid import Cell, number
from villain.models.crowd.kinds import KIND_BOUNDS, KINDS
from villain.models.crowd.sorts import SORTS, steps_of_sorts
from villain.strategy.people_trials import SeatPolicy

BETS, LAST_BETS, RAISE = (0.75,), (0.5, 1.0), 1.0
"""Bets of the one who answers, before the last street and on it, and raises there, in pots; he may
always put in all he has."""

HIS_BETS, HIS_RAISE = ((0.75,), (0.6, 1.25), (0.6, 1.25)), 1.0
"""Bets and raises of the other, to which his sizes are nearest; bets by the street that is over."""

MOST_RAISES, COMMITTED = (1, 2, 2), 0.7
"""So many bets and raises on a street are not all-in, by the street that is over; who would put in
that share puts in all."""

LIMIT_RAISES = (1, 2, 4)
"""So many bets and raises there are on a street in limit, by the street that is over."""

_OURS, _HIS = range(2)
_NOBODY, _OTHER, _HIMSELF = range(3)
"""Who raised last on the street before, as the grid has it."""


class StreetEnd(NamedTuple):
    """The end of a street, with chips behind: what was put in by each, the stack, and by whom.

    ``last`` is set if the other acts last on later streets; ``aggressor`` is who raised last on
    this street, ``raised`` if he raised when he acted last, ``leads`` if he raised last of all.
    """

    street: int
    put: float
    whole: float
    last: bool
    aggressor: int
    raised: bool
    leads: bool = False


class RuledPolicy(NamedTuple):
    """The bars that he may go by, with the chance that he does."""

    bars: Bars
    share: float


def street_end(state: PublicState, seat: int, pot: float, stack: float) -> StreetEnd:
    """The end of a street as the engine has it; ``seat`` is the one whose policy is known."""
    line = state.line
    street = line[-1].street
    raises = [action.seat for action in line if action.kind == "raise" and action.street == street]
    own = [action.kind for action in line if action.seat == seat]
    leads = [action.seat for action in line if action.kind == "raise"][-1:] == [seat]
    aggressor = (_HIMSELF if raises[-1] == seat else _OTHER) if raises else _NOBODY
    raised = bool(own) and own[-1] == "raise"
    return StreetEnd(street, pot / 2, pot / 2 + stack, seat == 1, aggressor, raised, leads)


class Plans:
    """Best answers to a policy on later streets, after one board."""

    def __init__(
        self,
        rules: Rules,
        board: tuple[Card, ...],
        policy: SeatPolicy,
        ruled: RuledPolicy | None = None,
    ) -> None:
        self.rules, self.policy, self.ruled = rules, policy, ruled
        self._side, self._boards = dealt_boards(tuple(board))

    def wins(self, end: StreetEnd, reach: FloatArray) -> SingleArray:
        """What each holding wins of the other's chips in the whole hand, times who is there."""
        tree = _Builder(self.rules, self.policy, self.ruled, end).tree()
        values: SingleArray = answer_values(
            tree, self._boards, self._side, reach.astype(np.float32)
        )
        return values


class _Point(NamedTuple):
    """Where the betting of later streets stands.

    ``put`` is what each has put in, ``turn`` whose turn it is, ``aggressor`` who raised last on the
    street before. Of the other are kept if he raised when he acted last, if he raised last of all,
    and if he has acted on this street.
    """

    street: int
    put: tuple[float, float]
    turn: int
    aggressor: int
    raised: bool
    leads: bool
    raises: int = 0
    checked: bool = False
    acted: bool = False
    raiser: int = _NOBODY

    @property
    def owed(self) -> float:
        """What is to pay by whose turn it is."""
        return self.put[1 - self.turn] - self.put[self.turn]


class _Node(NamedTuple):
    kind: int
    ours: bool = False
    children: tuple[int, ...] = ()
    pays: tuple[float, float, float] = (0.0, 0.0, 0.0)
    policy: FloatArray | None = None


class _Builder:
    """The betting of all later streets as a tree, from the end of a street on."""

    def __init__(
        self, rules: Rules, policy: SeatPolicy, ruled: RuledPolicy | None, end: StreetEnd
    ) -> None:
        self.rules, self.policy, self.ruled, self.end = rules, policy, ruled, end
        self.limit = rules.betting is Betting.LIMIT
        self.nodes: list[_Node] = []
        put = end.put, end.put
        self._deal(_Point(end.street, put, 0, end.aggressor, end.raised, end.leads))

    def tree(self) -> PlanTree:
        """The tree for the kernel."""
        count, width = len(self.nodes), max(len(node.children) for node in self.nodes)
        child = np.zeros((count, width), np.int32)
        policy = np.zeros((count, SORTS, width), np.float32)
        for place, node in enumerate(self.nodes):
            child[place, : len(node.children)] = node.children
            if node.policy is not None:
                policy[place, :, : node.policy.shape[1]] = node.policy
        return PlanTree(
            np.array([node.kind for node in self.nodes], np.int16),
            np.array([node.ours for node in self.nodes]),
            np.array([len(node.children) for node in self.nodes], np.int32),
            child,
            np.array([node.pays for node in self.nodes], np.float32),
            policy,
        )

    def _add(self, node: _Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _deal(self, point: _Point) -> int:
        """A card comes after the street of this point; or it was the last."""
        stake = min(point.put)
        if point.street == 3:
            return self._add(_Node(SHOWDOWN, pays=(stake, -stake, 0.0)))
        place = self._add(_Node(CHANCE))
        following = point._replace(street=point.street + 1)
        if stake >= self.end.whole:
            child = self._deal(following)
        else:
            child = self._decide(
                following._replace(
                    turn=_OURS if self.end.last else _HIS,
                    aggressor=point.raiser if point.raises else point.aggressor,
                    raises=0,
                    checked=False,
                    acted=False,
                    raiser=_NOBODY,
                )
            )
        self.nodes[place] = _Node(CHANCE, children=(child,))
        return place

    def _decide(self, point: _Point) -> int:
        place = self._add(_Node(DECISION))
        turn, owed = point.turn, point.owed
        done = point if turn == _OURS else point._replace(acted=True)
        children = []
        if owed > 0:
            stake = min(point.put) if turn == _HIS else -min(point.put)
            children.append(self._add(_Node(FOLDED, pays=(stake,) * 3)))
        passive = done if turn == _OURS else done._replace(raised=False)
        if owed > 0:
            children.append(self._deal(passive._replace(put=(max(point.put),) * 2)))
        elif point.checked:
            children.append(self._deal(passive._replace(aggressor=_NOBODY)))
        else:
            children.append(self._decide(passive._replace(turn=1 - turn, checked=True)))
        sizes = self._sizes(point)
        for to in sizes:
            put = (to, point.put[1]) if turn == _OURS else (point.put[0], to)
            after = done._replace(
                put=put,
                turn=1 - turn,
                raises=point.raises + 1,
                raiser=_OTHER if turn == _OURS else _HIMSELF,
                raised=point.raised if turn == _OURS else True,
                leads=turn == _HIS,
            )
            children.append(self._decide(after))
        policy = self._policy(point, sizes) if turn == _HIS else None
        self.nodes[place] = _Node(DECISION, turn == _OURS, tuple(children), policy=policy)
        return place

    def _sizes(self, point: _Point) -> list[float]:
        """What each raise is to, in chips of the whole hand."""
        rules, whole = self.rules, self.end.whole
        own, other = point.put[point.turn], point.put[1 - point.turn]
        if other >= whole:
            return []
        if self.limit:
            allowed = rules.most_raises[point.street]
            if point.raises >= min(LIMIT_RAISES[self.end.street], allowed or inf):
                return []
            return [min(other + rules.bets[point.street], whole)]
        pot = sum(point.put) + point.owed
        ours, most = point.turn == _OURS, MOST_RAISES[self.end.street]
        parts: tuple[float, ...]
        if point.raises == 0:
            parts = (
                HIS_BETS[self.end.street] if not ours else LAST_BETS if point.street == 3 else BETS
            )
        elif ours:
            parts = (RAISE,) if point.street == 3 and point.raises < most else ()
        else:
            parts = (HIS_RAISE,) if point.raises < most else ()
        wanted = [other + part * pot for part in parts]
        if ours:
            wanted.append(whole)
        sizes = {whole if to - own >= COMMITTED * (whole - own) else to for to in wanted}
        return sorted(sizes) if point.raises <= most else []

    def _policy(self, point: _Point, sizes: list[float]) -> FloatArray:
        """The chances of his actions by strength: fold where he may, call, and raises."""
        cell = self._cell(point)
        kinds = self.policy.kinds[self.policy.place[number(cell)]][steps_of_sorts(point.street)]
        if self.ruled is not None and not self.limit:
            ruled = self.ruled.bars.by_sort(self._spot(point, cell))
            kinds = self.ruled.share * ruled + (1 - self.ruled.share) * kinds
        may_fold = point.owed > 0
        chances = np.zeros((len(kinds), int(may_fold) + 1 + len(sizes)))
        passive = int(may_fold)
        chances[:, 0] += kinds[:, 0]
        chances[:, passive] += kinds[:, 1]
        if not sizes:
            chances[:, passive] += kinds[:, 2:].sum(axis=1)
        else:
            pot, above = sum(point.put) + point.owed, point.put[1 - point.turn]
            codes = np.array([bisect_left(KIND_BOUNDS, (to - above) / pot) for to in sizes])
            for kind in range(KINDS - 2):
                nearest = 0 if self.limit else int(np.abs(codes - kind).argmin())
                chances[:, passive + 1 + nearest] += kinds[:, 2 + kind]
        shared: FloatArray = chances / chances.sum(axis=1, keepdims=True)
        return shared

    def _spot(self, point: _Point, cell: Cell) -> BarSpot:
        """His decision as rules look at it."""
        owed, pot, whole = point.owed, sum(point.put), self.end.whole
        room, free = (whole - point.put[_HIS]) / pot, point.put[_OURS] < whole
        return BarSpot(
            cell, owed / (pot + owed), owed / whole, point.raises, point.leads, room, free
        )

    def _cell(self, point: _Point) -> Cell:
        """The cell of the crowd's grid in which he is."""
        last, street, owed = self.end.last, point.street, point.owed
        if owed <= 0:
            return Cell(street, grid.NONE, True, last, point.aggressor)
        pot = sum(point.put)
        if self.limit and point.raises >= grid.LIMIT_WAR:
            faced = grid.WAR + (point.raises >= grid.LONG_WAR)
        elif self.limit:
            kind = grid.RAISED if point.raises > 1 else grid.BET
            faced = kind + bisect_left(grid.LIMIT_BOUNDS[kind], pot / owed)
        else:
            kind = (grid.BET, grid.RAISED, grid.WAR)[min(point.raises, 3) - 1]
            faced = kind + bisect_left(grid.BOUNDS[kind], owed / max(pot - owed, 1))
        if point.acted:
            initiative = grid.ACTIVE if point.raised else grid.PASSIVE
        else:
            initiative = grid.LED if point.raised else grid.IDLE
        return Cell(street, faced, True, last, initiative)
