"""Clones of players, judged by what the players did later.

Of a player's first hands one half is put into a store of its own, of which a clone is made, as
anybody would make one. The other half judges. The clone sits in the player's chair in some of those
hands, with the stacks that were there and in company that plays as his did, and its statistics are
held against the player's. It plays each of the hands several times, with other cards: what it
happens to be dealt is not how it plays. How far two samples of the same player differ by chance is
seen from himself: as many of his hands of the first half. How like him a clone could be that knows
just that half, and all of it, is seen from as many hands as the clone plays, drawn from it again
and again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import call
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from villain.agents.agent import Agent
from villain.evaluation.followed import Followed
from villain.evaluation.realism.clone_losses import Losses, Stranger, losses_in
from villain.evaluation.realism.company import company_of
from villain.evaluation.realism.rehearsing import Rehearser
from villain.files import WorkFolder
from villain.game.actions import CALL, FOLD
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.hands.counting.counts import count
from villain.hands.counting.statistics import COLUMNS, STATISTICS, Statistic
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.hand_history import HandHistory
from villain.hands.store.hand_store import IN_ORDER, HandStore
from villain.hands.store.tables import Rows
from villain.kernels.arrays import CountArray
from villain.profiles.population import RateEstimate, interval
from villain.work import Workers, run_in_order

LEAST_CHANCES = 20
"""A rate of fewer chances, on any side, says little."""

REPEATS = 5
"""How often a clone plays each hand."""

DRAWS = 40
"""How often hands are drawn from a player's first half."""

_FIRST_HANDS = f"""
    SELECT phh FROM hands SEMI JOIN (SELECT hand FROM seats WHERE name = ? AND site = ?)
    USING (hand) ORDER BY {IN_ORDER} LIMIT ?
"""


class CloneLine(NamedTuple):
    """A statistic: the player's interval in the second half, his own first rate, and the clone's.

    ``first`` and ``clone`` are done and chances; ``drawn`` are those of draws from his first half.
    """

    statistic: Statistic
    second: RateEstimate
    first: tuple[int, int]
    clone: tuple[int, int]
    drawn: CountArray

    @property
    def himself_inside(self) -> bool:
        """True if what he did before is within his interval."""
        return self._inside(*self.first)

    @property
    def clone_inside(self) -> bool:
        """True if what his clone does is."""
        return self._inside(*self.clone)

    @property
    def drawn_inside(self) -> float:
        """How often what is drawn from his first half is."""
        drawn = [self._inside(*pair) for pair in self.drawn.tolist() if pair[1]]
        return float(np.mean(drawn)) if drawn else 0.0

    def _inside(self, done: int, chances: int) -> bool:
        return self.second.low <= done / chances <= self.second.high


@dataclass(frozen=True)
class CloneResult:
    """A player and his clone: counts of all statistics, and the losses of clone and stranger."""

    name: str
    hands: int
    second: CountArray
    first: CountArray
    clone: CountArray
    drawn: CountArray
    losses: Losses
    stranger: Losses
    repeats: int = 1

    def lines(self, clone: CountArray | None = None) -> list[CloneLine]:
        """The statistics with enough chances; of his clone, or of somebody else's.

        A clone needs so many more chances as it plays each hand more often, so that repeating them
        adds no statistic.
        """
        lines, least = [], (LEAST_CHANCES, LEAST_CHANCES, LEAST_CHANCES * self.repeats)
        for number, statistic in enumerate(STATISTICS):
            at = slice(2 * number, 2 * number + 2)
            of_clone = self.clone if clone is None else clone
            pairs = [side[at].tolist() for side in (self.second, self.first, of_clone)]
            enough = all(
                chances >= wanted for (_, chances), wanted in zip(pairs, least, strict=True)
            )
            if statistic.kind == "rate" and enough:
                second, first, other = pairs
                lines.append(
                    CloneLine(
                        statistic,
                        interval(*second),
                        (first[0], first[1]),
                        (other[0], other[1]),
                        self.drawn[:, at],
                    )
                )
        return lines

    def as_dict(self) -> dict[str, Any]:
        """For scripts; no name."""
        return {
            "hands": self.hands,
            "repeats": self.repeats,
            "statistics": [
                {
                    "statistic": line.statistic.key,
                    "second": line.second._asdict(),
                    "first": line.first,
                    "clone": line.clone,
                }
                for line in self.lines()
            ],
            "clone": self.losses._asdict(),
            "stranger": self.stranger._asdict(),
        }


