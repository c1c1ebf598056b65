"""Expert: search with people as a prior, for any number of players.

A person's chances of each action, times the exponential of what it earns in trials in which
everybody, itself included, goes on as the crowd's network expects of him [pikl].
"""

from math import isnan
from time import thread_time
from typing import NamedTuple

import numpy as np

from villain.agents.agent import Agent
from villain.agents.expert_habits import HumanPrior
from villain.agents.expert_moves import moves_of
from villain.agents.expert_ranges import DearRaisers
from villain.agents.stack_decisions import call_loses, doubted, is_for_a_stack, without_losing_call
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.game.actions import FOLD, Action
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.game.public_state import PublicState
from villain.game.rules import Betting, Rules, is_holdem
from villain.game.situation import situation_of
from villain.kernels.arrays import FloatArray
from villain.models.crowd.compiled import STEPS, CompiledRead, compile_examples
from villain.models.crowd.lines import reachable_cells
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.people import HIMSELF
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.runouts import board_pool, steps_on
from villain.models.crowd.situations import MOST_PLAYERS
from villain.strategy.anchored import anchored_chances
from villain.strategy.people_trials import OwnCards, SeatPolicy, people_trials, showdown_share
from villain.strategy.warming import warm_up

SIZES = (0.33, 0.5, 0.75, 1.0, 1.5)
"""Raises that are tried in no-limit, in pots; and all one has."""

FEW = 3
"""With so many players or fewer it is told apart on later streets how many are left."""

ENDLESS = 1e6
"""With an anchor of so much nothing is tried: it plays as a person does."""

POT = 10
"""In pots of more big blinds the anchor grows with them, as do the mistakes of values."""

KIND_SIZES = (0.33, 0.62, 1.0, 1.5, 3.0)
"""Raises of the five kinds in trials, in pots."""

PLAYER_SECONDS = ((0.06, 0.045, 0.03, 0.02), (0.12, 0.09, 0.05, 0.02))
"""Seconds of a search for each player who can still act, by street: where many are left, and few.
So long it took on a slow machine (one that ranks 167 million hands a second)."""

NEWS, FADING = 0.1, 0.995
"""How much a search that was faster than expected says about the machine (one that was slower is
believed at once), and what is left of a greater slowness after each for which there was no time."""


class Considered(NamedTuple):
    """The actions worth trying, what a person does, what each earns (in big blinds), the chances.

    ``values`` are from now on, so that a fold earns 0; where nothing was tried they are 0.
    """

    actions: list[Action]
    prior: FloatArray
    values: FloatArray
    chances: FloatArray


class SearchTimes:
    """How long searches take on this machine, in live play.

    >>> times = SearchTimes()
    >>> times.expected(street=0, left=6, players=5)
    0.3
    >>> times.note(street=0, left=6, players=5, seconds=0.6)
    >>> times.expected(street=2, left=2, players=2)
    0.2
    """

    def __init__(self) -> None:
        self._slowness = 1.0

    def expected(self, street: int, left: int, players: int) -> float:
        """Seconds that a search should take."""
        return self._slowness * players * PLAYER_SECONDS[left <= FEW][min(street, 3)]

    def note(self, street: int, left: int, players: int, seconds: float) -> None:
        """Take note of how long one took."""
        before = self._slowness
        now = seconds * before / self.expected(street, left, max(players, 1))
        self._slowness = now if now > before else before + NEWS * (now - before)

    def note_none(self) -> None:
        """There was no time for one: lest one that was slow by chance be the last."""
        if self._slowness > 1.0:
            self._slowness = max(self._slowness * FADING, 1.0)


SEARCH_TIMES = SearchTimes()
"""Of all experts in this process: it is the machine that is fast or slow."""


