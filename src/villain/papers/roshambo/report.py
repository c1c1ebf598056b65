"""The paper's lesson, played: the optimal player cannot lose, and cannot win either."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from villain.arena.statistics import Rate, half_interval
from villain.papers.canvas import Axes, canvas
from villain.papers.plots import AMBER, GREEN, RED, TEAL, halves
from villain.papers.report import Findings, Section, Setting, item, table
from villain.papers.roshambo.field import (
    DRAWS,
    FIELD,
    OPTIMAL,
    by_kind,
    in_random_fields,
    place_of_optimal,
)
from villain.papers.roshambo.game import SIDES, chance_margin
from villain.papers.roshambo.tournament import FinalPlace, Tournament, play_tournament

RANKINGS = ("games", "matches")
COLOURS = {"optimal": RED, "rule": AMBER, "counter": GREEN, "matcher": TEAL}


@item("roshambo", "RoShamBo: the optimal player ends in the middle")
def reproduce_roshambo(setting: Setting) -> Findings:
    """Round robins of the whole field, ranked by games and by matches."""
    games = setting.deals_or(1_000, 1_000)
    rounds = setting.size(3, 20)
    makers = {name: entrant.make for name, entrant in FIELD.items()}
    tournament = play_tournament(makers, games, rounds, setting.seed, setting.progress)
    random = in_random_fields(tournament, setting.seed)
    margin = chance_margin(games)
    optimal = next(one for one in tournament.ranking("games") if one.name == OPTIMAL)
    decided = round(rounds * (optimal.won + optimal.lost))
    notes = (
        f"{len(FIELD)} players, {rounds} round robin{'s' * (rounds > 1)} of {games:,} games a "
        "match, all players made anew for each; means over the round robins, ± half a 95 % "
        "interval over them.",
        f"A match is won only beyond chance: the difference of {games:,} games of an optimal "
        f"player has the standard deviation √(2/3 × {games:,}) = {margin / SIDES:.1f}, so that "
        f"more than {margin:.1f} is needed (two-sided, 95 %). So one in twenty of its matches "
        f"counts all the same: here {decided} of {rounds * (len(FIELD) - 1)}.",
        f"How much of it is our choice of players? In {DRAWS:,} fields of half of the "
        f"others, drawn at random, it is in the middle third in "
        f"{100 * random['middle_by_games']:.0f} % by games and "
        f"{100 * random['middle_by_matches']:.0f} % by matches, at the top of either in "
        f"{100 * random['first']:.0f} %, at the bottom in {100 * random['last']:.0f} %. The "
        "rest is our choice of players: it ends above most who are read and below most who read.",
    )
    fields = {
        title: {by: place_of_optimal(field, by) for by in RANKINGS}
        for title, field in by_kind(tournament).items()
    }
    rankings = (
        table(
            f"By {by}",
            "player | kind | games {±+,.0f} | points {±.1f} | won {.1f} | drawn {.1f} | lost {.1f}",
            map(_row, tournament.ranking(by)),
        )
        for by in RANKINGS
    )
    among = table(
        "The place of the optimal player among",
        " | by games | by matches",
        {title: places.values() for title, places in fields.items()},
    )
    data = _data(tournament) | {
        "fields": {
            title: {by: list(place) for by, place in places.items()}
            for title, places in fields.items()
        },
        "random_fields": random,
        "cross_table": {
            name: dict(zip(tournament.names, map(float, row), strict=True))
            for name, row in zip(tournament.names, tournament.differences.mean(axis=0), strict=True)
        },
    }
    sections = (_claims(tournament), *rankings, among)
    draw = partial(draw_tournament, tournament=tournament)
    return Findings(sections, notes, data, draw)


def _claims(tournament: Tournament) -> Section:
    """The paper's remarks on the contests, beside what came out."""
    rankings = [tournament.ranking(by) for by in RANKINGS]

    def places(kind: str) -> list[str]:
        kinds = [[one.place for one in all_ if FIELD[one.name].kind == kind] for all_ in rankings]
        return [f"{min(one)}–{max(one)}, mean {sum(one) / len(one):.0f}" for one in kinds]

    def end(by: str) -> str:
        each = tournament.places(OPTIMAL, by)
        spread = f", each time {min(each)}–{max(each)}" if len(each) > 1 else ""
        return f"{place_of_optimal(tournament, by).place}{spread}"

    return table(
        "Theirs beside ours: places",
        " | theirs | ours, by games | ours, by matches",
        (
            ("entries", "more than 50", *[len(FIELD)] * 2),
            ("the optimal player", "in the middle", *map(end, RANKINGS)),
            ("a simple rule", "near the bottom", *places("rule")),
            ("a single count", "", *places("counter")),
            ("pattern detection", "all of the top", *places("matcher")),
            ("first three", "", *(", ".join(one.name for one in all_[:3]) for all_ in rankings)),
        ),
    )


