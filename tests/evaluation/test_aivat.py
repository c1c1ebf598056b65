"""AIVAT: unbiased whatever the value function is, and with less chance in it than chips."""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from villain.agents.holding_chances import HoldingChances
from villain.cards import Combo
from villain.cards.card import DECK, Card, parse_cards
from villain.cards.combo import COMBOS
from villain.errors import VillainError
from villain.evaluation.aivat.adjusting import Adjusting, adjusted
from villain.evaluation.aivat.meeting import HeldCards, Meeting, pair_edge
from villain.evaluation.aivat.value import value_function_for
from villain.game import CALL, FOLD, Deal, Hand, limit_holdem, no_limit_holdem, raise_to
from villain.game.actions import Action
from villain.game.presets import kuhn
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.strength import equity

RULES = no_limit_holdem(2, big_blind=2, stack=20)
BOARD = parse_cards("Ks7d2c4h")
HOLDINGS = ("AhAd", "AhKh", "7h6h"), ("KdKh", "5c3c", "AhQd")
"""Some of them cannot meet."""
NONE: tuple[int, ...] = ()


def holding(text: str) -> int:
    return int(Combo.parse(text))


def on_the_turn() -> PublicState:
    """Nobody has bet so far."""
    state = PublicState.at_start(RULES)
    state.act(CALL), state.act(CALL)
    state.deal(BOARD[:3])
    state.act(CALL), state.act(CALL)
    state.deal(BOARD[3:])
    return state


def left(pair: tuple[int, int], board: tuple[Card, ...]) -> list[Card]:
    gone = {*COMBOS[pair[0]].cards, *COMBOS[pair[1]].cards, *board}
    return [card for card in DECK if card not in gone]


def payoff(state: PublicState, pair: tuple[int, int]) -> float:
    """What seat 0 wins at the end of a hand."""
    for seat in (0, 1):
        if state.folded[seat]:
            return state.committed[seat] * (2 * seat - 1)
    return min(state.committed) * pair_edge(*pair, tuple(sorted(state.board)))


@dataclass
class AnyValue:
    """A random number for every public history with every pair of holdings."""

    seed: int
    name: str = "any"
    _known: dict[object, float] = field(default_factory=dict)

    def value(self, state: PublicState, meeting: Meeting) -> float:
        one, other = (np.flatnonzero(held.weights) for held in meeting.held)
        total = mean = 0.0
        for pair in product(one.tolist(), other.tolist()):
            if set(COMBOS[pair[0]].cards) & set(COMBOS[pair[1]].cards):
                continue
            weight = meeting.held[0].weights[pair[0]] * meeting.held[1].weights[pair[1]]
            total += weight
            mean += weight * self.of(state, pair)
        return mean / total

    def of(self, state: PublicState, pair: tuple[int, int]) -> float:
        key = tuple(state.line), state.board, pair
        if key not in self._known:
            if any(state.folded) or state.betting_over:
                self._known[key] = payoff(state, pair)
            elif state.seat is None:
                cards = left(pair, state.board)
                self._known[key] = sum(self.of(dealt(state, card), pair) for card in cards) / len(
                    cards
                )
            else:
                rng = np.random.default_rng([self.seed, len(self._known)])
                self._known[key] = 10 * rng.normal()
        return self._known[key]


def dealt(state: PublicState, card: Card) -> PublicState:
    after = state.copy()
    after.deal((card,))
    return after


@dataclass
class AnyStrategy:
    """Checks, bets, calls and folds by chance, with every holding by its own; one bet a street."""

    seed: int
    _known: dict[object, HoldingChances] = field(default_factory=dict)

    def chances(self, state: PublicState) -> HoldingChances:
        assert state.legal is not None
        key = tuple(state.line), state.board
        if key not in self._known:
            actions = [FOLD, CALL] if state.legal.call else [CALL, raise_to(state.legal.least)]
            rng = np.random.default_rng([self.seed, len(self._known)])
            rows = rng.dirichlet(np.ones(2), 1326)
            rows[rng.random(1326) < 0.2] = (0.0, 1.0)
            self._known[key] = HoldingChances(tuple(actions), rows)
        return self._known[key]


