"""The simulator on Leduc, where the truth can be counted."""

from itertools import permutations

import numpy as np
import pytest

from tests.agents.leduc_tree import exact_values
from tests.game.table import play, start
from villain.agents import make_agent
from villain.agents.simulator import Simulator, deals, legal_moves, play_out
from villain.arena import Match, play_match
from villain.cards import parse_cards
from villain.errors import VillainError
from villain.game import (
    CALL,
    FOLD,
    Acted,
    Action,
    Deal,
    Hand,
    Observation,
    kuhn,
    leduc,
    limit_holdem,
    one_card,
    raise_to,
)
from villain.kernels.arrays import FloatArray
from villain.strategy.simulation import (
    Budget,
    Simulation,
    Trials,
    sample_trials,
    simulate,
    truncate,
)
from villain.strategy.small_games import (
    STRATEGIES,
    Strategy,
    complete,
    decide,
    fits,
    replay_actions,
)

TIGHT, LOOSE = STRATEGIES["tight"], STRATEGIES["loose"]
SEED, ROUNDING = 7, 1e-9

SPOTS = [
    ("Ks", "", ""),
    ("As", "", "r2"),
    ("Qs", "", "c r2"),
    ("Ks", "Ah", "c r2 c"),
    ("Ks", "Qs", "r2 r4 c c r4"),
    ("Ah", "Qs", "r2 c r4"),
]
"""One's card, the board and what was done; but for the first it tells of the other's card."""


def at(card: str, board: str, actions: str) -> Observation:
    """What the seat whose turn it is sees if it holds the card."""
    other = next(str(one) for one in leduc().deck if str(one) not in (card, board))
    for holes in (f"{card} {other}", f"{other} {card}"):
        hand = play(start(leduc(), holes, board), actions)
        assert hand.seat is not None
        seen = hand.observation(hand.seat)
        if seen.hole == parse_cards(card):
            return seen
    raise AssertionError


# The truth, twice


def after(hand: Hand, deal: Deal, action: Action) -> Hand:
    """The hand with one more action; the hand itself stays as it is."""
    copy = replay_actions(Hand(hand.rules, deal), hand.observation(0))
    copy.act(action)
    return copy


def worth(hand: Hand, deal: Deal, seat: int, opponent: Strategy, own: Strategy) -> float:
    """What a seat gets in a hand whose cards are known, over all that may still be done."""
    if hand.payoffs is not None:
        return float(hand.payoffs[seat])
    assert hand.seat is not None
    assert hand.legal is not None
    triple = decide(own if hand.seat == seat else opponent, hand, deal.holes[hand.seat][0])
    actions = (FOLD, CALL, raise_to(hand.legal.least))
    return sum(
        chance * worth(after(hand, deal, action), deal, seat, opponent, own)
        for chance, action in zip(triple, actions, strict=True)
        if chance > 0
    )


def moves_worth(seen: Observation, deal: Deal, opponent: Strategy, own: Strategy) -> FloatArray:
    """What each move earns from here on, if these are the cards."""
    now = replay_actions(Hand(seen.rules, deal), seen)
    values = [
        worth(after(now, deal, move), deal, seen.seat, opponent, own) for move in legal_moves(seen)
    ]
    return np.array(values) + now.committed[seen.seat]


def counted(seen: Observation, opponent: Strategy, own: Strategy) -> FloatArray:
    """What each move earns from here on, over all deals and all lines of our engine."""
    deck, weights = seen.rules.deck, fits(seen, opponent)[1 - seen.seat]
    unseen = [card for card in deck if card not in (*seen.hole, *seen.board)]
    total, values = 0.0, np.zeros(len(legal_moves(seen)))
    for order in permutations(unseen, 1 if seen.board else 2):
        weight = weights[deck.index(order[0])]
        values += weight * moves_worth(seen, complete(seen, list(order)), opponent, own)
        total += weight
    return values / total


def in_open_spiel(seen: Observation, opponent: Strategy, own: Strategy) -> FloatArray:
    """The same, over OpenSpiel's tree."""
    deck = seen.rules.deck
    kinds = [event.kind for event in seen.events if isinstance(event, Acted)]
    path = "".join(str(("fold", "call", "raise").index(kind)) for kind in kinds)
    board = deck.index(seen.board[0]) if seen.board else None
    strategies = (own, opponent) if seen.seat == 0 else (opponent, own)
    return exact_values(seen.seat, deck.index(seen.hole[0]), path, board, strategies)


# What the simulation finds


def trials_at(seen: Observation, seed: int = SEED) -> Trials:
    moves = legal_moves(seen)
    played = play_out(seen, moves, LOOSE, TIGHT, None)
    return sample_trials(deals(seen, fits(seen, LOOSE)), played, len(moves), seed)


def run(seen: Observation, trials: Trials, count: int = 600) -> Simulation:
    return simulate(trials, len(legal_moves(seen)), Budget(count))


@pytest.mark.parametrize("spot", SPOTS)
def test_values_are_those_of_the_whole_tree(spot: tuple[str, str, str]) -> None:
    seen = at(*spot)
    truth = in_open_spiel(seen, LOOSE, TIGHT)
    np.testing.assert_allclose(counted(seen, LOOSE, TIGHT), truth, atol=ROUNDING)
    found = run(seen, trials_at(seen))
    assert np.all(np.abs(found.values - truth) <= 4 * found.errors + ROUNDING), (found, truth)
    assert found.errors.max() < 0.6


