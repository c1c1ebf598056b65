"""The lines by which a dealer tells a seat what it may see: ``MATCHSTATE``.

``MATCHSTATE:0:35:rc/crc/:3sJc|/QhTcKc/8c`` is for seat 0, in hand 35, on the turn. The holes of
others are empty until they are shown. In no-limit ``r300`` is a raise to 300 over the whole hand.
A line is written from an observation, so that a card which a seat may not see cannot be in it.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from villain.cards.card import DECK, Card, distinct
from villain.errors import NotationError
from villain.game.events import Acted, Board, Shown
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.hands.formats.acpc import read_cards
from villain.hands.formats.acpc_writer import write_betting

Cards = tuple[Card, ...]

SHAPE = "MATCHSTATE:position:hand:betting:cards"
_TEXTS = tuple(map(str, DECK))
_NUMBER = re.compile(r"\d{1,18}", re.ASCII)
_BETTING = re.compile(r"(?:[fc/]|r\d{0,12})*", re.ASCII)


class MatchState(NamedTuple):
    """The contents of a line: whose it is, the hand's number, the betting, and the cards.

    ``holes`` are by seat, empty where they are hidden, ``board`` is by street.
    """

    position: int
    number: int
    betting: str
    holes: tuple[Cards, ...]
    board: tuple[Cards, ...]

    def __str__(self) -> str:
        cards = _write(self.holes, self.board)
        return f"MATCHSTATE:{self.position}:{self.number}:{self.betting}:{cards}"


@lru_cache(maxsize=256)  # the cards stay as they are while a street is bet
def _write(holes: tuple[Cards, ...], board: tuple[Cards, ...]) -> str:
    texts = ["".join([_TEXTS[card] for card in cards]) for cards in (*holes, *board)]
    return "/".join(["|".join(texts[: len(holes)]), *texts[len(holes) :]])


def state_of(seen: Observation, number: int) -> MatchState:
    """The state that the seat of an observation is sent in a hand of this number.

    >>> import numpy as np
    >>> from villain.game import CALL, Hand, limit_holdem, raise_to, shuffle
    >>> rules = limit_holdem(2)
    >>> hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    >>> hand.act(raise_to(4)); hand.act(CALL)
    >>> print(state_of(hand.observation(0), 7))
    MATCHSTATE:0:7:rc/:8s3h|/Ts6c7s
    """
    (state,) = states_of([seen], number)
    return state


def states_of(views: Sequence[Observation], number: int) -> list[MatchState]:
    """The states that several seats are sent at once: all but the holes is the same."""
    rules, events = views[0].rules, views[0].events
    betting = write_betting(rules, events)
    board = tuple([event.cards for event in events if isinstance(event, Board)])
    return [MatchState(seen.seat, number, betting, _holes(seen), board) for seen in views]


def _holes(seen: Observation) -> tuple[Cards, ...]:
    holes: list[Cards] = [()] * seen.rules.players
    for event in reversed(seen.events):  # cards are shown at the end
        if isinstance(event, Shown):
            holes[event.seat] = event.cards
        elif isinstance(event, Acted):
            break
    holes[seen.seat] = seen.hole
    return tuple(holes)


def read_state(line: str, rules: Rules) -> MatchState:
    """Read a line; whether its betting is possible is seen when it is played.

    The older forms that a paper prints are read too: without the bar of a hidden hand, without
    the slash before the flop, and without the slash that closes a street [sander].

    >>> from villain.game import limit_holdem
    >>> print(read_state("MATCHSTATE:0:35:rc/crc:3sJc|QhTcKc/8c", limit_holdem(2)))
    MATCHSTATE:0:35:rc/crc/:3sJc|/QhTcKc/8c
    """
    fields = line.strip().split(":")
    if len(fields) != 5 or fields[0] != "MATCHSTATE":
        raise NotationError(f"{line[:60]!r} is no state; it should be {SHAPE}")
    _, position, number, betting, cards = fields
    if not (_NUMBER.fullmatch(position) and _NUMBER.fullmatch(number)):
        raise NotationError(f"{line[:60]!r} has no position or no number; it should be {SHAPE}")
    if int(position) >= rules.players:
        raise NotationError(f"position {position} of {rules.players} players; the first is 0")
    if not _BETTING.fullmatch(betting):
        raise NotationError(f"{betting[:60]!r} is no betting; it should be f, c, r or r300")
    holes, board = _read_cards(cards, rules, int(position))
    if betting.count("/") == len(board) - 1:
        betting += "/"
    return MatchState(int(position), int(number), betting, holes, board)


@lru_cache(maxsize=256)
def _read_cards(text: str, rules: Rules, position: int) -> tuple[tuple[Cards, ...], ...]:
    private, *public = text.replace("l", "|").split("/")  # a bar is printed as an l somewhere
    holes = [read_cards(hole) for hole in private.split("|")]
    board = [read_cards(street) for street in public]
    flop = next(filter(None, rules.board_cards), 0)
    here = len(holes[-1])
    if flop and here in (flop, rules.hole_cards + flop) and here != rules.hole_cards:
        board.insert(0, holes[-1][here - flop :])
        holes[-1] = holes[-1][: here - flop]
    if len(holes) == 1:
        holes = [holes[0] if seat == position else () for seat in range(rules.players)]
    counts = [len(hole) for hole in holes]
    if (
        len(holes) != rules.players
        or not counts[position]
        or not set(counts) <= {0, rules.hole_cards}
        or tuple(map(len, board)) != tuple(filter(None, rules.board_cards))[: len(board)]
    ):
        raise NotationError(
            f"{text[:60]!r} are no cards that seat {position} can see in {rules.name}: "
            f"{rules.players} hands of {rules.hole_cards}, and the board by street"
        )
    known = [card for cards in (*holes, *board) for card in cards]
    distinct(known)
    if not set(known) <= set(rules.deck):
        raise NotationError(f"{text[:60]!r} are not all in the deck of {rules.name}")
    return tuple(holes), tuple(board)
