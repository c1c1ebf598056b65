"""An agent's folds to RaiseBot, before the flop and later, from the hands it played."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from villain.arena.match import Match, Progress, play_match
from villain.arena.match_file import MatchFile
from villain.arena.statistics import Share, share
from villain.files import WorkFolder
from villain.game.events import Acted, Board
from villain.game.hand import Hand
from villain.hands.formats import phh
from villain.papers.huang.printed import RULES
from villain.papers.report import Section, table
from villain.papers.telling import half_of
from villain.work import Workers

BEST_BEFORE = 0.0
BEST_COMMAND = "python -m villain.papers.huang.best_folds --flops 200 --seed 1"
"""The share of hands that the best answer to RaiseBot folds before the flop (0.0 to 0.0 %)."""


class Folds(NamedTuple):
    """In how many hands an agent folded, and what the folds cost.

    ``before`` and ``later`` are shares of all hands; ``paid`` are the big blinds given up in folds,
    ``rest`` what all other hands brought, both a hand of all.
    """

    hands: int
    before: Share
    later: Share
    paid: float
    rest: float


def count_folds(
    agent: str,
    bot: str,
    deals: int,
    seed: int,
    workers: Workers = 1,
    progress: Progress | None = None,
) -> Folds:
    """Play the first deals of the match of these two again, and look at every hand.

    Cards and agents are those of a longer match with the same seed.

    >>> folds = count_folds("fold", "raise", 10, 1)
    >>> folds.hands, folds.before.mean, folds.later.mean
    (20, 1.0, 0.0)
    """
    match = Match(RULES, (agent, bot), deals, seed)
    with (
        WorkFolder() as folder,
        MatchFile(Path(folder) / "folds.match", match, hands=True) as file,
    ):
        play_match(match, workers=workers, progress=progress, file=file)
        text = "".join(file.hands())
    streets, won = [], []
    for block in phh.split(text, 1):
        hand = phh.read(block.text).play()
        seat = hand.names.index(match.names[0])
        streets.append(folded_on(hand, seat))
        assert hand.payoffs is not None
        won.append(hand.payoffs[seat] / RULES.big_blind)
    gone = np.array([street is not None for street in streets])
    hands, before, given = len(won), streets.count(0), np.where(gone, won, 0.0)
    return Folds(
        hands,
        share(before, hands),
        share(int(gone.sum()) - before, hands),
        float(given.sum() / hands),
        float((won - given).sum() / hands),
    )


def folded_on(hand: Hand, seat: int) -> int | None:
    """The street on which a seat folded, if it did."""
    street = 0
    for event in hand.events:
        if isinstance(event, Board):
            street = event.street
        elif isinstance(event, Acted) and event.seat == seat and event.kind == "fold":
            return street
    return None


def folds_section(folds: dict[str, Folds], bot: str) -> Section:
    """A row for each agent, and one for the best answer to RaiseBot."""
    rows: list[tuple[object, ...]] = [
        (name, _percent(one.before), _percent(one.later), one.paid, one.rest)
        for name, one in folds.items()
    ]
    rows.append(("the best answer", f"{100 * BEST_BEFORE:.1f} %", "", "", ""))
    return table(
        f"Folds against {bot}, of all hands ({max(one.hands for one in folds.values()):,} each)",
        "agent | before the flop | later | bb given up {+.2f} | bb else {+.2f}",
        rows,
    )


def _percent(one: Share) -> str:
    return f"{100 * one.mean:.1f} ± {100 * half_of(one):.1f} %"
