"""Players that look for patterns of any kind, of our own design, the simplest first."""

import numpy as np

from villain.papers.poki.roshambo.context_tree import ContextTree
from villain.papers.poki.roshambo.counters import AntiFrequency, Frequency, Markov, Replying
from villain.papers.poki.roshambo.game import Player, beating, payoff
from villain.papers.poki.roshambo.predictors import (
    EVEN,
    Contexts,
    Even,
    Mixture,
    Offsets,
    Predictor,
    likeliest,
    values,
)
from villain.papers.poki.roshambo.rules import AlwaysRock, BeatLast, Copy, Rotating, Simple, WinStay

LENGTHS = ((0, 0), (1, 0), (2, 0), (3, 0), (5, 0), (0, 1), (0, 2), (1, 1), (2, 2), (3, 3), (5, 5))
"""How many of his moves and of mine the contexts of a blend go back."""


class LongestMatch:
    """Finds the longest run of games that came before just as now, and expects what came then.

    With ``both`` false only his moves have to be the same.
    """

    def __init__(self, longest: int = 12, *, both: bool = True) -> None:
        self.chances = EVEN
        self._both = both
        self._followed: list[dict[int, int]] = [{} for _ in range(longest)]
        self._keys: list[int] = []
        self._code = 0

    def learn(self, mine: int, his: int) -> None:
        """Note what followed each run, and look the present ones up."""
        for followed, key in zip(self._followed, self._keys, strict=False):
            followed[key] = his
        self._code = (9 * self._code + 3 * his + mine * self._both) % 9 ** len(self._followed)
        length = min(len(self._keys) + 1, len(self._followed))
        self._keys = [self._code % 9**size for size in range(1, length + 1)]
        self.chances = EVEN
        for followed, key in zip(self._followed, self._keys, strict=False):
            if key not in followed:
                break
            found = followed[key]
            self.chances = (float(found == 0), float(found == 1), float(found == 2))


class HalfEcho(Replying):
    """Expects what he did the last time that as many of his own moves as possible were the same."""

    def make_predictor(self) -> Predictor:
        """The longest match of his moves alone."""
        return LongestMatch(both=False)


class Echo(Replying):
    """Expects what he did the last time that as many games as possible went just like these."""

    def make_predictor(self) -> Predictor:
        """The longest match."""
        return LongestMatch()


def make_blend() -> Mixture:
    """Contexts of several lengths, weighed by how well they do."""
    return Mixture([Contexts(his, mine) for his, mine in LENGTHS])


class Blend(Replying):
    """Eleven lengths of memory at once, each trusted as it has deserved of late."""

    def make_predictor(self) -> Predictor:
        """A blend."""
        return make_blend()


class Shy(Blend):
    """The same in every other game, at random, and anything in between: harder to see through."""

    def move(self) -> int:
        """The best reply, or anything."""
        return super().move() if self.happens(0.5) else self.any_move()


class Tree(Replying):
    """Every way to cut a tree of contexts, weighed."""

    def make_predictor(self) -> Predictor:
        """A tree of eight moves, four games."""
        return ContextTree()


class RuleReader(Replying):
    """Looks for rules instead of sequences: what he does relative to the last moves and counts."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._his = Contexts(0, 0)
        self._mine = Contexts(0, 0)
        self._before = 0
        super().__init__(rng)

    def make_predictor(self) -> Predictor:
        """Steps from six moves of reference."""
        references = (
            lambda: 0,
            lambda: self.his,
            lambda: self.mine,
            lambda: self._before,
            lambda: likeliest(self._his.chances),
            lambda: likeliest(self._mine.chances),
        )
        return Mixture([Even(), *(Offsets(reference) for reference in references)])

    def watch(self, mine: int, his: int) -> None:
        """Keep the counts that are referred to, then let the predictor learn."""
        self._before = self.his
        self._his.learn(mine, his)
        self._mine.learn(his, mine)
        super().watch(mine, his)


class Hats(Simple):
    """Wears the hat that would have won most of late: each is a simple rule or counter."""

    RULES = (AlwaysRock, Rotating, Copy, BeatLast, WinStay, Frequency, AntiFrequency, Markov)

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self._hats: list[Player] = [rule(rng) for rule in self.RULES]
        self._advice = [hat.move() for hat in self._hats]
        self._won = [0.0] * len(self._hats)

    def move(self) -> int:
        """What the best hat says."""
        return self._advice[self._won.index(max(self._won))]

    def watch(self, mine: int, his: int) -> None:
        """See what each would have won, and ask all of them again."""
        for number, hat in enumerate(self._hats):
            gain = payoff(self._advice[number], his)
            self._won[number] = 0.9 * self._won[number] + gain
            hat.watch(mine, his)
            self._advice[number] = hat.move()


class Mirror(Replying):
    """Looks at itself with his eyes, expects that he beats what he sees, and beats that."""

    def make_predictor(self) -> Predictor:
        """A blend that learns one's own moves."""
        return make_blend()

    def move(self) -> int:
        """Two steps on from what one is expected to play."""
        return beating(beating(likeliest(self.predictor.chances, self.rng)))

    def watch(self, mine: int, his: int) -> None:
        """Learn with the moves exchanged."""
        super().watch(his, mine)


class SecondGuess:
    """A blend of him, and how far he is from it, and from a blend of me: who out-guesses whom.

    One who plays by habit is where the blend of him expects him. One who beats what I am expected
    to play is a step on from the blend of me; one who knows that I know is a step further. These
    steps are counted, not assumed, with a long and a short memory.
    """

    def __init__(self) -> None:
        self.chances = EVEN
        self._of_him, self._of_me = make_blend(), make_blend()
        steps = [
            Offsets(reference, keep)
            for reference in (
                lambda: likeliest(self._of_him.chances),
                lambda: likeliest(self._of_me.chances),
            )
            for keep in (0.8, 0.97)
        ]
        # The blend of him comes first: the steps from it are read after it has learnt.
        self._all = Mixture([self._of_him, *steps, Even()], keep=0.9)

    def learn(self, mine: int, his: int) -> None:
        """Learn about both."""
        self._of_me.learn(his, mine)
        self._all.learn(mine, his)
        self.chances = self._all.chances


class Levels(Replying):
    """Asks what he thinks that I think, as far as it pays."""

    def make_predictor(self) -> Predictor:
        """A blend with second guesses."""
        return SecondGuess()


class Guarded(Levels):
    """The same, but plays at random while its guesses are worth little or do not come true.

    It keeps the score of its guesses also while it does not play them, and so finds back; when it
    is behind in the match it needs a better reason.
    """

    SURE = 0.05
    BEHIND = -15

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self._guess = self.any_move()
        self._lately = 0.0
        self._score = 0

    def move(self) -> int:
        """The guess, or anything."""
        self._guess = super().move()
        worth = values(self.predictor.chances)[self._guess]
        needed = 2.0 if self._score < self.BEHIND else 0.0
        trusted = worth > self.SURE and self._lately >= needed
        return self._guess if trusted else self.any_move()

    def watch(self, mine: int, his: int) -> None:
        """Keep both scores, and learn."""
        self._lately = 0.95 * self._lately + payoff(self._guess, his)
        self._score += payoff(mine, his)
        super().watch(mine, his)
