"""Who may talk to the server, from where, and how much."""

import secrets
import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers

MOST_BYTES = 16 * 1024
"""No message of a page is longer."""

COOKIE = "villain-token"

OWN_HOSTS = ("127.0.0.1", "localhost", "::1")

A_SECOND, BURST = 20.0, 60.0
"""A connection may say so many things a second, and so many at once."""


class Bucket:
    """Lets so many messages through in a second, and a few more at once."""

    def __init__(self, rate: float = A_SECOND, burst: float = BURST) -> None:
        self._rate, self._burst, self._left = rate, burst, burst
        self._then = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """With a token, only who knows it comes in; pages of other sites never do."""

    def __init__(self, token: str = "") -> None:
        self.token = token

    def admits(self, headers: Headers, *tokens: str | None, page: bool = False) -> bool:
        """Whether a request may come in, by its host, its origin and one of its tokens.

        Without a token only this machine's own names are hosts: a page of another site could
        otherwise give itself our address. Only the ``page`` itself may be opened by a link of
        another site.
        """
        host = urlsplit(f"//{headers.get('host', '')}").hostname
        if not self.token and host not in OWN_HOSTS:
            return False
        if headers.get("sec-fetch-site") == "cross-site" and not (page and _follows_link(headers)):
            return False
        if not self.same_origin(headers):
            return False
        return any(self.knows_token(token) for token in (*tokens, None))

    def knows_token(self, told: str | None) -> bool:
        """Whether this is the token, if there is one."""
        return not self.token or (
            told is not None and secrets.compare_digest(told.encode(), self.token.encode())
        )

    @staticmethod
    def same_origin(headers: Headers) -> bool:
        """Whether a request comes from our own page, or from no page at all."""
        origin = headers.get("origin")
        if origin is None:
            return True
        return urlsplit(origin).netloc == headers.get("host", "")


def _follows_link(headers: Headers) -> bool:
    """Whether a person opens an address in a window: other sites see nothing of the answer."""
    return (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == (
        "navigate",
        "document",
    )
