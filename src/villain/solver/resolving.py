"""A hand of two, solved street by street while it is played.

Each street is one game, from its first decision on, with both ranges as they were there. Decisions
are read off its solution while everything that happens is in its tree. A bet that is not gets into
the tree, and the street is solved again from its start; what we did before that on this street is
locked. Ranges go from street to street by Bayes [deepstack].

Where this differs from the paper: DeepStack solves again at every decision, from there on.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from time import monotonic
from typing import NamedTuple, Protocol

import numpy as np

from villain.cards.range import possible
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.events import Acted, Event
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.solver.locks import Locks
from villain.solver.street_betting import (
    AddedBet,
    BetMenu,
    Line,
    StreetTree,
    action_of,
    street_tree,
)
from villain.solver.street_game import StreetGame, street_game
from villain.solver.street_solution import Answers, Promise, StreetSolution
from villain.solver.values.end_values import EndValues
from villain.solver.values.sources import NETWORKS, ValueSource

LEAST_CHANCE = 0.02
"""What would be done less often is not done: after some hundred iterations that is mostly noise."""

LEAST_ITERATIONS = 20
"""However little time there is, so many iterations are made."""

REMEMBERED = 12
"""Solutions that are kept; each has some 8 MB, most of it what its board says about showdowns."""


_MENUS = (BetMenu(all_in=8.0, most=3), BetMenu(), BetMenu(), BetMenu(all_in=4.0, most=3))


@dataclass(frozen=True)
class ResolverSettings:
    """How streets are solved.

    ``menus`` are by street. Leaves are looked at in every ``every``-th iteration. ``gadget`` is the
    share of his range that is chosen against us within what he was promised, ``doubt`` how far
    every action of his may have come from any holding.
    """

    menus: tuple[BetMenu, ...] = _MENUS
    iterations: int = 100
    every: int = 3
    gadget: float = 0.5
    doubt: float = 0.1
    values: ValueSource = NETWORKS


class Facing(NamedTuple):
    """A decision in a solved street: what may be done, and how often with each combo."""

    actions: tuple[Action, ...]
    chances: FloatArray
    solution: StreetSolution
    node: int

    def values(self) -> FloatArray:
        """What each action wins from now on, in chips, with each combo: by combo and action.

        A fold wins nothing; combos that the board makes impossible have NaN.
        """
        street, here = self.solution.street, self.solution.game.node(self.node)
        put = street.tree.start.committed[here.player] + here.put[here.player]
        values = self.solution.action_values(self.node) + put
        return street.spread(values, float("nan")).T


class Held(NamedTuple):
    """How far a player is held to a model on a street: by node, and where the street ends.

    ``locks`` are chances by move and holding of the board, with a share of the decision.
    """

    locks: Mapping[int, tuple[FloatArray, float]]
    answers: Answers | None = None


class OpponentBeliefs(Protocol):
    """What is believed of the other player, beyond that he plays well."""

    def key(self) -> object:
        """Changes whenever the answers do."""

    def blend(
        self, rules: Rules, events: Sequence[Event], seat: int, held: FloatArray
    ) -> FloatArray:
        """The range of a seat after these events, from what it would be at equilibrium."""

    def hold(self, street: StreetGame, seat: int) -> Held:
        """How a seat is held to what is believed of it on a street."""


class Resolver:
    """Follows hands of two and solves their streets; one seat is ours.

    It keeps solutions, not hands: it can be asked about any decision of any hand, in any order.

    >>> from villain.game.actions import raise_to
    >>> from villain.game.presets import no_limit_holdem
    >>> state = PublicState.at_start(no_limit_holdem(2, stack=20))
    >>> facing = Resolver(ResolverSettings(iterations=50)).face(state.rules, [], 1)
    >>> [str(action) for action in facing.actions], facing.chances.shape
    (['fold', 'call', 'raise to 5', 'raise to 20'], (1326, 4))
    """

    def __init__(
        self,
        settings: ResolverSettings,
        seconds: float | None = None,
        beliefs: OpponentBeliefs | None = None,
    ) -> None:
        self.settings, self.seconds, self.beliefs = settings, seconds, beliefs
        self._solved: OrderedDict[object, StreetSolution] = OrderedDict()

    def face(self, rules: Rules, events: Iterable[Event], seat: int) -> Facing:
        """The decision that a seat faces after these events."""
        street = self.follow(rules, events, seat)
        line, tree = street.line, street.tree
        node = tree.places[line]
        here = tree.nodes[node]
        if here.player != seat:
            raise VillainError(f"it is not the turn of seat {seat}")
        game = street.solution.street
        chances = game.spread(street.chances(line), 1 / len(here.moves)).T
        return Facing(tuple(map(action_of, here.moves)), chances, street.solution, node)

    def follow(self, rules: Rules, events: Iterable[Event], seat: int) -> "PlayedStreet":
        """The street that is being played after these events."""
        state, street, events = PublicState(rules), None, tuple(events)
        for number, event in enumerate(events):
            if isinstance(event, Acted) and street is not None:
                street.follow(Action(event.kind, event.to if event.kind == "raise" else 0))
            state.follow(event)
            if not isinstance(event, Acted) and state.seat is not None:
                street = PlayedStreet(self, state.copy(), seat, street, events[: number + 1])
        if street is None:
            street = PlayedStreet(self, PublicState.at_start(rules), seat, None, ())
        return street

    def solution_of(self, street: "PlayedStreet") -> StreetSolution:
        """The solution of a street as far as it was played, from memory if it is there."""
        if self.beliefs is None and not street.start.street and not street.added:
            rules = replace(street.start.rules, name="")
            return _opening(rules, self.settings, self.seconds)
        solved = self._solved
        if street.key not in solved:
            while len(solved) >= REMEMBERED:
                solved.popitem(last=False)
            solved[street.key] = _solve(
                street.tree,
                street.ranges,
                self.settings,
                self.seconds,
                hero=street.hero,
                held=street.held,
                believed=self._believed(street),
            )
        solved.move_to_end(street.key)
        return solved[street.key]

    def _believed(self, street: "PlayedStreet") -> Callable[[StreetGame], Held] | None:
        beliefs = self.beliefs
        if beliefs is None:
            return None
        return lambda game: beliefs.hold(game, 1 - street.hero)


class PlayedStreet:
    """A street that is being played: its start, what was done so far, and its tree."""

    def __init__(
        self,
        resolver: Resolver,
        start: PublicState,
        hero: int,
        before: "PlayedStreet | None",
        events: Sequence[Event],
    ) -> None:
        self.resolver, self.start, self.hero = resolver, start, hero
        self.line: Line = ()
        self.added: tuple[AddedBet, ...] = ()
        self.held: dict[Line, FloatArray] = {}
        """What we did on this street before the last bet that was not in the tree."""
        self.ranges = before.ranges_now(start) if before else _all_alike(start)
        first: tuple[object, ...] = (hero,)
        beliefs = resolver.beliefs
        if beliefs is not None:
            ours, his = self.ranges[hero], self.ranges[1 - hero]
            his = beliefs.blend(start.rules, events, 1 - hero, his)
            self.ranges = (his, ours) if hero else (ours, his)
            first = (hero, beliefs.key())
        self._past = (*before.key, before.line) if before else first
        self._grow()

    def _grow(self) -> None:
        settings = self.resolver.settings
        self.tree = street_tree(self.start, settings.menus[self.start.street], self.added)
        self._solution: StreetSolution | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """All that its solution depends on, beside the settings."""
        return (*self._past, self.start.rules, self.start.board, self.added)

    @property
    def solution(self) -> StreetSolution:
        """The solution of the street, as far as it was played."""
        if self._solution is None:
            self._solution = self.resolver.solution_of(self)
        return self._solution

    def follow(self, action: Action) -> None:
        """Take in what is done next."""
        if action.kind == "fold":
            return
        known = self.tree.find(self.line, action)
        if known is None:
            self.held = {line: self.chances(line) for line in self._own_decisions()}
            known = self.tree.clip(self.line, action)
            self.added = (*self.added, AddedBet(self.line, known.to))
            self._grow()
        self.line = (*self.line, known)

    def _own_decisions(self) -> list[Line]:
        lines = [self.line[:length] for length in range(len(self.line))]
        nodes, places = self.tree.nodes, self.tree.places
        return [line for line in lines if nodes[places[line]].player == self.hero]

    def chances(self, line: Line) -> FloatArray:
        """The chances of each move for each holding of the board: ours as they are played."""
        node = self.tree.places[line]
        chances = self.solution.strategy(node)
        if self.tree.nodes[node].player != self.hero:
            return chances
        chances = np.where(chances < LEAST_CHANCE, 0.0, chances)
        settled: FloatArray = chances / chances.sum(axis=0)
        return settled

    def ranges_now(self, state: PublicState) -> tuple[FloatArray, FloatArray]:
        """Both ranges after what was done, by Bayes, on the board of a state."""
        ranges = [held.copy() for held in self.ranges]
        street = self.solution.street
        for length, action in enumerate(self.line):
            line = self.line[:length]
            here = self.tree.nodes[self.tree.places[line]]
            [taken] = [place for place, move in enumerate(here.moves) if action_of(move) == action]
            held, likely = ranges[here.player], street.spread(self.chances(line)[taken])
            if here.player != self.hero:
                doubt, often = self.resolver.settings.doubt, held @ likely / held.sum()
                likely = (1 - doubt) * likely + doubt * often
            ranges[here.player] = held * likely
        one, two = (_settled(held * possible(state.board), state) for held in ranges)
        return one, two


def _all_alike(state: PublicState) -> tuple[FloatArray, FloatArray]:
    held = _settled(possible(state.board).astype(np.float64), state)
    return held, held


def _settled(held: FloatArray, state: PublicState) -> FloatArray:
    """A range that sums to 1; all holdings alike if there is none."""
    total = held.sum()
    if total <= 0:
        held = possible(state.board).astype(np.float64)
        total = held.sum()
    whole: FloatArray = held / total
    return whole


@lru_cache(maxsize=8)
def _opening(rules: Rules, settings: ResolverSettings, seconds: float | None) -> StreetSolution:
    """The solution of a game before the flop, as long as all do what is in the tree."""
    start = PublicState.at_start(rules)
    tree = street_tree(start, settings.menus[0])
    return _solve(tree, _all_alike(start), settings, seconds, hero=None, held={})


def _solve(
    tree: StreetTree,
    ranges: tuple[FloatArray, FloatArray],
    settings: ResolverSettings,
    seconds: float | None,
    *,
    hero: int | None,
    held: dict[Line, FloatArray],
    believed: Callable[[StreetGame], Held] | None = None,
) -> StreetSolution:
    """Solve a street; ``held`` is what the hero did before, ``believed`` what the other does."""
    street, rules = street_game(tree, ranges), tree.start.rules
    locks, answers = Locks(street.game), None
    if believed is not None:
        his, answers = believed(street)
        for node, (chances, share) in his.items():
            locks.add(node, 0, chances, share)
    for line, chances in held.items():
        locks.add(tree.places[line], 0, chances)
    ends = settings.values.at_end(street.facts, rules)
    solution = StreetSolution(street, ends, locks=locks, every=settings.every)
    solution.passes.answers = answers
    clock = _Clock(seconds, settings.iterations)
    if hero is None or not settings.gadget or not tree.start.street:
        clock.improve(solution, 1.0)
        return solution
    starts = settings.values.at_start(street.facts, rules)
    if starts is None:
        # What he has in a solution that promises nothing is the best guess at what was promised.
        clock.improve(solution, 0.5)
        values = solution.values(1 - hero, best=True)
    else:
        values = _promised(solution, starts, 1 - hero)
    solution.promise(Promise(1 - hero, values, settings.gadget))
    clock.improve(solution, 1.0)
    return solution


def _promised(solution: StreetSolution, starts: EndValues, player: int) -> FloatArray:
    """What each holding of a player is worth at the start of a street, for each rival's weight."""
    street, game = solution.street, solution.game
    start = street.tree.start
    stack = min(left + put for left, put in zip(start.stacks, start.committed, strict=True))
    behind = np.array([stack - min(start.committed)], np.float64)
    reaches = game.weights[0][None], game.weights[1][None]
    values = starts.values(reaches, np.array([float(start.pot)]), behind)[player][0]
    each: FloatArray = values / np.maximum(game.rivals(player), 1e-30)
    return each


class _Clock:
    """Counts iterations, or the time that they may take."""

    def __init__(self, seconds: float | None, iterations: int) -> None:
        self.began, self.seconds, self.iterations = monotonic(), seconds, iterations

    def improve(self, solution: StreetSolution, share: float) -> None:
        """Go on until a share of the iterations, or of the time, is used up."""
        while solution.iterations < share * self.iterations:
            solution.improve()
            late = self.seconds is not None and monotonic() - self.began > share * self.seconds
            if late and solution.iterations >= share * LEAST_ITERATIONS:
                return
