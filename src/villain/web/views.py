"""The view of a table: a seat's observation, in the page's words."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.game.events import Acted, Board, Dealt, Event, Posted, Returned, Shown, Won
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.showdown import split_into_pots
from villain.hands.counting.counts import positions
from villain.hands.counting.statistics import STATISTICS
from villain.strength.hand_value import evaluate
from villain.web.attention import who_matters
from villain.web.messages import Count, Focus, Happened, LegalView, PotView, SeatView, View
from villain.web.raise_sizes import raise_sizes


class Sitting(Protocol):
    """Players in chairs, and the hand that they play: a table, or a hand that is replayed."""

    hand: Hand
    number: int
    seq: int

    @property
    def names(self) -> Sequence[str]:
        """The names of the players, by chair."""

    @property
    def kinds(self) -> Sequence[str]:
        """The kinds of the players, by chair."""

    @property
    def ways(self) -> Sequence[str]:
        """A sentence on how each player plays, by chair, where there is one."""

    @property
    def models(self) -> Sequence[bool]:
        """True for each chair whose agent models the others."""

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Counts of what everybody did so far, by chair, in the order of the statistics."""

    @property
    def you(self) -> int | None:
        """The chair of the person; None: everything that is known is shown."""

    def chair_of(self, seat: int) -> int:
        """The chair of a seat."""

    def seat_of(self, chair: int) -> int:
        """The seat of a chair."""


_AT = {statistic.key: 2 * place for place, statistic in enumerate(STATISTICS)}


def in_big_blinds(chips: int, big_blind: int) -> str:
    """Chips as players say them.

    >>> in_big_blinds(15, 2), in_big_blinds(4, 2)
    ('7.5 bb', '2 bb')
    """
    return f"{chips / big_blind:.1f}".removesuffix(".0") + " bb"


def view_of(table: Sitting) -> View:
    """The table as its person sees it; who only watches sees all cards."""
    hand, you = table.hand, table.you
    seen = hand.observation(0 if you is None else table.seat_of(you))
    known = _known_cards(seen, hand, everything=you is None)
    last = _last_words(seen)
    won = _won(seen)
    gathered = hand.over or isinstance(seen.events[-1], Returned | Shown | Won)
    places = positions(seen.rules)
    seats = []
    for chair, (name, kind) in enumerate(zip(table.names, table.kinds, strict=True)):
        seat = table.seat_of(chair)
        counts = table.counts[chair]
        shown = known.get(seat)
        seats.append(
            SeatView(
                chair=chair,
                name=name,
                kind=kind,
                way=table.ways[chair],
                position=places[seat],
                stack=seen.stacks[seat],
                bet=0 if gathered else seen.bets[seat],
                cards=[str(card) for card in shown] if shown else _backs(seen, seat),
                folded=seen.folded[seat],
                all_in=not seen.folded[seat] and seen.stacks[seat] == 0 and not hand.over,
                button=seat == seen.rules.players - 1,
                last=last.get(seat, ""),
                vpip=_count(counts[_AT["vpip"] : _AT["vpip"] + 2]),
                pfr=_count(counts[_AT["pfr"] : _AT["pfr"] + 2]),
                models=table.models[chair],
                won=won.get(seat, 0),
                made=_made(shown, seen.board),
            )
        )
    words = [word for word in _sentences(seen.events, table) if word]
    return View(
        hand=table.number,
        seq=table.seq,
        street=seen.street,
        board=[str(card) for card in seen.board],
        pot=seen.pot,
        pots=_pots(seen, table, gathered=gathered),
        seats=seats,
        turn=None if hand.seat is None else table.chair_of(hand.seat),
        you=you,
        legal=_legal(seen),
        over=hand.over,
        betting=seen.rules.betting.value,
        small_blind=min((blind for blind in seen.rules.blinds if blind), default=0),
        big_blind=seen.rules.big_blind,
        words=words[-1] if words else "",
        result=_result(table, known, won) if hand.over else "",
        focus=focus_of(table),
    )


def focus_of(table: Sitting) -> Focus | None:
    """The chair that matters to the table's person now."""
    if table.you is None:
        return None
    attention = who_matters(table.hand, table.seat_of(table.you))
    if attention is None:
        return None
    return Focus(chair=table.chair_of(attention.seat), about=attention.about)


def happened(table: Sitting, since: int) -> list[Happened]:
    """The events after the first ``since``, as the table's person sees them."""
    hand, you = table.hand, table.you
    seen = hand.observation(0 if you is None else table.seat_of(you)).events
    events = tuple(hand.events) if you is None else seen
    words = _sentences(events, table)
    return [
        _happened(event, table, word)
        for event, word in zip(events[since:], words[since:], strict=True)
    ]


def _happened(event: Event, table: Sitting, words: str) -> Happened:
    kinds: dict[type, str] = {
        Posted: "post",
        Dealt: "deal",
        Acted: "act",
        Board: "board",
        Returned: "return",
        Shown: "show",
        Won: "win",
    }
    seat = getattr(event, "seat", None)
    cards = getattr(event, "cards", None) or ()
    return Happened.model_validate(
        {
            "kind": kinds[type(event)],
            "chair": None if seat is None else table.chair_of(seat),
            "chips": getattr(event, "chips", 0),
            "to": getattr(event, "to", 0),
            "cards": [str(card) for card in cards],
            "words": words,
        }
    )


