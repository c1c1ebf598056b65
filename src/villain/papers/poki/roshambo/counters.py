"""Players that go by one count: of moves, or of what follows what."""

import numpy as np

from villain.papers.poki.roshambo.game import beating
from villain.papers.poki.roshambo.predictors import Contexts, Predictor, likeliest, reply
from villain.papers.poki.roshambo.rules import Simple


class Replying(Simple):
    """Plays what does best against what a predictor expects of the other."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.predictor = self.make_predictor()

    def make_predictor(self) -> Predictor:
        """A fresh one for this match: how often he played what, unless told otherwise."""
        return Contexts(0, 0, keep=1.0)

    def move(self) -> int:
        """The best reply; where several are as good, one of them at random."""
        return reply(self.predictor.chances, self.rng)

    def watch(self, mine: int, his: int) -> None:
        """Let the predictor learn."""
        super().watch(mine, his)
        self.predictor.learn(mine, his)


class Frequency(Replying):
    """Beats what the other has played most."""

    def move(self) -> int:
        """What beats his most frequent move."""
        return beating(likeliest(self.predictor.chances, self.rng))


class Recent(Frequency):
    """Beats what the other has played most of late: in about the last twenty games."""

    def make_predictor(self) -> Predictor:
        """Counts that fade."""
        return Contexts(0, 0, keep=0.95)


class Due(Frequency):
    """Thinks that what the other has played least is due, and beats that."""

    def move(self) -> int:
        """What beats his rarest move."""
        negated = [-chance for chance in self.predictor.chances]
        return beating(likeliest((negated[0], negated[1], negated[2]), self.rng))


class AntiFrequency(Frequency):
    """Thinks that the other counts: beats what would beat its own most frequent move."""

    def move(self) -> int:
        """Two steps on from its own most frequent move."""
        return beating(beating(likeliest(self.predictor.chances, self.rng)))

    def watch(self, mine: int, his: int) -> None:
        """Count one's own moves."""
        super().watch(his, mine)


class Markov(Replying):
    """Counts what the other plays after each of his moves."""

    def make_predictor(self) -> Predictor:
        """One move back, his."""
        return Contexts(1, 0, keep=1.0)


class MarkovBoth(Replying):
    """Counts what the other plays after each pair of last moves, his and one's own."""

    def make_predictor(self) -> Predictor:
        """One game back, both."""
        return Contexts(1, 1, keep=1.0)
