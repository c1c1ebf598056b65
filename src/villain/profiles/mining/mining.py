"""Mines a hand store: the strategies of its players in heads-up no-limit hands [huang]."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from villain.errors import VillainError
from villain.hands.store.hand_store import HandStore
from villain.models.huang.styles import Styles, gather
from villain.profiles.mining.heads_up import HEADS_UP, hands_played, heads_up_hands
from villain.profiles.splitting import digest, for_training
from villain.strategy.huang.abstraction import Abstraction

REPORT_EVERY = 1000


class Mined(NamedTuple):
    """Styles, and what they were mined from: hands gone over, players held back, hands wanted."""

    styles: Styles
    hands: int
    held_back: int
    min_hands: int


def mine(
    store: HandStore,
    abstraction: Abstraction | None = None,
    min_hands: int = 200,
    *,
    hold_back: bool = False,
    progress: Callable[[float], None] = lambda _: None,
) -> Mined:
    """Count what every player with enough hands did after every action sequence.

    With ``hold_back`` three tenths of the players, by a digest of the name, are left out: those on
    whom no model of this program is trained, so that one can be judged on them.
    """
    abstraction = abstraction or Abstraction()
    played = hands_played(store)
    if not played:
        raise VillainError(
            f"the store in {str(store.folder)!r} has no heads-up no-limit hands; villain import "
            "brings some"
        )
    enough = {name for name, hands in played.items() if hands >= min_hands}
    if not enough:
        raise VillainError(
            f"nobody has {min_hands:,} heads-up hands; the most are {max(played.values()):,}, "
            "so lower --min-hands"
        )
    mined = {name for name in enough if for_training(name)} if hold_back else enough
    if not mined:
        raise VillainError(f"all {len(enough):,} players with enough hands are held back")
    counts: dict[str, dict[str, list[int]]] = {name: {} for name in mined}
    ((total,),) = store.rows(f"SELECT count(*) FROM hands WHERE {HEADS_UP}")
    for number, hand in enumerate(heads_up_hands(store, abstraction)):
        if number % REPORT_EVERY == 0:
            progress(number / total)
        for name, sequence, action in hand:
            his = counts.get(name)
            if his is None:
                continue
            row = his.get(sequence)
            if row is None:
                row = his[sequence] = [0] * abstraction.actions
            row[action] += 1
    people = {digest(name): (played[name], his) for name, his in counts.items()}
    return Mined(gather(abstraction, people), total, len(enough) - len(mined), min_hands)


def mined_as_dict(mined: Mined, sequences: int = 20) -> dict[str, Any]:
    """Plain data of what was mined, with the most frequent sequences and all actions there."""
    styles = mined.styles
    return {
        "players": len(styles),
        "held_back": mined.held_back,
        "min_hands": mined.min_hands,
        "hands": mined.hands,
        "decisions": styles.decisions,
        "sequences": len(styles.sequences),
        "cells": len(styles.places),
        "ratios": list(styles.abstraction.ratios),
        "length": styles.abstraction.length,
        "actions": action_names(styles.abstraction),
        "most_frequent": [
            {"sequence": sequence, "decisions": times, "frequencies": shares}
            for sequence, times, shares in most_frequent(styles, sequences)
        ],
    }


def most_frequent(styles: Styles, most: int) -> list[tuple[str, int, list[float]]]:
    """The sequences that were faced most often, how often, and what was done there."""
    pool = styles.pool
    times = Counter(dict(zip(styles.sequences, pool.sum(axis=1).tolist(), strict=True)))
    return [
        (sequence, count, (pool[styles.index[sequence]] / count).tolist())
        for sequence, count in times.most_common(most)
    ]


def action_names(abstraction: Abstraction) -> list[str]:
    """The names of the actions, in order of risk.

    >>> action_names(Abstraction(ratios=(0.5, 1.0)))
    ['fold', 'call', 'raise ≤ 0.5', 'raise ≤ 1', 'raise > 1']
    """
    sizes = [f"raise ≤ {ratio:g}" for ratio in abstraction.ratios]
    return ["fold", "call", *sizes, f"raise > {abstraction.ratios[-1]:g}"]
