"""A player's differences from the others in words, and what to do about them."""

from typing import NamedTuple


class LeakAdvice(NamedTuple):
    """A rate in words, and what to do where it is high or low."""

    says: str
    high: str
    low: str


_BARREL = "so call him more often there", "so believe it when he bets, and bet when he checks"
_FOLDS_TO_C_BET = (
    "so bet there more often without a hand",
    "so bet there for value, and bluff less",
)
_FOLDS_TO_BET = "so bluff more there", "so bet more hands for value there, and bluff less"
_FOLDS_BLIND = "so raise more of your weak hands there", "so steal with better hands there"

ADVICE: dict[str, LeakAdvice] = {
    "vpip": LeakAdvice(
        "plays a hand that he is dealt",
        "so bet your good hands for more, and bluff less",
        "so steal his blinds, and believe him when he plays",
    ),
    "pfr": LeakAdvice(
        "raises before the flop",
        "so re-raise him with more hands",
        "so fold more hands when he does",
    ),
    "three_bet": LeakAdvice(
        "re-raises a raise before the flop",
        "so raise fewer weak hands in front of him, and give up fewer good ones",
        "so fold all but your best hands when he does",
    ),
    "fold_to_three_bet": LeakAdvice(
        "folds to a re-raise",
        "so re-raise him with more weak hands",
        "so re-raise him with good hands only",
    ),
    "steal": LeakAdvice(
        "raises first in from cut-off, button or small blind",
        "so defend your blinds with more hands",
        "so give up your blinds more readily when he does",
    ),
    "fold_to_steal_sb": LeakAdvice("folds the small blind to a late raise", *_FOLDS_BLIND),
    "fold_to_steal_bb": LeakAdvice("folds the big blind to a late raise", *_FOLDS_BLIND),
    "limp": LeakAdvice(
        "just calls the big blind, with no raise before him,",
        "so raise when he does, and play the pot in position",
        "so take it for strength when he does",
    ),
    "cbet_flop": LeakAdvice("bets the flop after raising before it", *_BARREL),
    "cbet_turn": LeakAdvice("bets the turn again", *_BARREL),
    "cbet_river": LeakAdvice("bets the river again", *_BARREL),
    "fold_to_cbet_flop": LeakAdvice("folds to the raiser's bet on the flop", *_FOLDS_TO_C_BET),
    "fold_to_cbet_turn": LeakAdvice("folds to the second bet, on the turn", *_FOLDS_TO_C_BET),
    "fold_to_cbet_river": LeakAdvice("folds to the third bet, on the river", *_FOLDS_TO_C_BET),
    "fold_to_bet_flop": LeakAdvice("folds to a bet on the flop", *_FOLDS_TO_BET),
    "fold_to_bet_turn": LeakAdvice("folds to a bet on the turn", *_FOLDS_TO_BET),
    "fold_to_bet_river": LeakAdvice("folds to a bet on the river", *_FOLDS_TO_BET),
    "check_raise": LeakAdvice(
        "raises after having checked",
        "so check behind him more often",
        "so bet when he has checked",
    ),
    "wtsd": LeakAdvice(
        "goes to the showdown after seeing the flop",
        "so bet for value, and do not bluff him",
        "so keep betting: he gives up before the end",
    ),
    "wsd": LeakAdvice(
        "wins at the showdown",
        "so fold more of your middling hands to him",
        "so call and bet him with more middling hands",
    ),
    "wwsf": LeakAdvice(
        "wins the pot after seeing the flop",
        "so call him down more often",
        "so bet whenever he shows no interest",
    ),
    "afq": LeakAdvice(
        "bets or raises after the flop, rather than call or fold,",
        "so call him with more hands",
        "so fold more hands when he does bet",
    ),
}
"""For each statistic that is a rate, by its key."""


def in_words(key: str, rate: float, done: int, chances: int, population: float) -> str:
    """A difference as a player would put it, with the evidence.

    >>> print(in_words("fold_to_steal_bb", 0.82, 164, 200, 0.61))
    folds the big blind to a late raise 82 % of the time, 164 of 200; the population: 61 %; \
so raise more of your weak hands there
    """
    advice = ADVICE[key]
    what = advice.high if rate > population else advice.low
    return (
        f"{advice.says} {rate:.0%} of the time, {done:,} of {chances:,}; the population: "
        f"{population:.0%}; {what}".replace("%", " %")
    )
