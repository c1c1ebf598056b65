"""The gauntlet's opponents: a dozen scripts for heads-up no-limit hold'em, frozen.

Each looks at nothing but its observation, and tells what it does with every holding, so that what
can be won from it can be computed. ``villain match expert benchmarks/gauntlet/opponents.py:rock``
plays one. Whoever changes one has to measure its best answer anew (``python -m
benchmarks.gauntlet.measure``).
"""

from functools import cache
from math import inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from villain.agents.agent import Agent
from villain.agents.bet_sizes import raise_by_share
from villain.agents.holding_chances import HoldingChances, only_taken
from villain.cards.card import Card
from villain.cards.combo import CLASSES, Combo
from villain.cards.preflop_order import PREFLOP_ORDER
from villain.cards.range import CLASS_OF_COMBO, HIGH_CARDS, LOW_CARDS
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.events import Acted, Board
from villain.game.observation import Observation
from villain.game.rules import Betting, Rules, is_holdem
from villain.kernels.arrays import FloatArray
from villain.strength.quick_strengths import quick_strengths

FLOP, TURN, RIVER = 1, 2, 3
COMMITTED = 0.6
"""Whoever would put in this share of his chips puts in all."""

Rung: TypeAlias = "tuple[npt.NDArray[np.floating[Any]] | npt.NDArray[np.bool_] | float, Action]"
"""A chance, by holding or for all of them, and what is done with it."""


class Holdings(NamedTuple):
    """What scripts look at in a holding, for all of them.

    ``place`` is the share of all others that it beats now, ``draw`` its chance to make a flush or
    a straight by the river, and ``paired`` says whether it has a pair of its own.
    """

    place: FloatArray
    draw: FloatArray
    paired: npt.NDArray[np.bool_]

    @classmethod
    def on(cls, board: tuple[Card, ...]) -> "Holdings":
        """All holdings on a board, or before the flop."""
        if not board:
            return cls(preflop_places(), np.zeros(1326), has_pair(()))
        return cls(*quick_strengths(tuple(sorted(board))), has_pair(board))


class Spot:
    """A decision, in the words in which scripts are written.

    ``price`` is the part of the final pot that a call costs, ``depth`` what it costs of the stack;
    ``raises`` counts those of this street, and ``leads`` is True for who raised last in the hand.
    ``holdings`` are those on its board, or on several boards at once, a row for each.
    """

    def __init__(self, seen: Observation, holdings: Holdings | None = None) -> None:
        assert seen.legal is not None  # an agent is asked only when it is its turn
        self.seen, self.legal, self.street = seen, seen.legal, seen.street
        self.is_button = seen.seat == 1
        self.faces_bet = seen.legal.call > 0
        self.price = seen.legal.call / (seen.pot + seen.legal.call)
        self.depth = seen.legal.call / max(seen.rules.stacks)
        self.raises, self.leads = 0, False
        for event in seen.events:
            if isinstance(event, Board):
                self.raises = 0
            elif isinstance(event, Acted) and event.kind == "raise":
                self.raises += 1
                self.leads = event.seat == seen.seat
        self.place, self.draw, self.paired = holdings or Holdings.on(seen.board)

    def bet(self, pots: float, committed: float = COMMITTED) -> Action:
        """Bet or raise by so many pots; call where that is not allowed."""
        if not self.legal.can_raise:
            return CALL
        return raise_to(raise_by_share(self.seen, self.legal, pots, committed))

    def open_to(self, blinds: float) -> Action:
        """Raise to so many big blinds before the flop; call where that is not allowed."""
        legal = self.legal
        chips = round(blinds * self.seen.rules.big_blind)
        return raise_to(min(max(chips, legal.least), legal.most)) if legal.can_raise else CALL

    def best(self, place: float) -> float:
        """The bar for raising: this place for cheap first raises, and more for dear ones."""
        return float(place + 0.03 * max(0, self.raises - 1) + 0.06 * np.sqrt(self.depth))

    @property
    def leave(self) -> Action:
        """Check where that is free, else fold."""
        return FOLD if self.faces_bet else CALL


