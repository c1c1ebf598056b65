"""Visitors by address, and how much each may ask for.

A visitor is an address, however many connections it opens; of IPv6 the network of 64 bits that one
house has. Behind a proxy that hides them all visitors are one.
"""

import time
from collections import Counter, OrderedDict
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection

from villain.errors import VillainError

A_SECOND, BURST = 40.0, 120.0
"""A visitor may say so many things a second, and so many at once."""

WRONG_A_SECOND, WRONG_AT_ONCE = 0.2, 10.0
"""A visitor may guess the token wrongly so often, and keys of tables as often again."""

ALL_WRONG_A_SECOND, ALL_WRONG_AT_ONCE = 2.0, 100.0
"""And all visitors together, but for those who have known the token before."""

MOST_KNOWN = 10_000
"""So many addresses are remembered."""


class BusyError(VillainError):
    """Too much is asked for at once; later it would be done."""


class Bucket:
    """Lets so many things through in a second, and a few more at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left = rate, burst, burst
        self._then = time.monotonic()

    @property
    def left(self) -> float:
        """The number that is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        return self._left

    def take(self) -> bool:
        """True if one more is allowed now; then it is counted."""
        if self.left < 1:
            return False
        self._left -= 1
        return True


class Guesses:
    """Counts how often a visitor may still be wrong about one kind of secret."""

    def __init__(self, wrong_of_all: Bucket) -> None:
        self._wrong, self._wrong_of_all = Bucket(WRONG_A_SECOND, WRONG_AT_ONCE), wrong_of_all
        self._last_guess = b""

    def allowed(self, *, welcome: bool) -> bool:
        """True if a secret of theirs is looked at now, be it right or wrong."""
        return self._wrong.left >= 1 and (welcome or self._wrong_of_all.left >= 1)

    def was_wrong(self, guess: str) -> None:
        """Count a wrong guess; the same one again, as an old page makes it, is no other guess."""
        digest = sha256(guess.encode(errors="surrogatepass")).digest()
        if digest != self._last_guess:
            self._last_guess = digest
            self._wrong.take()
            self._wrong_of_all.take()


class Visitor:
    """One address: what it may still say, and how often it may still be wrong.

    Tokens and keys are counted apart: who tries keys does not shut his house out of the site.
    """

    def __init__(self, address: str, wrong_tokens: Bucket, wrong_keys: Bucket) -> None:
        self.address = address
        self.talk = Bucket(A_SECOND, BURST)
        self.welcome = False
        self.tokens, self.keys = Guesses(wrong_tokens), Guesses(wrong_keys)


class Visitors:
    """All visitors of late."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Visitor] = OrderedDict()
        self._wrong_tokens, self._wrong_keys = (
            Bucket(ALL_WRONG_A_SECOND, ALL_WRONG_AT_ONCE) for _ in range(2)
        )

    def of(self, connection: HTTPConnection) -> Visitor:
        """The visitor at the other end."""
        address = _network_of(connection.client.host if connection.client else "")
        visitor = self._known.pop(address, None)
        if visitor is None:
            visitor = Visitor(address, self._wrong_tokens, self._wrong_keys)
        self._known[address] = visitor
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return visitor


class Quota:
    """So many things go on at once: in all, and for each visitor."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._taken: Counter[str] = Counter()

    def take(self, address: str, what: str) -> None:
        """Take a place; raises a `BusyError` where there is none."""
        if self._taken[address] >= self._each:
            raise BusyError(f"{self._each} {what} of yours are going on; wait until one is done")
        if self._taken.total() >= self._most:
            raise BusyError(f"{self._most} {what} are going on; try again in a while")
        self._taken[address] += 1

    def leave(self, address: str) -> None:
        """Give a place back."""
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]


def _network_of(host: str) -> str:
    """The addresses of one household: one of IPv4, or a network of 64 bits in IPv6."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False))
    return str(address)
