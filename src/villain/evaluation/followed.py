"""Chooses the players to follow: three as unlike as a store has them, by rule."""

from typing import NamedTuple

from villain.errors import VillainError
from villain.evaluation.judging import untouched
from villain.hands.store.hand_store import HandStore
from villain.profiles.players import find_site
from villain.profiles.splitting import digest
from villain.profiles.summary import StoreSummary

_COMMONEST = """
    SELECT betting, seats FROM {table} WHERE position = ''
    GROUP BY ALL ORDER BY sum(hands) DESC, betting, seats LIMIT 1
"""
_RATES = """
    SELECT name, site, sum(hands)::BIGINT AS hands,
        sum(vpip_done) / nullif(sum(vpip_chances), 0) AS vpip,
        sum(afq_done) / nullif(sum(afq_chances), 0) AS afq
    FROM {table} WHERE position = ''
"""
_OF_GAME = _RATES + " AND betting = ? AND seats = ? GROUP BY ALL HAVING sum(hands) >= ?"
_OF_NAME = _RATES + " AND name = ? AND site = ? GROUP BY ALL"


class Followed(NamedTuple):
    """A player: how often he pays to see a flop, and how often he bets or raises after it.

    ``why`` says by which rule he was chosen, if by one.
    """

    name: str
    site: str
    hands: int
    vpip: float
    aggression: float
    why: str = ""

    @property
    def held_back(self) -> bool:
        """True if nothing that is shipped was trained on his hands."""
        return untouched(self.name)


def table_of(store: HandStore) -> tuple[str, str]:
    """The betting and the size of table with the most hands of a store."""
    row = StoreSummary(store).ask(_COMMONEST).fetchone()
    if row is None:
        raise VillainError(f"there are no hands in {str(store.folder)!r}; villain import adds some")
    return str(row[0]), str(row[1])


def held_back_players(store: HandStore, least: int) -> list[Followed]:
    """Those with so many hands at the store's commonest table, in an order that says nothing."""
    return [one for one in players_of(store, least, everybody=True) if one.held_back]


def players_of(store: HandStore, least: int, *, everybody: bool) -> list[Followed]:
    """The same of all players, or only of those who are held back."""
    if not everybody:
        return held_back_players(store, least)
    game = table_of(store)
    rows = StoreSummary(store).ask(_OF_GAME, [*game, least]).fetchall()
    players = [Followed(*row) for row in rows if None not in row]
    return sorted(players, key=lambda one: digest(one.name, "follow"))


def unlike(store: HandStore, least: int) -> list[Followed]:
    """The tightest, the loosest, and of the others the most aggressive after the flop."""
    players = held_back_players(store, least)
    if len(players) < 3:
        raise VillainError(
            f"{len(players)} held-back players have {least:,} hands at one kind of table, and "
            "three are wanted; try a lower --min-hands, or --player"
        )
    tight, *others, loose = sorted(players, key=lambda one: one.vpip)
    wild = max(others, key=lambda one: one.aggression)
    return [
        tight._replace(why="the tightest"),
        loose._replace(why="the loosest"),
        wild._replace(why="the most aggressive"),
    ]


def find_player(store: HandStore, name: str) -> Followed:
    """One by his name."""
    summary = StoreSummary(store)
    site = find_site(summary, name, None)
    row = summary.ask(_OF_NAME, [name, site]).fetchone()
    assert row is not None
    return Followed(*row[:3], *(float("nan") if rate is None else rate for rate in row[3:]))
