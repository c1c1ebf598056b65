"""A hint for who looks for a player by a name that the store does not have."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

NEAR = 0.85
"""Names as much alike as this are suggested, on Jaro and Winkler's scale up to one."""

_NEAR = """
    SELECT name FROM (
        SELECT DISTINCT name, starts_with(lower(name), lower($1)) AS begins,
            jaro_winkler_similarity(lower(name), lower($1)) AS alike
        FROM {names}
    ) WHERE alike >= $2 OR (begins AND $1 <> '') ORDER BY begins DESC, alike DESC, name LIMIT 3
"""


class Fetched(Protocol):
    """The rows of an answer."""

    def fetchall(self) -> list[Any]:
        """All of them."""


def no_such_player(
    name: str, ask: Callable[[str, Sequence[Any]], Fetched], names: str = "seats"
) -> str:
    """Words that say so, with the nearest names; ``names`` is a table with a column of them."""
    near = [repr(one) for (one,) in ask(_NEAR.format(names=names), [name, NEAR]).fetchall()]
    hint = f"did you mean {' or '.join(near)}?" if near else "see villain players"
    return f"no player in this store is called {name!r}; {hint}"
