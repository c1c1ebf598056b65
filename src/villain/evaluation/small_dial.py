"""What the dial wins and risks in small games, where both are exact.

Hands are dealt between the equilibrium player and an opponent whose strategy is known. From what
the first one saw a strategy is learned, and answered; the answers are then judged against the true
strategy and against their worst opponent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import CHANCE, DECISION, SHOWDOWN
from villain.models.small_strategy import (
    DOUBT,
    PRIOR,
    WEIGHT,
    LearnedStrategy,
    StrategyReader,
    WatchedHand,
)
from villain.solver.locks import Locks
from villain.solver.small_answers import (
    SmallAnswer,
    auto_answer,
    biased_answer,
    restricted_answer,
    small_equilibrium,
)
from villain.solver.solvable import Solvable
from villain.solver.told_strategies import judge_strategies, tell_strategy
from villain.strategy.small_games import Strategy
from villain.strategy.small_opponents import chances_of

SHARES = (0.25, 0.5, 0.75, 1.0)
"""Where the dial stands in a curve, beside equilibrium."""

FRONTIER = (0.1, 0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
"""Where it stands along the frontier."""

_FINE = 5e-4
"""The frontier is solved to this distance, in pots."""


class JudgedAnswer(NamedTuple):
    """An answer, in chips a hand: what it wins from the model, from the truth, and its risk."""

    name: str
    from_model: float
    wins: float
    risk: float


@dataclass(frozen=True, eq=False)
class Frontier:
    """The most that can be won from a strategy with so much risk.

    It is the upper hull of restricted Nash responses: what can be won grows ever slower with the
    risk, and each of them touches it.
    """

    wins: FloatArray
    risks: FloatArray

    @classmethod
    def of(cls, points: Sequence[tuple[float, float]]) -> "Frontier":
        """The upper hull of points of risk and win."""
        hull = list[tuple[float, float]]()
        for risk, win in sorted(points):
            if hull and win <= max(one[1] for one in hull):
                continue
            while len(hull) > 1 and _is_left(hull[-2], hull[-1], (risk, win)):
                hull.pop()
            hull.append((risk, win))
        risks, wins = np.array(hull).T
        return cls(wins, risks)

    def at(self, risk: float) -> float:
        """The most that can be won at a risk."""
        return float(np.interp(risk, self.risks, self.wins))


def _is_left(one: tuple[float, float], two: tuple[float, float], new: tuple[float, float]) -> bool:
    """True if the middle one of three points is on or below the line of the others."""
    return (two[1] - one[1]) * (new[0] - one[0]) <= (new[1] - one[1]) * (two[0] - one[0])


class SmallDial:
    """One opponent in one game: his true strategy, its frontier, and answers to models of him."""

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self.rules = rules
        self.equilibrium = small_equilibrium(rules)
        self.truth = tell_strategy(self.equilibrium.game, rules, chances_of(strategy))

    @property
    def game(self) -> Solvable:
        """The game."""
        return self.equilibrium.game

    def judge(self, name: str, answer: SmallAnswer, model: Locks | None = None) -> JudgedAnswer:
        """What an answer wins and risks."""
        wins = answer.wins_from(self.truth)
        from_model = wins if model is None else answer.wins_from(model)
        return JudgedAnswer(name, from_model, wins, answer.exploitability)

    def wins(self, told: Locks) -> float:
        """What somebody who tells all he does wins a hand from him, the seats in turn."""
        total = 0.0
        for seat in (0, 1):
            at = {
                place: (told if self.game.node(place[0]).player == seat else self.truth).at[place]
                for place in told.at
            }
            total += judge_strategies(Locks(self.game, at)).values[seat] / 2
        return total

    def known(self, shares: Sequence[float] = FRONTIER) -> list[JudgedAnswer]:
        """Equilibrium, and restricted Nash responses to the true strategy."""
        answers = [self.judge("0", self.equilibrium)]
        for share in shares:
            answer = restricted_answer(self.truth, share, to=_FINE)
            answers.append(self.judge(f"{share:g}", answer))
        return answers

    def learn(
        self, hands: int, rng: np.random.Generator, prior: str = PRIOR, weight: float = WEIGHT
    ) -> LearnedStrategy:
        """A model of him from so many hands against equilibrium, the seats in turn."""
        reader = StrategyReader(self.rules, prior, weight)
        for hand in self.play(hands, rng):
            reader.watch(hand)
        return reader.learned()

    def answers(
        self, model: LearnedStrategy, shares: Sequence[float] = SHARES
    ) -> list[JudgedAnswer]:
        """Answers to a model: with one share for all decisions, by what was seen of each, auto."""
        locks, trusted = model.locks(), model.locks(DOUBT)
        answers = {f"{share:g}": restricted_answer(locks, share) for share in shares}
        answers["biased"] = biased_answer(trusted)
        answers["auto"] = auto_answer(trusted)
        return [self.judge(name, answer, locks) for name, answer in answers.items()]

    def play(self, hands: int, rng: np.random.Generator) -> Iterator[WatchedHand]:
        """Hands of equilibrium against him, as equilibrium saw them."""
        sums: dict[tuple[int, int, bool], FloatArray] = {}
        for number in range(hands):
            yield self._play_one(number % 2, rng, sums)

    def _play_one(
        self,
        seat: int,
        rng: np.random.Generator,
        sums: dict[tuple[int, int, bool], FloatArray],
    ) -> WatchedHand:
        game = self.game
        deck = game.size(0)
        dealt = rng.permutation(deck)[:3]
        number, board, moves = 0, 0, list[int]()
        while (node := game.node(number)).kind in (DECISION, CHANCE):
            if node.kind == CHANCE:
                board = game.boards.cards.index((int(game.holdings[0][dealt[2]]),))
                number = node.children[0]
                continue
            own = node.player == seat
            key = number, board, own
            if key not in sums:
                chances = (
                    self.equilibrium.chances(number, board)
                    if own
                    else self.truth.at[number, board].chances
                )
                sums[key] = chances.cumsum(axis=0)
            column = sums[key][:, dealt[node.player]]
            move = int(np.searchsorted(column[:-1], rng.random(), side="right"))
            moves.append(move)
            number = node.children[move]
        shown = int(dealt[1 - seat]) if node.kind == SHOWDOWN else -1
        return WatchedHand(seat, int(dealt[seat]), board, tuple(moves), shown)
