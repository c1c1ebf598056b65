"""Somebody: an agent that plays as people do, by the crowd's network.

He is one of the people whom the network knows: his last decisions are in its window, and what he
does with this holding here is drawn from what the network expects of him.
"""

from collections import deque
from functools import lru_cache
from pathlib import Path

import numpy as np

from villain.agents.agent import Agent
from villain.agents.holding_chances import HoldingChances, only_taken
from villain.agents.stack_decisions import all_paid, call_loses, is_for_a_stack, losing_calls
from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.observation import Observation, without_hole
from villain.game.presets import no_limit_holdem
from villain.game.public_state import PublicState
from villain.game.rules import Rules, is_holdem
from villain.game.situation import Decision, HandFollower, Situation, situation_of
from villain.kernels.arrays import FloatArray
from villain.models.crowd.bet_amounts import draw_raise, raise_chances
from villain.models.crowd.dear_calls import factors, priced, tightened
from villain.models.crowd.kinds import KINDS, Flags, kind_of, sizes_by_kind
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.nearing import brought_near
from villain.models.crowd.people import HIMSELF, STYLES, somebody
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.runouts import board_pool
from villain.models.crowd.situations import MOST_PLAYERS
from villain.models.crowd.strengths import hands_on
from villain.models.crowd.whole_leaning import settle
from villain.models.crowd.without_windows import Likeness
from villain.models.loki.dear_bets import range_behind
from villain.strategy.people_trials import OwnCards, showdown_share
from villain.strategy.warming import warm_up

HOPE = 0.06
"""By so much the chance to win may be below the price of a call for a stack: people are hopeful."""

WHOLE = (0.95, 0.35)
"""How often somebody bets whole big blinds after the flop: most do nearly always, or they click on
parts of the pot."""

MOST_DECISIONS = 20_000
"""A clone is brought to so many of a player's last decisions."""


