"""Table III: how often each style folds, calls and raises."""

from pathlib import Path

import numpy as np

from villain.kernels.arrays import FloatArray
from villain.models.baker.model import PRINTED_SHARES
from villain.papers.baker.readings import TEXT
from villain.papers.canvas import canvas
from villain.papers.report import Findings, Setting, item, table
from villain.strategy.one_card import CHANCES, STYLES, Reading
from villain.strategy.one_card_trials import action_shares, count_actions


@item("table3", "Table III: what each style does")
def reproduce_table3(setting: Setting) -> Findings:
    """Count what each style does, in all readings."""
    games, seed = setting.size(6_000, 100_000), setting.seed
    readings = [Reading(chance, weak) for weak in ("check", "fold") for chance in CHANCES]
    shares = {one: action_shares(one, games, seed) for one in setting.steps(readings)}
    counts = np.array([count_actions(reading, games, seed) for reading in readings])
    by_order = counts / counts.sum(axis=3, keepdims=True)
    spread = float(by_order.std(axis=1, ddof=1).max() / np.sqrt(6))
    far = {reading: float(abs(one - PRINTED_SHARES).mean()) for reading, one in shares.items()}
    best = min(far, key=lambda reading: far[reading])
    rows: list[tuple[object, ...]] = [("theirs", "", *map(_triple, PRINTED_SHARES), "")]
    for one, ours in shares.items():
        name = one.chance + " *" * (one == best)
        rows.append((name, f"{one.weak}s", *map(_triple, ours), far[one]))
    section = table(
        "Shares of fold / call / raise", ("chance", "weak", *STYLES, "distance {.3f}"), rows
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
            f"{reading.chance}, {reading.weak}": dict(zip(STYLES, ours, strict=True))
            for reading, ours in shares.items()
        },
    }
    shown = {
        "printed": PRINTED_SHARES,
        f"{best.chance}, {best.weak}": shares[best],
        "text": shares[TEXT.styles],
    }
    return Findings([section], notes, data, lambda path: draw_shares(path, shown))


def _triple(shares: FloatArray) -> str:
    return " ".join(f"{value:.2f}".lstrip("0") for value in shares)


def draw_shares(path: Path, shares: dict[str, FloatArray]) -> None:
    """Theirs and some of ours as bars of fold, call and raise."""
    actions = {"fold": "#c9d6df", "call": "#7fa3b8", "raise": "#1f4e66"}
    with canvas(path, 1, len(STYLES), size=(10, 3.6)) as [row]:
        for axes, (number, style) in zip(row, enumerate(STYLES), strict=True):
            left = np.zeros(len(shares))
            for action, (label, shade) in enumerate(actions.items()):
                values = np.array([one[number, action] for one in shares.values()])
                axes.barh(list(shares), values, left=left, color=shade, label=label)
                left += values
            axes.set_title(style)
            axes.invert_yaxis()
            axes.set_xlim(0, 1)
            if number:
                axes.set_yticklabels([])
        row[-1].legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
