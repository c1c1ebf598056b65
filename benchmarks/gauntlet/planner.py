"""A player who knows a script: he plays its best answer, hand by hand, and shows what it wins.

``python -m benchmarks.gauntlet benchmarks/gauntlet/planner.py:Planner:script=rock --only rock``
"""

from benchmarks.gauntlet.best_answer import BestAnswer
from benchmarks.gauntlet.opponents import SCRIPTS, Script
from villain.agents.agent import Agent
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.game.rules import Rules


class Planner(Agent):
    """Plays the best answer to a script, over so many drawn flops, turns and rivers."""

    def __init__(
        self, seed: int = 0, script: str = "rock", flops: int = 8, turns: int = 5, rivers: int = 5
    ) -> None:
        super().__init__(seed)
        if script not in SCRIPTS:
            raise VillainError.unknown("script", script, SCRIPTS)
        self.answers = [
            BestAnswer(SCRIPTS[script](), seat, seed, flops, turns, rivers) for seat in (0, 1)
        ]
        for answer in self.answers:
            answer.finish(list(answer.by_flop()))

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """The scripts' game."""
        return Script.plays(rules)

    def act(self, seen: Observation) -> Action:
        """Answer what the script does."""
        return self.answers[seen.seat].choose(seen)
