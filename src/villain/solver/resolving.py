"""A hand of two, solved street by street while it is played.

Each street is one game, from its first decision on, with both ranges as they were there. Decisions
are read off its solution while everything that happens is in its tree. A bet that is not gets into
the tree, and the street is solved again from its start; what we did before that on this street is
locked. Ranges go from street to street by Bayes [deepstack].

Where this differs from the paper: DeepStack solves again at every decision, from there on.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import NamedTuple

import numpy as np

from villain.cards.range import possible
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.events import Acted, Event
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.solver.exposure import start_value, worst_case
from villain.solver.held import OpponentBeliefs
from villain.solver.street_betting import AddedBet, Line, action_of, street_tree
from villain.solver.street_game import street_game
from villain.solver.street_solution import StreetSolution
from villain.solver.street_solving import ResolverSettings, solve_street

LEAST_CHANCE = 0.02
"""What would be done less often is not done: after some hundred iterations that is mostly noise."""

LEFT_OPEN = (0.007, 0.023, 0.022, 0.005)
"""What the worst opponent wins beyond a street's worth where it is solved for equilibrium with
a hundred iterations, in pots by street: in 40 hands against a tight-aggressive player."""

SCALES = (1.0, 0.5, 0.2, 0.0)
"""How far he is held of what is believed, where the whole of it would risk too much."""

REMEMBERED = 12
"""Solutions that are kept; each has some 8 MB, most of it what its board says about showdowns."""

FREE_ITERATIONS, FREE_EVERY = 32, 6
"""So many are enough to see what a street would be if the other were free, with leaves looked at in
every so many of them."""

ANY = 1000.0
"""All one has is always on the menu of a street on which the other is held: some call for it."""


class Facing(NamedTuple):
    """A decision in a solved street: what may be done, and how often with each combo."""

    actions: tuple[Action, ...]
    chances: FloatArray
    solution: StreetSolution
    node: int

    def values(self, *, best: bool = False) -> FloatArray:
        """What each action wins from now on, in chips, with each combo: by combo and action.

        A fold wins nothing; combos that the board makes impossible have NaN. `action_values` says
        what ``best`` is.
        """
        street, here = self.solution.street, self.solution.game.node(self.node)
        put = street.tree.start.committed[here.player] + here.put[here.player]
        values = self.solution.action_values(self.node, best=best) + put
        return street.spread(values, float("nan")).T


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
        # Those before the flop are kept by themselves: they come again, the others seldom.
        self._solved: tuple[OrderedDict[object, StreetSolution], ...]
        self._solved = OrderedDict(), OrderedDict()
        self._free_openings = OrderedDict[object, StreetSolution]()
        self._scale = 0

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
        if street.is_opening:
            rules = replace(street.start.rules, name="")
            return _opening(rules, self.settings, self.seconds)
        solved = self._solved[street.start.street > 0]
        return _remembered(solved, street.key, lambda: self._solve(street))

    def _solve(self, street: "PlayedStreet") -> StreetSolution:
        """Solve a street: nearer to equilibrium where what is believed would risk too much."""
        game, him = street_game(street.tree, street.ranges), 1 - street.hero
        his, allowed = None, inf
        if self.beliefs is not None and street.believed:
            his = self.beliefs.hold(game, him, street.began)
            allowed = self.beliefs.allowed(him)
        # What was too much on the last street may be right on this one, one step back.
        first = max(self._scale - 1, 0) if allowed > 0 else len(SCALES) - 1
        for self._scale in range(first, len(SCALES)):
            scale = SCALES[self._scale]
            solution = solve_street(
                game,
                self.settings,
                self.seconds,
                hero=street.hero,
                held=street.held,
                his=his and his._replace(chance=scale * his.chance) if scale else None,
            )
            if allowed == inf or self.exposure(solution, him) <= allowed:
                break
        return solution

    def exposure(self, solution: StreetSolution, player: int) -> float:
        """What the worst opponent wins on a street beyond its worth, in chips.

        What solving leaves open at equilibrium, too, is not counted.
        """
        if player not in solution.exposed:
            solution.exposed[player] = self._exposure(solution, player)
        return solution.exposed[player]

    def _exposure(self, solution: StreetSolution, player: int) -> float:
        start = solution.street.tree.start
        fair = start_value(solution, self.settings.values, player)
        if fair is None and start.street == 0:
            rules = replace(start.rules, name="")
            fair = _opening(rules, self.settings, self.seconds).value(player)
        if fair is None:
            return 0.0
        left_open = LEFT_OPEN[start.street] * start.pot
        return max(0.0, worst_case(solution, player) - fair - left_open)

    def as_free(self, street: "PlayedStreet") -> StreetSolution:
        """A street as it would be solved if the other were free."""
        if street.start.street:
            return self._solve_as_free(street)
        # Before the flop the ranges are always the same, and so is the game.
        key = street.start.rules, street.added
        return _remembered(self._free_openings, key, lambda: self._solve_as_free(street))

    def _solve_as_free(self, street: "PlayedStreet") -> StreetSolution:
        settings = replace(self.settings, iterations=FREE_ITERATIONS, every=FREE_EVERY)
        return solve_street(street.solution.street, settings, None, hero=None, held={}, his=None)

    def review(self, rules: Rules, events: Sequence[Event], seat: int) -> list["ReviewedStreet"]:
        """The streets of a hand that were solved while a seat played it, and what both did."""
        state, streets = PublicState(rules), list[ReviewedStreet]()
        for number, event in enumerate(events):
            if isinstance(event, Acted) and streets:
                street = streets[-1].street
                action = Action(event.kind, event.to if event.kind == "raise" else 0)
                if self._is_solved(street):
                    done = streets[-1].ours if event.seat == seat else streets[-1].his
                    done.append((street.line, action, number))
                street.follow(action)
            state.follow(event)
            if not isinstance(event, Acted) and state.seat is not None:
                if streets and not self._is_solved(streets[-1].street):
                    break
                before = streets[-1].street if streets else None
                began = events[: number + 1]
                street = PlayedStreet(self, state.copy(), seat, before, began)
                streets.append(ReviewedStreet(street, [], []))
        return [one for one in streets if self._is_solved(one.street)]

    def _is_solved(self, street: "PlayedStreet") -> bool:
        return street.is_opening or street.key in self._solved[street.start.street > 0]


class ReviewedStreet(NamedTuple):
    """A street of a hand that is over, and what both did: after which line, at which event."""

    street: "PlayedStreet"
    ours: list[tuple[Line, Action, int]]
    his: list[tuple[Line, Action, int]]


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
        self.believed, self.began = beliefs is not None and beliefs.believes(1 - hero), events
        if beliefs is not None and self.believed:
            first = (hero, beliefs.key())
        self._past = (*before.key, before.line) if before else first
        self._grow()

    def _grow(self) -> None:
        menu = self.resolver.settings.menus[self.start.street]
        if self.believed:
            menu = replace(menu, all_in=ANY)
        self.tree = street_tree(self.start, menu, self.added)
        self._solution: StreetSolution | None = None

    @property
    def is_opening(self) -> bool:
        """True before the flop at equilibrium, with no bet but those of the menu."""
        return not self.believed and not self.start.street and not self.added

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
        one, two = (
            _settled(held * possible(state.board), state) for held in self.ranges_after(self.line)
        )
        return one, two

    def ranges_after(self, whole: Line) -> list[FloatArray]:
        """Both ranges after a line, by Bayes; they need not sum to 1."""
        ranges = [held.copy() for held in self.ranges]
        street = self.solution.street
        for length, action in enumerate(whole):
            line = whole[:length]
            here = self.tree.nodes[self.tree.places[line]]
            [taken] = [place for place, move in enumerate(here.moves) if action_of(move) == action]
            held, likely = ranges[here.player], street.spread(self.chances(line)[taken])
            if here.player != self.hero:
                doubt, often = self.resolver.settings.doubt, held @ likely / held.sum()
                likely = (1 - doubt) * likely + doubt * often
            ranges[here.player] = held * likely
        return ranges


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


def _remembered(
    solved: OrderedDict[object, StreetSolution], key: object, solve: Callable[[], StreetSolution]
) -> StreetSolution:
    """A solution from memory, or else solved now and kept there."""
    if key not in solved:
        while len(solved) >= REMEMBERED:
            solved.popitem(last=False)
        solved[key] = solve()
    solved.move_to_end(key)
    return solved[key]


@lru_cache(maxsize=8)
def _opening(rules: Rules, settings: ResolverSettings, seconds: float | None) -> StreetSolution:
    """The solution of a game before the flop, as long as all do what is in the tree."""
    start = PublicState.at_start(rules)
    tree = street_tree(start, settings.menus[0])
    game = street_game(tree, _all_alike(start))
    return solve_street(game, settings, seconds, hero=None, held={}, his=None)