@cache
def preflop_places() -> FloatArray:
    """By holding the share of all that are weaker before the flop."""
    order = {name: place for place, name in enumerate(reversed(PREFLOP_ORDER))}
    by_class = np.array([order[str(one)] for one in CLASSES])[CLASS_OF_COMBO]
    weaker = np.searchsorted(np.sort(by_class), by_class, "left")
    same = np.searchsorted(np.sort(by_class), by_class, "right") - weaker
    places: FloatArray = (weaker + same / 2) / 1326
    places.flags.writeable = False
    return places


def has_pair(board: tuple[Card, ...]) -> npt.NDArray[np.bool_]:
    """Mark the holdings with a pair of their own: in the hand, or of one card with the board."""
    high, low = HIGH_CARDS // 4, LOW_CARDS // 4
    on_board = np.zeros(13, np.bool_)
    on_board[[card.rank for card in board]] = True
    paired: npt.NDArray[np.bool_] = (high == low) | on_board[high] | on_board[low]
    return paired


class Script(Agent):
    """Does what its rungs say: with every holding the first one whose chance comes up."""

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Heads-up no-limit hold'em."""
        return is_holdem(rules) and rules.players == 2 and rules.betting is Betting.NO_LIMIT

    def rungs(self, spot: Spot) -> list[Rung]:
        """What it does at a decision; the last rung takes what is left."""
        raise NotImplementedError

    def chances(self, seen: Observation) -> HoldingChances:
        """What it does here with every holding."""
        by_action = self.by_action(Spot(seen))
        return only_taken(tuple(by_action), np.stack(list(by_action.values()), axis=1))

    def by_action(self, spot: Spot) -> dict[Action, FloatArray]:
        """The chance of each action by holding."""
        left, by_action = np.ones(spot.place.shape), dict[Action, FloatArray]()
        *rungs, (_, last) = self.rungs(spot)
        for chance, action in rungs:
            taken = np.asarray(left * chance, np.float64)
            left = left - taken
            by_action[action] = by_action.get(action, 0.0) + taken
        by_action[last] = by_action.get(last, 0.0) + left
        return by_action

    def act(self, seen: Observation) -> Action:
        """Draw from its chances with what it holds."""
        told = self.chances(seen)
        reached = np.cumsum(told.chances[Combo.of(*seen.hole)])
        place = int(np.searchsorted(reached, self.rng.random() * reached[-1], "right"))
        return told.actions[min(place, len(told.actions) - 1)]


# Those that do not look at their cards


class Limper(Script):
    """Limps with everything, and folds to every bet."""

    def rungs(self, spot: Spot) -> list[Rung]:
        """Call the blind, else check or fold."""
        limps = spot.street == 0 and spot.raises == 0
        return [(True, CALL if limps else spot.leave)]


class Caller(Script):
    """Calls everything, and never raises."""

    def rungs(self, spot: Spot) -> list[Rung]:  # noqa: ARG002
        """Call."""
        return [(True, CALL)]


class PotRaiser(Script):
    """Raises the pot whenever it may."""

    def rungs(self, spot: Spot) -> list[Rung]:
        """Raise the pot."""
        return [(True, spot.bet(1.0, inf))]


class LeastRaiser(Script):
    """Raises the least that is allowed, whenever it may."""

    def rungs(self, spot: Spot) -> list[Rung]:
        """Raise the least."""
        return [(True, spot.bet(0.0, inf))]


# Those that look


