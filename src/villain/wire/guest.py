"""An agent that plays by lines: it hears what a dealer tells, and answers when it is its turn."""

from collections.abc import Callable
from operator import index

from villain.agents.agent import Agent
from villain.agents.registry import check_plays, find_agent, make_agent
from villain.arena.clock import Clock
from villain.arena.table import show_end
from villain.game.actions import CALL, FOLD, Action, IllegalActionError, Legal
from villain.game.gamedef import read_gamedef
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import find_game
from villain.game.rules import Rules
from villain.histories.formats.acpc import GAMES as COMPETITION_GAMES
from villain.wire.dealer import NAMES
from villain.wire.record import GAME
from villain.wire.replies import write_action
from villain.wire.setup import find_rules
from villain.wire.states import MatchState, ToldHand, goes_on, hand_of, read_state

MOST_GAME_LINES = 50
FIRST_HANDS, MORE_PATIENCE = 10, 10
"""In the first hands, where code may have to be compiled, an agent has so many times as long."""
MOST_TURNS = 100_000
"""Bettings of which it is remembered whose turn it is."""


class Guest:
    """Plays one of our agents at somebody's table.

    The game is what the person says (``game``), else what the dealer tells, else the
    competition's own: limit if the agent plays that, no-limit otherwise. The names are what the
    dealer tells; else the others are called by where they sit from here, which stays the same when
    the button moves. An agent that fails, or takes longer than the clock allows, folds, or checks
    where that is free, and ``complain`` is told.

    >>> guest = Guest("call", game="limit")
    >>> guest.hear("MATCHSTATE:1:0::|3sJc")
    'MATCHSTATE:1:0::|3sJc:c'
    >>> guest.hear("MATCHSTATE:1:0:c:|3sJc")
    ''
    """

    def __init__(
        self,
        spec: str,
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
        self.won = 0
        self.failures = 0
        self.in_hand = False
        self._spec, self._game = spec, game
        self._clock = clock or Clock(0)
        self._first_clock = Clock(MORE_PATIENCE * self._clock.patience)
        self._complain = complain
        self._told_game: list[str] = []
        self._told_names: tuple[str, ...] = ()
        self._last = -1
        self._turns: dict[str, int | None] = {}
        self._now: tuple[MatchState, ToldHand] | None = None
        if rules is None and game:
            find_rules(game, 2)  # raises if there is none
        elif rules is not None:
            check_plays(spec, rules)

    def hear(self, line: str) -> str:
        """The answer to a line; empty if there is none to give."""
        if line.startswith(NAMES):
            self._told_names = tuple(line.removeprefix(NAMES).split("|"))
        elif line.startswith(GAME) and len(self._told_game) < MOST_GAME_LINES:
            self._told_game.append(line.removeprefix(GAME))
        if not line.strip() or line.startswith(("#", ";")):
            return ""
        if self._is_anothers_turn(line):
            self.in_hand = True
            return ""
        rules = self.rules = self.rules or self._find_rules(line)
        state = read_state(line, rules)
        hand = self._follow(state, rules)
        self._turns[state.betting] = hand.seat
        self.in_hand = not hand.over
        if hand.over and state.number != self._last:
            self._end(hand, state)
        if hand.seat != state.position:
            return ""
        seen = hand.observation(state.position)
        return f"{line.rstrip()}:{write_action(self._act(seen, state.number), seen)}"

    def _is_anothers_turn(self, line: str) -> bool:
        """Whether a line needs no thought: whose turn it is follows from the betting alone."""
        if len(self._turns) > MOST_TURNS:
            self._turns.clear()
        fields = line.split(":", 4)
        if len(fields) < 5 or fields[0] != "MATCHSTATE" or not fields[1].isdigit():
            return False
        turn = self._turns.get(fields[3])
        return turn is not None and str(turn) != fields[1]

    def _follow(self, state: MatchState, rules: Rules) -> ToldHand:
        """The hand as it stands; it is played on, and not played anew at every line."""
        if self._now is not None and goes_on(self._now[0], state):
            before, hand = self._now
            self._now = None  # in case that it cannot be played
            hand.tell(state, before.betting)
        else:
            hand = hand_of(state, rules, self._names(state))
        self._now = (state, hand)
        return hand

    def _find_rules(self, line: str) -> Rules:
        players = line.count("|") + 1 if "|" in line else 2
        if self._game:
            rules = find_rules(self._game, players)
        elif self._told_game:
            name, *lines = self._told_game
            rules = read_gamedef("\n".join(lines), name)
        else:
            plays = getattr(find_agent(self._spec)[0], "plays", Agent.plays)
            games = [one for one in COMPETITION_GAMES.values() if one.players == players]
            games += [find_game(name, players) for name in ("limit", "nolimit")]
            rules = next(filter(plays, games), games[0])
        check_plays(self._spec, rules)
        return rules

    def _names(self, state: MatchState) -> tuple[str, ...]:
        """Who sits where."""
        players = len(state.holes)
        if len(self._told_names) == players:
            return self._told_names
        names = [f"opponent {(seat - state.position) % players}" for seat in range(players)]
        names[state.position] = self._spec
        return tuple(names)

    def _act(self, seen: Observation, number: int) -> Action:
        legal = seen.legal
        assert legal is not None
        action, failure = self._patience.ask(lambda: _checked(self.agent.act(seen), legal))
        if action is None or failure:
            self._fail(number, failure)
            return FOLD if legal.call else CALL
        return action

    def _end(self, hand: Hand, state: MatchState) -> None:
        self._last = state.number
        self.hands += 1
        assert hand.payoffs is not None
        self.won += hand.payoffs[state.position]
        failure = show_end(self.agent, hand, state.position, self._patience)
        if failure:
            self._fail(state.number, failure)

    @property
    def _patience(self) -> Clock:
        return self._clock if self.hands >= FIRST_HANDS else self._first_clock

    def _fail(self, number: int, failure: str) -> None:
        self.failures += 1
        self._complain(f"hand {number}: {self._spec} {failure}")


def _checked(action: Action, legal: Legal) -> Action:
    """An action as the engine takes it; raises if it is none, or not legal."""
    action = Action(action.kind, index(action.to))
    if not legal.allows(action):
        raise IllegalActionError(f"may not {action}; legal: {legal}")
    return action
