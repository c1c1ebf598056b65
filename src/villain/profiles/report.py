"""A profile as plain data, for programs and pages."""

from typing import Any

from villain.profiles.profile import Profile, ProfileLine


def profile_as_dict(profile: Profile) -> dict[str, Any]:
    """All of a profile."""
    return {
        "name": profile.name,
        "site": profile.site,
        "hands": profile.hands,
        "bb_per_100": profile.bb_per_100._asdict(),
        "games": [{**game._asdict(), "hands": hands} for game, hands in profile.games],
        "players": profile.others,
        "style": {
            "words": str(profile.style),
            "loose": profile.style.loose,
            "aggressive": profile.style.aggressive,
            "probabilities": profile.style.probabilities,
        },
        "statistics": [line_as_dict(line) for line in profile.lines],
        "positions": {
            position: {
                key: list(pair) if key != "hands" else pair[0] for key, pair in counts.items()
            }
            for position, counts in profile.positions.items()
        },
        "leaks": profile.leaks,
    }


def line_as_dict(line: ProfileLine) -> dict[str, Any]:
    """A statistic: its counts, the plain rate, the shrunk one, and the population's."""
    return {
        "key": line.statistic.key,
        "name": line.statistic.name,
        "definition": line.statistic.definition,
        "done": line.done,
        "chances": line.chances,
        "rate": line.rate.mean,
        "low": line.rate.low,
        "high": line.rate.high,
        "shrunk": line.estimate.mean if line.estimate else None,
        "shrunk_low": line.estimate.low if line.estimate else None,
        "shrunk_high": line.estimate.high if line.estimate else None,
        "population": line.population,
    }
