"""Players that go by one count, and players that look for patterns of any kind, our own design."""

from collections.abc import Callable
from functools import partial

import numpy as np

from villain.papers.roshambo.game import Contestant, Maker, beating, payoff
from villain.papers.roshambo.predictors import (
    EVEN,
    Chances,
    Contexts,
    ContextTree,
    Even,
    LongestMatch,
    Mixture,
    MovePredictor,
    Offsets,
    likeliest,
    reply,
    values,
)
from villain.papers.roshambo.rules import Simple, playing

LENGTHS = ((0, 0), (1, 0), (2, 0), (3, 0), (5, 0), (0, 1), (0, 2), (1, 1), (2, 2), (3, 3), (5, 5))
"""The numbers of his moves and of mine that the contexts of a blend go back."""


class Replying(Simple):
    """Answers what a predictor, made anew for each match, expects.

    One who looks at himself with the other's eyes lets it learn with the moves ``exchanged``.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        make: Callable[[], MovePredictor],
        answer: Callable[[Chances, np.random.Generator], int] = reply,
        exchanged: bool = False,
    ) -> None:
        super().__init__(rng)
        self.predictor, self._answer, self._exchanged = make(), answer, exchanged

    def move(self) -> int:
        """The answer to what is expected; where several are as good, one of them at random."""
        return self._answer(self.predictor.chances, self.rng)

    def watch(self, mine: int, his: int) -> None:
        """Let the predictor learn."""
        super().watch(mine, his)
        self.predictor.learn(*((his, mine) if self._exchanged else (mine, his)))


def beat_likeliest(chances: Chances, rng: np.random.Generator) -> int:
    """The move that beats the likeliest."""
    return beating(likeliest(chances, rng))


def beat_rarest(chances: Chances, rng: np.random.Generator) -> int:
    """The move that beats the rarest, as if that were due."""
    rock, paper, scissors = chances
    return beating(likeliest((-rock, -paper, -scissors), rng))


def beat_the_beater(chances: Chances, rng: np.random.Generator) -> int:
    """The move that beats what would beat the likeliest."""
    return beating(beat_likeliest(chances, rng))


def make_blend() -> Mixture:
    """Contexts of several lengths, weighed by how well they do."""
    return Mixture([Contexts(his, mine) for his, mine in LENGTHS])


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


count_moves = partial(Contexts, 0, 0, keep=1.0)

COUNTERS: dict[str, Maker] = {
    # Beats what the other has played most; or most of late, in about the last twenty games.
    "frequency": partial(Replying, make=count_moves, answer=beat_likeliest),
    "recent": partial(Replying, make=partial(Contexts, 0, 0), answer=beat_likeliest),
    "due": partial(Replying, make=count_moves, answer=beat_rarest),
    # Thinks that the other counts: beats what would beat its own most frequent move.
    "anti-frequency": partial(Replying, make=count_moves, answer=beat_the_beater, exchanged=True),
    # Counts what the other plays after each of his moves, or after each pair of last moves.
    "markov": partial(Replying, make=partial(Contexts, 1, 0, keep=1.0)),
    "markov both": partial(Replying, make=partial(Contexts, 1, 1, keep=1.0)),
}
"""Players that go by one count: of moves, or of what follows what."""


class Hats(Simple):
    """Wears the hat that would have won most of late: each is a simple rule or counter."""

    HATS = (
        *map(playing, ("rock", "rotating", "copy", "beat last", "win-stay")),
        *(COUNTERS[name] for name in ("frequency", "anti-frequency", "markov")),
    )

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self._hats: list[Contestant] = [make(rng) for make in self.HATS]
        self._advice = [hat.move() for hat in self._hats]
        self._won = [0.0] * len(self._hats)

    def move(self) -> int:
        """The advice of the best hat."""
        return self._advice[self._won.index(max(self._won))]

    def watch(self, mine: int, his: int) -> None:
        """See what each would have won, and ask all of them again."""
        for number, hat in enumerate(self._hats):
            gain = payoff(self._advice[number], his)
            self._won[number] = 0.9 * self._won[number] + gain
            hat.watch(mine, his)
            self._advice[number] = hat.move()


class RuleReader(Replying):
    """Looks for rules instead of sequences: what he does relative to the last moves and counts."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._counts_of_him, self._counts_of_me = Contexts(0, 0), Contexts(0, 0)
        self._before = 0
        super().__init__(rng, self._steps)

    def _steps(self) -> Mixture:
        """Steps from six moves of reference."""
        references = (
            lambda: 0,
            lambda: self.his,
            lambda: self.mine,
            lambda: self._before,
            lambda: likeliest(self._counts_of_him.chances),
            lambda: likeliest(self._counts_of_me.chances),
        )
        return Mixture([Even(), *(Offsets(reference) for reference in references)])

    def watch(self, mine: int, his: int) -> None:
        """Keep the counts that are referred to, then let the predictor learn."""
        self._before = self.his
        self._counts_of_him.learn(mine, his)
        self._counts_of_me.learn(his, mine)
        super().watch(mine, his)


class Shy(Replying):
    """The blend in every other game, at random, and anything in between: harder to see through."""

    def move(self) -> int:
        """The best reply, or anything."""
        return super().move() if self.happens(0.5) else self.any_move()


class Guarded(Replying):
    """Second guesses, but plays at random while they are worth little or do not come true.

    It keeps the score of its guesses also while it does not play them, and so finds back; when it
    is behind in the match it needs a better reason.
    """

    SURE = 0.05
    BEHIND = -15

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng, SecondGuess)
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


MATCHERS: dict[str, Maker] = {
    # Expects what he did the last time that as many moves (his alone, or of both) were the same.
    "half echo": partial(Replying, make=partial(LongestMatch, both=False)),
    "echo": partial(Replying, make=LongestMatch),
    "hats": Hats,
    # Looks at itself with his eyes, expects that he beats what he sees, and beats that.
    "mirror": partial(Replying, make=make_blend, answer=beat_the_beater, exchanged=True),
    "rule reader": RuleReader,
    # Eleven lengths of memory at once, each trusted as it has deserved of late.
    "blend": partial(Replying, make=make_blend),
    "shy": partial(Shy, make=make_blend),
    "tree": partial(Replying, make=ContextTree),
    # Asks what he thinks that I think, as far as it pays.
    "levels": partial(Replying, make=SecondGuess),
    "guarded": Guarded,
}
"""Players that look for patterns, the simplest first."""
