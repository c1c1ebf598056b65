"""Figures 6 to 9: how often each pair of thresholds wins at four tables."""

from functools import partial
from itertools import product
from pathlib import Path

import numpy as np

from villain.arena.statistics import share
from villain.kernels.arrays import FloatArray
from villain.papers.baker.readings import TEXT, best_reading, show_pair
from villain.papers.canvas import canvas
from villain.papers.plots import RED
from villain.papers.report import Findings, Setting, item, table
from villain.strategy.one_card import GRID, STYLES
from villain.strategy.one_card_trials import try_grid

FIGURES: dict[int, tuple[str, ...]] = {
    6: ("LA", "LA", "LA"),
    7: ("TP", "TP", "TP"),
    8: ("LA", "LA", "TP"),
    9: ("LA", "LA", "LP"),
}

Maps = dict[tuple[str, int], FloatArray]


@item("fig6-9", "Figures 6–9: which thresholds win")
def reproduce_heat_maps(setting: Setting) -> Findings:
    """Try the grid at the four tables, in two readings, and compare the maps."""
    games = setting.size(200, 3_000)
    best = best_reading(setting.size(2_000, 20_000), setting.seed)
    readings = {"text": TEXT, "fits best": best}
    maps: Maps = {}
    for kind, figure in setting.steps(product(readings, FIGURES)):
        reading = readings[kind]
        opponents = [STYLES[style].policy(reading.styles) for style in FIGURES[figure]]
        won = try_grid(opponents, reading.own, games, setting.seed + figure)
        maps[kind, figure] = won / games
    rows = []
    for figure, kind in product(FIGURES, readings):
        wins = maps[kind, figure]
        pair = show_pair(GRID[int(wins.argmax())])
        most = share(round(float(wins.max()) * games), games)
        means = 100 * wins.mean(), 100 * (wins > 0.5).mean()
        rows.append((figure, "/".join(FIGURES[figure]), kind, pair, most, *means))
    pairs = table(
        "The best pair, and how much of the map wins",
        "Fig. | opponents | reading | best | wins | mean, % {.0f} | pairs > 50 %, % {.0f}",
        rows,
    )

    def alike(one: int, other: int) -> list[float]:
        return [np.corrcoef(maps[kind, one], maps[kind, other])[0, 1] for kind in readings]

    claims = table(
        "How alike the maps are: correlation over the 66 pairs",
        ("", "theirs", *readings),
        (
            ("Fig. 9 is like Fig. 6", "very little difference", *alike(9, 6)),
            ("Fig. 8 is like Fig. 7", "much more closely …", *alike(8, 7)),
            ("Fig. 8 is like Fig. 6", "… than to Fig. 6", *alike(8, 6)),
        ),
        "+.2f",
    )
    notes = (
        f"{games:,} freeze-outs a pair; readings: text is {TEXT}, fits best is "
        f"{best}. The paper gives the maps as pictures only.",
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
                vars(pair) | {"wins": float(value)} for pair, value in zip(GRID, wins, strict=True)
            ]
            for (kind, figure), wins in maps.items()
        },
    }
    draw = partial(draw_maps, maps=maps)
    return Findings((pairs, claims), notes, data, draw)


def draw_maps(path: Path, maps: Maps) -> None:
    """Wins over alpha and beta, darker for more, as printed."""
    kinds = list(dict.fromkeys(kind for kind, _ in maps))
    ticks = range(0, 11, 2), [f"{tick / 10:g}" for tick in range(0, 11, 2)]
    size = (3.4 * len(FIGURES), 3.4 * len(kinds))
    with canvas(path, len(kinds), len(FIGURES), size=size) as rows:
        for axes, ((kind, figure), wins) in zip(rows.flat, maps.items(), strict=True):
            square = np.full((11, 11), np.nan)
            for pair, value in zip(GRID, wins, strict=True):
                square[round(10 * pair.alpha), round(10 * pair.beta)] = 100 * value
            image = axes.imshow(square, origin="lower", cmap="Greys", vmin=0, vmax=100)
            best = GRID[int(wins.argmax())]
            axes.plot(10 * best.beta, 10 * best.alpha, "o", color=RED, markersize=5)
            axes.set_xticks(*ticks)
            axes.set_yticks(*ticks)
            axes.set(xlabel="β: raise", ylabel="α: stay in")
            title = f"Fig. {figure}: {'/'.join(FIGURES[figure])}\n({kind})"
            axes.set_title(title, fontsize=10)
        rows[0, 0].figure.colorbar(image, ax=rows.ravel().tolist(), label="wins, %", shrink=0.6)
