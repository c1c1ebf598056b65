"""A dealer of the competition's protocol: it tells, asks, and keeps to the rules.

Whoever is late or has left ends the match; its log is complete, and says so.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Protocol

from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.deal import Deal
from villain.game.gamedef import write_gamedef
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.wire.match_log import GAME, MatchLog, MatchOutcome
from villain.wire.replies import read_action, read_reply
from villain.wire.setup import Setup
from villain.wire.states import MatchState, states_of

NAMES = "#names "
"""How comments begin that tell who asks for it who sits where."""

MOST_LINES = 1000
"""Lines that a player may send until one of them is the answer that he is asked for."""

Seating = Callable[[int], Sequence[int]]
_View = tuple[Observation, MatchState]


class LinePlayer(Protocol):
    """A player as the dealer knows him: one who hears lines and answers."""

    curious: bool

    def send(self, line: str) -> None:
        """Send a line."""

    async def next_line(self, until: float | None = None) -> str | None:
        """The next line; None if he has left, TimeoutError if none came until then."""


class _Stopped(Exception):  # noqa: N818
    """The match cannot go on."""


class Dealer:
    """Deals one match to seats that are taken.

    ``deals`` are the cards, of the setup's seed unless given; ``seating`` says who sits where in
    a hand, by the competition's rule unless given.
    """

    def __init__(
        self,
        setup: Setup,
        seats: Sequence[LinePlayer],
        record: MatchLog,
        deals: Iterable[Deal] | None = None,
        seating: Seating | None = None,
    ) -> None:
        self.setup, self.record = setup, record
        self._seats = seats
        self._deals = setup.deals() if deals is None else deals
        self._seating = seating or setup.seated
        self._payoffs: list[tuple[int, ...]] = []
        self._score = [Fraction(0)] * len(seats)
        self._spent = [0.0] * len(seats)
        self._spent_in_hand = [0.0] * len(seats)
        self._told_game: set[int] = set()
        self._hand: Hand | None = None

    async def play(self) -> MatchOutcome:
        """Play the match; also what is cancelled leaves a complete log."""
        stopped = "it was interrupted"
        self.record.start()
        try:
            self._check_record()
            for number, deal in zip(range(self.setup.hands), self._deals, strict=False):
                await self._play_hand(number, deal)
                if number % 100 == 0:
                    self.record.spent(self._spent)
                self._check_record()
            stopped = ""
        except _Stopped as error:
            stopped = str(error)
        finally:
            played = len(self._payoffs)
            if stopped:
                stopped = f"hand {played}, {stopped}"
            if self._hand is not None:
                self.record.unfinished(played, self._hand)
            outcome = MatchOutcome(self.setup, tuple(self._score), tuple(self._payoffs), stopped)
            self.record.finish(outcome)
        return outcome

    def _check_record(self) -> None:
        """A match that cannot be written down any more does not go on."""
        if self.record.trouble is not None:
            raise _Stopped(self.record.complaint)

    async def _play_hand(self, number: int, deal: Deal) -> None:
        who = self._seating(number)
        names = tuple([self.setup.names[player] for player in who])
        hand = self._hand = Hand(self.setup.rules, deal, names, check=False)
        self._spent_in_hand = [0.0] * len(who)
        self._tell_names(who, names)
        while hand.seat is not None:
            seen, state = self._tell_states(number, hand, who)[hand.seat]
            hand.act(await self._ask(who[hand.seat], state, seen))
        self.record.played(number, hand)  # before anybody is told: a kill in between loses no hand
        self._hand = None
        self._tell_states(number, hand, who)
        assert hand.payoffs is not None
        at = [who.index(player) for player in range(len(who))]
        self._payoffs.append(tuple([hand.payoffs[seat] for seat in at]))
        fair = hand.fair_payoffs
        self._score = [had + fair[seat] for had, seat in zip(self._score, at, strict=True)]

    def _send(self, player: int, line: str) -> None:
        self._seats[player].send(line)
        self.record.sent(player, line)

    def _tell_states(self, number: int, hand: Hand, who: Sequence[int]) -> list[_View]:
        """Tell everybody what he may see; it comes back by position."""
        views = [hand.observation(seat) for seat in range(len(who))]
        states = states_of(views, number)
        for player in range(len(who)):
            self._send(player, str(states[who.index(player)]))
        return list(zip(views, states, strict=True))

    def _tell_names(self, who: Sequence[int], names: tuple[str, ...]) -> None:
        """Tell those who have asked what the protocol has no words for, as comments."""
        for player in range(len(who)):
            if not self._seats[player].curious:
                continue
            if player not in self._told_game:
                self._told_game.add(player)
                for line in (self.setup.rules.name, *write_gamedef(self.setup.rules).splitlines()):
                    self._send(player, f"{GAME}{line}")
            self._send(player, f"{NAMES}{'|'.join(names)}")

    async def _ask(self, player: int, state: MatchState, seen: Observation) -> Action:
        """The action of a player; what else he says is ignored."""
        loop = asyncio.get_running_loop()
        asked = loop.time()
        until = asked + min(self._time_left(player))
        name = self.setup.names[player]
        try:
            for _ in range(MOST_LINES):
                line = await self._seats[player].next_line(until)
                if line is None:
                    raise _Stopped(f"{name} left")
                action = self._understand(player, line, state, seen)
                if action is not None:
                    return action
                if loop.time() >= until:
                    raise TimeoutError
            raise _Stopped(f"{name} sent {MOST_LINES} lines and no answer")
        except TimeoutError:
            left = self._time_left(player)
            limit = self.setup.limits.named[left.index(min(left))]
            raise _Stopped(f"{name} took longer than {limit}") from None
        finally:
            used = loop.time() - asked
            self._spent[player] += used
            self._spent_in_hand[player] += used

    def _understand(
        self, player: int, line: str, state: MatchState, seen: Observation
    ) -> Action | None:
        """The action in a line, made legal; None if the line is to be ignored."""
        if line.startswith(("#", ";")):
            self.record.ignored(player, line)
            return None
        try:
            text = read_reply(line, state, seen)
        except VillainError as error:
            self.record.ignored(player, line)
            self.record.remark_on(player, f"ignored {line[:60]!r}: {error}", state.number)
            return None
        self.record.received(player, line)
        action, changed = read_action(text, seen)
        if changed:
            self.record.remark_on(player, changed, state.number)
        return action

    def _time_left(self, player: int) -> tuple[float, float, float]:
        """The seconds that a player may think now, by each of the limits."""
        response, hand, average = self.setup.limits.all
        match = average * self.setup.hands
        return response, hand - self._spent_in_hand[player], match - self._spent[player]
