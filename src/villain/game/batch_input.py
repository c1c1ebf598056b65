"""What a batch of hands begins with: its rules as kernels take them, cards and chips, checked."""

from collections.abc import Iterable
from itertools import chain

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.errors import ImpossibleError, VillainError
from villain.game.deal import Deal
from villain.game.rules import UNLIMITED, Betting, Rules, is_holdem
from villain.kernels.arrays import CardArray, CountArray
from villain.kernels.batch_records import BatchRules, BettingRules


def kernel_rules(rules: Rules) -> BatchRules:
    """The rules as kernels take them."""
    caps = [UNLIMITED if cap is None else cap for cap in rules.most_raises]
    betting = BettingRules(
        rules.betting is Betting.LIMIT,
        rules.betting is Betting.POT_LIMIT,
        rules.free_folds,
        np.array(rules.bets or (rules.big_blind,) * rules.streets, np.int64),
        np.array(caps, np.int64),
        np.array(rules.first, np.int64),
    )
    dead = np.array(rules.dead or (0,) * rules.players, np.int64)
    return BatchRules(betting, rules.ante, dead, np.array(rules.blinds, np.int64))


def check_game(rules: Rules) -> None:
    """Raise unless the batch engine plays a game."""
    if not is_holdem(rules):
        raise VillainError(f"the batch engine plays hold'em, not {rules.name}; play it with Hand")


def card_rows(deals: Iterable[Deal]) -> CardArray:
    """The cards of deals as a batch takes them.

    >>> from itertools import islice
    >>> from villain.game import limit_holdem
    >>> from villain.game.chance import deals
    >>> card_rows(islice(deals(limit_holdem(2), 7), 1000)).shape
    (1000, 9)
    """
    rows = [[*chain.from_iterable(deal.holes), *deal.board] for deal in deals]
    return np.array(rows, np.uint8)


def check_cards(rules: Rules, cards: npt.ArrayLike) -> CardArray:
    """The same cards in an array of their own; raises unless those of a hand are all different."""
    check_game(rules)
    given = np.asarray(cards)
    each = 2 * rules.players + 5
    if given.ndim != 2 or given.shape[1] != each:
        raise VillainError(
            f"cards should have the shape (hands, {each}) for {rules.players} players, not "
            f"{given.shape}"
        )
    dealt = whole_numbers("cards", given, given.shape, 0, 51)
    ordered = np.sort(dealt, axis=1)
    twice = np.argwhere(ordered[:, 1:] == ordered[:, :-1])
    if len(twice):
        hand, place = twice[0]
        raise ImpossibleError(
            f"hand {hand} has {Card(int(ordered[hand, place]))} twice; every card can be there once"
        )
    return dealt.astype(np.uint8)


def whole_numbers(
    what: str,
    values: npt.ArrayLike,
    shape: tuple[int, ...],
    least: int = -(2**62),
    most: int = 2**62,
) -> CountArray:
    """Whole numbers of a shape, in an array of their own; raises if they are none, or too large."""
    given = np.asarray(values)
    if not np.issubdtype(given.dtype, np.integer):
        raise VillainError(f"{what} should be whole numbers, not of type {given.dtype}")
    try:
        whole = np.array(np.broadcast_to(given, shape), np.int64, order="C")
    except ValueError:
        raise VillainError(f"{what} should have the shape {shape}, not {given.shape}") from None
    wrong = np.argwhere((whole < least) | (whole > most))
    if len(wrong):
        place = ", ".join(map(str, wrong[0]))
        raise VillainError(
            f"{what}[{place}] is {whole[tuple(wrong[0])]}; it should be {least} to {most}"
        )
    return whole
