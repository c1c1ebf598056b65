"""Hands that everybody plays at random: what the laws are tried on."""

from collections.abc import Callable, Iterator

import numpy as np

from villain.checks.findings import CheckFailedError
from villain.game import (
    CALL,
    FOLD,
    Action,
    Deal,
    Hand,
    Legal,
    Observation,
    Rules,
    kuhn,
    leduc,
    limit_holdem,
    no_limit_holdem,
    one_card,
    pot_limit_holdem,
    raise_to,
    shuffle,
)

GAMES = (
    limit_holdem(2),
    limit_holdem(10),
    limit_holdem(12),
    limit_holdem(4).with_stacks(3, 9, 30, 5),
    no_limit_holdem(2),
    no_limit_holdem(6, ante=1).with_stacks(3, 1, 50, 200, 7, 90),
    pot_limit_holdem(4),
    kuhn(),
    kuhn(3),
    leduc(),
    one_card(),
)
"""Every preset, with few players and many, with stacks that are soon gone."""


def random_action(legal: Legal, rng: np.random.Generator, unit: int = 1) -> Action:
    """Any of the legal actions; raises are small, large or all-in, in multiples of a unit."""
    kinds = [CALL, CALL, FOLD] if legal.fold else [CALL, CALL]
    if legal.can_raise:
        span = (legal.most - legal.least) // unit
        sizes = (0, min(span, int(rng.integers(0, 40))), int(rng.integers(0, span + 1)), span)
        kinds += [raise_to(legal.least + unit * sizes[int(rng.integers(4))])] * 2
    return kinds[int(rng.integers(len(kinds)))]


def other_hidden_cards(rules: Rules, deal: Deal, rng: np.random.Generator) -> Deal:
    """A deal that looks the same to seat 0: its cards and the board, other cards elsewhere."""
    seen = {*deal.holes[0], *deal.board}
    rest = [card for card in rules.deck if card not in seen]
    rng.shuffle(rest)
    each = rules.hole_cards
    others = [tuple(rest[each * i : each * (i + 1)]) for i in range(rules.players - 1)]
    return deal._replace(holes=(deal.holes[0], *others))


def where(rules: Rules) -> str:
    """A game in the words of a complaint."""
    return f"in {rules.name} with {rules.players} players"


def known_games(method: str, knows: Callable[[Rules], bool]) -> list[Rules]:
    """The games for which a method says yes; raises if there is none."""
    games = [rules for rules in GAMES if knows(rules)]
    if not games:
        raise CheckFailedError(
            f"{method} says no to every game; it should say yes to one at least: "
            + ", ".join(dict.fromkeys(rules.name for rules in GAMES))
        )
    return games


def views(
    rules: Rules,
    seed: int,
    hands: int,
    names: tuple[str, ...] = (),
    choose: Callable[[Hand], Action] | None = None,
) -> Iterator[Observation]:
    """The views of seat 0, at its turns and at the end; all play at random, or as they choose."""
    rng = np.random.default_rng(seed)
    for _ in range(hands):
        hand = Hand(rules, shuffle(rules, rng), names)
        while hand.seat is not None:
            assert hand.legal is not None
            if hand.seat == 0:
                yield hand.observation(0)
            hand.act(choose(hand) if choose else random_action(hand.legal, rng))
        yield hand.observation(0)
