"""PHH, the poker hand history format: our own files are of this kind.

A ``.phh`` file is one hand, a ``.phhs`` file many, each under a header such as ``[1]``; both are
TOML. Nearly all files have one field a line, which is read without a TOML parser; the rest goes
through Python's own.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from villain.cards.card import DECK, Card
from villain.errors import NotationError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.rules import Betting, Comparison, Rules
from villain.hands.formats.format import Block, Format, RefusedError
from villain.hands.formats.phh_writer import write
from villain.hands.formats.toml_fields import (
    as_numbers,
    as_text,
    as_texts,
    quick_fields,
    toml_fields,
)
from villain.hands.hand_history import HandHistory, Origin, with_stacks
from villain.hands.money import SYMBOLS, to_chips

VARIANTS = {"NT": Betting.NO_LIMIT, "FT": Betting.LIMIT, "PT": Betting.POT_LIMIT}

CARDS = {str(card): card for card in DECK}

MOST_TOKENS, LONGEST = 50_000, 20
"""So many tokens are remembered at most, and none of more characters."""

_SEATS = {f"p{seat + 1}": seat for seat in range(len(DECK))}

READ = frozenset(
    "variant antes blinds_or_straddles min_bet small_bet big_bet starting_stacks actions venue "
    "time day month year hand seats seat_count table players finishing_stacks winnings "
    "currency currency_symbol time_zone_abbreviation ante_trimming_status _rules _zone _hero "
    "_tournament _decimals".split()
)
"""The fields that are understood; all others are kept as they are."""


def recognise(head: str) -> bool:
    """True if a text begins like PHH."""
    return head.startswith("variant = ") or "\nvariant = " in head


def split(text: str, line: int) -> Iterator[Block]:
    """Cut at the headers; a file without any is one hand."""
    start = 0
    while start < len(text):
        end = text.find("\n[", start)
        end = len(text) if end < 0 else end + 1
        part = text[start:end]
        if not part.isspace():
            yield Block(line, part)
        line += part.count("\n")
        start = end


def read(text: str, context: str = "") -> HandHistory:  # noqa: ARG001
    """Read one hand."""
    fields = quick_fields(text) or toml_fields(text)
    variant = as_text(fields.get("variant", "''"))
    if variant not in VARIANTS and "_rules" not in fields:
        raise RefusedError("other game", f"variant {variant[:20]!r} is not hold'em")
    decimals = _decimals(fields)
    tokens = as_texts(fields["actions"])
    stacks = _amounts(fields["starting_stacks"], decimals)
    rules = _rules(fields, variant, stacks, decimals)
    names = tuple(as_texts(fields["players"])) if "players" in fields else ()
    names = names or tuple(f"p{seat + 1}" for seat in range(len(stacks)))
    collected = _collected(fields.get("winnings", ""), decimals)
    return _play(tokens, rules, names, decimals, collected, _origin(fields, decimals))


def _amounts(raw: str, decimals: int) -> tuple[int, ...]:
    return tuple([to_chips(number, decimals) for number in as_numbers(raw)])


def _decimals(fields: dict[str, str]) -> int:
    """Money is counted in cents; other chips with as many decimals as they are written with."""
    if "_decimals" in fields:
        return to_chips(fields["_decimals"], 0)
    if "currency_symbol" in fields or "currency" in fields:
        return 2
    amounts = ["starting_stacks", "blinds_or_straddles", "antes", "min_bet", "small_bet", "big_bet"]
    texts = [fields.get(name, "") for name in amounts]
    texts += [token.split("#")[0] for token in as_texts(fields["actions"]) if " cbr " in token]
    words = " ".join(texts).replace(",", " ").replace("]", " ").split()
    return max(
        (len(word.partition(".")[2].rstrip("0")) for word in words if "." in word), default=0
    )


def _rules(fields: dict[str, str], variant: str, stacks: tuple[int, ...], decimals: int) -> Rules:
    if "_rules" in fields:
        return _own_rules(as_text(fields["_rules"]), stacks)
    betting = VARIANTS[variant]
    names = ("small_bet", "big_bet") if betting is Betting.LIMIT else ("min_bet",)
    bets = tuple([fields[name] for name in names])
    blinds, antes = fields["blinds_or_straddles"], fields.get("antes", "[]")
    return with_stacks(_stated_rules(betting.value, blinds, antes, bets, decimals), stacks)


@lru_cache(maxsize=256)
def _stated_rules(
    betting: str, blinds: str, antes: str, bets: tuple[str, ...], decimals: int
) -> Rules:
    """The rules with stacks that are to be replaced: the hands of a file have mostly the same."""
    posts = _posts(blinds, antes, bets, decimals)
    stacks = (1,) * len(posts.blinds)
    return Rules(betting, len(stacks), stacks=stacks, betting=Betting(betting), **posts._asdict())


class _Posts(NamedTuple):
    blinds: tuple[int, ...]
    first: tuple[int, ...]
    bets: tuple[int, ...]
    ante: int
    dead: tuple[int, ...]


def _posts(blinds_told: str, antes_told: str, bets_told: tuple[str, ...], decimals: int) -> _Posts:
    """The posts and the bets: two of a limit game, or else the least one."""
    raw = as_numbers(blinds_told)
    blinds = [to_chips(number.lstrip("-"), decimals) for number in raw]
    # A late post, written with a minus, is live but does not decide who speaks first.
    orderly = [chips * (not text.startswith("-")) for chips, text in zip(blinds, raw, strict=True)]
    if len(blinds) == 2:
        blinds.reverse()
        orderly.reverse()
    players = len(blinds)
    largest = max(orderly, default=0)
    behind = max((s for s, chips in enumerate(orderly) if chips == largest), default=0)
    antes = _amounts(antes_told, decimals)
    even = len(set(antes)) == 1 and len(antes) == players
    least, *others = [to_chips(number, decimals) for number in bets_told]
    if others:
        bets: tuple[int, ...] = (least, least, others[0], others[0])
    else:
        bets = () if least == max(blinds, default=0) else (max(largest, least), *(least,) * 3)
    return _Posts(
        tuple(blinds),
        ((behind + 1) % players if largest else 0, 0, 0, 0),
        bets,
        antes[0] if even else 0,
        () if even or not any(antes) else antes,
    )


def _own_rules(text: str, stacks: tuple[int, ...]) -> Rules:
    """Rules that the standard fields cannot say, as our own writer puts them down."""
    stated = json.loads(text)
    if not isinstance(stated, dict):
        raise NotationError("_rules should be an object")
    values: dict[str, Any] = {}
    for key, value in stated.items():
        if key in ("name", "betting", "comparison"):
            right = isinstance(value, str)
        elif key == "free_folds":
            right = isinstance(value, bool)
        elif isinstance(value, list):
            right = all(type(one) is int or (one is None and key == "most_raises") for one in value)
        else:
            right = type(value) is int
        if not right:
            raise NotationError(f"_rules: {key[:40]!r} cannot be {str(value)[:40]!r}")
        values[key] = tuple(value) if isinstance(value, list) else value
    values["betting"] = Betting(values.pop("betting", "nolimit"))
    if "comparison" in values:
        values["comparison"] = Comparison[values["comparison"]]
    return Rules(**values, players=len(stacks), stacks=stacks)


def _origin(fields: dict[str, str], decimals: int) -> Origin:
    others = {key: value for key, value in fields.items() if key not in READ}
    currency = as_text(fields.get("currency", "''"))
    sign = as_text(fields.get("currency_symbol", "''"))
    return Origin(
        site=as_text(fields.get("venue", "''")),
        number=as_text(fields.get("hand", "''")),
        time=_time(fields),
        zone=as_text(fields.get("_zone") or fields.get("time_zone_abbreviation", "''")),
        table=as_text(fields.get("table", "''")),
        seats=tuple(map(int, as_numbers(fields["seats"]))) if "seats" in fields else (),
        chairs=int(fields.get("seat_count", 0)),
        currency=currency or SYMBOLS.get(sign, sign),
        decimals=decimals,
        tournament=as_text(fields.get("_tournament", "''")),
        hero=int(fields["_hero"]) - 1 if "_hero" in fields else None,
        fields=others,
    )


def _time(fields: dict[str, str]) -> datetime | None:
    if "year" not in fields or "month" not in fields or "day" not in fields:
        return None
    hour, minute, second = (fields.get("time") or "00:00:00").split(":")
    return datetime(
        int(fields["year"]),
        int(fields["month"]),
        int(fields["day"]),
        int(hour),
        int(minute),
        int(second[:2]),
    )


def _play(
    tokens: list[str],
    rules: Rules,
    names: tuple[str, ...],
    decimals: int,
    collected: tuple[int, ...] | None,
    origin: Origin,
) -> HandHistory:
    players = rules.players
    known = _KNOWN.setdefault(decimals, {})
    holes: list[tuple[Card, ...]] = [()] * players
    board: tuple[Card, ...] = ()
    actions: list[Action] = []
    turns: list[tuple[int, int]] = []
    shown: set[int] = set()
    showdown = False
    street = 0
    for token in tokens:
        stated = known.get(token)
        if stated is None:
            stated = _stated(token, decimals)
            if len(token) <= LONGEST and stated.what != "db":  # boards do not come again
                if len(known) >= MOST_TOKENS:
                    known.clear()
                known[token] = stated
        what, seat, action, cards = stated
        if seat >= players:
            raise KeyError(f"p{seat + 1}")
        if action is not None:
            actions.append(action)
            turns.append((street, seat))
        elif what == "dh":
            holes[seat] = cards
        elif what == "db":
            board += cards
            street += 1
        else:
            showdown = True
            if cards:
                if holes[seat] and set(holes[seat]) != set(cards):
                    raise NotationError(f"p{seat + 1} shows other cards than he was dealt")
                holes[seat] = holes[seat] or cards
                shown.add(seat)
    if not showdown:
        folded = {seat for action, (_, seat) in zip(actions, turns, strict=True) if action is FOLD}
        left = [seat for seat in range(players) if seat not in folded]
        shown = {seat for seat in left if holes[seat]} if len(left) > 1 else set()
    return HandHistory(
        rules,
        names,
        tuple(actions),
        tuple(holes),
        board,
        frozenset(shown),
        collected,
        origin,
        tuple(turns),
    )


class _Stated(NamedTuple):
    """The meaning of a token: an action, or else cards, of a seat or the board."""

    what: str
    seat: int
    action: Action | None = None
    cards: tuple[Card, ...] = ()


_KNOWN: dict[int, dict[str, _Stated]] = {}
"""The meaning of tokens, by decimals: most were there before."""


def _stated(token: str, decimals: int) -> _Stated:
    words = token.partition("#")[0].split()
    who, what, rest = words[0], words[1], words[2:]
    if what == "cbr":
        to = to_chips(rest[0], decimals)
        return _Stated(what, _SEATS[who], raise_to(to))
    if what in ("f", "cc"):
        return _Stated(what, _SEATS[who], FOLD if what == "f" else CALL)
    if what == "dh":
        cards = _cards(rest[1])
        return _Stated(what, _SEATS[rest[0]], cards=cards)
    if what == "db":
        return _Stated(what, 0, cards=_cards(rest[0]))
    if what == "sm":
        return _Stated(what, _SEATS[who], cards=_cards(rest[0]) if rest else ())
    raise NotationError(f"{token[:40]!r} is no action of hold'em")


def _cards(text: str) -> tuple[Card, ...]:
    """Cards without spaces; a hand with an unknown card is unknown."""
    if "?" in text:
        return ()
    try:
        return tuple([CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        raise NotationError(f"{text[:40]!r} are no cards") from None


def _collected(raw: str, decimals: int) -> tuple[int, ...] | None:
    """The recorded winnings; some collections have zeros or nonsense there."""
    if not any(digit in raw for digit in "123456789"):
        return None
    try:
        return _amounts(raw, decimals)
    except NotationError:
        return None


FORMAT = Format(
    name="phh",
    about="Poker Hand History (.phh, .phhs)",
    recognise=recognise,
    marks=(b"\n[",),
    split=split,
    read=read,
    write=write,
    trusted=False,
)
