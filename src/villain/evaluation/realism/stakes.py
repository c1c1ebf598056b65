"""The stakes that are played in a store: each is compared with ours by itself."""

from typing import NamedTuple

from villain.errors import VillainError
from villain.hands.money import to_amount
from villain.hands.store.hand_store import HandStore

RARE = 50
"""Stakes with less than one in so many hands are left out."""

_STAKES = """
    SELECT site, currency, decimals, mode(small_blind), big_blind, count(*) AS hands FROM hands
    GROUP BY site, currency, decimals, big_blind ORDER BY hands DESC, big_blind, site
"""


class StakesOfTables(NamedTuple):
    """The blinds of a site, in chips; the small blind is the usual one there."""

    site: str
    currency: str
    decimals: int
    small_blind: int
    big_blind: int
    hands: int

    def __str__(self) -> str:
        blinds = (self.small_blind, self.big_blind)
        amounts = "/".join(to_amount(chips, self.decimals, short=True) for chips in blinds)
        return " ".join(filter(None, (self.site, amounts, self.currency)))

    @property
    def value(self) -> float:
        """The big blind in money."""
        return float(self.big_blind / 10**self.decimals)


def stakes_of(store: HandStore) -> list[StakesOfTables]:
    """The stakes of a store, those with the most hands first; rare ones are left out."""
    rows = [StakesOfTables(*row) for row in store.query(_STAKES).fetchall()]
    total = sum(one.hands for one in rows)
    return [one for one in rows if one.hands >= total / RARE]


def find_stakes(store: HandStore, text: str | None) -> list[StakesOfTables]:
    """Those of a store that are called so: by their blinds, such as 0.10/0.25, or by more words.

    All, if nothing is asked for.
    """
    everything = stakes_of(store)
    if text is None:
        return everything
    chosen = [one for one in everything if f" {text} " in f" {one} "]
    if not chosen:
        there = ", ".join(map(str, everything)) or "none"
        raise VillainError(f"no stakes {text!r} in {str(store.folder)!r}; there are: {there}")
    return chosen
