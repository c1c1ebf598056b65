"""Table III: how often each style folds, calls and raises."""

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.baker.model import PRINTED_SHARES
from villain.papers.baker.figures import draw_shares
from villain.papers.baker.readings import (
    TEXT,
)
from villain.papers.report import Report, Section, Setting
from villain.strategy.one_card import CHANCES, STYLES, Reading
from villain.strategy.one_card_trials import action_shares, count_actions


def reproduce_table3(setting: Setting) -> Report:
    """Count what each style does, in all readings."""
    games, seed = setting.size(6_000, 100_000), setting.seed
    readings = [Reading(chance, weak) for weak in ("check", "fold") for chance in CHANCES]
    found = {}
    for number, reading in enumerate(readings):
        found[reading] = action_shares(reading, games, seed)
        setting.tell(number + 1, len(readings))
    counts = np.array([count_actions(reading, games, seed) for reading in readings])
    by_order = counts / counts.sum(axis=3, keepdims=True)
    spread = float(by_order.std(axis=1, ddof=1).max() / np.sqrt(6))
    far = {reading: float(abs(shares - PRINTED_SHARES).mean()) for reading, shares in found.items()}
    best = min(far, key=lambda reading: far[reading])
    rows = [("theirs", "", *map(_triple, PRINTED_SHARES), "")]
    for reading, shares in found.items():
        name = reading.chance + " *" * (reading == best)
        rows.append((name, f"{reading.weak}s", *map(_triple, shares), f"{far[reading]:.3f}"))
    section = Section(
        "Shares of fold / call / raise",
        ("chance", "weak", *STYLES, "distance"),
        tuple(rows),
    )
    notes = (
        f"{games:,} freeze-outs of all four styles at one table, in the six orders they can sit "
        f"in, which give the shares a standard error of {spread:.3f} at most. Free checks are left "
        "out, as they tell nothing; free bets and, where a weak card folds for free, these folds "
        "count. The paper says neither whom its players met nor which 'most' "
        "actions it ignores.",
        f"* fits best: the chance {CHANCES[best.chance]}, and a weak card {best.weak}s where a "
        "check is free. No reading in which it checks comes as near: baker's players folded more "
        "often than the text lets them.",
    )
    data = {
        "games": games,
        "best": [best.chance, best.weak],
        "shares": {
            f"{reading.chance}, {reading.weak}": dict(zip(STYLES, shares.tolist(), strict=True))
            for reading, shares in found.items()
        },
    }
    shown = {
        "printed": PRINTED_SHARES,
        f"{best.chance}, {best.weak}": found[best],
        "text": found[TEXT.styles],
    }
    return Report(
        "table3",
        "Table III: what each style does",
        (section,),
        notes,
        data,
        {"table3.png": lambda path: draw_shares(path, shown)},
    )


def _triple(shares: FloatArray) -> str:
    return " ".join(f"{value:.2f}".lstrip("0") for value in shares)