Ways = dict[tuple[int, int], float]


def ends(
    following: Adjusting, ways: Ways, strategy: AnyStrategy, tell: tuple[int, ...]
) -> Iterator[tuple[Adjusting, Ways]]:
    """Every way a hand can go: how it was followed, and how likely with each pair of holdings."""
    state = following.state
    ways = {pair: chance for pair, chance in ways.items() if chance > 0}
    if not ways:
        return
    if any(state.folded) or state.betting_over:
        yield following, ways
    elif state.seat is None:
        for card in DECK:
            come = {
                pair: chance / len(left(pair, state.board))
                for pair, chance in ways.items()
                if card in left(pair, state.board)
            }
            if come:
                after = twin(following)
                after.deal(state.street + 1, (card,))
                yield from ends(after, come, strategy, tell)
    else:
        seat, known = state.seat, strategy.chances(state)
        if seat not in tell and following.meeting.held[seat].combo is None:
            for combo in {pair[seat] for pair in ways}:
                after = twin(following)
                after.reveal(seat, COMBOS[combo].cards)
                his = {pair: chance for pair, chance in ways.items() if pair[seat] == combo}
                yield from ends(after, his, strategy, tell)
            return
        for place, action in enumerate(known.actions):
            row = known.chances[:, place]
            taken = {pair: chance * row[pair[seat]] for pair, chance in ways.items()}
            if not any(taken.values()):
                continue
            after = twin(following)
            if seat in tell:
                after.act(action, known)
            else:
                after.state.act(action)
            yield from ends(after, taken, strategy, tell)


def twin(following: Adjusting) -> Adjusting:
    return replace(following, state=following.state.copy(), corrections=copy(following.corrections))


@pytest.mark.parametrize("tell", [NONE, (0,), (1,), (0, 1)])
@given(seed=st.integers(0, 10_000))
@settings(max_examples=4)
def test_unbiased_whatever_the_value_function_is(seed: int, tell: tuple[int, ...]) -> None:
    # Every card, action and holding of a small end of a hand, and a value function of random
    # numbers: the means agree to rounding.
    weights = np.zeros((2, 1326))
    rng = np.random.default_rng(seed)
    for seat, some in enumerate(HOLDINGS):
        weights[seat, [holding(text) for text in some]] = rng.dirichlet(np.ones(3))
    ways = {
        (one, other): float(weights[0, one] * weights[1, other])
        for one, other in product(*(np.flatnonzero(row).tolist() for row in weights))
        if not set(COMBOS[one].cards) & set(COMBOS[other].cards)
    }
    total = sum(ways.values())
    ways = {pair: chance / total for pair, chance in ways.items()}
    meeting = Meeting((HeldCards(weights[0]), HeldCards(weights[1])), BOARD)
    start = Adjusting(on_the_turn(), meeting, AnyValue(seed))
    chips = less_luck = often = 0.0
    spread = set()
    for following, likely in ends(start, ways, AnyStrategy(seed + 1), tell):
        chance = sum(likely.values())
        often += chance
        chips += sum(part * payoff(following.state, pair) for pair, part in likely.items())
        less_luck += chance * (following.worth + following.corrections.total)
        spread.add(round(following.corrections.total, 6))
    assert often == pytest.approx(1, abs=1e-9)
    assert less_luck == pytest.approx(chips, abs=1e-9)
    assert len(spread) > 50  # the corrections are not nothing


@pytest.mark.parametrize("rules", [RULES, limit_holdem(2)])
def test_before_cards_the_shipped_value_is_the_mean_over_them(rules: Rules) -> None:
    values = value_function_for(rules)
    state = PublicState.at_start(rules)
    state.act(raise_to(4)), state.act(CALL)
    state.deal(BOARD[:3])
    state.act(CALL), state.act(CALL)
    pair = holding("AhKh"), holding("7h6h")
    before = Meeting(tuple(HeldCards.known(COMBOS[one].cards) for one in pair), BOARD[:3])  # type: ignore[arg-type]
    cards = left(pair, state.board)
    after = [values.value(dealt(state, card), before.on((*BOARD[:3], card))) for card in cards]
    assert np.std(after) > 0.5
    assert values.value(state, before) == pytest.approx(np.mean(after), abs=1e-6)