def judge_clone(
    store: HandStore,
    player: Followed,
    span: int,
    hands: int,
    seed: Sequence[int],
    repeats: int = REPEATS,
) -> CloneResult:
    """Clone a player from the first half of his first ``span`` hands; judge by the second.

    So many ``hands`` of the second half judge: the clone is led through them, and plays each of
    them ``repeats`` times.
    """
    own = _hands_of(store, player, span)
    half = len(own) // 2
    first, second = own[:half], own[half:]
    with WorkFolder() as kept:
        known = store_of_hands(Path(kept) / "hands", first)
        chance = np.random.default_rng(tuple(seed))
        clone = Rehearser(int(chance.integers(2**31)), like=player.name, store=known.folder)
        some = [second[place] for place in _spaced(len(second), hands)]
        losses = losses_in(clone, player.name, [history for history, _ in some])
        stranger = losses_in(Stranger(), player.name, [history for history, _ in some])
        before = [hand for _, hand in first]
        played = _play(clone, player.name, [hand for _, hand in some], before, seed, repeats)
    sample = [first[place][1] for place in _spaced(len(first), hands)]
    return CloneResult(
        player.name,
        len(own),
        count_of(player.name, [hand for _, hand in some]),
        count_of(player.name, sample),
        count_of(player.name, played),
        draw_counts(player.name, before, repeats * hands, seed),
        losses,
        stranger,
        repeats,
    )


def _hands_of(store: HandStore, player: Followed, span: int) -> list[tuple[HandHistory, Hand]]:
    rows = store.query(_FIRST_HANDS, [player.name, player.site, span]).fetchall()
    return [read_hand(FORMAT, text) for (text,) in rows]


def _spaced(length: int, wanted: int) -> list[int]:
    """So many places, evenly over the whole."""
    return sorted(set(np.linspace(0, length - 1, min(wanted, length)).round().astype(int).tolist()))


def store_of_hands(folder: Path, hands: Sequence[tuple[HandHistory, Hand]]) -> HandStore:
    """A new store with some hands."""
    rows = Rows()
    for history, hand in hands:
        rows.add(history, hand, "")
    store = HandStore(folder, create=True)
    store.add(rows)
    return store


def _play(
    clone: Agent,
    name: str,
    hands: Sequence[Hand],
    before: Sequence[Hand],
    seed: Sequence[int],
    repeats: int,
) -> list[Hand]:
    """Let the clone play in the player's chair, as those hands began, in the company he had.

    Each is played ``repeats`` times, with other cards.
    """
    rng = np.random.default_rng((*seed, 1))
    owners = (one for hand in hands for one in hand.names if one != name)
    others = company_of(owners, before, rng)
    played = []
    for real in hands:
        players = [clone if one == name else others[one] for one in real.names]
        for _ in range(repeats):
            hand = Hand(real.rules, shuffle(real.rules, rng), real.names)
            played.append(_play_while_in(hand, players, real.names.index(name)))
    return played


def _play_while_in(hand: Hand, players: Sequence[Agent], mine: int) -> Hand:
    """Let agents play a hand until one of them is out; then it is soon over.

    Whatever the others do after that is nothing that is counted of him.
    """
    while hand.seat is not None:
        if not hand.state.folded[mine]:
            hand.act(players[hand.seat].act(hand.observation(hand.seat)))
        else:
            hand.act(FOLD if hand.state.owed_by(hand.seat) else CALL)
    return hand


def count_of(name: str, hands: Sequence[Hand]) -> CountArray:
    """A player's counts in hands, in the order of `COLUMNS`."""
    total = np.zeros(len(COLUMNS), np.int64)
    for hand in hands:
        total += count(hand)[hand.names.index(name)].numbers
    return total


def draw_counts(
    name: str, first: Sequence[Hand], hands: int, seed: Sequence[int], draws: int = DRAWS
) -> CountArray:
    """A player's counts in so many hands drawn with repetition, a row for each draw.

    That is what somebody would do who knew all that those hands say, and nothing else.
    """
    by_hand = np.array([count_of(name, [hand]) for hand in first])
    places = np.random.default_rng((*seed, 3)).integers(0, len(first), (draws, hands))
    counts: CountArray = by_hand[places].sum(axis=1)
    return counts


def judge_clones(
    store: HandStore,
    players: Sequence[Followed],
    span: int,
    hands: int,
    seed: int,
    *,
    repeats: int = REPEATS,
    workers: Workers = 1,
    progress: Callable[[float], None] = lambda _: None,
) -> list[CloneResult]:
    """Clone and judge some players."""
    tasks = [
        partial(judge_clone, store, player, span, hands, (seed, 2, number), repeats)
        for number, player in enumerate(players)
    ]
    results = []
    for result in run_in_order(call, tasks, workers, fresh=True):
        results.append(result)
        progress(len(results) / len(players))
    return results
