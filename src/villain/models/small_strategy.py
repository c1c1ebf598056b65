"""A strategy for a small game, learned from hands that were played.

Cards are seen at showdowns only. Where he folded or was let go, each card counts for as much as it
is likely after what he did, by the strategy that is being learned: expectation and maximisation in
turn (Dempster, Laird and Rubin 1977). Suits mean nothing in these games, so what he does with one
card of a rank is what he does with the others. Beside the strategy stands how much was seen of each
decision, from which follows how far an answer should trust it [dbr].
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from villain.errors import VillainError
from villain.game.events import Acted, Board, Shown
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.solver_records import CHANCE, DECISION
from villain.solver.locks import Locks
from villain.solver.small_answers import SmallAnswer, small_equilibrium
from villain.solver.solvable import Solvable

PRIORS = ("equilibrium", "even", "both")
"""What a player is taken to do before he is seen: equilibrium, everything alike, or halfway."""

PRIOR, WEIGHT, DOUBT = "both", 1.0, 1.0
"""The prior, for how many decisions it counts, and after how many he is trusted by half."""

LEAST = 0.05
"""So much of any prior is the same for all actions: nothing is impossible."""

ROUNDS, SETTLED = 200, 1e-4
"""Rounds of expectation and maximisation, unless chances move by less before."""


class WatchedHand(NamedTuple):
    """A hand as one player saw it: his seat and card, the board, the moves, the other's card.

    Cards are places in the deck; ``board`` is a number of the game, 0 if no card came, and
    ``shown`` is -1 if the other did not show.
    """

    seat: int
    card: int
    board: int
    moves: tuple[int, ...]
    shown: int


def watched_hand(game: Solvable, seen: Observation) -> WatchedHand:
    """A hand of a small game as its observer saw it end.

    >>> from villain.game import CALL, Deal, Hand, kuhn, raise_to
    >>> from villain.solver.small_games import small_game
    >>> queen, king, ace = kuhn().deck
    >>> hand = Hand(kuhn(), Deal(((queen,), (ace,)), ()))
    >>> hand.act(CALL); hand.act(raise_to(1)); hand.act(CALL)
    >>> watched_hand(small_game(kuhn()), hand.observation(0))
    WatchedHand(seat=0, card=0, board=0, moves=(0, 1, 1), shown=2)
    """
    shown = [e.cards[0] for e in seen.events if isinstance(e, Shown) and e.seat != seen.seat]
    _, moves = _walk(game, seen)
    return WatchedHand(
        seen.seat,
        _place(game, seen.hole[0]),
        _board(game, seen),
        tuple(moves),
        _place(game, shown[0]) if shown else -1,
    )


def find_place(game: Solvable, seen: Observation) -> tuple[int, int, int]:
    """Where a seat has to act: the node, the board, and the place of its card."""
    node, _ = _walk(game, seen)
    return node, _board(game, seen), _place(game, seen.hole[0])


def _walk(game: Solvable, seen: Observation) -> tuple[int, list[int]]:
    """The node that a hand has come to, and the numbers of the moves on the way."""
    number, moves = 0, list[int]()
    for event in seen.events:
        if isinstance(event, Board) and game.node(number).kind == CHANCE:
            number = game.node(number).children[0]
        elif isinstance(event, Acted):
            node = game.node(number)
            kinds = ["call" if move.kind == "check" else move.kind for move in node.moves]
            moves.append(kinds.index(event.kind))
            number = node.children[moves[-1]]
    return number, moves


def _board(game: Solvable, seen: Observation) -> int:
    return game.boards.cards.index(tuple(int(card) for card in seen.board))


def _place(game: Solvable, card: int) -> int:
    return int(np.flatnonzero(game.holdings[0] == card)[0])


@dataclass(frozen=True, eq=False)
class LearnedStrategy:
    """Chances at every decision of both seats, and how much was seen of each.

    ``numbers`` and ``seen`` are by what can be told apart: a node, the ranks of the board and of
    the card, and, for chances, the move.
    """

    rules: Rules
    numbers: FloatArray
    seen: FloatArray

    @property
    def table(self) -> "DecisionTable":
        """Where the numbers are."""
        return decision_table(self.rules)

    def locks(self, doubt: float | None = None, most: float = 1.0) -> Locks:
        """The strategy as locks; with a ``doubt`` they hold by n / (n + doubt), ``most`` times."""
        table = self.table
        locks = Locks(table.game)
        for (node, board), places in table.places.items():
            share: FloatArray | float = most
            if doubt is not None:
                seen = self.seen[table.group[places[0]]]
                share = most * seen / (seen + doubt)
            locks.add(node, board, self.numbers[places], share)
        return locks

    def chances(self, node: int, board: int) -> FloatArray:
        """What he does at a decision, by action and holding."""
        return self.numbers[self.table.places[node, board]]


class DecisionTable:
    """The numbers of a strategy in a row: decisions that differ by suits only have one place.

    ``places`` say by node and board where the numbers are, by action and holding; ``group`` says
    which belong together. A card that lies on the board has the place of another one.
    """

    def __init__(self, game: Solvable) -> None:
        self.game = game
        self.places: dict[tuple[int, int], CountArray] = {}
        self.ranks = np.array([int(card) // 4 for card in game.holdings[0]])
        known: dict[tuple[int, ...], int] = {}
        groups = list[int]()
        for number, node in enumerate(game.tree.nodes):
            if node.kind != DECISION:
                continue
            for board, street in enumerate(game.boards.street):
                if street == node.street - game.first_street:
                    on_board = tuple(card // 4 for card in game.boards.cards[board])
                    first = np.zeros(len(self.ranks), np.int64)
                    for place, rank in enumerate(self.ranks):
                        key = (number, *on_board, int(rank))
                        if key not in known:
                            known[key] = len(groups)
                            groups += [len(known) - 1] * len(node.moves)
                        first[place] = known[key]
                    self.places[number, board] = first + np.arange(len(node.moves))[:, None]
        self.group = np.array(groups, np.int64)

    def __len__(self) -> int:
        return len(self.group)

    def even(self) -> FloatArray:
        """Everything alike."""
        sizes = np.bincount(self.group)
        numbers: FloatArray = 1.0 / sizes[self.group]
        return numbers

    def of(self, answer: SmallAnswer) -> FloatArray:
        """What somebody plays in a small game, as numbers in a row."""
        total, times = np.zeros(len(self)), np.zeros(len(self))
        for (node, board), places in self.places.items():
            held = ~np.isin(self.game.holdings[0], self.game.boards.cards[board])
            np.add.at(total, places[:, held], answer.chances(node, board)[:, held])
            np.add.at(times, places[:, held], 1)
        # A pair of the board with a card that is there no more cannot come.
        return np.where(times > 0, total / np.maximum(times, 1), self.even())

    def share_out(self, numbers: FloatArray) -> FloatArray:
        """The same so that each decision sums to 1."""
        shared: FloatArray = numbers / np.bincount(self.group, numbers)[self.group]
        return shared


@lru_cache(maxsize=32)
def decision_table(rules: Rules) -> DecisionTable:
    """The table of a game; it is made once."""
    return DecisionTable(small_equilibrium(rules).game)


@lru_cache(maxsize=64)
def _prior_numbers(rules: Rules, prior: str) -> FloatArray:
    table = decision_table(rules)
    share = {"equilibrium": LEAST, "even": 1.0, "both": 0.5}[prior]
    return (1 - share) * table.of(small_equilibrium(rules)) + share * table.even()


class StrategyReader:
    """Learns what one opponent does in a small game, from the hands that were seen of him.

    ``prior`` is what he is taken to do before, and ``weight`` for how many decisions of each kind
    that counts. Asking changes nothing: only `watch` learns.

    >>> from villain.game.presets import kuhn
    >>> reader = StrategyReader(kuhn())
    >>> for _ in range(20):  # he bets an ace, in the second seat, after a check
    ...     reader.watch(WatchedHand(seat=0, card=1, board=0, moves=(0, 1, 1), shown=2))
    >>> reader.learned().chances(1, 0).round(2)[:, 2]  # to check and to bet with it
    array([0.01, 0.99])
    """

    def __init__(self, rules: Rules, prior: str = PRIOR, weight: float = WEIGHT) -> None:
        if prior not in PRIORS:
            raise VillainError.unknown("prior", prior, PRIORS)
        if not 0 < weight < float("inf"):
            raise VillainError(f"weight={weight:g}; a prior counts for more than no decision")
        self.rules, self.weight, self._prior = rules, weight, prior
        self.hands: dict[WatchedHand, int] = {}

    @property
    def table(self) -> DecisionTable:
        """Where the numbers of a strategy are."""
        return decision_table(self.rules)

    @property
    def prior(self) -> FloatArray:
        """What he is taken to do before anything is seen."""
        return _prior_numbers(self.rules, self._prior)

    def watch(self, hand: WatchedHand) -> None:
        """Take in a hand; one in which he never decided says nothing."""
        if any(self._his(hand)):
            self.hands[hand] = self.hands.get(hand, 0) + 1

    def learned(self) -> LearnedStrategy:
        """What he does by all that was seen."""
        table, prior, stacked = self.table, self.prior, self._stacked()
        numbers, counts = prior, np.zeros(len(table))
        for _ in range(ROUNDS if self.hands else 0):
            counts = self._count(numbers, *stacked)
            before, numbers = numbers, table.share_out(counts + self.weight * prior)
            if np.abs(numbers - before).max() < SETTLED:
                break
        return self._with_counts(numbers, counts)

    def by(self, numbers: FloatArray) -> LearnedStrategy:
        """A strategy that somebody else has learned, and how much was seen of it here."""
        return self._with_counts(numbers, self._count(numbers, *self._stacked()))

    def _with_counts(self, numbers: FloatArray, counts: FloatArray) -> LearnedStrategy:
        seen: FloatArray = np.bincount(self.table.group, counts).astype(np.float64)
        return LearnedStrategy(self.rules, numbers, seen)

    def _stacked(self) -> tuple[FloatArray, CountArray, FloatArray]:
        """Of all hands: what he can have held, where the numbers are, and how often they came."""
        rows, cards = [self._row(hand) for hand in self.hands], len(self.table.ranks)
        depth = max((len(row[1]) for row in rows), default=0)
        nothing = np.full(cards, len(self.table))  # a place beyond all others, always 1
        could = np.array([row[0] for row in rows]).reshape(-1, cards)
        places = np.array([[*row[1], *[nothing] * (depth - len(row[1]))] for row in rows], np.int64)
        times = np.array(list(self.hands.values()), np.float64)[:, None]
        return could, places.reshape(len(rows), depth, cards), times

    def _count(
        self, numbers: FloatArray, could: FloatArray, places: CountArray, times: FloatArray
    ) -> FloatArray:
        """How often each number was seen, cards that were not shown as likely as they are."""
        held = self._held(numbers, could, places) * times
        weights = np.broadcast_to(held[:, None, :], places.shape)
        sums = np.bincount(places.ravel(), weights.ravel(), len(self.table) + 1)
        counts: FloatArray = sums[:-1].astype(np.float64)
        return counts

    def held(self, learned: LearnedStrategy, hand: WatchedHand) -> FloatArray:
        """How likely he held each card in a hand."""
        could, places = self._row(hand)
        rows = np.array(places, np.int64).reshape(1, -1, len(could))
        held: FloatArray = self._held(learned.numbers, could[None], rows)[0]
        return held

    def _row(self, hand: WatchedHand) -> tuple[FloatArray, list[CountArray]]:
        """The cards that he can have had, and where the numbers of all he did are."""
        game = self.table.game
        could = np.ones(len(self.table.ranks))
        could[hand.card] = 0
        could[np.isin(game.holdings[0], game.boards.cards[hand.board])] = 0
        if hand.shown >= 0:
            could = np.zeros(len(could))
            could[hand.shown] = 1
        return could, [
            self.table.places[node, board][move] for node, board, move in self._his(hand)
        ]

    def _his(self, hand: WatchedHand) -> list[tuple[int, int, int]]:
        game = self.table.game
        return [one for one in decisions_in(game, hand) if game.node(one[0]).player != hand.seat]

    @staticmethod
    def _held(numbers: FloatArray, could: FloatArray, places: CountArray) -> FloatArray:
        likely = could * np.append(numbers, 1.0)[places].prod(axis=1)
        held: FloatArray = likely / likely.sum(axis=1, keepdims=True)
        return held


def decisions_in(game: Solvable, hand: WatchedHand) -> list[tuple[int, int, int]]:
    """What was decided in a hand, in order: nodes, boards and the numbers of moves."""
    number, board, decided = 0, 0, list[tuple[int, int, int]]()
    for move in hand.moves:
        if game.node(number).kind == CHANCE:
            number, board = game.node(number).children[0], hand.board
        decided.append((number, board, move))
        number = game.node(number).children[move]
    return decided
