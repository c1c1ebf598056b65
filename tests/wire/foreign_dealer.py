"""A dealer by the rules of the competition's, written down independently of our engine.

It counts what everybody has put in over the whole hand, and knows no casino: every raise opens the
betting anew, also an all-in of less than a raise, and whoever still has chips and has not spoken
since the last raise is asked, even if he can only check.
"""

from fractions import Fraction

import numpy as np

from villain.game import Betting, Deal, Rules
from villain.game.showdown import rank_seats


class ForeignHand:
    """One hand; actions and lines are texts of the protocol."""

    def __init__(self, rules: Rules, deal: Deal, number: int) -> None:
        self.rules, self.deal, self.number = rules, deal, number
        self.spent = list(rules.blinds)
        self.folded = [False] * rules.players
        self.streets: list[list[str]] = [[]]
        self.settled: set[int] = set()
        self.raises = 0
        self.over = False
        self._least = max(rules.blinds) + rules.big_blind
        self.seat = self._next(rules.first[0])

    def _acting(self) -> list[int]:
        return [
            seat
            for seat, out in enumerate(self.folded)
            if not out and self.spent[seat] < self.rules.stacks[seat]
        ]

    def _next(self, seat: int) -> int:
        while seat % self.rules.players not in self._acting():
            seat += 1
        return seat % self.rules.players

    @property
    def sizes(self) -> tuple[int, int] | None:
        """What one may raise to, or nothing."""
        stack, most, cap = self.rules.stacks[self.seat], max(self.spent), self._cap
        if len(self._acting()) < 2 or stack <= most or (cap is not None and self.raises >= cap):
            return None
        if self.rules.betting is Betting.LIMIT:
            to = min(stack, most + self.rules.bets[len(self.streets) - 1])
            return to, to
        return min(self._least, stack), stack

    @property
    def _cap(self) -> int | None:
        return self.rules.most_raises[len(self.streets) - 1]

    def choose(self, rng: np.random.Generator) -> str:
        """Something that may be done."""
        kinds = ["c", "c"] + ["f"] * (self.spent[self.seat] < max(self.spent))
        kinds += ["r", "r"] * (self.sizes is not None)
        kind = kinds[int(rng.integers(len(kinds)))]
        if kind != "r" or self.rules.betting is Betting.LIMIT:
            return kind
        least, most = self.sizes or (0, 0)
        sizes = (least, most, int(rng.integers(least, most + 1)))
        return f"r{sizes[int(rng.integers(3))]}"

    def act(self, action: str) -> str:
        """Let the seat act; what it is taken for."""
        most, seat = max(self.spent), self.seat
        if action == "f" and self.spent[seat] == most:
            action = "c"
        if action[0] == "r" and self.sizes is None:
            action = "c"
        if action == "f":
            self.folded[seat] = True
        elif action == "c":
            self.spent[seat] = min(most, self.rules.stacks[seat])
            self.settled.add(seat)
        else:
            assert self.sizes is not None
            low, high = self.sizes
            to = min(max(int(action[1:] or 0), low), high)
            action = "r" if self.rules.betting is Betting.LIMIT else f"r{to}"
            self._least = max(self._least, to + (to - most))
            self.spent[seat] = to
            self.raises += 1
            self.settled = {seat}
        self.streets[-1].append(action)
        self._go_on()
        return action

    def _go_on(self) -> None:
        acting = self._acting()
        if self.folded.count(False) == 1:
            self.over = True
        elif not set(acting) <= self.settled:
            self.seat = self._next(self.seat + 1)
        elif len(acting) < 2 or len(self.streets) == self.rules.streets:
            self.streets += [[] for _ in range(self.rules.streets - len(self.streets))]
            self.over = True
        else:
            self.streets.append([])
            self.settled, self.raises = set(), 0
            self._least = max(self.spent) + self.rules.big_blind
            self.seat = self._next(self.rules.first[len(self.streets) - 1])

    def line(self, viewer: int) -> str:
        """What a seat is told."""
        showdown = self.over and self.folded.count(False) > 1
        holes = [
            "".join(map(str, hole))
            if seat == viewer or (showdown and not self.folded[seat])
            else ""
            for seat, hole in enumerate(self.deal.holes)
        ]
        boards, start = [], 0
        for count in self.rules.board_cards[1 : len(self.streets)]:
            boards.append("".join(map(str, self.deal.board[start : start + count])))
            start += count
        betting = "/".join(["".join(street) for street in self.streets])
        cards = "/".join(["|".join(holes), *boards])
        return f"MATCHSTATE:{viewer}:{self.number}:{betting}:{cards}"

    def values(self) -> list[Fraction]:
        """What everybody won; pots are split to the last fraction."""
        left = {seat: self.deal.holes[seat] for seat, out in enumerate(self.folded) if not out}
        ranks = rank_seats(self.rules.comparison, left, self.deal.board)
        values = [Fraction(-chips) for chips in self.spent]
        below = 0
        for level in sorted(set(self.spent)):
            layer = [seat for seat, chips in enumerate(self.spent) if chips >= level]
            best = max((ranks[seat] for seat in layer if seat in left), default=None)
            winners = [seat for seat in layer if seat in left and ranks[seat] == best]
            for seat in winners:
                values[seat] += Fraction((level - below) * len(layer), len(winners))
            below = level
        return values