def test_a_meeting_averages_over_all_pairs_that_can_meet() -> None:
    one, other = HeldCards(np.zeros(1326)), HeldCards(np.zeros(1326))
    one.weights[[holding("AhAd"), holding("7h6h")]] = 0.25, 0.75
    other.weights[[holding("AhKd"), holding("5c3c")]] = 0.5, 0.5
    pairs = {("AhAd", "5c3c"): 0.125, ("7h6h", "AhKd"): 0.375, ("7h6h", "5c3c"): 0.375}
    for board in ("", "Ks7d2c", "Ks7d2c4h", "Ks7d2c4hTs"):
        known = parse_cards(board) if board else ()
        meeting = Meeting((one, other), known)
        edges = [2 * equity(pair, board or ()).shares[0] - 1 for pair in pairs]
        expected = float(np.average(edges, weights=list(pairs.values())))
        assert meeting.edge() == pytest.approx(expected, abs=1e-5)
        assert meeting.edge(1, np.ones(1326)) == pytest.approx(expected, abs=1e-5)
        of = np.zeros(1326)
        of[holding("7h6h")] = 2.0
        part = 2 * (0.375 * edges[1] + 0.375 * edges[2]) / 0.875
        assert meeting.edge(0, of) == pytest.approx(part, abs=1e-5)
        assert meeting.mean(0, of) == pytest.approx(2 * 0.75 / 0.875)
        seen = meeting.revealed(0, parse_cards("7h6h"))
        assert seen.edge() == pytest.approx((edges[1] + edges[2]) / 2, abs=1e-5)
        assert seen.edge(0, of) == pytest.approx(edges[1] + edges[2], abs=1e-5)
        both = seen.revealed(1, parse_cards("5c3c"))
        assert both.edge() == pytest.approx(edges[2], abs=1e-6)


def hand_of(rules: Rules, actions: tuple[Action, ...], seed: int) -> Hand:
    cards = [DECK[card] for card in np.random.default_rng(seed).permutation(52)[:9].tolist()]
    hand = Hand(rules, Deal((tuple(cards[:2]), tuple(cards[2:4])), tuple(cards[4:])))
    for action in actions:
        hand.act(action)
    return hand


def test_two_who_do_not_look_at_their_cards_have_nothing_but_luck() -> None:
    whatever = HoldingChances((CALL,), np.ones((1326, 1)))
    for seed in range(5):
        hand = hand_of(RULES, (CALL,) * 8, seed)
        assert adjusted(RULES, hand.events, [whatever] * 8).chips == pytest.approx(0, abs=1e-5)


def test_an_all_in_counts_by_its_equity() -> None:
    shoved = (raise_to(20), CALL)
    hands = [hand_of(RULES, shoved, seed) for seed in range(40)]
    won = [float(hand.payoffs[0]) for hand in hands]  # type: ignore[index]
    less_luck = [adjusted(RULES, hand.events, [None, None]) for hand in hands]
    for hand, one in zip(hands, less_luck, strict=True):
        assert one.ended == hand.payoffs[0]  # type: ignore[index]
    assert np.std([one.chips for one in less_luck]) < np.std(won) / 3


def test_who_did_not_do_as_he_told_is_noticed() -> None:
    always = HoldingChances((CALL,), np.ones((1326, 1)))
    hand = hand_of(RULES, (FOLD,), 1)
    one = adjusted(RULES, hand.events, [always])
    assert one.untrue == (0, 1)
    rows = np.zeros((1326, 2))
    rows[:, 1] = 1.0
    never = HoldingChances((FOLD, CALL), rows)
    assert adjusted(RULES, hand.events, [never]).untrue == (0, 1)
    assert adjusted(RULES, hand.events, [None]).untrue == (0, 0)


def test_games_that_it_is_not_for() -> None:
    with pytest.raises(VillainError, match="hold'em between two"):
        adjusted(no_limit_holdem(3), [], [])
    with pytest.raises(VillainError, match="hold'em between two"):
        adjusted(kuhn(), [], [])
