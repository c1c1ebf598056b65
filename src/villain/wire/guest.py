"""An agent that plays by lines: it hears what a dealer tells, and answers when it is its turn."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from villain.agents.registry import AgentSpec, check_plays, make_agent
from villain.arena.clock import Clock, Failure
from villain.arena.table import choose, show_end
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.registry import name_of
from villain.wire.dealer import NAMES
from villain.wire.followed_hand import FollowedHand, goes_on, hand_of
from villain.wire.own_action import OwnAction
from villain.wire.replies import write_action
from villain.wire.states import MatchState, read_state
from villain.wire.which_game import WhichGame, describe

if TYPE_CHECKING:
    from villain.agents.agent import Agent

MOST_COMPLAINTS = 3
"""Complaints of one kind that are made; more are counted only."""
FIRST_HANDS, MORE_PATIENCE = 10, 10
"""In the first hands, where code may have to be compiled, an agent has so many times as long."""
MOST_TURNS = 100_000
"""Bettings of which it is remembered whose turn it is."""


class Guest:
    """Plays one of our agents at somebody's table.

    The game is what the person says (``game``), else what the dealer tells, else the one of the
    competition's own that alone fits his lines; where that is none or several and it is our turn,
    we refuse to play. So we do if a line cannot be of the game. The names are what the dealer
    tells; else the others are called by where they sit from here, which stays the same when the
    button moves. An agent that fails, or takes longer than the clock allows, folds, or checks
    where that is free.

    ``won`` counts odd chips as the competition does, in fractions. ``complain`` hears, and these
    count: ``failures`` of the agent, its actions that the dealer ``changed``, and ``departures``
    of the dealer from our rules.

    >>> guest = Guest("call", game="limit")
    >>> guest.hear("MATCHSTATE:1:0::|3sJc")
    'MATCHSTATE:1:0::|3sJc:c'
    >>> guest.hear("MATCHSTATE:1:0:c:|3sJc")
    ''
    """

    def __init__(
        self,
        spec: AgentSpec,
        *,
        game: str = "",
        rules: Rules | None = None,
        seed: int = 0,
        clock: Clock | None = None,
        complain: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.agent: Agent = make_agent(spec, seed)
        self.rules = rules
        self.hands = 0
        self.won = Fraction(0)
        self.in_hand = False
        self._name = name_of(spec)
        self._clock = clock or Clock(0)
        self._first_clock = Clock(MORE_PATIENCE * self._clock.patience)
        self._complain = complain
        self._complaints: Counter[str] = Counter()
        self._which_game = WhichGame(spec, game)
        self._dealer_names: tuple[str, ...] = ()
        self._sent: OwnAction | None = None
        self._last = -1
        self._turns: dict[str, int | None] = {}
        self._now: tuple[MatchState, FollowedHand] | None = None
        if rules is not None:
            check_plays(spec, rules)

    @property
    def failures(self) -> int:
        """The number of times that the agent gave no legal action, or not in time."""
        return self._complaints["failure"]

    @property
    def changed(self) -> int:
        """The number of our actions that came back as others."""
        return self._complaints["change"]

    @property
    def departures(self) -> int:
        """The number of times that the dealer went other ways than our rules."""
        return self._complaints["departure"]

    def hear(self, line: str) -> str:
        """The answer to a line; empty if there is none to give."""
        if line.startswith(NAMES):
            self._dealer_names = tuple(line.removeprefix(NAMES).split("|"))
        if not line.strip() or line.startswith(("#", ";")):
            if self._now is None:  # the game does not change in the middle of a match
                self._which_game.hear_comment(line)
            return ""
        if self.rules is None and not self._find_game(line):
            return ""
        assert self.rules is not None
        try:
            return self._play(line, self.rules)
        except VillainError as error:
            if self._which_game.definition or not line.startswith("MATCHSTATE:"):
                raise
            raise VillainError(
                f"{error}; is the game really {self.rules.name}? If not, give another --game"
            ) from None

    def _find_game(self, line: str) -> bool:
        """Find the game, and catch up with what came before; False if it is not clear yet."""
        which = self._which_game
        rules = self.rules = which.find(line)
        if rules is None:
            self.in_hand = which.in_hand
            return False
        if which.is_guess:
            self._complain(f"the dealer does not say the game; it is taken for {describe(rules)}")
        for earlier in which.waiting:
            self._play(earlier, rules)
        return True

    def _play(self, line: str, rules: Rules) -> str:
        self._notice_change(line)
        if self._is_anothers_turn(line):
            self.in_hand = True
            return ""
        state = read_state(line, rules)
        hand = self._follow(state, rules)
        self._turns[state.betting] = hand.seat
        self.in_hand = not hand.over
        if hand.over and state.number != self._last:
            self._end(hand, state)
        if hand.seat != state.position:
            return ""
        seen = hand.observation(state.position)
        action = write_action(self._act(seen, state.number), seen)
        self._sent = OwnAction.of(line, action)
        return f"{line.rstrip()}:{action}"

    def _notice_change(self, line: str) -> None:
        """Complain if our last action came back as another."""
        if self._sent is None:
            return
        taken = self._sent.taken_as(line)
        if taken and taken != self._sent.action:
            number = self._sent.place[1]
            self._note("change", f"hand {number}: the dealer took {self._sent.action} as {taken}")
        if taken:
            self._sent = None

    def _is_anothers_turn(self, line: str) -> bool:
        """True if a line needs no thought: whose turn it is follows from the betting alone."""
        if len(self._turns) > MOST_TURNS:
            self._turns.clear()
        fields = line.split(":", 4)
        if len(fields) < 5 or fields[0] != "MATCHSTATE" or not fields[1].isdigit():
            return False
        turn = self._turns.get(fields[3])
        return turn is not None and str(turn) != fields[1]

    def _follow(self, state: MatchState, rules: Rules) -> FollowedHand:
        """The hand as it stands; it is played on, and not played anew at every line."""
        if self._now is not None and goes_on(self._now[0], state):
            before, hand = self._now
            self._now = None  # in case that it cannot be played
            known = len(hand.departures or ())
            hand.tell(state, before.betting)
        else:
            known = 0
            hand = hand_of(
                state, rules, self._names(state), foreign=not self._which_game.definition
            )
        self._now = (state, hand)
        for departure in (hand.departures or ())[known:]:
            self._note("departure", f"hand {state.number}: the dealer {departure}")
        return hand

    def _names(self, state: MatchState) -> tuple[str, ...]:
        """The names by seat."""
        players = len(state.holes)
        if len(self._dealer_names) == players:
            return self._dealer_names
        names = [f"opponent {(seat - state.position) % players}" for seat in range(players)]
        names[state.position] = self._name
        return tuple(names)

    def _act(self, seen: Observation, number: int) -> Action:
        action, failure = choose(self.agent, seen, self._patience)
        self._note_failure(number, failure)
        return action

    def _end(self, hand: Hand, state: MatchState) -> None:
        self._last = state.number
        self.hands += 1
        self.won += hand.fair_payoffs[state.position]
        failure = show_end(self.agent, hand, state.position, self._patience)
        self._note_failure(state.number, failure)

    @property
    def _patience(self) -> Clock:
        return self._clock if self.hands >= FIRST_HANDS else self._first_clock

    def _note_failure(self, number: int, failure: Failure | None) -> None:
        if failure:
            self._note("failure", f"hand {number}: {self._name} {failure}")

    def _note(self, kind: str, text: str) -> None:
        self._complaints[kind] += 1
        if self._complaints[kind] <= MOST_COMPLAINTS:
            self._complain(text)
