"""The identity of a hand, and names that cannot be traced back."""

import json
from dataclasses import replace
from hashlib import blake2b

from villain.hands.hand_history import HandHistory
from villain.hands.zones import in_utc


def identity(history: HandHistory) -> str:
    """A digest of all that happened, the same whatever file it was read from.

    Where it was kept, and what else a file says, does not count; players, time and the site's own
    number do. Where a site has numbered and timed a hand, the players' cards do not: two of them
    may each have written it down.
    """
    rules, origin = history.rules, history.origin
    time = in_utc(origin) or origin.time
    numbered = origin.site and origin.number and time
    content = (
        origin.site,
        origin.number,
        time.isoformat(timespec="seconds") if time else "",
        history.names,
        (rules.betting.value, rules.blinds, rules.stacks, rules.bets, rules.ante, rules.dead),
        [action.kind[0] + str(action.to) for action in history.actions],
        [] if numbered else [list(map(int, hole)) for hole in history.holes],
        list(map(int, history.board)),
    )
    text = json.dumps(content, separators=(",", ":"))
    return blake2b(text.encode(errors="surrogatepass"), digest_size=12).hexdigest()


def anonymise(history: HandHistory, key: bytes) -> HandHistory:
    """The same hand with names that only the key's holder could find out, and nothing else told."""
    names = tuple(anonym(name, key) for name in history.names)
    return replace(history, names=names, origin=replace(history.origin, fields={}))


def anonym(name: str, key: bytes) -> str:
    """A name's digest: the same player has the same one throughout a store."""
    return "p" + blake2b(name.encode(errors="surrogatepass"), key=key, digest_size=8).hexdigest()
