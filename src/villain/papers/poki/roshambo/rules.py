"""The optimal player, and players with a simple rule that learn nothing."""

from collections.abc import Sequence

import numpy as np

from villain.papers.poki.roshambo.game import PAPER, ROCK, SCISSORS, Player, beating, payoff


class Simple:
    """What simple players share: random numbers, and the last moves of both."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.mine = self.any_move()
        self.his = self.any_move()

    def any_move(self) -> int:
        """Each of the three with the same chance."""
        return int(3 * self.rng.random())

    def happens(self, chance: float) -> bool:
        """Whether something with this chance comes about."""
        return self.rng.random() < chance

    def watch(self, mine: int, his: int) -> None:
        """Remember the last game."""
        self.mine, self.his = mine, his


class Optimal(Simple):
    """Each move with a third: nobody can win against it, nor it against anybody."""

    def move(self) -> int:
        """Any move."""
        return self.any_move()


class AlwaysRock(Simple):
    """Rock, rock, rock."""

    def move(self) -> int:
        """Rock."""
        return ROCK


class HalfRock(Simple):
    """Rock half of the time, paper and scissors a quarter each."""

    def move(self) -> int:
        """A biased draw."""
        if self.happens(0.5):
            return ROCK
        return PAPER if self.happens(0.5) else SCISSORS


class Cycle(Simple):
    """A fixed sequence, over and over."""

    sequence: Sequence[int] = (ROCK,)

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self._next = 0

    def move(self) -> int:
        """The next of the sequence."""
        return self.sequence[self._next]

    def watch(self, mine: int, his: int) -> None:
        """Go on in the sequence."""
        super().watch(mine, his)
        self._next = (self._next + 1) % len(self.sequence)


class Rotating(Cycle):
    """Rock, paper, scissors, and again."""

    sequence = (ROCK, PAPER, SCISSORS)


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


class EvenCycle(Cycle):
    """81 moves in which every run of four comes once: no short context betrays them."""

    sequence = even_sequence(4)


class Copy(Simple):
    """What the other played last."""

    def move(self) -> int:
        """His last move."""
        return self.his


class BeatLast(Simple):
    """What beats the other's last move."""

    def move(self) -> int:
        """The move that beats his last."""
        return beating(self.his)


class WinStay(Simple):
    """After a win the same again; else what would have won."""

    def move(self) -> int:
        """Stay or shift."""
        return self.mine if payoff(self.mine, self.his) > 0 else beating(self.his)


class Contrary(Simple):
    """After a win something else; after a loss the same again; after a tie anything."""

    def move(self) -> int:
        """Shift or stay."""
        result = payoff(self.mine, self.his)
        if result == 0:
            return self.any_move()
        return self.mine if result < 0 else beating(self.mine)


class Sticky(Simple):
    """Mostly the same again: four times in five."""

    def move(self) -> int:
        """Repeat, or anything."""
        return self.mine if self.happens(0.7) else self.any_move()


class Restless(Simple):
    """Never the same twice: one of the two other moves."""

    def move(self) -> int:
        """Anything else."""
        return (self.mine + 1 + self.happens(0.5)) % 3


class Human(Simple):
    """As people are said to play: stays after a win, beats what beat him, avoids three alike."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self._alike = 1

    def move(self) -> int:
        """Half of the time by habit, else anything; three alike are mostly avoided."""
        result = payoff(self.mine, self.his)
        wish = self.any_move()
        if self.happens(0.5):
            wish = self.mine if result > 0 else beating(self.his)
        if wish == self.mine and self._alike >= 2 and self.happens(0.8):
            return (wish + 1 + self.happens(0.5)) % 3
        return wish

    def watch(self, mine: int, his: int) -> None:
        """Count how often the same move came in a row."""
        self._alike = self._alike + 1 if mine == self.mine else 1
        super().watch(mine, his)


class Moody(Simple):
    """Plays by one rule for 50 to 150 games, then by another."""

    RULES = (AlwaysRock, Rotating, Copy, BeatLast, WinStay, Sticky)

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self._rule, self._left = self._choose()

    def _choose(self) -> tuple[Player, int]:
        rule = self.RULES[int(self.rng.integers(len(self.RULES)))]
        return rule(self.rng), int(self.rng.integers(50, 151))

    def move(self) -> int:
        """As the rule of the moment has it."""
        return self._rule.move()

    def watch(self, mine: int, his: int) -> None:
        """Go on, or change the rule."""
        self._rule.watch(mine, his)
        self._left -= 1
        if not self._left:
            self._rule, self._left = self._choose()
