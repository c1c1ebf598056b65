"""The guard at the door: who may talk to the server, and from where."""

import re
import secrets
from hashlib import sha256
from ipaddress import IPv6Address
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from villain.errors import VillainError
from villain.web.visitors import Visitors

MOST_BYTES = 16 * 1024
"""No message of a page is longer."""

COOKIE = "villain-token"

OWN_HOSTS = ("127.0.0.1", "localhost", "::1")

LEAST_TOKEN = 12
"""A token has at least so many letters: shorter ones are guessed."""

_HOST = re.compile(r"(?:(?P<name>[\w.~-]+)|\[(?P<ipv6>[0-9A-Fa-f:.]+)\])(?::\d{1,5})?", re.ASCII)


class Rejection(NamedTuple):
    """A reason not to let somebody in: the status to answer with, and words."""

    status: int
    words: str


NO_HOST = Rejection(400, "the request names no host that could be ours")
NO_TOKEN = Rejection(403, "open the address that villain play has printed")
TOO_WRONG = Rejection(429, "too many wrong tokens came from there; wait a minute")


class Guard:
    """With a token, only who knows it comes in; pages of other sites never do."""

    def __init__(self, token: str = "") -> None:
        self.token = token
        self.visitors = Visitors()

    def refusal(
        self, connection: HTTPConnection, *tokens: str | None, page: bool = False
    ) -> Rejection | None:
        """A reason to turn a request away, by its host, its origin and one of its tokens; or None.

        Whoever was wrong too often is not even listened to, so that guessing is slow.
        """
        host = host_of(connection.headers)
        if host is None:
            return NO_HOST
        if not self.comes_from_here(connection.headers, host, page=page):
            return NO_TOKEN  # what a page of another site makes a visitor guess does not count
        visitor, offered = self.visitors.of(connection), [one for one in tokens if one is not None]
        if self.token and offered and not visitor.tokens.allowed(welcome=visitor.welcome):
            return TOO_WRONG
        if any(self.knows_token(token) for token in (*offered, None)):
            visitor.welcome = True
            return None
        for guess in offered:
            if not self.knows_token(guess):
                visitor.tokens.was_wrong(guess)
        return NO_TOKEN

    def comes_from_here(self, headers: Headers, host: str, *, page: bool) -> bool:
        """True if no page of another site has made this request.

        Without a token only this machine's own names are hosts: a page of another site could
        otherwise give itself our address. Only the ``page`` itself may be opened by a link of
        another site.
        """
        if not self.token and host not in OWN_HOSTS:
            return False
        if headers.get("sec-fetch-site") == "cross-site" and not (page and _follows_link(headers)):
            return False
        return self.same_origin(headers)

    def knows_token(self, offered: str | None) -> bool:
        """True if this is the token, or if there is none."""
        return not self.token or (offered is not None and same_secret(offered, self.token))

    @staticmethod
    def same_origin(headers: Headers) -> bool:
        """True if a request comes from our own page, or from no page at all."""
        origin = headers.get("origin")
        return origin is None or origin.partition("://")[2] == headers.get("host", "")


def host_of(headers: Headers) -> str | None:
    """The host that a request names, without the port; None if that cannot be a host.

    >>> host_of(Headers({"host": "[0:0::1]:8421"}))
    '::1'
    >>> host_of(Headers({"host": "[:::]"})) is None
    True
    """
    host = _HOST.fullmatch(headers.get("host", ""))
    if host is None:
        return None
    if host["name"]:
        return host["name"].lower()
    try:
        return str(IPv6Address(host["ipv6"]))
    except ValueError:
        return None


def _follows_link(headers: Headers) -> bool:
    """True if a person opens an address in a window: other sites see nothing of the answer."""
    return (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == (
        "navigate",
        "document",
    )


def same_secret(one: str, other: str) -> bool:
    """True if two secrets are the same; the time it takes tells nothing, nor does their length."""
    one_digest, other_digest = (
        sha256(secret.encode(errors="surrogatepass")).digest() for secret in (one, other)
    )
    return secrets.compare_digest(one_digest, other_digest)


def check_token(token: str) -> None:
    """Refuse a token that can be guessed, or that an address cannot hold."""
    if len(token) < LEAST_TOKEN:
        raise VillainError(
            f"the token has {len(token)} letters; {LEAST_TOKEN} are the least, else it is guessed"
        )
    if not re.fullmatch(r"[\w.~-]+", token, re.ASCII):
        raise VillainError("a token has letters, digits and -._~, so that an address can hold it")
