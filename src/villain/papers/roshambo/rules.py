"""The optimal player, and simple rules that learn nothing."""

from collections.abc import Callable
from functools import partial

import numpy as np

from villain.papers.roshambo.game import PAPER, ROCK, SCISSORS, Contestant, beating, payoff


class Simple:
    """One who plays by a rule; without one each move with a third, which is optimal.

    A rule may look at the last moves of both, at how many games were played, and at how often one
    played ``alike`` in a row.
    """

    def __init__(
        self, rng: np.random.Generator, rule: "Callable[[Simple], int] | None" = None
    ) -> None:
        self.rng, self.rule = rng, rule or Simple.any_move
        self.mine = self.any_move()
        self.his = self.any_move()
        self.games, self.alike = 0, 1

    def any_move(self) -> int:
        """Each of the three with the same chance."""
        return int(3 * self.rng.random())

    def happens(self, chance: float) -> bool:
        """Draw whether something with this chance comes about."""
        return self.rng.random() < chance

    def move(self) -> int:
        """The rule's move."""
        return self.rule(self)

    def watch(self, mine: int, his: int) -> None:
        """Remember the last game."""
        self.alike = self.alike + 1 if mine == self.mine else 1
        self.mine, self.his = mine, his
        self.games += 1


Rule = Callable[[Simple], int]
Optimal = Simple


def always_rock(me: Simple) -> int:  # noqa: ARG001
    """Rock, rock, rock."""
    return ROCK


def half_rock(me: Simple) -> int:
    """Rock half of the time, paper and scissors a quarter each."""
    if me.happens(0.5):
        return ROCK
    return PAPER if me.happens(0.5) else SCISSORS


def cycle(*sequence: int) -> Rule:
    """A fixed sequence, over and over."""
    return lambda me: sequence[me.games % len(sequence)]


def even_sequence(length: int) -> tuple[int, ...]:
    """A cycle in which every run of so many moves comes exactly once (de Bruijn's).

    Built greedily: from a run of rocks on, the largest move that makes a run not seen before.

    >>> even_sequence(2)
    (0, 2, 2, 1, 2, 0, 1, 1, 0)
    """
    moves = [ROCK] * length
    seen = {tuple(moves)}
    while len(seen) < 3**length:
        tail = moves[len(moves) - length + 1 :]
        fresh = next(move for move in (2, 1, 0) if (*tail, move) not in seen)
        moves.append(fresh)
        seen.add((*tail, fresh))
    return tuple(moves[length - 1 :])


def copy(me: Simple) -> int:
    """The other's last move."""
    return me.his


def beat_last(me: Simple) -> int:
    """The move that beats the other's last one."""
    return beating(me.his)


def win_stay(me: Simple) -> int:
    """After a win the same again; else what would have won."""
    return me.mine if payoff(me.mine, me.his) > 0 else beating(me.his)


def contrary(me: Simple) -> int:
    """After a win something else; after a loss the same again; after a tie anything."""
    result = payoff(me.mine, me.his)
    if result == 0:
        return me.any_move()
    return me.mine if result < 0 else beating(me.mine)


def sticky(me: Simple) -> int:
    """Mostly the same again: four times in five."""
    return me.mine if me.happens(0.7) else me.any_move()


def restless(me: Simple) -> int:
    """Never the same twice: one of the two other moves."""
    return (me.mine + 1 + me.happens(0.5)) % 3


def human(me: Simple) -> int:
    """As people are said to play: stays after a win, beats what beat him, avoids three alike."""
    result = payoff(me.mine, me.his)
    wish = me.any_move()
    if me.happens(0.5):
        wish = me.mine if result > 0 else beating(me.his)
    if wish == me.mine and me.alike >= 2 and me.happens(0.8):
        return (wish + 1 + me.happens(0.5)) % 3
    return wish


EVEN_CYCLE = cycle(*even_sequence(4))
"""81 moves in which every run of four comes once: no short context betrays them."""

RULES: dict[str, Rule] = {
    "rock": always_rock,
    "half rock": half_rock,
    "rotating": cycle(ROCK, PAPER, SCISSORS),
    "even cycle": EVEN_CYCLE,
    "copy": copy,
    "beat last": beat_last,
    "win-stay": win_stay,
    "contrary": contrary,
    "sticky": sticky,
    "restless": restless,
    "human": human,
}


def playing(rule: Rule | str) -> Callable[[np.random.Generator], Simple]:
    """Makes a player of a rule, or of one that has a name."""
    return partial(Simple, rule=RULES[rule] if isinstance(rule, str) else rule)


class Moody(Simple):
    """Plays by one rule for 50 to 150 games, then by another."""

    MOODS = ("rock", "rotating", "copy", "beat last", "win-stay", "sticky")

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self._mood, self._left = self._choose()

    def _choose(self) -> tuple[Contestant, int]:
        mood = self.MOODS[int(self.rng.integers(len(self.MOODS)))]
        return playing(mood)(self.rng), int(self.rng.integers(50, 151))

    def move(self) -> int:
        """As the mood of the moment has it."""
        return self._mood.move()

    def watch(self, mine: int, his: int) -> None:
        """Go on, or change the mood."""
        self._mood.watch(mine, his)
        self._left -= 1
        if not self._left:
            self._mood, self._left = self._choose()
