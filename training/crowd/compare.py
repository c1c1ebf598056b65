"""Beside each other: what the network and the trees said about the same decisions.

    python -m training.crowd.compare --streams streams/ong.npz --said left/noong-chances.npz \
        --rival left/trees-noong.npz

Prints log-loss and accuracy, and the difference with an interval over players: in all, by hands
seen before, facing a bet or not; and how far off the chances are, bin by bin.
"""

import argparse
import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from training.crowd.splits import judged
from training.crowd.stream_files import Decisions, load_decisions

Floats = npt.NDArray[np.float64]
Rows = list[dict[str, Any]]
HANDS = (0, 5, 20, 50, 100, 500, 10**9)
BINS, ENOUGH = 10, 1000
COULD_RAISE, COULD_FOLD, OWED = 13, 14, 15
ACTIONS = ("fold", "call", "raise")


def clustered(values: Floats, whose: npt.NDArray[np.int64]) -> tuple[float, float]:
    """The mean of all values and its standard error, if players are what is drawn."""
    sums, counts = np.bincount(whose, values), np.bincount(whose)
    there = counts > 0
    sums, counts = sums[there], counts[there]
    mean = sums.sum() / counts.sum()
    players = len(counts)
    rest = sums - mean * counts
    spread = np.sqrt((rest**2).sum() * players / max(players - 1, 1))
    return float(mean), float(spread / counts.sum())


def losses(chances: npt.NDArray[np.float16], actions: npt.NDArray[np.uint8]) -> Floats:
    """Nats lost on what was done."""
    said = chances[np.arange(len(actions)), actions].astype(np.float64)
    nats: Floats = -np.log(np.maximum(said, 1e-4))
    return nats


def bins(
    chances: npt.NDArray[np.float16],
    actions: npt.NDArray[np.uint8],
    legal: npt.NDArray[np.bool_],
) -> Rows:
    """For each action where it is legal, in tenths of what was said: cases, said and done."""
    rows: Rows = []
    for action, name in enumerate(ACTIONS):
        said = chances[:, action].astype(np.float64)
        place = np.minimum((said * BINS).astype(int), BINS - 1)
        for number in range(BINS):
            here = (place == number) & legal[:, action]
            if here.sum() >= ENOUGH:
                done = float((actions[here] == action).mean())
                cases, mean = int(here.sum()), float(said[here].mean())
                rows.append({"action": name, "cases": cases, "said": mean, "done": done})
    return rows


def compare(
    decisions: Decisions,
    said: npt.NDArray[np.float16],
    rival: npt.NDArray[np.float16],
    all_players: bool,
    first: int = 0,
) -> dict[str, Rows]:
    """All that is printed, as numbers; of the first decisions of the file, if asked for."""
    mine = decisions.by_decision(judged(decisions, all_players=all_players))
    if not len(said) == len(rival) == mine.sum():
        sys.exit("these are chances of other decisions; is --held-back missing, or too much?")
    if first:
        early = decisions.times < first
        said, rival = said[early[mine]], rival[early[mine]]
        mine &= early
    whose = decisions.owners[mine]
    actions, codes = decisions.actions[mine], decisions.situations[mine]
    hands = np.cumsum(decisions.fresh, dtype=np.int64)
    seen = (hands - hands[decisions.starts])[mine]
    own, other = losses(said, actions), losses(rival, actions)
    parts: dict[str, npt.NDArray[np.bool_]] = {"all": np.ones(len(actions), np.bool_)}
    parts |= {
        f"{low} to {high - 1} hands seen" if high < 10**9 else f"{low} hands seen and more": (
            (seen >= low) & (seen < high)
        )
        for low, high in pairwise(HANDS)
    }
    parts |= {"facing a bet": codes[:, OWED] > 0, "not facing a bet": codes[:, OWED] == 0}
    rows = []
    for name, here in parts.items():
        if not here.any():
            continue
        difference, error = clustered(own[here] - other[here], whose[here])
        mean, mean_error = clustered(own[here], whose[here])
        rows.append(
            {
                "part": name,
                "decisions": int(here.sum()),
                "players": len(np.unique(whose[here])),
                "network": mean,
                "network error": mean_error,
                "rival": float(other[here].mean()),
                "difference": difference,
                "difference error": error,
                "accuracy": float((said[here].argmax(1) == actions[here]).mean()),
                "rival accuracy": float((rival[here].argmax(1) == actions[here]).mean()),
            }
        )
    free = np.ones(len(actions), bool)
    legal = np.stack([codes[:, COULD_FOLD] > 0, free, codes[:, COULD_RAISE] > 0], axis=1)
    own_bins, rival_bins = bins(said, actions, legal), bins(rival, actions, legal)
    return {"rows": rows, "bins": own_bins, "rival bins": rival_bins}


def tell(comparison: dict[str, Rows]) -> None:
    """Print it as a table."""
    print(f"{'':24}{'decisions':>10}{'players':>9}{'network':>9}{'rival':>8}  difference")
    for row in comparison["rows"]:
        half = 1.96 * row["difference error"]
        low, high = row["difference"] - half, row["difference"] + half
        print(
            f"{row['part']:24}{row['decisions']:>10,}{row['players']:>9,}{row['network']:>9.4f}"
            f"{row['rival']:>8.4f}  {row['difference']:+.4f} ({low:+.4f} to {high:+.4f})"
        )
    for name in ("bins", "rival bins"):
        off = [abs(one["said"] - one["done"]) for one in comparison[name]]
        worst = 100 * max(off, default=0.0)
        print(f"{name}: {len(off)} with {ENOUGH:,} cases and more, {worst:.1f} points off at most")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Compare what was said about the same decisions.")
    parser.add_argument("--streams", type=Path, required=True, help="the file of the decisions")
    parser.add_argument("--said", type=Path, required=True, help="what the network said, .npz")
    parser.add_argument("--rival", type=Path, required=True, help="what the trees said, .npz")
    parser.add_argument("--held-back", action="store_true", help="only players held back")
    parser.add_argument("--first", type=int, default=0, help="only the first so many decisions")
    parser.add_argument("--json", action="store_true", help="as JSON")
    asked = parser.parse_args()
    name = asked.streams.stem
    with np.load(asked.said) as one, np.load(asked.rival) as other:
        decisions, everybody = load_decisions(asked.streams), not asked.held_back
        comparison = compare(decisions, one[name], other[name], everybody, asked.first)
    if asked.json:
        print(json.dumps(comparison))
    else:
        tell(comparison)


if __name__ == "__main__":
    main()