class Proportional(Script):
    """Bets in proportion to its strength, and never bluffs: the bet says what it holds."""

    def rungs(self, spot: Spot) -> list[Rung]:
        """The stronger the hand, the larger the bet; calls where the price is right."""
        place = spot.place
        bar = 0.5 if not spot.faces_bet else min(0.97, 0.7 + 0.5 * spot.price + 0.06 * spot.raises)
        steps = np.linspace(bar, 1.0, 6)[:-1]
        rungs: list[Rung] = []
        for step, least in reversed(list(enumerate(steps, 1))):
            if spot.street == 0 and spot.raises == 0:
                rungs.append((place >= least, spot.open_to(1 + step)))
            else:
                rungs.append((place >= least, spot.bet(0.25 * step)))
        if spot.street == 0 and spot.raises == 0:
            return [*rungs, (place >= 0.25, CALL), (True, spot.leave)]
        dear = 0.25 + spot.price + 0.3 * np.sqrt(spot.depth)
        return [*rungs, (place + spot.draw / 2 >= dear, CALL), (True, spot.leave)]


class Rock(Script):
    """Waits for the best hands, bets those, and leaves the rest."""

    def rungs(self, spot: Spot) -> list[Rung]:
        """A fifth of the hands before the flop; later what beats nearly all."""
        place, faces = spot.place, spot.faces_bet
        if spot.street == 0:
            if spot.raises == 0:
                return [(place >= 0.82, spot.open_to(3.0)), (True, spot.leave)]
            return [
                (place >= spot.best(0.95), spot.bet(1.0)),
                (place >= spot.best(0.87), CALL),
                (True, FOLD),
            ]
        return [
            (place >= (spot.best(0.94) if faces else 0.82), spot.bet(0.7)),
            (faces & (place >= spot.best(0.85) + 0.06 * np.sqrt(spot.depth)), CALL),
            (True, spot.leave),
        ]


class Regular(Script):
    """Plays sound and simple: a base for those with one great leak.

    Before the flop it opens with the better two thirds and defends half; later it bets good hands
    and calls by the price.
    """

    opens, defends = 0.35, 0.12

    def rungs(self, spot: Spot) -> list[Rung]:
        """Before the flop by the chart, later by strength and price."""
        return self.before_flop(spot) if spot.street == 0 else self.after_flop(spot)

    def before_flop(self, spot: Spot) -> list[Rung]:
        """Open, reraise the best, call by the price."""
        place = spot.place
        if spot.raises == 0:
            least = self.opens if spot.is_button else 0.75
            size = 2.5 if spot.is_button else 4.0
            return [(place >= least, spot.open_to(size)), (True, spot.leave)]
        return [
            (place >= spot.best(0.92), spot.bet(1.0)),
            (place >= self.call_bar(spot) + 0.05, CALL),
            (True, FOLD),
        ]

    def after_flop(self, spot: Spot) -> list[Rung]:
        """Bet two thirds of the pot with good hands; raise the best; call by the price."""
        again = max(0, spot.raises - 1)
        if not spot.faces_bet:
            return [(spot.place >= 0.72, spot.bet(0.67)), (True, CALL)]
        return [
            (spot.place >= spot.best(0.92), spot.bet(0.8)),
            (spot.place + spot.draw / 2 >= self.call_bar(spot) + 0.1 * again, CALL),
            (True, FOLD),
        ]

    def call_bar(self, spot: Spot) -> float:
        """The place from which it calls: by the price, and by what it costs of the stack."""
        least = self.defends if spot.street == 0 else 0.25
        return float(least + spot.price + 0.3 * np.sqrt(spot.depth))


class RiverFolder(Regular):
    """Plays soundly up to the river, and folds there to every bet without a very strong hand."""

    def after_flop(self, spot: Spot) -> list[Rung]:
        """The same, but for bets on the river."""
        if spot.street == RIVER and spot.faces_bet:
            return [(spot.place >= 0.95, CALL), (True, FOLD)]
        return super().after_flop(spot)