class Person(Agent):
    """Plays as people do: somebody of the crowd, of a style, or like a player of your hands.

    He sits at limit and no-limit tables of two to ten players, with any stacks.
    ``style`` draws him from people of one kind: nit, rock, regular, loose, station or maniac.
    ``like`` makes him a clone of a player of a hand ``store`` (the usual one, unless another is
    given), from that player's decisions and shown hands, the last ``hands`` or all; it stays on
    this machine. In every hand he is the same person again.

    At a decision the network's third head says what he does with each holding, its first and
    second what he does whatever he holds, and better. So the former is brought near the latter over
    the range that his own actions leave him.
    """

    def __init__(
        self,
        seed: int = 0,
        style: str = "",
        like: str = "",
        store: Path | None = None,
        hands: int | None = None,
    ) -> None:
        super().__init__(seed)
        if style and style not in STYLES:
            raise VillainError.unknown("style", style, STYLES)
        if style and like:
            raise VillainError("a person has a style or is like somebody, not both")
        if (store is not None or hands is not None) and not like:
            raise VillainError("store and hands go with like=NAME, the player to be cloned")
        if hands is not None and hands < 1:
            raise VillainError(f"hands={hands}; a clone is made of one or more")
        self.style, self.like = style, like
        self._name = like or HIMSELF
        self._likeness = likeness_of(like, store, hands) if like else None
        self._which = int(self.rng.integers(2**31))
        self._whole = WHOLE[int(self.rng.integers(len(WHOLE)))]
        self._rise()
        warm_up(no_limit_holdem(2), _look_idly)

    def _rise(self) -> None:
        """Know nothing of any hand."""
        self._follower = HandFollower()
        self._reader = CrowdReader()
        self._answer: tuple[Situation, FloatArray] | None = None
        self._weights: FloatArray | None = None

    def __getstate__(self) -> dict[str, object]:
        # Who he is will do: what he did in this hand he sees again when he has to act.
        passing = ("_follower", "_reader", "_answer", "_weights")
        return {key: value for key, value in self.__dict__.items() if key not in passing}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._rise()

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Hold'em for two to ten."""
        return is_holdem(rules) and rules.players <= MOST_PLAYERS

    # At the table

    def act(self, seen: Observation) -> Action:
        """Draw what he does with his holding, and how much."""
        situation = self._face(seen)
        chances = self._policy(situation)[Combo.of(*seen.hole)]
        kind = int(self.rng.choice(KINDS, p=chances))
        if kind == 0 or self._would_lose(seen):
            return FOLD
        if kind == 1 or not situation.could_raise:
            return CALL
        sizes = self._reader.sizes(self._name, situation)
        return raise_to(draw_raise(situation, sizes, kind, self.rng, whole=self._whole))

    def kinds(self, seen: Observation) -> FloatArray:
        """The chances of fold, call and raises of five sizes with every combo: (1326, 7).

        They are those of the crowd: without a second look at a bet for a stack.
        """
        return self._policy(self._face(seen))

    def chances(self, seen: Observation) -> HoldingChances | None:
        """What he does with every holding; not told where several have bet for a stack."""
        situation = self._face(seen)
        kinds = self._policy(situation)
        losing = self._losing_calls(seen)
        if losing is None:
            return None
        kinds = np.where(losing[:, None], np.arange(KINDS) == 0, kinds)
        folds, calls, raises = kinds[:, :1], kinds[:, 1:2], kinds[:, 2:]
        if not situation.could_raise:
            return only_taken(
                (FOLD, CALL), np.hstack([folds, calls + raises.sum(1, keepdims=True)])
            )
        sizes = self._reader.sizes(self._name, situation)
        amounts, by_kind = raise_chances(situation, sizes, self._whole)
        chances = np.hstack([folds, calls, raises @ by_kind])
        return only_taken((FOLD, CALL, *map(raise_to, amounts)), chances)

    def himself(self, seen: Observation) -> tuple[CrowdReader, str, FloatArray]:
        """A reader that knows him, under which name, and what he may hold as others see it."""
        return self._reader, self._name, self._range(self._face(seen))

    # How it is done

    def _would_lose(self, seen: Observation) -> bool:
        """True if he faces a bet for a stack, and clearly loses to strangers who bet so."""
        assert seen.legal is not None
        if not is_for_a_stack(seen, seen.legal.call):
            return False
        seed, losing = int(self.rng.integers(2**63)), self._losing_calls(seen)
        if losing is not None:
            return bool(losing[Combo.of(*seen.hole)])
        model = CrowdModel()
        model.observe(seen)
        state = model.table
        cards = OwnCards(int(Combo.of(*seen.hole)), board_pool(seen.board, seen.hole, seed))
        others = [seat for seat in state.inside if seat != seen.seat]
        ranges = {seat: range_behind(model, seen, seat) for seat in others}
        return call_loses(seen, state, cards, ranges, seed, margin=HOPE)

    def _losing_calls(self, seen: Observation) -> Flags | None:
        """The holdings that clearly lose to one stranger who bets for a stack.

        None where several have.
        """
        assert seen.legal is not None
        if not is_for_a_stack(seen, seen.legal.call):
            return np.zeros(1326, np.bool_)
        model, bare = CrowdModel(), without_hole(seen)
        model.observe(bare)
        bettors = all_paid(model.table, seen.seat)
        if len(bettors) > 1:
            return None
        weights = range_behind(model, bare, bettors[0])
        return losing_calls(seen, weights, margin=HOPE)

    def _face(self, seen: Observation) -> Situation:
        """The situation that he faces, after what he did before in this hand."""
        follower = self._follower
        if follower.state is None or follower.begins_anew(seen):
            self._begin(seen)
        for decision in follower.news(seen, (seen.seat,)):
            self._remember(decision)
        assert follower.state is not None
        return situation_of(follower.state, seen.seat)

    def _begin(self, seen: Observation) -> None:
        """Be the same person as in every hand."""
        if self._likeness is not None:
            self._reader = self._likeness.reader()
        else:
            self._reader = somebody(game_of(seen.rules), self.style, self._which)
        self._weights = self._answer = None

    def _remember(self, decision: Decision) -> None:
        """Take in what he did: his window goes on, and his range is narrowed."""
        decision = decision._replace(name=self._name)
        situation = decision.situation
        if situation.owed <= 0 and decision.kind == "fold":
            return
        likely = self._policy(situation)[:, kind_of(decision)]
        weights = self._range(situation) * likely
        self._weights = weights / weights.sum() if weights.sum() > 0 else None
        self._reader.learn(decision)

    def _range(self, situation: Situation) -> FloatArray:
        """What he may hold by his own actions, as others see it."""
        weights = np.ones(1326) if self._weights is None else self._weights
        weights = weights * possible(situation.board)
        total = weights.sum()
        return weights / total if total > 0 else possible(situation.board) / 1.0

    def _policy(self, situation: Situation) -> FloatArray:
        """The chances of each kind of action with every combo: (1326, 7)."""
        if self._answer is not None and self._answer[0] == situation:
            return self._answer[1]
        known, excess = priced(situation)
        hands, place = hands_on(situation.board)
        reader, name = self._reader, self._name
        kinds = reader.policy(name, known, hands)
        [actions] = reader.chances(name, [known])
        wanted = actions
        if not situation.limit:
            wanted = np.append(actions[:2], actions[2] * sizes_by_kind(reader.sizes(name, known)))
        weights = np.bincount(place, self._range(situation), len(hands))
        kinds = brought_near(kinds, weights / weights.sum(), wanted)
        if excess:
            kinds = tightened(kinds, situation, factors(situation, excess, hands))
        policy = kinds[place]
        self._answer = situation, policy
        return policy