class Expert(Agent):
    """Tries what a person might do among players as the crowd reads them, and leans to what earns.

    ``anchor`` is λ, in big blinds for pots of up to ten: from a million on it plays as a person
    does, at 0 it takes what earned most in ``trials``. ``sizes`` are the raises that it tries, in
    pots, beside all it has; ``learn=0`` leaves everybody a stranger in every hand. ``style`` is
    that of the person. In live play, where a decision has only so many ``seconds``, it tries
    nothing if that would take longer, and does as that person does; but a call for a stack is
    looked at even with none.
    """

    def __init__(
        self,
        seed: int = 0,
        anchor: float = 0.5,
        trials: int = 4000,
        sizes: tuple[float, ...] = SIZES,
        learn: bool = True,
        style: str = "regular",
    ) -> None:
        super().__init__(seed)
        if anchor < 0 or isnan(anchor):
            raise VillainError(f"anchor={anchor:g}; it should be 0 or more big blinds")
        if not 1 <= trials <= 1_000_000:
            raise VillainError(f"trials={trials}; there should be 1 to 1,000,000")
        if not sizes or min(sizes) <= 0:
            raise VillainError("sizes should be parts of the pot above 0, such as 0.5/1")
        self.anchor, self.trials, self.sizes = anchor, trials, tuple(sorted(sizes))
        self.model, self.habits, self.raisers = CrowdModel(), HumanPrior(style), DearRaisers()
        self._learns = learn
        if not learn:
            self.model.freeze()
        warm_up(no_limit_holdem(2), _search_idly)

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Hold'em for two to ten, limit and no-limit: trials do not know pot-limit."""
        return (
            is_holdem(rules)
            and rules.players <= MOST_PLAYERS
            and rules.betting is not Betting.POT_LIMIT
        )

    def act(self, seen: Observation) -> Action:
        """Look at what happened, and draw from the chances."""
        actions, _, _, chances = self.consider(seen)
        return actions[int(self.rng.choice(len(actions), p=chances))]

    def watch(self, seen: Observation) -> None:
        """See how the hand ended."""
        self.model.observe(seen)
        if self._learns:
            self.raisers.note(seen)

    def consider(self, seen: Observation) -> Considered:
        """What might be done here, what a person does, what it earns, and the chances."""
        began = thread_time()
        self.model.observe(seen)
        state = self.model.at(seen).table
        situation = situation_of(state, seen.seat)
        kinds = self._without_habits(seen, state, self.habits.kinds(seen))
        actions, prior = moves_of(seen, situation, kinds, self.sizes)
        seed = int(self.rng.integers(2**63))
        assert seen.legal is not None
        in_time = self._has_time(seen, state)
        looks = in_time or is_for_a_stack(seen, seen.legal.call)
        if len(actions) == 1 or self.anchor >= ENDLESS or not looks:
            return Considered(actions, prior, np.zeros(len(actions)), prior)
        cards = OwnCards(int(Combo.of(*seen.hole)), board_pool(seen.board, seen.hole, seed))
        ranges = {
            seat: self.raisers.range(self.model, seen, seat)
            for seat in state.inside
            if seat != seen.seat
        }
        if call_loses(seen, state, cards, ranges, seed):
            actions, prior = without_losing_call(actions, prior)
        if not in_time:
            return Considered(actions, prior, np.zeros(len(actions)), prior)
        values = self._values(seen, state, cards, ranges, actions, seed) / seen.rules.big_blind
        anchor = self.anchor * max(1.0, seen.pot / (POT * seen.rules.big_blind))
        if self.seconds is not None:
            SEARCH_TIMES.note(seen.street, state.left, _able(state), thread_time() - began)
        return Considered(actions, prior, values, anchored_chances(prior, values, anchor))

    def _has_time(self, seen: Observation, state: PublicState) -> bool:
        """True if a search takes no longer than it may; for a stack any time will do."""
        assert seen.legal is not None
        if self.seconds is None or (self.seconds and is_for_a_stack(seen, seen.legal.call)):
            return True
        in_time = SEARCH_TIMES.expected(seen.street, state.left, _able(state)) <= self.seconds
        if not in_time:
            SEARCH_TIMES.note_none()
        return in_time

    def _without_habits(
        self, seen: Observation, state: PublicState, kinds: FloatArray
    ) -> FloatArray:
        """The same chances; or fold and call alike if who raised goes by no cards.

        What people do against people is no guide there.
        """
        if seen.legal is None or not seen.legal.call or state.raiser in (None, seen.seat):
            return kinds
        fixed = self.model.fixed_policy(seen, state.raiser)
        share = max(fixed, self.raisers.heedless(seen.names[state.raiser]))
        either = kinds.copy()
        either[:2] = kinds[:2].mean()
        mixed: FloatArray = (1 - share) * kinds + share * either
        return mixed

    def _values(
        self,
        seen: Observation,
        state: PublicState,
        cards: OwnCards,
        ranges: dict[int, FloatArray],
        actions: list[Action],
        seed: int,
    ) -> FloatArray:
        """What each action earns in trials, in chips; a fold earns nothing."""
        tried = [action for action in actions if action != FOLD]
        if not tried:
            return np.zeros(len(actions))
        moves = [action.to if action.kind == "raise" else 0 for action in tried]
        policies = self._policies(seen, state, ranges)
        trials = people_trials(state, seen.seat, cards, ranges, policies, KIND_SIZES, moves, seed)
        values = doubted(seen, tried, trials(0, self.trials))
        return np.append(0.0, values) if len(tried) < len(actions) else values

    def _policies(
        self, seen: Observation, state: PublicState, ranges: dict[int, FloatArray]
    ) -> dict[int, SeatPolicy]:
        """What everybody who can still act does in the rest of the hand."""
        policies = dict[int, SeatPolicy]()
        for seat in state.inside:
            if state.stacks[seat]:
                reader, name, weights = self.model.reader, seen.names[seat], ranges.get(seat)
                if weights is None:
                    reader, name, weights = self.habits.himself(seen)
                policies[seat] = policy_of(reader, name, weights, state, seat, seen.seat)
        return policies


