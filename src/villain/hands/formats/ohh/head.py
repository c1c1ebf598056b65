"""The head of an Open Hand History: the game, who sits where, how chips are counted."""

import re
from collections.abc import Container, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from villain.errors import NotationError
from villain.game.rules import Betting
from villain.hands.formats.format import RefusedError
from villain.hands.formats.ohh.document import Fields
from villain.hands.hand_history import MOST_PLAYERS, Origin
from villain.hands.money import to_chips

BETTING = {
    "nl": Betting.NO_LIMIT,
    "nolimit": Betting.NO_LIMIT,
    "pl": Betting.POT_LIMIT,
    "potlimit": Betting.POT_LIMIT,
    "fl": Betting.LIMIT,
    "fixedlimit": Betting.LIMIT,
    "limit": Betting.LIMIT,
}
PLAY_MONEY = ("", "XPM", "PPC")
MOST_DECIMALS, MOST_CHIPS = 8, 2**53


class OhhPlayer(NamedTuple):
    """Somebody at the table."""

    key: str
    name: str
    chair: int
    stack: str


def betting_of(whole: Fields) -> Betting:
    """The betting structure; refuses what is not ordinary hold'em."""
    game = re.sub(r"[^a-z]", "", whole.text("game_type").lower())
    if game not in ("holdem", "texasholdem"):
        raise RefusedError("other game", f"{whole.text('game_type')[:40]!r} is not hold'em")
    for flag in ("Run_It_Twice", "Bomb_Pot"):
        if flag.lower() in _flags(whole):
            raise RefusedError("unusual hand", f"the flag {flag} is not understood")
    kind = whole.inner("bet_limit").text("bet_type")
    betting = BETTING.get(re.sub(r"[^a-z]", "", kind.lower()))
    if betting is None:
        raise RefusedError("other game", f"bet_type is {kind[:20]!r}; it should be NL, PL or FL")
    return betting


def _flags(whole: Fields) -> list[str]:
    return [flag.lower() for flag in whole.texts("flags")]


def players_of(whole: Fields, busy: Container[str], dealt: Container[str]) -> list[OhhPlayer]:
    """The players of the hand, from the first on the button's left to the button.

    In it are those who are busy, and those who are dealt cards and do not sit out.
    """
    players = []
    for one in whole.all("players"):
        key = one.text("id")
        if key in busy or (key in dealt and not one.flag("is_sitting_out")):
            name = one.text("name") or one.text("display") or f"player {key}"
            chair = to_integer(one.text("seat"))
            players.append(OhhPlayer(key, name, chair, one.text("starting_stack")))
    chairs = {player.chair for player in players}
    if not 2 <= len(players) <= MOST_PLAYERS or len(chairs) < len(players):
        raise RefusedError(
            "cannot be read",
            f"{len(players)} players on {len(chairs)} chairs; there are 2 to {MOST_PLAYERS} in a "
            "hand, each on his own",
        )
    if len({player.key for player in players}) < len(players):
        raise RefusedError("cannot be read", "two players have the same id")
    button = to_integer(whole.text("dealer_seat"))
    return sorted(players, key=lambda player: (player.chair <= button, player.chair))


def to_integer(text: str) -> int:
    """A number of a chair or a round; 0 where there is none."""
    text = text.strip()
    if text and not (len(text) < 10 and text.removeprefix("-").isdecimal() and text.isascii()):
        raise NotationError(f"{text[:20]!r} should be a whole number")
    return int(text or 0)


def decimals_of(whole: Fields, amounts: list[str]) -> int:
    """The decimals in which chips are counted: one place makes two, as in half a dollar."""
    parts = [amount.partition(".")[2] for amount in amounts if "." in amount]
    if whole.flag("tournament"):
        parts = [part.rstrip("0") for part in parts]
    places = max(map(len, parts), default=0)
    if places > MOST_DECIMALS:
        raise NotationError(f"an amount has {places} decimals; it can have {MOST_DECIMALS}")
    money = not whole.flag("tournament") and whole.text("currency") not in PLAY_MONEY
    return max(places, 2) if money or places == 1 else places


def chips_of(text: str, decimals: int) -> int:
    """Whole chips of an amount; 0 where there is none."""
    chips = to_chips(text, decimals) if text else 0
    if chips > MOST_CHIPS:
        raise NotationError(f"{text} is too much")
    return chips


def origin_of(
    whole: Fields, players: Sequence[OhhPlayer], seats: dict[str, int], decimals: int
) -> Origin:
    """The origin of the hand."""
    time = _time(whole.text("start_date_utc"))
    tournament = ""
    if whole.flag("tournament"):
        info = whole.inner("tournament_info")
        tournament = info.text("tournament_number") or info.text("name") or "tournament"
    currency = whole.text("currency")
    return Origin(
        site=whole.text("site_name"),
        number=whole.text("game_number"),
        time=time,
        zone="UTC" if time else "",
        table=whole.text("table_name"),
        seats=tuple([player.chair for player in players]),
        chairs=to_integer(whole.text("table_size")),
        currency="" if tournament or currency in PLAY_MONEY else currency,
        decimals=decimals,
        tournament=tournament,
        hero=None if "observed" in _flags(whole) else seats.get(whole.text("hero_player_id")),
    )


def _time(text: str) -> datetime | None:
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text[:40])
        return (time.astimezone(UTC) if time.tzinfo else time).replace(tzinfo=None)
    except (ValueError, OverflowError):
        raise NotationError(
            f"start_date_utc is {text[:40]!r}; it should be such as 2024-03-05T20:15:00Z"
        ) from None
