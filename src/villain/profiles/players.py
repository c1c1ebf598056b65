"""The players of a store: a list of them, and finding one by his name."""

from typing import NamedTuple

from villain.errors import VillainError
from villain.hands.store.hand_store import HandStore
from villain.hands.store.near_names import no_such_player
from villain.profiles.summary import StoreSummary

ORDERS = {
    "hands": "hands DESC",
    "winnings": "won DESC",
    "vpip": "vpip DESC NULLS LAST",
    "pfr": "pfr DESC NULLS LAST",
    "afq": "afq DESC NULLS LAST",
    "name": "lower(name)",
}
"""In what order players can be listed; those with the same come with the most hands first."""

_PLAYERS = """
    SELECT name, site, sum(hands)::BIGINT AS hands, sum(won) AS won,
        sum(vpip_done) / nullif(sum(vpip_chances), 0) AS vpip,
        sum(pfr_done) / nullif(sum(pfr_chances), 0) AS pfr,
        sum(afq_done) / nullif(sum(afq_chances), 0) AS afq
    FROM {table} WHERE position = '' GROUP BY ALL HAVING sum(hands) >= ?
"""
_SITES = "SELECT DISTINCT site FROM {table} WHERE name = ? AND position <> '' ORDER BY site"


class PlayerRow(NamedTuple):
    """A player in a list of players; what he never had a chance to do is nan."""

    name: str
    site: str
    hands: int
    won: float
    bb_per_100: float
    vpip: float
    pfr: float
    afq: float


def list_players(
    store: HandStore, least: int = 500, order: str = "hands", most: int | None = None
) -> list[PlayerRow]:
    """The players with at least so many hands, in one of the `ORDERS`; at most so many."""
    if order not in ORDERS:
        raise VillainError.unknown("order", order, ORDERS)
    limit = "" if most is None else f"LIMIT {int(most)}"
    sql = f"SELECT * FROM ({_PLAYERS}) ORDER BY {ORDERS[order]}, hands DESC, name, site {limit}"
    return [
        PlayerRow(name, site, hands, won, 100 * won / hands, *map(_known, rates))
        for name, site, hands, won, *rates in StoreSummary(store).ask(sql, [least]).fetchall()
    ]


def find_site(summary: StoreSummary, name: str, site: str | None) -> str:
    """The site of a player of this name; it need only be given where there are several."""
    sites: list[str] = [one for (one,) in summary.ask(_SITES, [name]).fetchall()]
    if not sites:
        everybody = "(SELECT name FROM {table} WHERE position = '')"
        raise VillainError(no_such_player(name, summary.ask, everybody))
    if site in sites:
        return str(site)
    where = " and at ".join(repr(one) for one in sites)
    if site is not None:
        raise VillainError(f"{name!r} plays at {where}, and not at {site!r}")
    if len(sites) > 1:
        raise VillainError(f"{name!r} plays at {where}; say which with --site")
    return sites[0]


def _known(rate: float | None) -> float:
    return float("nan") if rate is None else rate
