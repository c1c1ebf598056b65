"""Table II: the printed anti-players in all readings, and the best pairs that we find."""

from pathlib import Path

import numpy as np

from villain.arena.statistics import share
from villain.papers.baker.readings import (
    COLOURS,
    PRINTED_WINS,
    READINGS,
    TEXT,
    TwoReadings,
    best_reading,
    distances,
    fits,
    show_pair,
    wins_against_three,
)
from villain.papers.canvas import canvas
from villain.papers.report import Findings, Section, Setting, item, table
from villain.papers.telling import half_of, plus_minus
from villain.strategy.one_card import GRID, PRINTED_ANTI_STYLES, STYLES
from villain.strategy.one_card_trials import try_grid


@item("table2", "Table II: anti-players")
def reproduce_table2(setting: Setting) -> Findings:
    """Find the best pair against three of each style; run the printed ones in all readings."""
    games, seed = setting.size(2_000, 20_000), setting.seed
    per_pair = setting.size(300, 5_000)
    wins = {reading: won for reading, (won, _) in fits(games, seed).items()}
    how_far, best = distances(games, seed), best_reading(games, seed)
    nearest = min(how_far, key=lambda reading: how_far[reading][0])
    theirs = (100 * one for one in PRINTED_WINS.values())
    rows: list[tuple[object, ...]] = [("theirs", "", *theirs, "", "")]
    for reading in READINGS:
        chance = reading.chance + " *" * (reading == best)
        percents = (_percent(one, games) for one in wins[reading])
        apart = 100 * how_far[reading][0], 100 * how_far[reading][2]
        rows.append((chance, reading.weak, *percents, *apart))
    printed = table(
        "The printed anti-players, in twelve readings: wins against three of the style, in %",
        ("chance", "weak, free", *STYLES, "distance", "and Table III {.1f}"),
        rows,
        ".0f",
    )
    data: dict[str, object] = {
        "games": games,
        "best_reading": str(best),
        "readings": {
            str(reading): {
                "wins": dict(zip(STYLES, wins[reading].tolist(), strict=True)),
                "distance": how_far[reading][0],
                "distance_with_table3": how_far[reading][2],
            }
            for reading in READINGS
        },
    }
    searched = dict.fromkeys((TEXT, best))
    grids = [
        _search(reading, games, per_pair, part, data)
        for reading, part in setting.parts([*searched])
    ]
    notes = (
        f"Wins: {games:,} freeze-outs a cell; grid: {per_pair:,} a pair, the winner played again "
        "on fresh deals. 'Best of 100 games' is what the paper's way finds: a maximum of 66 noisy "
        "numbers, which flatters.",
        f"* fits Tables II and III together best: {best}, {100 * how_far[best][0]:.0f} points off "
        f"in Table II; Table II alone fits best as {nearest} ({100 * how_far[nearest][0]:.0f} "
        f"points). As the text has it ({TEXT}) the anti-loose rows come out and the anti-tight "
        "ones do not: whoever never folds pays off every raise of a tight player. Those rise only "
        "if the styles give up weak cards even where a check is free; then staying in steals "
        "antes, which is how the paper explains these rows.",
        "The 66 pairs are fewer policies: thresholds between two possible chances do the same, so "
        "that some pairs are equal, and only chance tells them apart.",
    )

    def draw(path: Path) -> None:
        """A row a reading, a dot a style; crosses are what the paper prints."""
        with canvas(path, size=(9, 5)) as [[axes]]:
            for place, won in enumerate(wins.values()):
                for style, value in zip(STYLES, won, strict=True):
                    axes.plot(100 * value, place, "o", color=COLOURS[style], markersize=8)
            for style, value in PRINTED_WINS.items():
                axes.axvline(100 * value, color=COLOURS[style], linestyle=":", linewidth=1)
                axes.plot(100 * value, -1, "x", color=COLOURS[style], markersize=9, label=style)
            names = ["printed", *(f"{one}{' (fits best)' * (one == best)}" for one in wins)]
            axes.set_yticks(range(-1, len(wins)), names)
            axes.invert_yaxis()
            axes.set(
                xlabel="freeze-outs that the printed anti-player wins against three, %",
                title="Table II in twelve readings",
            )
            axes.legend(frameon=False, title="against", loc="upper left", bbox_to_anchor=(1, 1))

    return Findings((printed, *grids), notes, data, draw)


def _search(
    reading: TwoReadings, games: int, per_pair: int, setting: Setting, data: dict[str, object]
) -> Section:
    """The best pair of thresholds against three of each style."""
    rows, winners, seed = [], {}, setting.seed
    for style in setting.steps(STYLES):
        opponents = [STYLES[style].policy(reading.styles)] * 3
        grid = try_grid(opponents, reading.own, per_pair, seed + 1)
        few = try_grid(opponents, reading.own, 100, seed + 2)
        winner, noisy = GRID[int(grid.argmax())], GRID[int(few.argmax())]
        again = share(wins_against_three(reading, style, winner, games, seed + 3), games)
        best = int(grid.max())
        error = np.sqrt(2 * best * (per_pair - best) / per_pair)
        as_good = int((grid >= best - 2 * error).sum())
        rows.append(
            (
                f"Anti-{style}",
                f"{show_pair(PRINTED_ANTI_STYLES[style])} {100 * PRINTED_WINS[style]:.0f}",
                f"{show_pair(winner)} {again}",
                f"{show_pair(noisy)} {int(few.max())}",
                f"{as_good} of 66 pairs",
            )
        )
        ends = [again.low, again.high]
        winners[style] = vars(winner) | {"wins": again.mean, "ci95": ends}
    data[f"grid ({reading})"] = winners
    columns = " | theirs | ours, on fresh deals | best of 100 games | as good as the best"
    return table(f"Grid search ({reading}): the best of 66 pairs", columns, rows)


def _percent(wins: float, games: int) -> str:
    one = share(round(wins * games), games)
    return plus_minus(100 * one.mean, 100 * half_of(one), ".0f")
