"""The most to be won against CallBot and RaiseBot, by ways that share nothing with the kernel."""

from math import inf
from typing import NamedTuple

import numpy as np
import pytest

from villain.agents.agent import Agent
from villain.cards.card import DECK, Card
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.game import CALL, FOLD, Action, Deal, Hand, shuffle
from villain.kernels.arrays import FloatArray
from villain.kernels.ceilings import ChanceArray
from villain.papers.huang.ceilings import (
    BOTS,
    FREE,
    RULES,
    STACK,
    THESIS,
    Fork,
    Lines,
    ceiling,
    flop_chances,
    legal_actions,
)
from villain.strength.seven_card_ranks import exact_ranks
from villain.strength.situation import deck_without

SEATS = [(bot, seat) for bot in BOTS for seat in range(2)]


class Flop(NamedTuple):
    """A flop with the chances of all holdings on it."""

    cards: tuple[Card, ...]
    deck: list[int]
    combos: list[int]
    chances: ChanceArray

    def edges(self, holding: int) -> FloatArray:
        """What a holding wins of each chip, by turn and river; 0 where they cannot come."""
        chances = self.chances[holding]
        return np.where(chances < 0, 0.0, chances / 990 - 1)


@pytest.fixture(scope="module")
def flop() -> Flop:
    cards = (Card.parse("Ah"), Card.parse("9h"), Card.parse("4c"))
    combos, chances = flop_chances(cards)
    return Flop(cards, deck_without(*cards).tolist(), combos.tolist(), chances)


def test_chances_on_the_river_are_the_exact_seven_card_ranks(flop: Flop) -> None:
    for turn, river in [(0, 48), (20, 7), (33, 34)]:
        board = (*flop.cards, Card(flop.deck[turn]), Card(flop.deck[river]))
        expected = exact_ranks(board)[flop.combos] * 1980
        here = flop.chances[:, turn, river]
        assert here[~np.isnan(expected)] == pytest.approx(expected[~np.isnan(expected)])
        assert (here[np.isnan(expected)] == -1).all()


class BruteForce:
    """The best play with one holding on one flop, by trying every line through the engine."""

    def __init__(self, bot: str, seat: int, edges: FloatArray) -> None:
        self.bot, self.seat, self.edges = BOTS[bot](), seat, edges
        self.deal = shuffle(RULES, np.random.default_rng(7))

    def value(self, path: tuple[Action, ...] = (), street: int = 0) -> FloatArray:
        hand = Hand(RULES, self.deal)
        for action in path:
            hand.act(action)
        if hand.folded[self.seat]:
            return np.array(-float(hand.committed[self.seat]))
        if hand.over:
            return self.averaged(hand.committed[self.seat] * self.edges, 3, street)
        if hand.street > street:
            return self.averaged(self.value(path, hand.street), hand.street, street)
        if hand.seat != self.seat:
            answer = self.bot.act(hand.observation(1 - self.seat))
            return self.value((*path, answer), street)
        best = np.array(-inf)
        for action in legal_actions(hand, THESIS):
            best = np.maximum(best, self.value((*path, action), street))
        return best

    def averaged(self, values: FloatArray, came: int, street: int) -> FloatArray:
        for card in range(came, max(street, 1), -1):
            values = values.sum(axis=-1) / {3: 46, 2: 47}[card]
        return values


@pytest.mark.parametrize(("bot", "seat"), SEATS)
def test_the_recursion_finds_what_trying_every_line_finds(bot: str, seat: int, flop: Flop) -> None:
    for hand in ("AsKd", "8h7h", "3d2c"):
        holding = flop.combos.index(Combo.parse(hand))
        values = Lines(bot, THESIS, seat).start_values(flop.chances[[holding]])
        expected = float(BruteForce(bot, seat, flop.edges(holding)).value())
        assert values.max() == pytest.approx(expected, abs=1e-9)


def worth_on_the_river(fork: Fork, edges: FloatArray) -> FloatArray:
    ways = [chips * edges for chips in fork.lines] + [np.full(edges.shape, -fork.fold)]
    best: FloatArray = np.max(ways, axis=0)
    return best


