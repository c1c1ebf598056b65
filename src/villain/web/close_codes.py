"""Codes with which a WebSocket is closed: why somebody is not, or no longer, let in."""

GONE, REFUSED, TOO_MUCH, CROWDED, UNREADABLE = 4404, 4403, 4429, 4409, 4422

MOST_WATCHERS = 5
"""So many windows look at one table or one match."""
