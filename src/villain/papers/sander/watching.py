"""Hands that a player of ours plays, kept so that every model can be asked about the same ones.

Who sits there is a baseline player, whom no model helps: so all models see the same hands, and
differences between them are paired. In the paper it is the modelling player itself.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from villain.agents.registry import make_agent
from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.game.deal import shuffle
from villain.game.events import Acted, Dealt, Shown
from villain.game.hand import Hand
from villain.game.observation import Observation, just_after
from villain.game.rules import Rules
from villain.models.memory.hands import board_on, odds_of
from villain.papers.sander.printed import BASELINE

NAMES = ("watcher", "rival")
SHOWDOWN, HE_FOLDED, WE_FOLDED = "showdown", "he folded", "the watcher folded"


class Glimpse(NamedTuple):
    """Something that the watcher sees.

    At its turns models may look, and at the end of a street, or before the fold that ended it,
    they are asked about that ``street``.
    """

    seen: Observation
    street: int | None


class Watched(NamedTuple):
    """A hand as it was seen, and what nobody could see.

    ``end`` is what the watcher saw at the end, ``combo`` the rival's hand, ``odds`` its chance of
    winning against a random hand by street; NaN where nobody could act any more.
    """

    moments: tuple[Glimpse, ...]
    end: Observation
    rival: int
    combo: Combo
    odds: tuple[float, ...]
    ended: str


def watch(rules: Rules, rival: str, hands: int, seed: int) -> Iterator[Watched]:
    """Let a baseline player play a rival; the cards depend on the seed only."""
    specs = (BASELINE, rival)
    states = [np.random.SeedSequence((seed, 1, who)).generate_state(1)[0] for who in range(2)]
    players = [make_agent(spec, int(state)) for spec, state in zip(specs, states, strict=True)]
    rng = np.random.default_rng((seed, 0))
    for number in range(hands):
        order = (0, 1) if number % 2 == 0 else (1, 0)
        eye = order.index(0)
        hand = Hand(rules, shuffle(rules, rng), tuple(NAMES[who] for who in order), check=False)
        moments: list[Glimpse] = []
        last: Acted | None = None
        while hand.seat is not None:
            seat, before = hand.seat, hand.observation(eye)
            if seat == eye:
                moments.append(Glimpse(before, None))
            hand.act(players[order[seat]].act(hand.observation(seat)))
            acted = hand.events[len(before.events)]
            assert isinstance(acted, Acted)
            last, now = acted, before if acted.kind == "fold" else just_after(before, acted)
            if hand.seat is None or hand.observation(eye).street != before.street:
                moments.append(Glimpse(now, before.street))
        for seat, who in enumerate(order):
            players[who].watch(hand.observation(seat))
        yield _watched(hand, tuple(moments), eye, last)


def _watched(hand: Hand, moments: tuple[Glimpse, ...], eye: int, last: Acted | None) -> Watched:
    rival, end = 1 - eye, hand.observation(eye)
    cards = _cards(hand, rival)
    asked = {moment.street for moment in moments}
    odds = [
        odds_of(cards, board_on(end, street)) if street in asked else float("nan")
        for street in range(4)
    ]
    ended = SHOWDOWN
    if not any(isinstance(event, Shown) for event in end.events):
        ended = HE_FOLDED if last is not None and last.seat == rival else WE_FOLDED
    return Watched(moments, end, rival, Combo.of(*cards), tuple(odds), ended)


def _cards(hand: Hand, seat: int) -> tuple[Card, ...]:
    cards = next(e.cards for e in hand.events if isinstance(e, Dealt) and e.seat == seat)
    assert cards is not None
    return cards
