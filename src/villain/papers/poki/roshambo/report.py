"""The paper's lesson, played: the optimal player cannot lose, and cannot win either."""

from typing import Any

from villain.papers.poki.roshambo.field import FIELD, OPTIMAL
from villain.papers.poki.roshambo.fields import (
    DRAWS,
    by_kind,
    in_random_fields,
    place_of_optimal,
)
from villain.papers.poki.roshambo.figures import draw_tournament
from villain.papers.poki.roshambo.game import chance_margin
from villain.papers.poki.roshambo.tournament import Standing, Tournament, play_tournament
from villain.papers.report import Report, Section, Setting

RANKINGS = ("games", "matches")


def reproduce_roshambo(setting: Setting) -> Report:
    """Round robins of the whole field, ranked by games and by matches."""
    games = setting.deals or setting.size(1_000, 1_000)
    rounds = setting.size(3, 20)
    makers = {name: entry.make for name, entry in FIELD.items()}
    tournament = play_tournament(makers, games, rounds, setting.seed, setting.progress)
    random = in_random_fields(tournament, setting.seed)
    margin = chance_margin(games)
    matches = rounds * (len(FIELD) - 1)
    optimal = next(one for one in tournament.ranking("games") if one.name == OPTIMAL)
    decided = round(rounds * (optimal.won + optimal.lost))
    notes = (
        f"{len(FIELD)} players, {rounds} round robin{'s' * (rounds > 1)} of {games:,} games a "
        "match, all players made anew for each; means over the round robins, ± half a 95 % "
        "interval over them.",
        f"A match is won only beyond chance: the difference of {games:,} games of an optimal "
        f"player has the standard deviation √(2/3 × {games:,}) = {margin / 1.96:.1f}, so that more "
        f"than {margin:.1f} is needed (two-sided, 95 %). So one in twenty of its matches counts "
        f"all the same: here {decided} of {matches}.",
        f"How much of it is our choice of players? In {DRAWS:,} fields of half of the "
        f"others, drawn at random, it is in the middle third in "
        f"{100 * random['middle_by_games']:.0f} % by games and "
        f"{100 * random['middle_by_matches']:.0f} % by matches, at the top of either in "
        f"{100 * random['first']:.0f} %, at the bottom in {100 * random['last']:.0f} %. The "
        "rest is our choice of players: it ends above most who are read and below most who read.",
    )
    return Report(
        "roshambo",
        "RoShamBo: the optimal player ends in the middle",
        (_claims(tournament), *_rankings(tournament), _fields(tournament)),
        notes,
        _data(tournament, random),
        {"roshambo.png": lambda path: draw_tournament(path, tournament)},
    )


def _claims(tournament: Tournament) -> Section:
    """What the paper says of the contests, beside what came out."""
    tables = {by: tournament.ranking(by) for by in RANKINGS}

    def both(texts: list[str]) -> tuple[str, str]:
        return texts[0], texts[1]

    def places(kind: str) -> tuple[str, str]:
        found = [[one.place for one in tables[by] if FIELD[one.name].kind == kind] for by in tables]
        return both([f"{min(one)}–{max(one)}, mean {sum(one) / len(one):.0f}" for one in found])

    def ends() -> tuple[str, str]:
        texts = []
        for by in tables:
            found = tournament.places(OPTIMAL, by)
            spread = f", each time {min(found)}–{max(found)}" if len(found) > 1 else ""
            texts.append(f"{place_of_optimal(tournament, by).place}{spread}")
        return both(texts)

    def top() -> tuple[str, str]:
        return both([", ".join(one.name for one in tables[by][:3]) for by in tables])

    size = str(len(FIELD))
    return Section(
        "Theirs beside ours: places",
        ("", "theirs", "ours, by games", "ours, by matches"),
        (
            ("entries", "more than 50", size, size),
            ("the optimal player", "in the middle", *ends()),
            ("a simple rule", "near the bottom", *places("rule")),
            ("a single count", "", *places("counter")),
            ("pattern detection", "all of the top", *places("matcher")),
            ("first three", "", *top()),
        ),
    )


def _rankings(tournament: Tournament) -> tuple[Section, ...]:
    columns = ("player", "kind", "games", "points", "won", "drawn", "lost")
    return tuple(
        Section(
            f"By {by}",
            columns,
            tuple(_row(one) for one in tournament.ranking(by)),
        )
        for by in RANKINGS
    )


def _row(one: Standing) -> tuple[str, ...]:
    return (
        f"{one.place:2}  {one.name}",
        FIELD[one.name].kind,
        _with(f"{one.games:+,.0f}", one.games_half, 0),
        _with(f"{one.points:.1f}", one.points_half, 1),
        *(f"{count:.1f}" for count in (one.won, one.drawn, one.lost)),
    )


def _with(text: str, half: float | None, digits: int) -> str:
    return text if half is None else f"{text} ±{half:.{digits}f}"


def _fields(tournament: Tournament) -> Section:
    return Section(
        "The place of the optimal player among",
        ("", "by games", "by matches"),
        tuple(
            (title, *(str(place_of_optimal(field, by)) for by in RANKINGS))
            for title, field in by_kind(tournament).items()
        ),
    )


def _data(tournament: Tournament, random: dict[str, float]) -> dict[str, Any]:
    return {
        "games": tournament.games,
        "rounds": len(tournament.differences),
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
                    "games": one.games,
                    "games_half_ci95": one.games_half,
                    "points": one.points,
                    "points_half_ci95": one.points_half,
                    "won": one.won,
                    "drawn": one.drawn,
                    "lost": one.lost,
                }
                for one in tournament.ranking(by)
            ]
            for by in RANKINGS
        },
        "fields": {
            title: {by: list(place_of_optimal(field, by)) for by in RANKINGS}
            for title, field in by_kind(tournament).items()
        },
        "random_fields": random,
        "cross_table": {
            name: dict(zip(tournament.names, map(float, row), strict=True))
            for name, row in zip(tournament.names, tournament.differences.mean(axis=0), strict=True)
        },
    }