def _row(one: FinalPlace) -> tuple[object, ...]:
    name, kind = f"{one.place:2}  {one.name}", FIELD[one.name].kind
    return name, kind, one.games, one.points, one.won, one.drawn, one.lost


def _data(tournament: Tournament) -> dict[str, Any]:
    rounds = len(tournament.differences)

    def half(one: Rate) -> float | None:
        return half_interval(one.standard_error, rounds - 1) if rounds > 1 else None

    return {
        "games": tournament.games,
        "rounds": rounds,
        "margin": chance_margin(tournament.games),
        "optimal": {
            by: {
                "place": place_of_optimal(tournament, by).place,
                "of": len(tournament.names),
                "middle_third": place_of_optimal(tournament, by).middle,
                "each_round": tournament.places(OPTIMAL, by),
            }
            for by in RANKINGS
        },
        "rankings": {
            by: [
                {
                    "place": one.place,
                    "player": one.name,
                    "kind": FIELD[one.name].kind,
                    "games": one.games.mean,
                    "games_half_ci95": half(one.games),
                    "points": one.points.mean,
                    "points_half_ci95": half(one.points),
                    "won": one.won,
                    "drawn": one.drawn,
                    "lost": one.lost,
                }
                for one in tournament.ranking(by)
            ]
            for by in RANKINGS
        },
    }


def draw_tournament(path: Path, tournament: Tournament) -> None:
    """The cross table in the order of the games, and the scores by games and by matches."""
    by_games, by_matches = tournament.ranking("games"), tournament.ranking("matches")
    with canvas(path, 1, 3, size=(18, 7.5)) as [row]:
        _draw_table(row[0], tournament.among([one.name for one in by_games]))
        _draw_games(row[1], by_games)
        _draw_matches(row[2], by_matches)


def _name_rows(axes: Axes, names: list[str]) -> None:
    axes.set_yticks(
        range(len(names)), [f"{name}  {place}" for place, name in enumerate(names, 1)], fontsize=9
    )
    for label, name in zip(axes.get_yticklabels(), names, strict=True):
        label.set_color(RED if name == OPTIMAL else "0.15")
        label.set_fontweight("bold" if name == OPTIMAL else "normal")
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def _draw_table(axes: Axes, tournament: Tournament) -> None:
    names, largest = list(tournament.names), tournament.games
    mean = tournament.differences.mean(axis=0)
    # The root of the difference: what is just beyond chance shows beside what is total.
    shown = np.sign(mean) * np.sqrt(np.abs(mean) / largest)
    shown[np.abs(mean) <= chance_margin(tournament.games)] = 0
    image = axes.imshow(shown, cmap="RdBu", vmin=-1, vmax=1, aspect="auto")
    _name_rows(axes, names)
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize=9)
    axes.get_xticklabels()[names.index(OPTIMAL)].set(color=RED, fontweight="bold")
    axes.spines[:].set_visible(False)
    axes.set_title("games won less lost, row against column; white: within chance")
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.6, pad=0.02)
    ticks = np.array([-1000, -500, -250, -50, 50, 250, 500, 1000]) / 1000
    places = (np.sign(ticks) * np.sqrt(np.abs(ticks))).tolist()
    bar.set_ticks(places, labels=[f"{tick * largest:+,.0f}" for tick in ticks])
    bar.outline.set_visible(False)


def _draw_games(axes: Axes, ranking: tuple[FinalPlace, ...]) -> None:
    for place, one in enumerate(ranking):
        style = {"color": COLOURS[FIELD[one.name].kind], "height": 0.7, "ecolor": "0.3"}
        axes.barh(place, one.games.mean, xerr=halves([one.games]), **style)
    place = next(i for i, one in enumerate(ranking) if one.name == OPTIMAL)
    axes.axhline(place, color=RED, linewidth=0.8, linestyle=":")
    axes.axvline(0, color="0.4", linewidth=0.8)
    _name_rows(axes, [one.name for one in ranking])
    axes.set_xlabel("games won less lost, in a round robin")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.locator_params(axis="x", nbins=5)
    axes.set_title("by games")
    for kind, colour in COLOURS.items():
        axes.barh(0, 0, color=colour, label=kind)
    axes.legend(frameon=False, loc="lower right")


def _draw_matches(axes: Axes, ranking: tuple[FinalPlace, ...]) -> None:
    left = np.zeros(len(ranking))
    for what, colour in (("won", TEAL), ("drawn", "#d9d9d9"), ("lost", RED)):
        width = np.array([getattr(one, what) for one in ranking])
        axes.barh(range(len(ranking)), width, left=left, color=colour, height=0.7, label=what)
        left += width
    _name_rows(axes, [one.name for one in ranking])
    axes.set(
        xlim=(0, len(ranking) - 1),
        xlabel="matches in a round robin; a match is won only beyond chance",
        title="by matches",
    )
    axes.legend(frameon=False, ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.09))