class PairKeeper(Regular):
    """Never folds a pair, and little else than that is too good to fold."""

    def before_flop(self, spot: Spot) -> list[Rung]:
        """Limp or call with much, and with every pair."""
        if spot.raises == 0:
            return [(spot.place >= 0.9, spot.open_to(3.0)), (True, CALL)]
        return [(spot.paired | (spot.place >= self.call_bar(spot)), CALL), (True, FOLD)]

    def after_flop(self, spot: Spot) -> list[Rung]:
        """Bet what is better than most pairs; call with every pair."""
        if not spot.faces_bet:
            return [(spot.place >= 0.88, spot.bet(0.5)), (True, CALL)]
        good = spot.place + spot.draw >= 0.85
        return [(spot.paired | good, CALL), (True, FOLD)]


class Barreler(Regular):
    """Bets every street once it has raised, whatever it holds; to raises it folds what is weak."""

    opens = 0.2

    def after_flop(self, spot: Spot) -> list[Rung]:
        """Go on betting."""
        if spot.leads and not spot.faces_bet:
            return [(True, spot.bet(0.75))]
        return super().after_flop(spot)


class TightAggressive(Regular):
    """Plays sound tight-aggressive poker: position, a chart, strength, draws, prices, some bluffs.

    It mixes, so that no line of it has only one kind of hand.
    """

    def before_flop(self, spot: Spot) -> list[Rung]:
        """Open by position, reraise for value and sometimes as a bluff, defend by the price."""
        place, again = spot.place, max(0, spot.raises - 1)
        if spot.raises == 0:
            if spot.is_button:
                often = np.clip((place - 0.2) / 0.2, 0.0, 1.0)
                return [(often, spot.open_to(2.5)), (True, spot.leave)]
            return [((place >= 0.75) * 0.8, spot.open_to(4.0)), (True, spot.leave)]
        bluffs = 0.25 * ((place >= 0.45) & (place < 0.6)) * (again == 0)
        return [
            ((place >= spot.best(0.92)) * 0.9, spot.bet(1.0)),
            (bluffs, spot.bet(1.0)),
            (place >= self.call_bar(spot) + 0.05 * again, CALL),
            (True, FOLD),
        ]

    def after_flop(self, spot: Spot) -> list[Rung]:
        """Bet for value and with draws, go on with some bluffs, and call by the price."""
        return self.after_a_bet(spot) if spot.faces_bet else self.after_a_check(spot)

    def after_a_check(self, spot: Spot) -> list[Rung]:
        """Bet, or check."""
        place, draws = spot.place, spot.draw >= 0.15
        weak = place < (0.3 if spot.street == RIVER else 0.6)
        bluffs = (0.5, 0.3, 0.35)[spot.street - FLOP] if spot.leads else 0.15
        return [
            ((place >= 0.75) * 0.9, spot.bet(0.67)),
            ((place >= 0.6) * (0.5 if spot.is_button else 0.25), spot.bet(0.4)),
            (draws * 0.6, spot.bet(0.67)),
            (weak * bluffs, spot.bet(0.67)),
            (True, CALL),
        ]

    def after_a_bet(self, spot: Spot) -> list[Rung]:
        """Raise the best and a few draws, call what is good enough for the price."""
        place, again = spot.place, max(0, spot.raises - 1)
        draws = (spot.draw >= 0.25) & (spot.street < RIVER) & (again == 0)
        return [
            ((place >= spot.best(0.92)) * 0.85, spot.bet(0.8)),
            (draws * 0.15, spot.bet(0.8)),
            (place + spot.draw / 2 >= self.call_bar(spot) + 0.08 * again, CALL),
            (True, FOLD),
        ]


# Those that change


class Pupil(Regular):
    """Plays too weak: limps or calls with much, and folds to bets what is not strong."""

    def before_flop(self, spot: Spot) -> list[Rung]:
        """See flops cheaply."""
        if spot.raises == 0:
            return [(spot.place >= 0.2, CALL), (True, spot.leave)]
        return [(spot.place >= 0.8, CALL), (True, FOLD)]

    def after_flop(self, spot: Spot) -> list[Rung]:
        """Check, and call with what beats nine tenths."""
        return [(spot.place >= 0.9, CALL), (True, spot.leave)]


