"""Figures 6 to 9: how often each pair of thresholds wins at four tables."""

import numpy as np

from villain.arena.statistics import share
from villain.papers.baker.figures import draw_heat_maps
from villain.papers.baker.readings import TEXT, best_reading
from villain.papers.report import Report, Section, Setting
from villain.strategy.one_card import GRID, STYLES
from villain.strategy.one_card_trials import try_grid

FIGURES: dict[int, tuple[str, ...]] = {
    6: ("LA", "LA", "LA"),
    7: ("TP", "TP", "TP"),
    8: ("LA", "LA", "TP"),
    9: ("LA", "LA", "LP"),
}


def reproduce_heat_maps(setting: Setting) -> Report:
    """Try the grid at the four tables, in two readings, and compare the maps."""
    games = setting.size(200, 3_000)
    readings = {
        "text": TEXT,
        "fits best": best_reading(setting.size(2_000, 20_000), setting.seed),
    }
    maps = {}
    for kind, reading in readings.items():
        for figure, table in FIGURES.items():
            opponents = [STYLES[style].policy(reading.styles) for style in table]
            maps[kind, figure] = (
                try_grid(opponents, reading.own, games, setting.seed + figure) / games
            )
            setting.tell(len(maps), len(readings) * len(FIGURES))
    rows = []
    for (kind, figure), wins in maps.items():
        best = GRID[int(wins.argmax())]
        top = share(round(float(wins.max()) * games), games)
        rows.append(
            (
                str(figure),
                "/".join(FIGURES[figure]),
                kind,
                f"[{best.alpha:.1f}, {best.beta:.1f}]",
                str(top),
                f"{100 * wins.mean():.0f}",
                f"{100 * (wins > 0.5).mean():.0f}",
            )
        )
    rows.sort(key=lambda row: row[0])

    def alike(kind: str, one: int, other: int) -> str:
        return f"{np.corrcoef(maps[kind, one], maps[kind, other])[0, 1]:+.2f}"

    claims = (
        ("Fig. 9 is like Fig. 6", "very little difference", *(alike(k, 9, 6) for k in readings)),
        ("Fig. 8 is like Fig. 7", "much more closely …", *(alike(k, 8, 7) for k in readings)),
        ("Fig. 8 is like Fig. 6", "… than to Fig. 6", *(alike(k, 8, 6) for k in readings)),
    )
    sections = (
        Section(
            "The best pair, and how much of the map wins",
            ("Fig.", "opponents", "reading", "best", "wins", "mean, %", "pairs > 50 %, %"),
            tuple(rows),
        ),
        Section(
            "How alike the maps are: correlation over the 66 pairs",
            ("", "theirs", *readings),
            claims,
        ),
    )
    notes = (
        f"{games:,} freeze-outs a pair; readings: text is {TEXT}, fits best is "
        f"{readings['fits best']}. The paper gives the maps as pictures only.",
        "The paper takes Fig. 8 to show that one tight passive player turns the table into a "
        "tight one, so that the pigeonhole is right; says that few pairs win in Fig. 7; and that "
        "the best there take part in as many hands as possible. At full scale the first two come "
        "out as the text has it and not in the reading that fits the tables best, the third in "
        "neither.",
    )
    data = {
        "games": games,
        "maps": {
            f"fig{figure} ({kind})": [
                {"alpha": pair.alpha, "beta": pair.beta, "wins": float(value)}
                for pair, value in zip(GRID, wins, strict=True)
            ]
            for (kind, figure), wins in maps.items()
        },
    }
    return Report(
        "fig6-9",
        "Figures 6–9: which thresholds win",
        sections,
        notes,
        data,
        {"fig6-9.png": lambda path: draw_heat_maps(path, FIGURES, maps, tuple(readings))},
    )
