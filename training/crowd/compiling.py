"""Measures what a compiled read loses: its log-loss beside that of the whole network.

    python -m training.crowd.compiling SOURCE [--hands N] [--every K] [--each hand]
        [--players held-back]

SOURCE is what ``streams.py`` reads. Every action of the people who are judged is predicted before
it is learned. In every K-th hand of a player his read is compiled at his first decision, from what
was known before it, and stands for the rest of the hand, or of the street with ``--each street``.
Intervals (95 %) are by a bootstrap over players.
"""

import argparse
import time
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from training.crowd.streams import hands_of
from villain.evaluation.known_hands import MACHINE
from villain.game.hand import Hand
from villain.hands.hand_history import HandHistory
from villain.models.crowd.compiled import CompiledRead, compile_read
from villain.models.crowd.reader import CrowdReader
from villain.models.predictors.legal import ACTIONS
from villain.profiles.replaying import decisions_of, is_decision
from villain.profiles.splitting import for_training

LEAST = 1e-4
SAMPLES = 1000
WHOLE, COMPILED = range(2)


class Loss:
    """Sums of log-loss by player: of the whole network, and of compiled reads."""

    def __init__(self, players: str, every: int, *, streets: bool = False) -> None:
        self.reader = CrowdReader(players=1000)
        self.sums: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        self.seconds = self.compiled = 0.0
        self._players, self._every, self._hands = players, every, Counter[str]()
        self._streets = streets

    def judged(self, name: str) -> bool:
        """True if somebody is one of those who are judged."""
        if self._players == "all" or name == MACHINE:
            return name != MACHINE
        return for_training(name) == (self._players == "trained")

    def follow(self, history: HandHistory, hand: Hand) -> None:
        """Predict and learn all decisions of a hand."""
        reads: dict[tuple[int, int], CompiledRead] = {}
        inside: dict[int, bool] = {}
        for decision in decisions_of(hand):
            if not is_decision(decision) or not self.judged(decision.name):
                continue
            name, situation, seat = decision.name, decision.situation, decision.seat
            if seat not in inside:
                self._hands[name] += 1
                inside[seat] = self._hands[name] % self._every == 0
            if inside[seat]:
                key = seat, situation.street if self._streets else 0
                if key not in reads:
                    begun = time.perf_counter()
                    reads[key] = compile_read(self.reader, name, situation.state(), seat)
                    self.seconds += time.perf_counter() - begun
                    self.compiled += 1
                action = ACTIONS[decision.kind]
                answers = self.reader.chances(name, [situation])[0], reads[key].chances(situation)
                sums = self.sums[name]
                for place, chances in enumerate(answers):
                    sums[place] -= float(np.log(max(chances[action], LEAST)))
                sums[2] += 1
            self.reader.learn(decision)
        for seat in inside.keys() & set(history.shown):
            if history.holes[seat]:
                self.reader.show(history.names[seat], history.holes[seat], history.board)

    def summary(self, seed: int = 1) -> str:
        """The losses, and what was lost with its interval, in a line."""
        sums = np.array(list(self.sums.values()))
        drawn = np.random.default_rng(seed).integers(len(sums), size=(SAMPLES, len(sums)))
        means = sums[drawn].sum(axis=1)
        lost = (means[:, COMPILED] - means[:, WHOLE]) / means[:, 2]
        whole, compiled, count = sums.sum(axis=0)
        low, high = np.quantile(lost, [0.025, 0.975])
        return (
            f"{len(sums)} players, {count:.0f} decisions: whole {whole / count:.4f}, compiled "
            f"{compiled / count:.4f}, lost {(compiled - whole) / count:+.4f} ({low:+.4f} to "
            f"{high:+.4f}); {1000 * self.seconds / self.compiled:.1f} ms a compilation"
        )


def main() -> None:
    """Judge from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("--hands", type=int, default=0, help="at most so many; 0: all")
    parser.add_argument("--every", type=int, default=5, help="every so manieth hand is judged")
    parser.add_argument("--players", choices=("held-back", "trained", "all"), default="held-back")
    parser.add_argument("--each", choices=("hand", "street"), default="hand")
    asked = parser.parse_args()
    loss = Loss(asked.players, asked.every, streets=asked.each == "street")
    for number, (history, hand) in enumerate(hands_of(asked.source, lambda _: None), 1):
        loss.follow(history, hand)
        if number == asked.hands:
            break
    print(loss.summary())


if __name__ == "__main__":
    main()
