"""The most that anybody can win against CallBot and RaiseBot: the ceilings of Table 5.1 [huang].

    python -m villain.papers.huang.ceilings --flops 400 --seed 1

Neither bot looks at its cards, so that whatever it does its hand is a random one to us, and what
it will do is certain. Between two cards of the board we therefore choose one of a few *lines*:
fold, or go on with so many chips in. After a flop the best lines are found exactly, over all
turns and rivers. Flops are drawn at random, or with ``--flops 0`` all are taken: 1,755 up to the
names of suits, some six minutes, and then the ceilings are exact.

What to do before the flop is chosen for each of the 169 starting hands on one half of the flops
and scored on the other. The *plain* mean chooses and scores on all of them, which flatters.

With free sizes nothing is better than to pay as little as possible up to the river and to go
all-in there when ahead of a random hand: more chips in before can win no more, as all-in is always
open, and cost more when one is behind. So no other size adds anything, of ``FREE`` or beyond it.
RaiseBot brings all chips in by itself if one raises back, so free sizes win no more from it.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from villain.agents.agent import Agent
from villain.agents.blind import Caller, Raiser
from villain.arena.statistics import half_interval
from villain.cards.card import Card
from villain.cards.combo import COMBOS
from villain.cards.range import HIGH_CARDS, LOW_CARDS, possible
from villain.cards.suits import canonical_boards
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.deal import shuffle
from villain.game.hand import Hand
from villain.game.presets import no_limit_holdem
from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.ceilings import ChanceArray, choose, river_chances, turn_values
from villain.papers.report import Progress
from villain.strength.situation import as_array, deck_without

THESIS = (0.7, 1.5)
FREE = (0.0, 0.35, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, inf)
"""Shares of the pot to raise by; what is too little is the least raise, too much is all-in."""

BOTS: dict[str, Callable[[], Agent]] = {"call": Caller, "raise": Raiser}
RULES = no_limit_holdem(2)
STACK, HOLDINGS = RULES.stacks[0], 1176
_NO_CARDS = shuffle(RULES, np.random.default_rng(0))  # whichever: nobody looks at them
CLASSES: FloatArray = np.eye(169)[[combo.starting_class for combo in COMBOS]]

Actions = tuple[Action, ...]


class Fork(NamedTuple):
    """A street's outcomes: the loss of a fold, and our actions by the chips in at the end."""

    fold: float
    lines: dict[int, Actions]


Forks = dict[int, Fork]


class Lines:
    """All that one can do against a bot from a seat: for each street a fork for any chips in.

    After a street both have put in the same, and nothing else matters for what follows.

    >>> lines = Lines("call", THESIS, seat=0)
    >>> [sorted(street) for street in lines.streets[:3]]
    [[0], [2, 5, 8], [2, 5, 8, 12, 19, 20, 32]]
    """

    def __init__(self, bot: str, sizes: Sequence[float], seat: int) -> None:
        if bot not in BOTS:
            raise VillainError.unknown("bot", bot, BOTS)
        if not all(size >= 0 for size in sizes):
            raise VillainError(f"raises of {sizes} of the pot; they should be 0 or more")
        self.bot, self.sizes, self.seat = BOTS[bot](), tuple(sizes), seat
        self.streets: list[Forks] = []
        starts: dict[int, Actions] = {0: ()}
        for street in range(RULES.streets):
            forks, following = Forks(), dict[int, Actions]()
            for chips, before in sorted(starts.items()):
                if chips == STACK:
                    forks[chips], reached = Fork(inf, {chips: ()}), {chips: before}
                else:
                    forks[chips], reached = self._explore(street, before)
                following = reached | following
            self.streets.append(forks)
            starts = following

    def _explore(self, street: int, before: Actions) -> tuple[Fork, dict[int, Actions]]:
        """Try everything on one street; also the actions of both that lead to each result."""
        fold, lines, reached, seen = inf, {}, {}, set()
        waiting: list[tuple[Actions, Actions]] = [(before, ())]
        while waiting:
            path, ours = waiting.pop()
            hand = Hand(RULES, _NO_CARDS, check=False)
            for action in path:
                hand.act(action)
            while hand.seat is not None and hand.street == street and hand.seat != self.seat:
                answer = self.bot.act(hand.observation(hand.seat))
                hand.act(answer)
                path = (*path, answer)
            if hand.folded[self.seat]:
                fold = min(fold, hand.committed[self.seat])
            elif hand.over or hand.street > street:
                lines[hand.committed[self.seat]] = ours
                reached[hand.committed[self.seat]] = path
            elif (state := (tuple(hand.bets), hand.legal)) not in seen:
                seen.add(state)
                actions = legal_actions(hand, self.sizes)
                waiting += [((*path, action), (*ours, action)) for action in actions]
        return Fork(fold, lines), reached

    def turn_values(self, chances: ChanceArray) -> FloatArray:
        """For each holding what every start of the turn is worth, on average over turns."""
        turn, river = self.streets[2:]
        rivers = np.array([(min(one.lines), max(one.lines), one.fold) for one in river.values()])
        return turn_values(chances, rivers, *_ways(turn, river))

    def start_values(self, chances: ChanceArray) -> FloatArray:
        """For each holding what its lines before the flop are worth on this flop, in chips.

        The columns are the lines of the first fork, and last the fold where one may.
        """
        first, flop, turn, _ = self.streets
        values = choose(self.turn_values(chances), *_ways(flop, turn))
        fold, lines = first[0]
        columns = values[:, [list(flop).index(chips) for chips in lines]]
        folding = np.full((len(chances), int(fold < inf)), -fold)
        return np.concatenate([columns, folding], axis=1)