class BestPlayer:
    """Plays on one flop what the recursion finds best."""

    def __init__(self, lines: Lines, flop: Flop) -> None:
        self.lines, self.flop = lines, flop
        self.starts = lines.start_values(flop.chances)

    def worths(self, street: int, holding: int, turn: int, river: int) -> dict[int, float]:
        """What it is worth to begin the next street with so many chips in."""
        turns, rivers = self.lines.streets[2:]
        if street == 0:
            return dict(zip(self.lines.streets[0][0].lines, self.starts[holding], strict=False))
        if street == 1:
            values = self.lines.turn_values(self.flop.chances[[holding]])[0]
            return dict(zip(turns, values, strict=True))
        edges = self.flop.edges(holding)[turn]
        if street == 2:
            return {
                chips: float(worth_on_the_river(fork, edges).sum() / 46)
                for chips, fork in rivers.items()
            }
        return {chips: float(chips * edges[river]) for chips in range(STACK + 1)}

    def play(self, deal: Deal, holding: int, turn: int, river: int, bot: Agent) -> int:
        seat, hand, chips = self.lines.seat, Hand(RULES, deal), 0
        for street in range(4):
            fork = self.lines.streets[street][chips]
            worths = self.worths(street, holding, turn, river)
            best = max(fork.lines, key=lambda chips: worths[chips])
            folds = -fork.fold > worths[best]
            ours = iter(fork.lines[best])
            while not hand.over and hand.street == street:
                if hand.seat == seat and hand.legal:
                    out = FOLD if hand.legal.fold else CALL
                    hand.act(out if folds else next(ours))
                elif hand.seat is not None:
                    hand.act(bot.act(hand.observation(hand.seat)))
            chips = best
        assert hand.payoffs is not None
        return hand.payoffs[seat]


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "seat"), SEATS)
def test_played_through_the_engine_it_wins_what_it_should(bot: str, seat: int, flop: Flop) -> None:
    player, rng, deals = BestPlayer(Lines(bot, THESIS, seat), flop), np.random.default_rng(1), 3000
    luck = np.empty(deals)
    for number in range(deals):
        cards = rng.permutation(flop.deck)[:6].tolist()
        ours, theirs, (turn, river) = cards[:2], cards[2:4], cards[4:]
        holding = flop.combos.index(Combo.of(*ours))
        holes = [(DECK[theirs[0]], DECK[theirs[1]])] * 2
        holes[seat] = (DECK[ours[0]], DECK[ours[1]])
        deal = Deal(tuple(holes), (*flop.cards, DECK[turn], DECK[river]))
        places = flop.deck.index(turn), flop.deck.index(river)
        won = player.play(deal, holding, *places, BOTS[bot]())
        luck[number] = won - player.starts[holding].max()
    assert abs(luck.mean()) < 3 * luck.std() / np.sqrt(deals)


@pytest.mark.parametrize("bot", BOTS)
def test_no_size_but_all_in_adds_anything(bot: str, flop: Flop) -> None:
    some = flop.chances[list(range(0, 1176, 50))]
    for seat in range(2):
        free, least = (Lines(bot, sizes, seat).start_values(some) for sizes in (FREE, (inf,)))
        assert free.max(axis=1) == pytest.approx(least.max(axis=1), abs=1e-9)


def test_from_raisebot_free_sizes_win_no_more_than_the_thesis_sizes(flop: Flop) -> None:
    for seat in range(2):
        ours, free = (
            Lines("raise", sizes, seat).start_values(flop.chances) for sizes in (THESIS, FREE)
        )
        assert ours.max(axis=1) == pytest.approx(free.max(axis=1), abs=1e-9)


def test_with_free_sizes_the_best_against_callbot_is_to_check_and_then_go_all_in() -> None:
    rng, won = np.random.default_rng(3), []
    for _ in range(300):
        board = tuple(DECK[card] for card in rng.choice(52, 5, replace=False))
        edges = 2 * exact_ranks(board) - 1
        by_hand = np.where(edges > 0, STACK * edges, RULES.big_blind * edges)
        won.append(np.nanmean(by_hand) / RULES.big_blind)
    error = np.std(won) / np.sqrt(len(won))
    most = ceiling("call", FREE, flops=12, seed=2)
    assert most.mean == pytest.approx(most.plain, abs=1e-9)
    spread = 3 * error + (most.high - most.low)
    assert most.mean == pytest.approx(float(np.mean(won)), abs=spread)
    assert most.mean == pytest.approx(25.5, abs=0.5)


def test_the_thesis_sizes_win_about_21_and_choosing_on_half_the_flops_wins_no_more() -> None:
    for bot in BOTS:
        shares: list[float] = []
        most = ceiling(bot, THESIS, 8, 1, shares.append)
        assert most.mean == pytest.approx(21, abs=1)
        assert most.low < most.mean <= most.plain
        assert (len(shares), shares[-1]) == (8, 1.0)


def test_what_cannot_be_asked_for() -> None:
    with pytest.raises(VillainError, match="bot"):
        ceiling("cal")
    with pytest.raises(VillainError, match="4 or more"):
        ceiling("call", flops=2)
    with pytest.raises(VillainError, match="0 or more"):
        ceiling("call", (-0.5,))