def _able(state: PublicState) -> int:
    """How many can still act."""
    return sum(state.stacks[seat] > 0 for seat in state.inside)


def policy_of(
    reader: CrowdReader, name: str, weights: FloatArray, state: PublicState, seat: int, hero: int
) -> SeatPolicy:
    """A player's policy for the rest of a hand in which the hero stays, by what he may hold."""
    read = read_of_rest(reader, name, weights, state, seat, hero)
    return SeatPolicy(read.place, read.kinds)


def read_of_rest(
    reader: CrowdReader, name: str, weights: FloatArray, state: PublicState, seat: int, hero: int
) -> CompiledRead:
    """The compiled read of a player for the rest of a hand in which the hero stays.

    ``weights`` are those of what he may hold.
    """
    others = _likely_company(state, seat, hero)
    examples = reachable_cells(state, seat, name, [frozenset(others[:1])])
    if len(others) > 1:
        # Among many this street alone: there are many who may stay, and later mostly one does.
        later = state.left <= FEW
        several = reachable_cells(state, seat, name, [frozenset(others[:2])], later=later)
        examples = several | examples
    held = np.bincount(steps_on(state.board), weights, STEPS)
    return compile_examples(reader, name, examples, held / held.sum())


def _likely_company(state: PublicState, seat: int, hero: int) -> list[int]:
    """The others who can still bet: the hero first, then who is in for most."""
    able = [one for one in state.inside if one != seat and state.stacks[one]]
    return sorted(able, key=lambda one: (one == hero, state.bets[one], one), reverse=True)


def _search_idly(seen: Observation) -> None:
    """Play a few trials, for warming up."""
    if seen.legal is None or seen.street > 1:
        return
    state = PublicState.after(seen.rules, seen.events)
    cards = OwnCards(int(Combo.of(*seen.hole)), board_pool(seen.board, seen.hole, 0))
    reader, uniform = CrowdReader(), np.full(1326, 1 / 1326)
    policies = {
        seat: policy_of(reader, HIMSELF, uniform, state, seat, seen.seat) for seat in (0, 1)
    }
    ranges = {1 - seen.seat: uniform}
    people_trials(state, seen.seat, cards, ranges, policies, KIND_SIZES, [0], 0)(0, 2)
    showdown_share(state, seen.seat, cards, ranges, 2, 0)
