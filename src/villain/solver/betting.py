"""The betting of a spot as a tree, without cards: who may do what, and what it comes to."""

from dataclasses import dataclass

from villain.errors import VillainError
from villain.kernels.solver_records import CHANCE, DECISION, FOLDED, SHOWDOWN
from villain.solver.sizes import Size
from villain.solver.spot import Spot

RIVER = 3
MOST_NODES = 200_000
"""A tree of more nodes is refused before it is built."""

MOST_DEPTH = 200
"""So is one with more moves and cards in a row."""

_CLOSE = 1e-9


@dataclass(frozen=True)
class Move:
    """Something a player may do: its kind, what he has bet on this street after it, and its size.

    >>> print(Move("raise", 6.0, "75%", opens=True)), print(Move("call", 6.0))
    bet 6
    call
    (None, None)
    """

    kind: str
    to: float = 0.0
    size: str = ""
    opens: bool = False
    all_in: bool = False

    def __str__(self) -> str:
        if self.kind != "raise":
            return self.kind
        return f"{'bet' if self.opens else 'raise'} {self.to:g}{' all-in' * self.all_in}"


@dataclass(frozen=True)
class BettingNode:
    """A place in the betting. ``bets`` are of this street, ``put`` is what both put in from here.

    ``street`` is 1 for the flop to 3 for the river, ``end`` tells what a hand that ends here pays:
    by player, if he wins, loses, ties.
    """

    kind: int
    street: int
    player: int
    bets: tuple[float, float]
    put: tuple[float, float]
    moves: tuple[Move, ...] = ()
    children: tuple[int, ...] = ()
    parent: int = -1
    depth: int = 0
    end: tuple[tuple[float, float, float], ...] = ()


@dataclass
class _Growing:
    """What the builder knows at a node before its children are there."""

    street: int
    player: int
    bets: tuple[float, float]
    stacks: tuple[float, float]
    opened: bool
    last_raise: float
    raises: int


class BettingTree:
    """All that both may do in a spot; node 0 is the beginning, parents come before children.

    >>> spot = Spot.parse("Ks7d2c4h9s", pot=10, stacks=10, ranges=("AA", "KK"), sizes="50%, a")
    >>> tree = BettingTree.of(spot)
    >>> [str(move) for move in tree.nodes[0].moves]
    ['check', 'bet 5', 'bet 10 all-in']
    """

    def __init__(self, nodes: list[BettingNode]) -> None:
        self.nodes = nodes

    @classmethod
    def of(cls, spot: Spot) -> "BettingTree":
        """Build the tree of a spot."""
        return cls(_Builder(spot).build())

    @property
    def depth(self) -> int:
        """The number of nodes on the longest way."""
        return 1 + max(node.depth for node in self.nodes)

    def decisions(self, street: int | None = None) -> int:
        """How many decisions there are, on one street or on all."""
        return sum(node.kind == DECISION and street in (None, node.street) for node in self.nodes)