def test_a_truncated_play_out_with_an_exact_evaluation_keeps_the_values() -> None:
    seen = at("Ks", "", "c r2")
    moves = len(legal_moves(seen))
    known: dict[Deal, FloatArray] = {}

    def evaluate(line: tuple[Deal, int], _: np.random.Generator) -> float:
        deal, move = line
        if deal not in known:
            known[deal] = moves_worth(seen, deal, LOOSE, TIGHT)
        return float(known[deal][move])

    short = truncate(
        lambda deal, move: (deal, move), lambda line, _: line, lambda _: None, evaluate, depth=0
    )
    found = run(seen, sample_trials(deals(seen, fits(seen, LOOSE)), short, moves, SEED))
    truth = in_open_spiel(seen, LOOSE, TIGHT)
    assert np.all(np.abs(found.values - truth) <= 4 * found.errors + ROUNDING)
    # What is evaluated is not left to chance.
    assert np.all(found.gaps <= run(seen, trials_at(seen)).gaps)


def test_common_random_numbers_make_differences_more_precise() -> None:
    seen = at("Ah", "Qs", "r2 c r4")
    common = trials_at(seen)(0, 1000)
    other = trials_at(seen, seed=SEED + 1)(0, 1000)
    paired = (common[:, 2] - common[:, 1]).std()
    apart = (common[:, 2] - other[:, 1]).std()
    assert paired < 0.3 * apart


def test_a_range_follows_from_what_was_done() -> None:
    seen = at("Ks", "Qs", "r2 r4 c c r4")
    other, deck = 1 - seen.seat, [str(card) for card in leduc().deck]
    weights = fits(seen, LOOSE)
    likely = dict(zip(deck, weights[other] / weights[other].sum(), strict=True))
    assert likely["Ks"] == likely["Qs"] == 0
    assert likely["Ah"] > likely["Kh"]  # he raised before the queen came
    rng, draw = np.random.default_rng(SEED), deals(seen, weights)
    drawn = [str(draw(rng).holes[other][0]) for _ in range(2000)]
    for card, share in likely.items():
        assert abs(drawn.count(card) / 2000 - share) <= 4 * np.sqrt(share * (1 - share) / 2000)
    # Who calls everything never raises; with surprises nothing is impossible.
    assert fits(seen, STRATEGIES["call"])[other].sum() == 0
    assert fits(seen, STRATEGIES["call"], surprise=0.1)[other].sum() > 0


# The agent


def rate_of(spec: str, opponent: str, deals: int) -> tuple[float, float]:
    """What an agent wins at Leduc, and half its interval."""
    result = play_match(Match(leduc(), (spec, opponent), deals, seed=SEED))
    assert not result.faults
    won = result.rates()[0]
    return won.mean, won.high - won.mean


@pytest.mark.slow
@pytest.mark.parametrize(("opponent", "deals"), [("call", 1200), ("random", 250)])
def test_it_beats_who_does_not_think(opponent: str, deals: int) -> None:
    won, half = rate_of("simulator:trials=60", opponent, deals)
    assert won > half


@pytest.mark.slow
def test_it_does_better_if_it_takes_the_other_for_what_he_is() -> None:
    right, half = rate_of("simulator:trials=60,opponent=call", "call", 200)
    wrong, other_half = rate_of("simulator:trials=60", "call", 200)
    assert right - wrong > half + other_half


def test_what_it_does_with_the_best_and_the_worst() -> None:
    sure = make_agent("simulator:opponent=call")
    assert sure.act(at("Qs", "Qh", "c c")) == raise_to(4)
    assert sure.act(at("As", "", "c")) == raise_to(2)
    assert make_agent("simulator:opponent=tight").act(at("Ks", "Qs", "c r2 c r4")) == FOLD


def test_it_plays_small_games_only() -> None:
    assert all(Simulator.plays(rules) for rules in (kuhn(), kuhn(5), leduc(4), one_card(6)))
    assert not any(Simulator.plays(rules) for rules in (limit_holdem(), leduc(9), one_card(9)))
    for spec, says in (
        ("simulator:trials=1", "trials=1, depth=0"),
        ("simulator:opponent=tigth", "did you mean 'tight'"),
        ("simulator:model=stiles", "did you mean 'styles'"),
    ):
        with pytest.raises(VillainError, match=says):
            make_agent(spec)


def test_it_listens_to_a_model_where_one_reads_the_game() -> None:
    """Against four styles a raise means a high card; a model knows, and with it a jack folds."""
    agent = make_agent("simulator:model=styles-cards")
    assert isinstance(agent, Simulator)
    hand = play(start(one_card(2), "As 7s"), "r1")
    seen = hand.observation(1)
    assert agent.act(seen) == FOLD
    assert agent.model is not None
    np.testing.assert_array_equal(agent.weights(seen)[0], agent.model.range(seen, 0))
    agent.watch(seen)
    assert agent.weights(at("Ks", "", "r2")).shape == (2, 6)  # Leduc it does not read


def test_a_depth_ends_the_trials_early() -> None:
    """After one answer of a caller an ace has its 0.7 of the pot, whatever would come."""
    agent = make_agent("simulator:trials=400,depth=1,opponent=call")
    assert isinstance(agent, Simulator)
    found = agent.consider(at("As", "", ""))
    for value, error, pot, paid in zip(found.values, found.errors, (2, 6), (0, 2), strict=True):
        assert abs(value - (0.7 * pot - paid)) < 4 * error
    assert agent.consider(at("Ah", "", "")) is found  # the suit makes no difference
