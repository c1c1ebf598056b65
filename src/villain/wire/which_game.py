"""The game of a dealer: as a person says, or the dealer, or his lines as far as they tell.

Raises with sizes are no-limit, and others limit; bars tell how many play. Blinds and stacks cannot
be seen. So only the competition's own games are guessed, and only where one alone fits.
"""

from collections.abc import Sequence
from contextlib import suppress

from villain.agents.registry import AgentSpec, check_plays
from villain.errors import VillainError
from villain.game.gamedef import read_gamedef, write_gamedef
from villain.game.rules import UNLIMITED, Rules
from villain.hands.formats.acpc import GAMES as COMPETITION_GAMES
from villain.wire.followed_hand import FollowedHand, hand_of
from villain.wire.match_log import GAME
from villain.wire.setup import find_rules
from villain.wire.states import read_state

MOST_PLAYERS = 12
MOST_GAME_LINES = 50
MOST_WAITING = 100
"""Lines that wait until it is clear which game they are of."""


class WhichGame:
    """Finds the game for an agent, and refuses one that it does not play.

    ``wanted`` is the game that a person says. ``waiting`` are lines of a game that is not clear
    yet; ``in_hand`` is whether the last of them is in the middle of a hand.
    """

    def __init__(self, agent: AgentSpec, wanted: str = "") -> None:
        self.waiting: list[str] = []
        self.in_hand = False
        self._agent, self._wanted = agent, wanted
        self._comments: list[str] = []
        if wanted:
            _check_plays_one_of(agent, _sizes(wanted))

    def hear_comment(self, line: str) -> None:
        """Take in what a dealer of ours tells of his game, line by line."""
        if line.startswith(GAME) and len(self._comments) < MOST_GAME_LINES:
            self._comments.append(line.removeprefix(GAME))

    @property
    def definition(self) -> str:
        """The game as the dealer defines it; nothing on a foreign one, who may say anything."""
        return "\n".join(self._comments[1:]) if "GAMEDEF" in self._comments else ""

    @property
    def is_guess(self) -> bool:
        """True if neither the person nor the dealer has said the game."""
        return not self._wanted and not self.definition

    def find(self, line: str) -> Rules | None:
        """The game of a state; None if that is not clear, and nobody waits for our action."""
        if self._wanted:
            rules = find_rules(self._wanted, line.count("|") + 1 if "|" in line else 2)
            self._check_dealer_agrees(rules)
        elif self.definition:
            rules = read_gamedef(self.definition, self._comments[0])
        else:
            hands = fitting_games(line)
            if len(hands) > 1:
                self._put_off(line, hands)
                return None
            if not hands:
                raise _unknown_game(line, hands)
            (rules,) = [hand.rules for hand in hands.values()]
        check_plays(self._agent, rules)
        return rules

    def _check_dealer_agrees(self, rules: Rules) -> None:
        if self.definition and self.definition.split() != write_gamedef(rules).split():
            raise VillainError(
                f"the dealer deals {self._comments[0]}, which is not {self._wanted} as --game "
                "says; leave out --game to play his"
            )

    def _put_off(self, line: str, hands: dict[str, FollowedHand]) -> None:
        """Keep a line of which somebody else makes more; raise if it is our turn."""
        _check_plays_one_of(self._agent, [hand.rules for hand in hands.values()])
        for hand in hands.values():
            if line.startswith(f"MATCHSTATE:{hand.seat}:"):
                raise _unknown_game(line, hands)
            self.in_hand = not hand.over
        if len(self.waiting) == MOST_WAITING:
            raise _unknown_game(line, hands)
        self.waiting.append(line)


def fitting_games(line: str) -> dict[str, FollowedHand]:
    """The hands that a line tells, by the name of a game of the competition that it fits.

    >>> list(fitting_games("MATCHSTATE:0:0:r300:AcJs|"))
    ['holdem.nolimit.2p.reverse_blinds']
    >>> list(fitting_games("MATCHSTATE:0:0:c:AcJs||"))
    ['holdem.limit.3p', 'holdem.nolimit.3p']
    """
    hands = {}
    for name, rules in COMPETITION_GAMES.items():
        with suppress(VillainError):
            hands[name] = hand_of(read_state(line, rules), rules, foreign=True)
    return hands


def describe(rules: Rules) -> str:
    """A game with what cannot be seen of it.

    >>> describe(COMPETITION_GAMES["holdem.nolimit.3p"])
    'holdem.nolimit.3p with blinds of 50 100 0 and stacks of 20000 20000 20000'
    """
    blinds = " ".join(map(str, rules.blinds))
    stacks = " ".join(map(str, rules.stacks))
    rest = "" if max(rules.stacks) == UNLIMITED else f" and stacks of {stacks}"
    return f"{rules.name} with blinds of {blinds}{rest}"


def _unknown_game(line: str, hands: dict[str, FollowedHand]) -> VillainError:
    """Words for a person where no game fits, or several do."""
    if not line.startswith("MATCHSTATE:"):
        return VillainError(f"{line[:60]!r} is no state of a game")
    fits = " as well as ".join(hands) if hands else "no game of the competition"
    such = " or ".join(f"--game {name}" for name in hands or ["a_file.game"])
    return VillainError(
        f"the dealer does not say which game he deals, and {line.strip()[:60]!r} fits {fits}; "
        f"give {such}"
    )


def _sizes(game: str) -> list[Rules]:
    """A game with any number of players that it takes; raises if there is no such game."""
    sizes = [find_rules(game, 2)]
    for players in range(3, MOST_PLAYERS + 1):
        with suppress(VillainError):
            sizes.append(find_rules(game, players))
    return sizes


def _check_plays_one_of(agent: AgentSpec, games: Sequence[Rules]) -> None:
    """Raise if an agent knows none of these games."""
    refusals = []
    for rules in games:
        try:
            check_plays(agent, rules)
        except VillainError as error:
            refusals.append(error)
    if len(refusals) == len(games):
        raise refusals[0]
