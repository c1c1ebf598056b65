"""Evidence from known cards on the curves by which frequencies are spread over strengths [huang].

Everything is told as a gain over what ignores the cards, in nats: beside a player's frequencies
where all cards are known, beside cards drawn from all that are possible where they were shown.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import FloatArray
from villain.models.huang.styles import Counts, Styles
from villain.profiles.mining.known_cards import KnownHand
from villain.strategy.huang.abstraction import FOLD, IMPOSSIBLE, faces_bet
from villain.strategy.huang.board_buckets import board_buckets, street_shares
from villain.strategy.huang.curves import Curve, reconstruct

STREETS, BOARD_CARDS = 4, (0, 3, 4, 5)
MIXED_IN = 10.0
"""Observations of what mined players do that are mixed in; of 2 to 160 those by which players who
are not held back foresee their own actions best, each left out in turn."""

DOUBT = 0.01
"""Such a share of every chance goes to all legal actions alike, so that no loss is infinite."""

Integers = npt.NDArray[np.int64]


class Shape(NamedTuple):
    """Curves: the steepness by street and risk, the blur by street."""

    steepness: FloatArray
    blur: FloatArray
    curve: Curve = Curve.LOGISTIC

    @classmethod
    def of(cls, steepness: float, curve: Curve = Curve.LOGISTIC) -> "Shape":
        """One steepness everywhere."""
        return cls(np.full((STREETS, 3), steepness), np.zeros(STREETS), curve)


class Gains(NamedTuple):
    """By player (of a single one, by hand) the sum of gains, and how many decisions there were."""

    total: FloatArray
    decisions: FloatArray

    @property
    def mean(self) -> float:
        """Nats for each decision."""
        return float(self.total.sum() / self.decisions.sum())

    def less(self, other: "Gains") -> "Gains":
        """The lead of these gains over others of the same decisions."""
        return Gains(self.total - other.total, self.decisions)

    def interval(self, seed: int = 1) -> tuple[float, float]:
        """Of 95 %, by a bootstrap over players (or hands)."""
        players = len(self.total)
        rng = np.random.default_rng(seed)
        drawn = rng.multinomial(players, np.full(players, 1 / players), 2000)
        drawn = drawn[(drawn @ self.decisions) > 0]
        low, high = np.quantile((drawn @ self.total) / (drawn @ self.decisions), [0.025, 0.975])
        return float(low), float(high)


class Evidence(NamedTuple):
    """Decisions with known cards.

    A *row* has a player's frequencies after a sequence, what is legal there, its street and how
    full the buckets are held to be. A decision has its row, its action, the bucket of the cards
    and its hand. Combos that are in the same buckets on all streets are of one *kind*: it has its
    hand, its buckets and how many combos there are of it. A hand has its player and the kind that
    he held.
    """

    shown: bool
    frequencies: FloatArray
    legal: FloatArray
    street: Integers
    weights: FloatArray
    row: Integers
    action: Integers
    bucket: Integers
    hand: Integers
    player_of_hand: Integers
    held: Integers
    hand_of_kind: Integers
    kinds: Integers
    combos: FloatArray

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.player_of_hand.max()) + 1

    def chances(self, shape: Shape) -> FloatArray:
        """By row, bucket and action."""
        chances = np.empty((len(self.street), self.weights.shape[1], self.frequencies.shape[1]))
        middles = (np.arange(self.weights.shape[1]) + 0.5) / self.weights.shape[1]
        for street in range(STREETS):
            rows = np.flatnonzero(self.street == street)
            if not len(rows):
                continue
            held = self.weights[rows]
            chances[rows] = reconstruct(
                self.frequencies[rows],
                middles,
                held[0] if (held == held[0]).all() else held,
                curve=shape.curve,
                steepness=tuple(shape.steepness[street].tolist()),
                blur=float(shape.blur[street]),
            )
        return (1 - DOUBT) * chances + DOUBT * self.legal[:, None]

    def plain(self) -> FloatArray:
        """By decision the logarithm of its chance whatever the cards."""
        chances = (1 - DOUBT) * self.frequencies + DOUBT * self.legal
        logs: FloatArray = np.log(chances[self.row, self.action])
        return logs

    def by_decision(self, shape: Shape) -> FloatArray:
        """The cards' addition to the logarithm of each decision's chance."""
        chances = self.chances(shape)[self.row, self.bucket, self.action]
        return np.log(chances) - self.plain()

    def by_street(self, shape: Shape) -> list[float]:
        """Their mean on each street."""
        gains, street = self.by_decision(shape), self.street[self.row]
        return [float(gains[street == one].mean()) for one in range(STREETS)]

    def by_hand(self, shape: Shape) -> FloatArray:
        """The decisions' addition to the logarithm of the chance of the cards that were shown."""
        chosen = np.log(self.chances(shape)[self.row, :, self.action])
        logs = np.zeros((len(self.held), STREETS, chosen.shape[1] + 1))
        np.add.at(logs[..., :-1], (self.hand, self.street[self.row]), chosen)
        sums = logs[self.hand_of_kind[:, None], np.arange(STREETS), self.kinds].sum(axis=1)
        possible = self.combos * (self.kinds[:, -1] != IMPOSSIBLE)
        hands = len(self.held)
        all_of_them = np.bincount(self.hand_of_kind, possible * np.exp(sums), hands)
        gains: FloatArray = sums[self.held] - np.log(all_of_them)
        return gains + np.log(np.bincount(self.hand_of_kind, possible, hands))

    def gains(self, shape: Shape) -> Gains:
        """By player, or by hand of a single one: of decisions, or of the cards that were shown."""
        whose = self.player_of_hand if self.players > 1 else np.arange(len(self.held))
        most = int(whose.max()) + 1
        values = self.by_hand(shape) if self.shown else self.by_decision(shape)
        owners = whose if self.shown else whose[self.hand]
        decisions = np.bincount(whose[self.hand], minlength=most).astype(np.float64)
        return Gains(np.bincount(owners, values, most).astype(np.float64), decisions)

    def over_ranges(self, shape: Shape) -> "Evidence":
        """The same with a row for each decision, over what he may hold after those before it."""
        rows = self._replace(
            frequencies=self.frequencies[self.row],
            legal=self.legal[self.row],
            street=self.street[self.row],
            weights=self.weights[self.row],
            row=np.arange(len(self.row)),
        )
        weights, buckets = rows.weights.copy(), self.weights.shape[1]
        starts = np.searchsorted(self.hand, np.arange(len(self.held)))
        number = np.arange(len(self.hand)) - starts[self.hand]
        ranges = self.combos.copy()
        for order in range(int(number.max()) + 1):
            now = np.flatnonzero(number == order)
            place = np.full(len(self.held), -1)
            place[self.hand[now]] = np.arange(len(now))
            kinds = np.flatnonzero(place[self.hand_of_kind] >= 0)
            whose = place[self.hand_of_kind[kinds]]
            bucket = self.kinds[kinds, rows.street[now][whose]]
            cells = whose * (buckets + 1) + bucket + 1
            full = np.bincount(cells, ranges[kinds], len(now) * (buckets + 1))
            full = full.reshape(len(now), buckets + 1)[:, 1:]
            weights[now] = full / full.sum(axis=1, keepdims=True)
            part = rows._replace(
                frequencies=rows.frequencies[now],
                legal=rows.legal[now],
                street=rows.street[now],
                weights=weights[now],
            )
            chosen = part.chances(shape)[np.arange(len(now)), :, rows.action[now]]
            ranges[kinds] *= np.where(bucket == IMPOSSIBLE, 0.0, chosen[whose, bucket])
        return rows._replace(weights=weights)


