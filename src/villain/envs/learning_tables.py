"""Tables at which a learner plays hold'em against agents, all of them side by side."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from villain.agents.registry import AgentSpec
from villain.arena.seating import distinct_names
from villain.envs.action_menu import ActionMenu, Mask
from villain.envs.encoding import Encoding, Vectors
from villain.envs.opponents import Opponents
from villain.errors import VillainError
from villain.game.batch import HandBatch
from villain.game.batch_input import check_game
from villain.game.batch_observation import BatchObservation, Flags
from villain.game.presets import find_game
from villain.game.rules import Rules
from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.batch_records import NOBODY
from villain.registry import name_of

MOST_PLAYERS = 10
PATIENCE = 1000
"""So many deals in a row may end at a table before the learner has anything to decide."""

LEARNER = 0
"""The learner's number among the players; the opponents follow in the order of seats."""

Against: TypeAlias = "AgentSpec | Sequence[AgentSpec]"
"""One agent for all the other seats, or one for each."""


class LearningTables:
    """A learner at many tables: it is its turn, or the hand is over, at each of them.

    ``game`` is the name of a game, the path of a game definition, or `Rules`; ``seat`` is where the
    learner always sits, or None: it begins anywhere, and moves with the button from hand to hand.
    A hand in which it has nothing to decide is played, but passed over; ``undecided`` is what it
    won in those, in big blinds, since the last hand that it played.
    """

    def __init__(
        self,
        game: str | Rules,
        players: int,
        opponents: Against,
        tables: int,
        *,
        seat: int | None,
        pots: Sequence[float],
        strict: bool,
    ) -> None:
        rules = game if isinstance(game, Rules) else find_game(game, players)
        check_game(rules)
        if rules.players > MOST_PLAYERS:
            raise VillainError(f"{rules.players} players; these tables have 2 to {MOST_PLAYERS}")
        if tables < 1:
            raise VillainError(f"{tables} tables; there should be 1 or more")
        if seat is not None and not 0 <= seat < rules.players:
            raise VillainError(f"seat {seat}; it should be 0 to {rules.players - 1}")
        specs = _one_for_each(opponents, rules.players - 1)
        self.rules, self.menu = rules, ActionMenu(rules, pots, strict=strict)
        self.encoding = Encoding(rules, self.menu)
        self._names = ("learner", *distinct_names(tuple(name_of(spec) for spec in specs)))
        self._opponents = Opponents(specs, rules, tables)
        self._all, self._fixed_seat = np.arange(tables), seat
        self.seat: CountArray = np.zeros(tables, np.int64)
        self.undecided: FloatArray = np.zeros(tables)
        self._batch: HandBatch | None = None

    @property
    def has_begun(self) -> bool:
        """True if hands were dealt."""
        return self._batch is not None

    @property
    def batch(self) -> HandBatch:
        """The hands."""
        if self._batch is None:
            raise VillainError("nothing is dealt yet; call reset() first")
        return self._batch

    # Playing

    def begin(self, rng: np.random.Generator) -> None:
        """Let new opponents sit down at all tables, and deal."""
        players, tables = self.rules.players, len(self._all)
        self._opponents.sit_down(int(rng.integers(2**63)))
        fixed = self._fixed_seat
        self.seat = rng.integers(players, size=tables) if fixed is None else np.full(tables, fixed)
        self._batch = HandBatch.shuffled(
            self.rules, tables, rng, names=self._names, seated=self._seated(self._all)
        )
        self.undecided = np.zeros(tables)
        self._play_to_decisions(self._all, rng)

    def deal(self, tables: CountArray, rng: np.random.Generator) -> None:
        """Deal the next hand at these tables."""
        self.undecided[tables] = 0
        self._deal(tables, rng)
        self._play_to_decisions(tables, rng)

    def act(self, actions: CountArray, where: Flags) -> Flags:
        """Let the learner act at some tables, and the others until it is its turn or all is over.

        It returns by table whether an action was none of those that are open.
        """
        batch, tables = self.batch, np.flatnonzero(where)
        kinds, to = np.zeros(len(batch), np.int64), np.zeros(len(batch), np.int64)
        illegal = np.zeros(len(batch), np.bool_)
        seen = batch.observation(tables, self.seat[tables])
        (kinds[tables], to[tables]), illegal[tables] = self.menu.choose(seen, actions[tables])
        batch.act(kinds, to, where=where)
        self._let_others_play(where)
        return illegal

    def _deal(self, tables: CountArray, rng: np.random.Generator) -> None:
        if self._fixed_seat is None:
            self.seat[tables] = (self.seat[tables] - 1) % self.rules.players
        self.batch.deal_again(tables, rng, seated=self._seated(tables))

    def _play_to_decisions(self, tables: CountArray, rng: np.random.Generator) -> None:
        """Let the others begin; where that ends a hand, deal the next."""
        for _ in range(PATIENCE):
            dealt = np.zeros(len(self._all), np.bool_)
            dealt[tables] = True
            self._let_others_play(dealt)
            tables = tables[self.batch.over[tables]]
            if not len(tables):
                return
            self.undecided[tables] += self.won[tables]
            self._deal(tables, rng)
        raise VillainError(
            f"in {PATIENCE:,} deals nobody let the learner decide anything; change the opponents, "
            "the stacks or the seat"
        )

    def _let_others_play(self, where: Flags) -> None:
        """At some tables let the opponents act until it is the learner's turn or all is over."""
        batch = self.batch
        while True:
            seat = batch.seat
            turn = batch.seated[self._all, seat]
            running = where & (seat != NOBODY) & (turn != LEARNER)
            if not running.any():
                break
            kinds, to = np.zeros(len(batch), np.int64), np.zeros(len(batch), np.int64)
            for place in range(self.rules.players - 1):
                asked = np.flatnonzero(running & (turn == place + 1))
                if len(asked):
                    answer = self._opponents.act(place, batch.observation(asked, seat[asked]))
                    kinds[asked], to[asked] = answer
            batch.act(kinds, to, where=running)
        ended = np.flatnonzero(where & batch.over)
        if len(ended):
            for place in range(self.rules.players - 1):
                seats = (self.seat[ended] + place + 1) % self.rules.players
                self._opponents.watch(place, batch.observation(ended, seats))

    def _seated(self, tables: CountArray) -> CountArray:
        """Who sits where: the learner in its seat, the others behind it in their order."""
        seated: CountArray = (np.arange(self.rules.players) - self.seat[tables, None]) % (
            self.rules.players
        )
        return seated

    # What can be seen

    @property
    def over(self) -> Flags:
        """True for each table at which the hand is over."""
        return self.batch.over

    @property
    def won(self) -> FloatArray:
        """What the learner has won, in big blinds; 0 as long as a hand goes on."""
        won: FloatArray = self.batch.payoffs[self._all, self.seat] / self.rules.big_blind
        return won

    def observe(self, tables: CountArray | None = None) -> tuple[Vectors, Mask]:
        """What the learner sees at these tables or at all, and which actions are open to it."""
        seen = self.seen(tables)
        mask = self.menu.mask(seen, ~self.over[seen.hands])
        return self.encoding.encode(seen, mask), mask

    def seen(self, tables: CountArray | None = None) -> BatchObservation:
        """What the learner sees at these tables or at all."""
        chosen = self._all if tables is None else tables
        return self.batch.observation(chosen, self.seat[chosen])


def _one_for_each(opponents: Against, places: int) -> list[AgentSpec]:
    if not isinstance(opponents, list | tuple):
        return [opponents] * places  # type: ignore[list-item]
    if len(opponents) == 1:
        return [*opponents] * places
    if len(opponents) != places:
        raise VillainError(
            f"{len(opponents)} opponents for {places} seats; name one for all, or one for each"
        )
    return [*opponents]
