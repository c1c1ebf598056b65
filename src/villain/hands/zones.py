"""Times of hands: each site tells its own, and UTC is the same everywhere."""

from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from villain.hands.hand_history import Origin

ZONES = {"": "UTC", "ET": "America/New_York", "CET": "Europe/Paris", "WET": "Europe/Lisbon"}
"""Sites' names for time zones, where these are not the zones' own."""


def in_utc(origin: Origin) -> datetime | None:
    """When a hand was played, in UTC; None where nobody knows the time or the zone.

    >>> print(in_utc(Origin(time=datetime(2026, 1, 2, 20, 4, 5), zone="ET")))
    2026-01-03 01:04:05
    """
    time = origin.time
    if time is None:
        return None
    try:
        if time.tzinfo is None:
            zone = _zone(origin.zone)
            if zone is None:
                return None
            time = time.replace(tzinfo=zone)
        return time.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


@lru_cache(maxsize=100)
def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(ZONES.get(name, name))
    except (KeyError, ValueError, OSError):
        return None