def game_of(rules: Rules) -> str:
    """The kind of game as people are kept for it: limit, heads-up or ring."""
    if rules.bets:
        return "limit"
    return "heads-up" if rules.players == 2 else "ring"


def _look_idly(seen: Observation) -> None:
    """Look at a board and a showdown, for warming up."""
    hands_on(seen.board)
    if seen.legal is not None:
        state = PublicState.after(seen.rules, seen.events)
        cards = OwnCards(int(Combo.of(*seen.hole)), board_pool(seen.board, seen.hole, 0))
        showdown_share(state, seen.seat, cards, {1 - seen.seat: np.full(1326, 1 / 1326)}, 2, 0)


def likeness_of(name: str, folder: Path | None, hands: int | None) -> Likeness:
    """A player of a hand store, by all that he did and showed there."""
    from villain.hands.store.hand_store import HandStore  # it takes a while to load

    store = HandStore(folder)
    return _likeness_by(name, store.folder, hands, tuple(store.batches()))


@lru_cache(maxsize=16)
def _likeness_by(name: str, folder: Path, hands: int | None, batches: tuple[str, ...]) -> Likeness:
    """The same while a store has these batches: with more hands he may be another."""
    from villain.hands.store.hand_store import HandStore
    from villain.hands.store.near_names import no_such_player

    del batches
    store, model = HandStore(folder), _Student()
    if not model.study(store, name, hands):
        if store.query("SELECT 1 FROM seats WHERE name = ? LIMIT 1", [name]).fetchall():
            raise VillainError(f"{name!r} has played no hold'em that could be cloned")
        raise VillainError(no_such_player(name, store.query))
    settle(model.reader, name, list(model.decisions))
    return Likeness.of(model.reader, name)


class _Student(CrowdModel):
    """Learns one player, and keeps his last decisions."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions: deque[Decision] = deque(maxlen=MOST_DECISIONS)

    def learn(self, decision: Decision) -> None:
        super().learn(decision)
        self.decisions.append(decision)
