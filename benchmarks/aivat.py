"""How much of the chance in heads-up matches AIVAT takes out, and that it is unbiased.

    python -m benchmarks.aivat person person --hands 300 --seed 5
    python -m benchmarks.aivat equilibrium person --hands 200 --seed 5 --json
    python -m benchmarks.aivat benchmarks/gauntlet/opponents.py:TightAggressive \
        benchmarks/gauntlet/opponents.py:Regular --matches 200 --hands 20 --seed 5

plays two agents who tell their chances, the button by turns, and gives the standard deviation of a
hand four times: with what both tell, with what one of them tells, and with the cards alone. With
``--matches`` so many matches are played by fresh agents on other cards; the means of all of them
are compared. Intervals of ratios are from hands, or matches, drawn again.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from villain.agents.registry import make_agent
from villain.arena.clock import Clock
from villain.arena.table import play_hand
from villain.errors import VillainError
from villain.evaluation.aivat.adjusting import adjusted
from villain.game.chance import agent_seed, deals, match_seeds
from villain.game.events import Acted
from villain.game.hand import Hand
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray

if TYPE_CHECKING:
    from villain.agents.holding_chances import HoldingChances

TELLING = {"both tell": (0, 1), "the first tells": (0,), "the second tells": (1,), "cards": ()}
RESAMPLES = 1000


def main() -> int:
    """Play, and print a table."""
    options = _options()
    rules = limit_holdem(2)
    if options.game == "nolimit":
        rules = no_limit_holdem(2, big_blind=100, stack=round(100 * options.stack))
    try:
        matches = [
            play(options, rules, match_seeds(options.seed, number)[1])
            for number in range(options.matches)
        ]
    except VillainError as error:
        print(error, file=sys.stderr)
        return 2
    found = report(np.concatenate(matches), np.array([one.mean(axis=0) for one in matches]))
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        for name, numbers in found.items():
            print(f"{name}: " + ", ".join(f"{key} {_shown(one)}" for key, one in numbers.items()))
    return 0


def play(options: Namespace, rules: Rules, seed: int) -> FloatArray:
    """Big blinds of the first agent in each hand of a match: chips, and less luck four times."""
    agents = [make_agent(name, agent_seed(seed, 0, who)) for who, name in enumerate(options.agents)]
    rows = []
    with Clock(60.0) as clock:
        for number, deal in enumerate(islice(deals(rules, seed), options.hands)):
            order = (0, 1) if number % 2 == 0 else (1, 0)
            hand = Hand(rules, deal, tuple("AB"[who] for who in order), check=False)
            told: list[HoldingChances | None] = []
            play_hand(hand, [agents[w] for w in order], clock, number, strict=True, told=told)
            assert hand.payoffs is not None
            who_acted = [order[event.seat] for event in hand.events if isinstance(event, Acted)]
            row = [float(hand.payoffs[0])]
            for telling in TELLING.values():
                known = [
                    one if who in telling else None
                    for one, who in zip(told, who_acted, strict=True)
                ]
                row.append(adjusted(rules, hand.events, known).chips)
            rows.append(np.array(row) * (1 if order[0] == 0 else -1) / rules.big_blind)
    return np.array(rows)


def report(hands: FloatArray, matches: FloatArray) -> dict[str, dict[str, object]]:
    """Means, deviations of a hand, and by how much they are smaller than those of chips."""
    rng = np.random.default_rng(1)
    found: dict[str, dict[str, object]] = {}
    units = matches if len(matches) > 1 else hands
    for column, name in enumerate(("chips", *TELLING)):
        own, chips = hands[:, column], hands[:, 0]
        apart = units[:, column] - units[:, 0]
        half = 1.96 * float(apart.std(ddof=1)) / np.sqrt(len(apart))
        ratios = []
        for _ in range(RESAMPLES):
            drawn = rng.integers(len(hands), size=len(hands))
            ratios.append(chips[drawn].std() / own[drawn].std())
        found[name] = {
            "mean": float(own.mean()),
            "above chips by": [float(apart.mean()), float(half)],
            "deviation": float(own.std(ddof=1)),
            "times smaller": float(chips.std() / own.std()),
            "from, to": [float(one) for one in np.quantile(ratios, [0.025, 0.975])],
        }
        if len(matches) > 1:
            found[name]["deviation of a match"] = float(matches[:, column].std(ddof=1))
    return found


def _shown(number: object) -> str:
    if isinstance(number, list):
        return " ± ".join(f"{one:+.3f}" for one in number)
    return f"{number:.3f}"


def _options() -> Namespace:
    parser = ArgumentParser(prog="python -m benchmarks.aivat", description=__doc__)
    parser.add_argument("agents", nargs=2)
    parser.add_argument("--game", choices=("nolimit", "limit"), default="nolimit")
    parser.add_argument("--stack", type=float, default=100.0, help="big blinds")
    parser.add_argument("--hands", type=int, default=300, help="in each match")
    parser.add_argument("--matches", type=int, default=1)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
