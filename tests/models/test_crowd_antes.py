"""Antes are dead money: with the same betting a hand is read as it is without them."""

from dataclasses import replace

import numpy as np

from villain.agents.registry import make_agent
from villain.game import no_limit_holdem, shuffle
from villain.game.hand import Hand
from villain.game.situation import Decision
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.situations import codes_of, deed
from villain.profiles.replaying import decisions_of

PLAYERS, ANTE, HANDS = 6, 20, 25


def _pairs() -> list[tuple[Decision, Decision]]:
    """Decisions of hands that persons played, without antes and with them; the betting is one."""
    rules = no_limit_holdem(PLAYERS, big_blind=100, stack=8000)
    with_antes = replace(rules, ante=ANTE, stacks=tuple(chips + ANTE for chips in rules.stacks))
    rng = np.random.default_rng(24)
    persons = [make_agent("person", seed=seed) for seed in range(PLAYERS)]
    pairs = []
    for _ in range(HANDS):
        deal = shuffle(rules, rng)
        plain, anted = (Hand(one, deal) for one in (rules, with_antes))
        while plain.seat is not None:
            action = persons[plain.seat].act(plain.observation(plain.seat))
            plain.act(action)
            anted.act(action)
        pairs += list(zip(decisions_of(plain), decisions_of(anted), strict=True))
    return pairs


def test_a_hand_with_antes_is_read_as_without() -> None:
    pairs = _pairs()
    readers = CrowdReader(), CrowdReader()
    losses = np.zeros(2)
    for pair in pairs:
        for place, (reader, decision) in enumerate(zip(readers, pair, strict=True)):
            [chances] = reader.chances(decision.name, [decision.situation])
            losses[place] -= np.log(chances[deed(decision)[0]])
            reader.learn(decision)
        if pair[0].situation.street == 0:
            assert codes_of(pair[0].situation) == codes_of(pair[1].situation)
            assert deed(pair[0]) == deed(pair[1])
    later = sum(plain.situation.street > 0 for plain, _ in pairs)
    assert later > 20
    # After the flop the pot is larger by the antes, and bets the smaller beside it.
    assert abs(losses[1] - losses[0]) / len(pairs) < 0.01


def test_dead_chips_are_nobodys_bet() -> None:
    rules = no_limit_holdem(3, big_blind=100, stack=5000)
    posted = replace(rules, dead=(0, 0, 50), stacks=(5000, 5000, 5050))
    first, second = (Hand(one, shuffle(one, np.random.default_rng(1))) for one in (rules, posted))
    for hand in (first, second):
        hand.act(make_agent("call").act(hand.observation(2)))
    one, other = (decisions_of(hand)[0].situation for hand in (first, second))
    assert (other.put_in, other.dead, other.pot) == (0, 50, 200)
    assert codes_of(one) == codes_of(other)