class _Builder:
    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.nodes: list[BettingNode | None] = []
        self.start = _called_bets(spot)

    def build(self) -> list[BettingNode]:
        spot, (bets, stacks) = self.spot, self.start
        last_raise = spot.last_raise or abs(bets[0] - bets[1])
        raises = spot.raises or int(max(bets) > 0)
        opened = spot.to_act == 1 or max(bets) > 0
        state = _Growing(spot.street, spot.to_act, bets, stacks, opened, last_raise, raises)
        self._decide(state, -1, 0)
        return [node for node in self.nodes if node is not None]

    def _reserve(self) -> int:
        if len(self.nodes) >= MOST_NODES:
            raise VillainError(
                f"the betting tree has more than {MOST_NODES:,} nodes; take fewer sizes, or a "
                "lower share of the stack at which bets become all-in"
            )
        self.nodes.append(None)
        return len(self.nodes) - 1

    def _put(self, state: _Growing) -> tuple[float, float]:
        (_, before) = self.start
        return before[0] - state.stacks[0], before[1] - state.stacks[1]

    def _decide(self, state: _Growing, parent: int, depth: int) -> int:
        if depth > MOST_DEPTH:
            raise VillainError(
                f"the betting goes on for more than {MOST_DEPTH} moves; take larger sizes, or a "
                "lower share of the stack at which bets become all-in"
            )
        number = self._reserve()
        moves = self._moves(state)
        children = tuple(self._after(state, move, number, depth + 1) for move in moves)
        self.nodes[number] = BettingNode(
            DECISION,
            state.street,
            state.player,
            state.bets,
            self._put(state),
            moves,
            children,
            parent,
            depth,
        )
        return number

    def _after(self, state: _Growing, move: Move, parent: int, depth: int) -> int:
        player, other = state.player, 1 - state.player
        if move.kind == "fold":
            return self._end(state, FOLDED, parent, depth)
        chips = move.to - state.bets[player]
        bets, stacks = list(state.bets), list(state.stacks)
        bets[player], stacks[player] = move.to, max(stacks[player] - chips, 0.0)
        if stacks[player] < _CLOSE:
            stacks[player] = 0.0
        after = _Growing(
            state.street,
            other,
            (bets[0], bets[1]),
            (stacks[0], stacks[1]),
            True,
            state.last_raise,
            state.raises,
        )
        if move.kind == "raise":
            after.last_raise = move.to - state.bets[other]
            after.raises += 1
            return self._decide(after, parent, depth)
        if move.kind == "check" and not state.opened:
            return self._decide(after, parent, depth)
        return self._next_street(after, parent, depth)

    def _next_street(self, state: _Growing, parent: int, depth: int) -> int:
        if state.street == RIVER:
            return self._end(state, SHOWDOWN, parent, depth)
        number = self._reserve()
        following = _Growing(state.street + 1, 0, (0.0, 0.0), state.stacks, False, 0.0, 0)
        if min(state.stacks) > 0:
            child = self._decide(following, number, depth + 1)
        else:
            child = self._next_street(following, number, depth + 1)
        self.nodes[number] = BettingNode(
            CHANCE, state.street, -1, state.bets, self._put(state), (), (child,), parent, depth
        )
        return number

    def _end(self, state: _Growing, kind: int, parent: int, depth: int) -> int:
        number, put = self._reserve(), self._put(state)
        pays = self._folded(state.player, put) if kind == FOLDED else self._shown(put)
        self.nodes[number] = BettingNode(
            kind, state.street, state.player, state.bets, put, (), (), parent, depth, pays
        )
        return number

    # What a hand pays: what one takes less what one puts in from here, less half the pot.

    def _rake(self, pot: float) -> float:
        return min(self.spot.rake * pot, self.spot.rake_cap)

    def _folded(
        self, folds: int, put: tuple[float, float]
    ) -> tuple[tuple[float, float, float], ...]:
        bets, _ = self.start
        half = (self.spot.pot + sum(bets)) / 2
        called = min(bets[0] + put[0], bets[1] + put[1])
        rake = self._rake(self.spot.pot + 2 * called)
        lost = -put[folds] - half
        won = half + put[folds] - rake
        return tuple((lost,) * 3 if player == folds else (won,) * 3 for player in (0, 1))

    def _shown(self, put: tuple[float, float]) -> tuple[tuple[float, float, float], ...]:
        bets, _ = self.start
        before = self.spot.pot + sum(bets)
        pot = before + sum(put)
        rake = self._rake(pot)
        return tuple(
            (
                pot - rake - put[player] - before / 2,
                -put[player] - before / 2,
                (pot - rake) / 2 - put[player] - before / 2,
            )
            for player in (0, 1)
        )

    # What may be done

    def _moves(self, state: _Growing) -> tuple[Move, ...]:
        player, other = state.player, 1 - state.player
        own, his = state.bets[player], state.bets[other]
        facing = his - own > _CLOSE
        moves = [Move("fold", own)] if facing else []
        moves.append(Move("call", his) if facing else Move("check", own))
        if state.stacks[other] > 0 and state.stacks[player] > his - own + _CLOSE:
            moves += self._raises(state)
        return tuple(moves)

    def _raises(self, state: _Growing) -> list[Move]:
        spot, player = self.spot, state.player
        own, his = state.bets[player], state.bets[1 - player]
        facing = his - own > _CLOSE
        everything = own + state.stacks[player]
        if spot.fixed is not None:
            if state.raises >= spot.fixed.cap:
                return []
            to = min(his + spot.fixed.amounts[state.street - 1], everything)
            return [Move("raise", to, "", not facing, to >= everything - _CLOSE)]
        sizes = spot.sizes[player].on(state.street)
        least = his + max(state.last_raise, spot.least_bet, spot.chip)
        moves: dict[float, Move] = {}
        for size in sizes.raises if facing else sizes.bets:
            wanted = self._amount(state, size, own, his, everything)
            if wanted is None:
                continue
            to = min(max(wanted, least), everything)
            if to - own >= spot.all_in * state.stacks[player] - _CLOSE:
                to = everything
            key = round(to, 9)
            all_in = to >= everything - _CLOSE
            moves.setdefault(key, Move("raise", key, str(size), not facing, all_in))
        return [moves[to] for to in sorted(moves)]

    def _amount(
        self, state: _Growing, size: Size, own: float, his: float, everything: float
    ) -> float | None:
        if size.kind == "a":
            return everything
        if size.kind == "x":
            return self._whole(size.amount * his) if his > 0 else None
        pot = self.spot.pot + sum(self.start[0]) + sum(self._put(state))
        return self._whole(his + size.amount * (pot + his - own))

    def _whole(self, chips: float) -> float:
        chip = self.spot.chip
        return round(chips / chip) * chip if chip else chips


def _called_bets(spot: Spot) -> tuple[tuple[float, float], tuple[float, float]]:
    """Bets and stacks as far as the other can call them; the rest is out of reach."""
    reach = min(bet + stack for bet, stack in zip(spot.bets, spot.stacks, strict=True))
    bets = (min(spot.bets[0], reach), min(spot.bets[1], reach))
    return bets, (reach - bets[0], reach - bets[1])