class Punisher(Regular):
    """Lies in wait for somebody who bets too much: it checks, and raises big."""

    def before_flop(self, spot: Spot) -> list[Rung]:
        """Limp, and answer a raise with a large one or a call."""
        if spot.raises == 0:
            return [(spot.place >= 0.2, CALL), (True, spot.leave)]
        return [
            (spot.place >= spot.best(0.8) + 0.05 * (spot.raises - 1), spot.bet(1.5)),
            ((spot.place < 0.1) * (spot.raises == 1) * 0.5, spot.bet(1.5)),
            (spot.place >= self.call_bar(spot), CALL),
            (True, FOLD),
        ]

    def after_flop(self, spot: Spot) -> list[Rung]:
        """Check everything; raise two pots with good hands and some of the worst; call lightly."""
        if not spot.faces_bet:
            return [((spot.street == RIVER) & (spot.place >= 0.8), spot.bet(1.5)), (True, CALL)]
        return [
            (spot.place >= spot.best(0.8) + 0.05 * (spot.raises - 1), spot.bet(2.0)),
            ((spot.place < 0.15) * (spot.raises == 1) * 0.4, spot.bet(2.0)),
            (spot.place + spot.draw / 2 >= self.call_bar(spot), CALL),
            (True, FOLD),
        ]


class Changing(Script):
    """Plays now as one script and now as another, by the number of hands that it has seen."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.hands = 0

    def now(self) -> Script:
        """Whom it plays as in this hand."""
        raise NotImplementedError

    def rungs(self, spot: Spot) -> list[Rung]:
        """Do as the one does whose turn it is."""
        return self.now().rungs(spot)

    def watch(self, seen: Observation) -> None:  # noqa: ARG002
        """Count the hands."""
        self.hands += 1


class Switcher(Changing):
    """Plays ``every`` so many hands as a rock, then as many as one who barrels always."""

    def __init__(self, seed: int = 0, every: int = 50) -> None:
        super().__init__(seed)
        if every < 1:
            raise VillainError(f"every={every}; it changes after 1 hand or more")
        self.every = every
        self.two: tuple[Script, Script] = Rock(), Barreler()

    def now(self) -> Script:
        """One or the other."""
        return self.two[self.hands // self.every % 2]


class Teacher(Changing):
    """Lets itself be bluffed for so many ``lessons``, and punishes from then on."""

    def __init__(self, seed: int = 0, lessons: int = 200) -> None:
        super().__init__(seed)
        if lessons < 0:
            raise VillainError(f"lessons={lessons}; it teaches for 0 hands or more")
        self.lessons = lessons
        self.pupil, self.punisher = Pupil(), Punisher()

    def now(self) -> Script:
        """The pupil, and later the punisher."""
        return self.pupil if self.hands < self.lessons else self.punisher


limper, caller, raiser, least = Limper, Caller, PotRaiser, LeastRaiser
proportional, rock, river_folder, pair_keeper = Proportional, Rock, RiverFolder, PairKeeper
barreler, tight_aggressive, switcher, teacher = Barreler, TightAggressive, Switcher, Teacher

STATIONARY: dict[str, type[Script]] = {
    "limper": limper,
    "caller": caller,
    "raiser": raiser,
    "proportional": proportional,
    "rock": rock,
    "river_folder": river_folder,
    "pair_keeper": pair_keeper,
    "barreler": barreler,
    "least": least,
    "tight_aggressive": tight_aggressive,
}
CHANGING: dict[str, type[Script]] = {"switcher": switcher, "teacher": teacher}
SCRIPTS = STATIONARY | CHANGING
"""The dozen, by name."""
