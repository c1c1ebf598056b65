"""Does the time an agent takes tell how strong its hand is? Heads-up no-limit.

    python -m benchmarks.thinking cheze loki:som --deals 1500 --seed 2101

Time is the thread's own, so that other programs do not count; strength is the share of hands that
are weaker on the board. Both are compared by rank within a street and by whether there is a bet to
call, since these tell the time too, and everybody sees them.
"""

import argparse
import time

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata, spearmanr

from villain.agents.registry import make_agent
from villain.cards.combo import Combo
from villain.game import Hand, no_limit_holdem, shuffle
from villain.strength.quick_strengths import quick_ranks

WARM_UP, RESAMPLES = 20, 1000
"""Deals before the clock counts, and samples for the interval."""


def measure(agent: str, opponent: str, deals: int, seed: int) -> list[tuple[int, float, float]]:
    """The situation, the strength and the seconds of each decision."""
    rules = no_limit_holdem(2)
    players = make_agent(agent, 1), make_agent(opponent, 2)
    rows = []
    for deal in range(deals):
        seat = deal % 2
        names = ("agent", "opponent") if seat == 0 else ("opponent", "agent")
        hand = Hand(rules, shuffle(rules, np.random.default_rng((seed, deal))), names)
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            assert seen.legal is not None
            began = time.thread_time()
            action = players[hand.seat != seat].act(seen)
            seconds = time.thread_time() - began
            if hand.seat == seat and deal >= WARM_UP:
                ranks = quick_ranks(tuple(sorted(seen.board)))
                strength = float(np.nanmean(ranks < ranks[Combo.of(*seen.hole)]))
                rows.append((2 * seen.street + (seen.legal.call > 0), strength, seconds))
            hand.act(action)
        for player, place in zip(players, (seat, 1 - seat), strict=True):
            player.watch(hand.observation(place))
    return rows


def pooled(rows: list[tuple[int, float, float]], seed: int) -> tuple[float, float, float]:
    """Spearman's correlation within situations, and its interval of 95 %."""
    situation, strength, seconds = (np.array(column) for column in zip(*rows, strict=True))
    by_rank = np.empty(len(rows))
    for one in np.unique(situation):
        here = situation == one
        by_rank[here] = rankdata(seconds[here]) / here.sum()
    rng = np.random.default_rng(seed)
    samples = [
        _correlation(strength[chosen], by_rank[chosen])
        for chosen in (rng.integers(len(rows), size=len(rows)) for _ in range(RESAMPLES))
    ]
    low, high = np.quantile(samples, [0.025, 0.975])
    return _correlation(strength, by_rank), float(low), float(high)


def _correlation(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    return float(spearmanr(one, other)[0])


def main() -> None:
    """Measure one agent against one opponent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agent")
    parser.add_argument("opponent")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2101)
    asked = parser.parse_args()
    rows = measure(asked.agent, asked.opponent, asked.deals, asked.seed)
    seconds = np.array([one for _, _, one in rows])
    mean, low, high = pooled(rows, asked.seed)
    print(
        f"{asked.agent} against {asked.opponent}: {len(rows):,} decisions, "
        f"{1000 * np.median(seconds):.1f} ms (median), correlation {mean:+.3f} "
        f"({low:+.3f} to {high:+.3f})"
    )


if __name__ == "__main__":
    main()
