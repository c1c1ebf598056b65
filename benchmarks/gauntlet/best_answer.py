"""Best answers to a script: what can be won from somebody whose play is known for every holding.

One pass back through the betting, for all our holdings at once, against his range as it follows
from what he does. His answers are exact. Ours come from a menu: fold, check or call, some bets and
all-in. Boards are drawn: flops, some turns for each, some rivers for each of those.

Where a decision looks ahead to cards that are drawn, the best of several noisy means looks better
than it is. So each drawn card is played by decisions that were taken from the others: what is
*won* that way is won by a player who draws cards of his own and plays, and is a lower bound of
what a best answer wins. What is *hoped* takes decisions and values from the same cards: on average
nobody wins more with the same menu.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from math import comb, inf
from typing import TypeAlias

import numpy as np

from benchmarks.gauntlet.measured_match import NAMES, RULES
from benchmarks.gauntlet.opponents import Holdings, Script, Spot, preflop_places
from benchmarks.gauntlet.range_ends import RankedBoard, rivals, showdowns
from villain.agents.bet_sizes import raise_by_share
from villain.cards.card import DECK
from villain.cards.combo import CLASSES, Combo
from villain.cards.range import CLASS_OF_COMBO, possible
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.events import Acted, Board, Dealt, Event
from villain.game.observation import Observation, observe, without_hole
from villain.game.public_state import PublicState
from villain.kernels.arrays import FloatArray
from villain.strength.preflop import BOARDS, preflop_wins
from villain.strength.situation import as_array

SELDOM = 0.002
"""A line that he takes less often than this is given up."""

COMMITTED = 0.6
"""A bet of this share of our chips would be all-in, which is on the menu anyway."""

OPENS, BETS, RAISES, MOST_RAISES = (0.0, 1.0), (0.5, 1.0), (1.0,), 2
"""Our first raises before the flop, bets and raises in pots; so many on a street but all-in."""

UNSEEN = (comb(50, 3) / comb(48, 3), 47 / 45, 46 / 44)
"""By street to come: the deals beside one hand for each of those beside two."""

Events: TypeAlias = tuple[Event, ...]
Part: TypeAlias = tuple[FloatArray, FloatArray, FloatArray]


class Level:
    """The boards of one street; those of the next ``below``, as many for each of these.

    ``open`` marks the holdings that each board leaves, ``layers`` those that each next card leaves.
    """

    def __init__(self, boards: list[tuple[int, ...]], below: "Level | None") -> None:
        self.below, self.boards = below, len(boards)
        cards = [tuple(DECK[card] for card in board) for board in boards]
        held = [Holdings.on(board) for board in cards]
        self.holdings = Holdings(*(np.stack(part) for part in zip(*held, strict=True)))
        self.open = np.stack([possible(board) for board in cards]).astype(np.float64)
        self.unseen = UNSEEN[len(boards[0]) - 3]
        self.ranked = None if below else [RankedBoard.of(as_array(board)) for board in cards]
        self.layers = np.ones((1, 1, 1))
        if below:
            self.layers = _by_layer(below.open, self.boards)


@dataclass(frozen=True, eq=False)
class Worth:
    """What our holdings are worth at a place in the tree, by board.

    ``choosing`` and ``won`` have a layer for each card that may follow: what the other cards say,
    by which we choose, and what we then have after this one. ``hoped`` takes all together.
    """

    choosing: FloatArray
    won: FloatArray
    hoped: FloatArray

    @classmethod
    def certain(cls, values: FloatArray) -> "Worth":
        """What does not depend on cards to come."""
        layer = values[None]
        return cls(layer, layer, values)

    @classmethod
    def before(cls, won: FloatArray, hoped: FloatArray, counts: FloatArray) -> "Worth":
        """What is worth so much after each card, by layer, each with its weight."""
        total, count = (counts * won).sum(axis=0), counts.sum(axis=0)
        others = (total - counts * won) / np.maximum(count - counts, 1)
        return cls(others, won, (counts * hoped).sum(axis=0) / np.maximum(count, 1))

    @property
    def is_certain(self) -> bool:
        """True if nothing is to be chosen by cards to come."""
        return self.choosing is self.won

    def __add__(self, other: "Worth") -> "Worth":
        if self.is_certain and other.is_certain:
            return Worth.certain(self.hoped + other.hoped)
        return Worth(self.choosing + other.choosing, self.won + other.won, self.hoped + other.hoped)

    def or_better(self, other: "Worth") -> "Worth":
        """Choose between two, with each holding."""
        if self.is_certain and other.is_certain:
            return Worth.certain(np.maximum(self.hoped, other.hoped))
        better = other.choosing > self.choosing
        return Worth(
            np.where(better, other.choosing, self.choosing),
            np.where(better, other.won, self.won),
            np.maximum(self.hoped, other.hoped),
        )

    def mean_won(self, counts: FloatArray) -> FloatArray:
        """What is won over all layers, each with its weight."""
        mean: FloatArray = (counts * self.won).sum(axis=0) / np.maximum(
            (counts * np.ones_like(self.won)).sum(axis=0), 1
        )
        return mean


class BestAnswer:
    """Answers a script from one seat, over so many drawn flops, turns and rivers."""

    def __init__(
        self, script: Script, seat: int, seed: int, flops: int, turns: int, rivers: int
    ) -> None:
        self.script, self.me, self.him = script, seat, 1 - seat
        self.rng = np.random.default_rng((seed, seat))
        self.flops, self.turns, self.rivers = flops, turns, rivers
        self.leaves: dict[Events, tuple[PublicState, FloatArray]] = {}
        self.after: dict[Events, Worth] = {}

    def by_flop(self) -> Iterator[Part]:
        """For one flop after the other: what is won, hoped, and open, by leaf and holding."""
        state = PublicState(RULES)
        start = (*state.post(), Dealt(0, None), Dealt(1, None))
        state.begin()
        self._worth(state, start, None, np.ones((1, 1326)))
        self.start, self.root = start, state
        for _ in range(self.flops):
            level = self._draw(tuple(self.rng.permutation(52)[:3].tolist()))
            leaves = [
                self._worth(leaf, events, level, weights * level.open)
                for events, (leaf, weights) in self.leaves.items()
            ]
            won = np.stack([one.mean_won(level.layers)[0] for one in leaves])
            hoped = np.stack([one.hoped[0] for one in leaves])
            yield won * level.unseen, hoped * level.unseen, level.open[0]

    def finish(self, parts: list[Part]) -> tuple[FloatArray, float]:
        """Big blinds a hand: those won with each flop, and those hoped for in all."""
        won, hoped, open_ = (np.stack(part) for part in zip(*parts, strict=True))
        counts = _class_sums(open_)[:, None]
        for place, events in enumerate(self.leaves):
            worth = Worth.before(
                _class_sums(won[:, place] * open_)[:, None] / np.maximum(counts, 1),
                _class_sums(hoped[:, place] * open_)[:, None] / np.maximum(counts, 1),
                counts,
            )
            self.after[events] = Worth(_smoothed(worth.choosing), worth.won, worth.hoped)
        worth = self._worth(self.root, self.start, None, np.ones((1, 1326)))
        unit = RULES.big_blind * 1225 * 1326
        sizes = np.bincount(CLASS_OF_COMBO)
        # A class meets the flops that have its own cards the more seldom.
        often = counts / counts.mean(axis=0)
        return (often * worth.won)[:, 0] @ sizes / unit, float(worth.hoped[0] @ sizes / unit)

    def choose(self, seen: Observation) -> Action:
        """The best of our actions in a hand, with cards to come drawn anew.

        Before the flop what is known of the flops that were finished is used.
        """
        state, events, weights = self._follow(without_hole(seen).events)
        weights = (weights * possible(seen.hole))[None]
        level = self._draw(tuple(map(int, seen.board))) if seen.board else None
        combo = Combo.of(*seen.hole)
        place = int(combo) if level else int(combo.starting_class)
        menu = self._menu(state, events)
        values = [
            self._after(state, events, level, weights, action).hoped[0, place] for action in menu
        ]
        return menu[int(np.argmax(values))]

    def _follow(self, past: Events) -> tuple[PublicState, Events, FloatArray]:
        """The table as it is, and his range after all that he did."""
        state, events, weights = PublicState(RULES), list[Event](), np.ones(1326)
        for event in past:
            if isinstance(event, Acted) and event.seat == self.him:
                spot = Spot(_seen(state, tuple(events), self.him), Holdings.on(state.board))
                done = raise_to(event.to) if event.kind == "raise" else Action(event.kind)
                weights = weights * self.script.by_action(spot)[done]
            state.follow(event)
            # As in the tree, streets have no cards: what he did depends on those of the level.
            events.append(event._replace(cards=()) if isinstance(event, Board) else event)
        return state, tuple(events), weights * possible(state.board)

    # The tree

    def _worth(
        self, state: PublicState, events: Events, level: Level | None, weights: FloatArray
    ) -> Worth:
        """What all our holdings are worth here, times the weight of what he may hold."""
        if state.seat is None:
            return self._street_end(state, events, level, weights)
        if state.seat == self.me:
            options = [
                self._after(state, events, level, weights, action)
                for action in self._menu(state, events)
            ]
            return reduce(Worth.or_better, options)
        spot = Spot(_seen(state, events, self.him), level.holdings if level else None)
        mass = float(level.open.sum()) if level else 1326.0
        total: Worth | None = None
        for action, chance in self.script.by_action(spot).items():
            taken = weights * chance
            often = float(taken.sum()) / mass
            if not often:
                continue
            if action != FOLD and often < SELDOM:
                worth = self._certain(level, -state.committed[self.me] * rivals(taken))
            else:
                worth = self._after(state, events, level, taken, action)
            total = worth if total is None else total + worth
        return total or self._certain(level, np.zeros_like(weights))

    def _after(
        self,
        state: PublicState,
        events: Events,
        level: Level | None,
        weights: FloatArray,
        action: Action,
    ) -> Worth:
        if action == FOLD:
            assert state.seat is not None
            won = -state.committed[self.me] if state.seat == self.me else state.committed[self.him]
            return self._certain(level, won * rivals(weights))
        following = state.copy()
        event = following.act(action)
        return self._worth(following, (*events, event), level, weights)

    def _street_end(
        self, state: PublicState, events: Events, level: Level | None, weights: FloatArray
    ) -> Worth:
        is_all_in = not all(state.stacks)
        if level is None:
            if is_all_in:
                leads = (preflop_wins() - preflop_wins().T) @ weights[0] / BOARDS
                return self._certain(None, min(state.committed) * leads[None])
            return self._flop(state, events, weights)
        if level.ranked:
            return Worth.certain(min(state.committed) * showdowns(weights, level.ranked))
        below = level.below
        assert below is not None
        spread = np.repeat(weights, below.boards // level.boards, axis=0) * below.open
        if is_all_in:
            worth = self._street_end(state, events, below, spread)
        else:
            following = state.copy()
            worth = self._worth(following, (*events, following.deal()), below, spread)
        won = _by_layer(worth.mean_won(below.layers), level.boards) * below.unseen
        return Worth.before(won, _by_layer(worth.hoped, level.boards) * below.unseen, level.layers)

    def _flop(self, state: PublicState, events: Events, weights: FloatArray) -> Worth:
        following = state.copy()
        events = (*events, following.deal())
        if events not in self.leaves:
            self.leaves[events] = following, weights
        return self.after.get(events) or Worth.certain(np.zeros((1, len(CLASSES))))

    def _certain(self, level: Level | None, values: FloatArray) -> Worth:
        if level is None:
            return Worth.certain(_class_sums(values) / np.bincount(CLASS_OF_COMBO))
        return Worth.certain(values)

    def _menu(self, state: PublicState, events: Events) -> list[Action]:
        legal = state.legal
        assert legal is not None
        actions = [FOLD, CALL] if legal.call else [CALL]
        if not legal.can_raise:
            return actions
        pots = RAISES if state.raises else BETS if state.street else OPENS
        ours = sum(one.street == state.street and one.kind == "raise" for one in state.line)
        seen = _seen(state, events, self.me)
        amounts = {legal.most}
        if ours < MOST_RAISES:
            amounts |= {raise_by_share(seen, legal, share, inf) for share in pots}
        dear = COMMITTED * (legal.most - state.bets[self.me]) + state.bets[self.me]
        return actions + [raise_to(to) for to in sorted(amounts) if to < dear or to == legal.most]

    def _draw(self, board: tuple[int, ...]) -> Level:
        """A board with turns and rivers that may follow."""
        streets = [[board]]
        for several in (self.turns, self.rivers)[len(board) - 3 :]:
            following = list[tuple[int, ...]]()
            for one in streets[-1]:
                left = np.setdiff1d(np.arange(52), one)
                following += [(*one, int(card)) for card in self.rng.permutation(left)[:several]]
            streets.append(following)
        level = Level(streets.pop(), None)
        while streets:
            level = Level(streets.pop(), level)
        return level


def _seen(state: PublicState, events: Events, seat: int) -> Observation:
    """What a seat sees that has not looked at its cards, nor at the board."""
    return observe(state, seat, NAMES, events)._replace(board=())


def _by_layer(values: FloatArray, boards: int) -> FloatArray:
    """Values by board of the next street, as layers over those of this one."""
    return values.reshape(boards, -1, values.shape[1]).transpose(1, 0, 2)


def _class_sums(values: FloatArray) -> FloatArray:
    """Sums over the holdings of each of the 169 classes."""
    return np.stack([np.bincount(CLASS_OF_COMBO, row, len(CLASSES)) for row in values])


def _smoothed(values: FloatArray) -> FloatArray:
    """Half of what each class says, and half of what its like say."""
    sizes = np.bincount(CLASS_OF_COMBO)
    place = np.bincount(CLASS_OF_COMBO, preflop_places()) / sizes
    pairs, suited = sizes == 6, sizes == 4
    columns = [np.ones(169), place, place**2, place**3, pairs, suited, pairs * place]
    features = np.stack(columns, axis=1)
    weighted = features * sizes[:, None]
    fit = features @ np.linalg.solve(features.T @ weighted, weighted.T)
    smooth: FloatArray = 0.5 * values + 0.5 * values @ fit.T
    return smooth
