"""The betting of one street as a tree, from its first decision on, as the engine follows it.

Hands that go on end at leaves: what they are worth there is somebody else's to say.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.public_state import PublicState
from villain.game.rules import Betting
from villain.kernels.solver_records import CHANCE, DECISION, FOLDED, SHOWDOWN
from villain.solver.betting import MOST_DEPTH, MOST_NODES, BettingNode, BettingTree, Move

Line: TypeAlias = tuple[Action, ...]
"""What was done on a street, in order."""


@dataclass(frozen=True)
class BetMenu:
    """The bets of a street game, beside those that were made at the table.

    ``bets`` and ``raises`` are parts of the pot (for a raise: of the pot after the call). The first
    raise before the flop is to ``opens`` big blinds. All one has is on the menu where it is at most
    ``all_in`` pots, and takes the place of a bet of ``committed`` of it or more; after ``most``
    bets and raises there is nothing else.
    """

    bets: tuple[float, ...] = (0.5, 1.0)
    raises: tuple[float, ...] = (1.0,)
    opens: tuple[float, ...] = (2.5,)
    all_in: float = 3.0
    committed: float = 0.75
    most: int = 2

    def __post_init__(self) -> None:
        for parts in (self.bets, self.raises, self.opens):
            if any(not 0 < part <= 100 for part in parts):
                raise VillainError(
                    f"sizes {parts}; they are above 0 and up to 100, such as 0.5 for half a pot"
                )


class AddedBet(NamedTuple):
    """A bet that somebody made at the table and the menu does not have: where, and how much."""

    after: Line
    to: int


class StreetTree(BettingTree):
    """The betting of a street; ``places`` are its nodes by the line that leads there.

    >>> from villain.game.presets import no_limit_holdem
    >>> tree = street_tree(PublicState.at_start(no_limit_holdem(2, stack=12)), BetMenu())
    >>> [str(move) for move in tree.nodes[0].moves]
    ['fold', 'call', 'raise 5', 'raise 12 all-in']
    """

    def __init__(
        self, nodes: list[BettingNode], places: dict[Line, int], start: PublicState
    ) -> None:
        super().__init__(nodes)
        self.places, self.start = places, start

    def after(self, line: Line) -> PublicState:
        """The table after a line of the tree."""
        state = self.start.copy()
        for action in line:
            state.act(action)
        return state

    def find(self, line: Line, action: Action) -> Action | None:
        """The action of the tree that an action at the table is, or None if it has no such bet."""
        action = self.clip(line, action)
        return action if (*line, action) in self.places else None

    def clip(self, line: Line, action: Action) -> Action:
        """An action after a line, without chips that the other could not call."""
        if action.kind != "raise":
            return action
        state = self.after(line)
        assert state.legal is not None
        return raise_to(min(action.to, most_called(state))) if state.legal.can_raise else CALL


def action_of(move: Move) -> Action:
    """The engine's action for a move of a street game."""
    if move.kind == "raise":
        return raise_to(round(move.to))
    return FOLD if move.kind == "fold" else CALL


def street_tree(start: PublicState, menu: BetMenu, added: Iterable[AddedBet] = ()) -> StreetTree:
    """The tree of the street that a hand of two has just begun."""
    if start.rules.players != 2 or start.seat is None:
        raise VillainError("a street game is for two, and begins where somebody is to act")
    builder = _Builder(start, menu, added)
    builder.grow(start, (), -1, 0)
    return StreetTree([node for node in builder.nodes if node is not None], builder.places, start)


def most_called(state: PublicState) -> int:
    """The most that the seat whose turn it is can raise to, as far as the other can call it."""
    assert state.seat is not None
    assert state.legal is not None
    other = 1 - state.seat
    reach = state.bets[other] + state.stacks[other]
    return min(max(reach, state.legal.least), state.legal.most)


def _everything(state: PublicState) -> int:
    """What the one with less can have before him on this street at most."""
    return min(bet + stack for bet, stack in zip(state.bets, state.stacks, strict=True))


class _Builder:
    def __init__(self, start: PublicState, menu: BetMenu, added: Iterable[AddedBet]) -> None:
        self.start, self.menu = start, menu
        self.added: dict[Line, list[int]] = {}
        for after, to in added:
            self.added.setdefault(after, []).append(to)
        self.nodes: list[BettingNode | None] = []
        self.places: dict[Line, int] = {}

    def grow(self, state: PublicState, line: Line, parent: int, depth: int) -> int:
        number = len(self.nodes)
        if number >= MOST_NODES or depth > MOST_DEPTH:
            raise VillainError("the betting of this street goes on for too long; take larger sizes")
        self.nodes.append(None)
        self.places[line] = number
        moves, children, player = tuple[Move, ...](), list[int](), -1
        end = tuple[tuple[float, float, float], ...]()
        stake = float(min(state.committed))
        if state.seat is not None and state.street == self.start.street:
            kind, player = DECISION, state.seat
            moves = self._moves(state, line)
            for move in moves:
                action, after = action_of(move), state.copy()
                after.act(action)
                children.append(self.grow(after, (*line, action), number, depth + 1))
        elif state.left == 1:
            kind, player = FOLDED, state.folded.index(True)
            end = tuple((-stake if seat == player else stake,) * 3 for seat in (0, 1))
        elif state.betting_over:
            kind, end = SHOWDOWN, ((stake, -stake, 0.0),) * 2
        else:
            kind = CHANCE
        self.nodes[number] = BettingNode(
            kind,
            self.start.street,
            player,
            (float(state.bets[0]), float(state.bets[1])),
            self._put(state),
            moves,
            tuple(children),
            parent,
            depth,
            end,
        )
        return number

    def _put(self, state: PublicState) -> tuple[float, float]:
        one, two = (
            float(now - then)
            for now, then in zip(state.committed, self.start.committed, strict=True)
        )
        return one, two

    def _moves(self, state: PublicState, line: Line) -> tuple[Move, ...]:
        legal, seat = state.legal, state.seat
        assert legal is not None
        assert seat is not None
        own = state.bets[seat]
        moves = [Move("fold", own)] if legal.fold else []
        moves.append(Move("call" if legal.call else "check", own + legal.call))
        if legal.can_raise:
            most = most_called(state)
            wanted = {*self._amounts(state, most), *self.added.get(line, ())}
            opens, everything = state.current == 0, _everything(state)
            moves += [Move("raise", to, "", opens, to >= everything) for to in sorted(wanted)]
        return tuple(moves)

    def _amounts(self, state: PublicState, most: int) -> set[int]:
        """What the menu has for a seat to raise to."""
        legal, seat, menu = state.legal, state.seat, self.menu
        assert legal is not None
        assert seat is not None
        rules, own = state.rules, state.bets[seat]
        if rules.betting is Betting.LIMIT:
            return {most}
        pot = state.pot + legal.call
        called = own + legal.call
        if state.raises >= menu.most:
            wanted = []
        elif not state.street and not state.raises:
            wanted = [times * rules.big_blind for times in menu.opens]
        else:
            wanted = [called + part * pot for part in (menu.raises if legal.call else menu.bets)]
        amounts = set()
        for to in wanted:
            whole = min(max(round(to), legal.least), most)
            amounts.add(most if whole - own >= menu.committed * (most - own) else whole)
        if most - called <= menu.all_in * pot:
            amounts.add(most)
        return amounts