def _known_cards(seen: Observation, hand: Hand, *, everything: bool) -> dict[int, tuple[Card, ...]]:
    if everything:
        dealt = [event for event in hand.events if isinstance(event, Dealt)]
        return {event.seat: event.cards for event in dealt if event.cards}
    known = {event.seat: event.cards for event in seen.events if isinstance(event, Shown)}
    return {**known, seen.seat: seen.hole}


def _backs(seen: Observation, seat: int) -> list[str]:
    return [] if seen.folded[seat] else [""] * seen.rules.hole_cards


def _made(cards: tuple[Card, ...] | None, board: Sequence[Card]) -> str:
    return evaluate((*cards, *board)).words if cards and len(board) >= 3 else ""


def _count(pair: Sequence[int]) -> Count:
    return Count(done=int(pair[0]), chances=int(pair[1]))


def _legal(seen: Observation) -> LegalView | None:
    if seen.legal is None:
        return None
    sizes = [size._asdict() for size in raise_sizes(seen)]
    return LegalView.model_validate({**seen.legal._asdict(), "sizes": sizes})


def _pots(seen: Observation, table: Sitting, *, gathered: bool) -> list[PotView]:
    """The main pot and the side pots, without the bets that still lie before the players."""
    if table.hand.over:
        pots = table.hand.pots
    elif gathered:
        pots = table.hand.state.pots()
    else:
        put = [all_of - bet for all_of, bet in zip(table.hand.committed, seen.bets, strict=True)]
        pots = split_into_pots(put, seen.folded) if any(put) else []
    return [
        PotView(chips=pot.chips, chairs=sorted(table.chair_of(seat) for seat in pot.seats))
        for pot in pots
    ]


def _won(seen: Observation) -> dict[int, int]:
    won: dict[int, int] = {}
    for event in seen.events:
        if isinstance(event, Won):
            won[event.seat] = won.get(event.seat, 0) + event.chips
    return won


def _last_words(seen: Observation) -> dict[int, str]:
    """Everybody's last action on this street in a word or two; whoever has folded stays folded."""
    last: dict[int, str] = {}
    big = seen.rules.big_blind
    raised = bool(max(seen.rules.blinds))
    for event in seen.events:
        if isinstance(event, Board):
            last, raised = {s: word for s, word in last.items() if word == "fold"}, False
        elif isinstance(event, Posted) and event.kind == "blind":
            last[event.seat] = "blind"
        elif isinstance(event, Acted):
            last[event.seat] = _short(event, big, raised)
            raised = raised or event.kind == "raise"
        elif isinstance(event, Won):
            last[event.seat] = "wins"
    return last


def _short(event: Acted, big: int, raised: bool) -> str:
    if event.kind == "raise":
        return f"{'raise' if raised else 'bet'} {in_big_blinds(event.to, big)}"
    if event.kind == "call":
        return f"call {in_big_blinds(event.chips, big)}" if event.chips else "check"
    return "fold"


def _sentences(events: Sequence[Event], table: Sitting) -> list[str]:
    """Each event as a sentence; empty for what needs no words."""
    sentences = []
    raised = True  # the blinds are there to be raised
    for event in events:
        if isinstance(event, Board):
            raised = False
        sentences.append(_sentence(event, table, raised))
        if isinstance(event, Acted) and event.kind == "raise":
            raised = True
    return sentences


def _sentence(event: Event, table: Sitting, raised: bool) -> str:
    if isinstance(event, Dealt):
        return ""
    if isinstance(event, Board):
        cards = " ".join(card.symbol for card in event.cards)
        return f"the {('', 'flop', 'turn', 'river')[event.street]}: {cards}"
    chair = table.chair_of(event.seat)

    def does(verb: str) -> str:
        name = table.names[chair]
        return f"you {verb}" if chair == table.you or name == "you" else f"{name} {verb}s"

    chips = in_big_blinds(getattr(event, "chips", 0), table.hand.rules.big_blind)
    if isinstance(event, Posted):
        return f"{does('post')} {chips}"
    if isinstance(event, Returned):
        return f"{does('get')} {chips} back"
    if isinstance(event, Won):
        return f"{does('win')} {chips}"
    if isinstance(event, Shown):
        return f"{does('show')} {' '.join(card.symbol for card in event.cards)}"
    if event.kind == "raise":
        to = in_big_blinds(event.to, table.hand.rules.big_blind)
        return f"{does('raise')} to {to}" if raised else f"{does('bet')} {to}"
    if event.kind == "call":
        return f"{does('call')} {chips}" if event.chips else does("check")
    return does("fold")


def _result(table: Sitting, known: dict[int, tuple[Card, ...]], won: dict[int, int]) -> str:
    """The winners: how much, and with what."""
    hand, parts = table.hand, []
    for seat, chips in won.items():
        chair = table.chair_of(seat)
        you = chair == table.you or table.names[chair] == "you"
        name = "you win" if you else f"{table.names[chair]} wins"
        made = _made(known.get(seat), hand.board) if hand.folded.count(False) > 1 else ""
        words = f"{name} {in_big_blinds(chips, table.hand.rules.big_blind)}"
        parts.append(f"{words} with {made}" if made else words)
    return "; ".join(parts)