def gather(
    hands: Sequence[KnownHand], counts: Mapping[str, Counts], styles: Styles, *, shown: bool
) -> Evidence:
    """Evidence of hands, with the counts of their players; buckets are held as on average."""
    from rich.progress import track

    abstraction = styles.abstraction
    names = {name: number for number, name in enumerate(sorted({hand.name for hand in hands}))}
    rows: dict[tuple[str, str], int] = {}
    decisions: list[tuple[int, int, int, int]] = []
    held, kinds, combos, before = [], [], [], 0
    for number, hand in enumerate(track(hands, "hands", transient=True)):
        buckets = np.full((STREETS, 1326), IMPOSSIBLE, np.int64)
        seen = [cards for cards in BOARD_CARDS if cards <= len(hand.board)]
        for street, cards in enumerate(seen):
            buckets[street] = board_buckets(hand.board[:cards], abstraction).of_combo
        codes = (buckets + 1).T @ (abstraction.buckets + 1) ** np.arange(STREETS)
        _, place, kind, times = np.unique(
            codes, return_index=True, return_inverse=True, return_counts=True
        )
        held.append(before + int(kind[hand.combo]))
        before += len(times)
        kinds.append(buckets[:, place].T)
        combos.append(times)
        for sequence, action in hand.decisions:
            row = rows.setdefault((hand.name, sequence), len(rows))
            bucket = int(buckets[int(sequence[0]), hand.combo])
            decisions.append((row, action, bucket, number))
    table = np.array(decisions, np.int64).reshape(-1, 4)
    streets = np.array([int(sequence[0]) for _, sequence in rows], np.int64)
    legal = np.array([_legal(sequence, abstraction.actions) for _, sequence in rows])
    frequencies = [_frequencies(counts[name], sequence, styles) for name, sequence in rows]
    return Evidence(
        shown,
        np.array(frequencies),
        legal,
        streets,
        np.array([street_shares(one, abstraction) for one in range(STREETS)])[streets],
        table[:, 0],
        table[:, 1],
        table[:, 2],
        table[:, 3],
        np.array([names[hand.name] for hand in hands], np.int64),
        np.array(held, np.int64),
        np.repeat(np.arange(len(hands)), [len(one) for one in combos]),
        np.concatenate(kinds),
        np.concatenate(combos).astype(np.float64),
    )


def _legal(sequence: str, actions: int) -> FloatArray:
    """All alike that may be done; nobody folds where a check is free."""
    may = np.ones(actions)
    may[FOLD] = faces_bet(sequence)
    shares: FloatArray = may / may.sum()
    return shares


def _frequencies(counts: Counts, sequence: str, styles: Styles) -> FloatArray:
    """A player's own, with some observations of what mined players do mixed in."""
    legal = _legal(sequence, styles.abstraction.actions)
    place = styles.index.get(sequence)
    pool = legal if place is None else styles.pool[place] * (legal > 0) + 1e-9
    his = np.asarray(counts.get(sequence, 0.0 * legal)) * (legal > 0)
    mixed = his + MIXED_IN * pool / pool.sum()
    normal: FloatArray = mixed / mixed.sum()
    return normal
