"""Hands at random, as somebody might have written them down."""

from dataclasses import replace
from datetime import datetime

import numpy as np

from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.presets import limit_holdem, no_limit_holdem, pot_limit_holdem
from villain.game.rules import Betting, Rules
from villain.hands.hand_history import HandHistory, Origin, winnings

NAMES = ("Ann", "Bob O'Hara", "Ünal", "c:d", "[x]", "e f", "g-1", "h#2", "i", "j_", "kk", "Lou")


def random_rules(
    rng: np.random.Generator, betting: Betting, players: int, *, ante: bool = True
) -> Rules:
    stacks = tuple(int(chips) for chips in rng.integers(3, 60, players) * 50)
    if betting is Betting.LIMIT:
        rules = limit_holdem(players, small_bet=100)
    elif betting is Betting.POT_LIMIT:
        rules = pot_limit_holdem(players, big_blind=100)
    else:
        rules = no_limit_holdem(players, big_blind=100)
    return replace(
        rules,
        name=betting.value,
        stacks=stacks,
        most_raises=(None,) * 4,
        ante=10 if ante and rng.random() < 0.3 else 0,
    )


def random_action(rng: np.random.Generator, hand: Hand) -> Action:
    legal = hand.legal
    assert legal is not None
    chance = rng.random()
    if chance < 0.2 and legal.fold:
        return FOLD
    if chance < 0.45 and legal.can_raise:
        most = legal.most if rng.random() < 0.3 else min(legal.most, 2 * legal.least)
        return (
            raise_to(int(rng.integers(legal.least, most + 1)) // 10 * 10 or legal.least)
            if (legal.least % 10 == 0 and legal.least // 10 < most // 10)
            else raise_to(legal.least)
        )
    return CALL


def random_history(
    seed: int, betting: Betting | None = None, *, players: int = 0, ante: bool = True
) -> HandHistory:
    """A whole hand with what a site would tell: unknown cards, mucked losers, rake, a hero."""
    rng = np.random.default_rng(seed)
    betting = betting or list(Betting)[int(rng.integers(3))]
    players = players or int(rng.integers(2, 10))
    rules = random_rules(rng, betting, players, ante=ante)
    hand = Hand(rules, shuffle(rules, rng))
    actions = []
    while not hand.over:
        action = random_action(rng, hand)
        if not hand.legal or not hand.legal.allows(action):
            action = CALL
        actions.append(action)
        hand.act(action)
    took = winnings(hand)
    showdown = hand.folded.count(False) > 1
    left = [seat for seat in range(players) if not hand.folded[seat]]
    shown = {seat for seat in left if showdown and (took[seat] or rng.random() < 0.6)}
    hero = int(rng.integers(players)) if rng.random() < 0.5 else None
    holes = tuple(
        hand.observation(seat).hole if seat in shown or seat == hero else ()
        for seat in range(players)
    )
    rake = rng.random() < 0.5
    names = [NAMES[place] for place in rng.permutation(len(NAMES))[:players]]
    history = HandHistory(
        rules,
        tuple(names),
        tuple(actions),
        holes,
        hand.board,
        frozenset(shown),
        tuple(got - got // 20 for got in took) if rake else None,
        Origin(
            site="PokerStars",
            number=str(1000 + seed),
            time=datetime(2026, 1, 2, 3, 4, 5),
            zone="ET",
            table="Alpha II",
            seats=tuple(range(1, players + 1)),
            chairs=max(players, 9 if players > 6 else 6),
            currency="USD",
            decimals=2,
            hero=hero,
        ),
    )
    if rake and history.collected == took:
        return replace(history, collected=None)
    return history