def legal_actions(hand: Hand, sizes: Sequence[float]) -> list[Action]:
    """The actions open to the seat whose turn it is, with these sizes of raises."""
    legal, seat = hand.legal, hand.seat
    if legal is None or seat is None:
        return []
    actions = [FOLD, CALL] if legal.fold else [CALL]
    called, pot = hand.bets[seat] + legal.call, sum(hand.committed) + legal.call
    wanted = [called + round(min(size * pot, STACK)) for size in sizes if legal.can_raise]
    clipped = {min(max(to, legal.least), legal.most) for to in wanted}
    return actions + [raise_to(to) for to in sorted(clipped)]


def _ways(street: Forks, following: Forks) -> tuple[FloatArray, CountArray, CountArray]:
    """The forks of a street as ``choose`` takes them: losses of folds, where each fork leads."""
    columns = {chips: column for column, chips in enumerate(following)}
    ends = [[columns[chips] for chips in fork.lines] for fork in street.values()]
    folds = np.array([fork.fold for fork in street.values()], float)
    return folds, np.cumsum([0, *map(len, ends)]), np.concatenate(ends)


@dataclass(frozen=True)
class Ceiling:
    """In big blinds a hand, both seats equally often, with a 95 % interval over flops."""

    mean: float
    low: float
    high: float
    plain: float
    flops: int

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.mean:.3f} (exact)"
        return f"{self.mean:.2f} ({self.low:.2f}–{self.high:.2f}), plain {self.plain:.2f}"


def ceiling(
    bot: str,
    sizes: Sequence[float] = FREE,
    flops: int | None = 20,
    seed: int = 1,
    progress: Progress = lambda _: None,
) -> Ceiling:
    """The most one can win against ``call`` or ``raise``; with no number of flops, on all.

    >>> ceiling("call", FREE, flops=4).plain > ceiling("call", THESIS, flops=4).plain
    True
    """
    return ceilings([(bot, sizes)], flops, seed, progress)[0]


def ceilings(
    games: Sequence[tuple[str, Sequence[float]]],
    flops: int | None,
    seed: int,
    progress: Progress = lambda _: None,
) -> list[Ceiling]:
    """Several ceilings, of bots and sizes, on the same flops."""
    if flops is not None and flops < 4:
        raise VillainError(f"{flops} flops; it takes 4 or more: half to choose, half to score")
    players = [Lines(bot, sizes, seat) for bot, sizes in games for seat in range(2)]
    boards, weights = canonical_boards(3)
    if flops is not None:
        rng = np.random.default_rng(seed)
        boards = np.array([rng.choice(52, 3, replace=False) for _ in range(flops)])
        weights = np.ones(flops, np.int64)
    # Of drawn flops each is kept, of all flops only the sum: (flops, 169, lines) for each player.
    values: list[list[FloatArray]] = [[] for _ in players]
    for number, (board, weight) in enumerate(zip(boards.tolist(), weights.tolist(), strict=True)):
        combos, chances = flop_chances(tuple(Card(card) for card in board))
        for lines, sums in zip(players, values, strict=True):
            sums.append(weight * (CLASSES[combos].T @ lines.start_values(chances)))
            if flops is None and number:
                sums[:] = [sums[0] + sums[1]]
        progress((number + 1) / len(boards))
    deals, kept = int(weights.sum()) * HOLDINGS, [np.array(sums) for sums in values]
    return [_judge(kept[at : at + 2], deals, len(boards)) for at in range(0, len(kept), 2)]


def flop_chances(cards: tuple[Card, ...]) -> tuple[CountArray, ChanceArray]:
    """The combos that a flop leaves, and their chances after every turn and river."""
    combos = np.flatnonzero(possible(cards))
    first, second = HIGH_CARDS[combos], LOW_CARDS[combos]
    return combos, river_chances(as_array(cards), deck_without(*cards), first, second)


def _judge(seats: list[FloatArray], deals: int, flops: int) -> Ceiling:
    """The ceiling from what each line wins with each starting hand on each flop, in both seats."""
    unit = len(seats) * RULES.big_blind
    plain = sum(float(sums.sum(axis=0).max(axis=1).sum()) for sums in seats) / deals / unit
    if len(seats[0]) < flops:
        return Ceiling(plain, plain, plain, plain, flops)
    scores = np.zeros(flops)
    for sums in seats:
        for half in range(2):
            best = sums[1 - half :: 2].sum(axis=0).argmax(axis=1)
            scores[half::2] += sums[half::2, np.arange(169), best].sum(axis=1)
    scores /= HOLDINGS * unit
    mean, error = float(scores.mean()), float(scores.std(ddof=1) / np.sqrt(flops))
    width = half_interval(error, flops - 1)
    return Ceiling(mean, mean - width, mean + width, plain, flops)


def main() -> None:
    """Print the four ceilings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flops", type=int, default=400, help="how many to draw; 0: take all")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    games = [(bot, sizes) for sizes in (THESIS, FREE) for bot in BOTS]
    limits = ceilings(games, asked.flops or None, asked.seed)
    print(f"big blinds a hand; {limits[0].flops:,} flops, seed {asked.seed}")
    for (bot, sizes), limit in zip(games, limits, strict=True):
        print(f"{bot:>5}, {'thesis' if sizes == THESIS else 'free':>6} sizes: {limit}")


if __name__ == "__main__":
    main()
