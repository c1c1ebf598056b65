"""A table of limit hold'em, watched action by action."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from villain.agents.agent import Agent
from villain.cards.combo import Combo
from villain.game.deal import shuffle
from villain.game.events import Acted, Dealt
from villain.game.hand import Hand
from villain.game.observation import Observation, just_after
from villain.game.presets import limit_holdem


class SeenAction(NamedTuple):
    """One action at a table: who sits where, and what the first participant saw just after it."""

    hand: Hand
    order: list[int]
    acted: Acted
    seen: Observation


def play_table(
    agents: list[Agent], names: tuple[str, ...], hands: int, rng: np.random.Generator
) -> Iterator[SeenAction]:
    """Play limit hold'em, everybody seated at random, action by action."""
    rules = limit_holdem(len(agents))
    for _ in range(hands):
        order = [int(who) for who in rng.permutation(len(agents))]
        seated = tuple(names[who] for who in order)
        hand = Hand(rules, shuffle(rules, rng), seated, check=False)
        eye = order.index(0)
        while hand.seat is not None:
            seat, before = hand.seat, hand.observation(eye)
            hand.act(agents[order[seat]].act(hand.observation(seat)))
            acted = hand.events[len(before.events)]
            assert isinstance(acted, Acted)
            yield SeenAction(hand, order, acted, just_after(before, acted))
        for seat, who in enumerate(order):
            agents[who].watch(hand.observation(seat))


def combo_of(hand: Hand, seat: int) -> Combo:
    """The cards that a seat really holds."""
    (cards,) = (one.cards for one in hand.events if isinstance(one, Dealt) and one.seat == seat)
    assert cards is not None
    return Combo.of(*cards)
