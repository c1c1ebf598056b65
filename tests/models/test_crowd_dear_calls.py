"""Beyond the data the read is monotone: a dearer call needs a better hand."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.table import ring
from villain.cards import parse_cards
from villain.game import CALL, FOLD, Rules, limit_holdem, no_limit_holdem, raise_to
from villain.game.public_state import PublicState
from villain.game.situation import Decision, Situation, situation_of
from villain.game.what_if import facing
from villain.models.crowd.compiled import compile_read
from villain.models.crowd.dear_calls import BLINDS, POTS, factors, priced
from villain.models.crowd.grid import cell_of
from villain.models.crowd.kinds import legal_kinds
from villain.models.crowd.lines import reachable_cells
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.situations import codes_of
from villain.models.crowd.strengths import hand_codes

BOARD = parse_cards("Ks 8d 3c 2h 8s")
HELD = hand_codes()[::60]
ACES = hand_codes()[-1:]


def bet(rules: Rules, to: int, *, street: int = 0, folds: int = 0) -> Situation:
    """On a street to which everybody has checked, the first to act bets so much."""
    state = PublicState.at_start(rules)
    while state.street < street:
        while state.seat is not None:
            state.act(CALL)
        state.deal(BOARD[len(state.board) : state.street + 3])
    for _ in range(folds):
        state.act(FOLD)
    state.act(raise_to(to))
    return situation_of(state)


@cache
def readers() -> tuple[CrowdReader, ...]:
    """One who knows nothing of Ann, and one who has seen her call dear bets."""
    caller = CrowdReader()
    for street in (0, 1, 2, 3) * 3:
        situation = bet(no_limit_holdem(2, stack=120), 60 - 2 * street, street=street)
        chips = situation.owed
        caller.learn(Decision(situation.seat, "Ann", situation, "call", chips, chips))
    return CrowdReader(), caller


def goes_on(reader: CrowdReader, situation: Situation) -> tuple[float, np.ndarray]:
    """The chance to go on whatever she holds, and with each of the hands, as a person."""
    known = reader.look("Ann", [situation])
    overall = 1 - float(reader.by_network("Ann", [situation], known)[0, 0])
    [read] = reader.reads("Ann", [situation])
    held = hand_codes(situation.board)[::60]
    held = held[held[:, 0] < 255]
    policy = reader.policy_at(read._replace(share=0.0), situation, held)
    return overall, 1 - policy[:, 0]


@st.composite
def two_prices(draw: st.DrawFn) -> tuple[Situation, Situation]:
    """The same table after two bets, both dear."""
    players, street = draw(st.integers(2, 6)), draw(st.integers(0, 3))
    stack = draw(st.integers(50, 1000))
    rules = no_limit_holdem(players, stack=2 * stack)
    folds = draw(st.integers(0, players - 2)) if street == 0 else 0
    least = max(2 * BLINDS + 2, 2 * POTS * players) + 4
    prices = st.integers(int(least), 2 * stack - 2 * (street > 0))
    low, high = sorted((draw(prices), draw(prices)))
    return bet(rules, low, street=street, folds=folds), bet(rules, high, street=street, folds=folds)


@given(two_prices(), st.integers(0, 1))
def test_a_dearer_call_is_never_likelier(both: tuple[Situation, Situation], whose: int) -> None:
    assert all(priced(situation).excess > 0 for situation in both)
    (overall, each), (dearer, dearer_each) = (goes_on(readers()[whose], one) for one in both)
    assert dearer <= overall + 1e-9
    assert (dearer_each <= each + 1e-9).all()


@given(two_prices())
def test_a_better_hand_is_given_up_no_sooner(both: tuple[Situation, Situation]) -> None:
    situation, dearer = both
    codes = hand_codes(situation.board)
    codes = codes[codes[:, 0] < 255]
    codes = codes[np.argsort(codes[:, 0])]
    left = factors(situation, priced(situation).excess, codes)
    assert (np.diff(left) >= 0).all()
    assert left[-1] == 1.0  # the best hand calls whatever it costs
    assert (factors(dearer, priced(dearer).excess, codes) <= left).all()


@given(two_prices())
def test_the_network_is_asked_one_thing_at_all_dear_prices(
    both: tuple[Situation, Situation],
) -> None:
    first, second = (codes_of(priced(situation).known) for situation in both)
    assert first == second


@pytest.mark.parametrize("street", range(4))
@pytest.mark.parametrize("stack", [150, 400, 2000])
def test_at_the_known_price_nothing_jumps(street: int, stack: int) -> None:
    rules = no_limit_holdem(2, stack=100 * stack, big_blind=200)
    own = 200 * (street == 0)
    edge = bet(rules, 40 * 200 + own, street=street)
    beyond = bet(rules, 40 * 200 + own + 1, street=street)
    assert priced(edge) == (edge, 0.0)
    assert 0 < priced(beyond).excess < 1e-3
    known = priced(beyond).known
    facts = ("owed", "pot", "stack", "effective", "could_raise", "raises", "put_in")
    assert [getattr(known, fact) for fact in facts] == [getattr(edge, fact) for fact in facts]
    assert known.raised == pytest.approx(edge.raised)
    reader = CrowdReader()
    for here, there in zip(goes_on(reader, edge), goes_on(reader, beyond), strict=True):
        assert here == pytest.approx(there, abs=1e-3)


@pytest.mark.parametrize(
    "situation",
    [
        bet(no_limit_holdem(2), 6),
        bet(no_limit_holdem(2, stack=60), 60),  # a short stack's shove
        bet(no_limit_holdem(6, stack=2000), 80, folds=4),
        bet(limit_holdem(2), 4),
        situation_of(PublicState.at_start(ring(1000, 1000, 1000)), 0),
    ],
)
def test_within_the_data_nothing_changes(situation: Situation) -> None:
    assert priced(situation) == (situation, 0.0)


def test_a_bet_into_a_large_pot_is_no_dear_call() -> None:
    state = PublicState.at_start(no_limit_holdem(2, stack=800))
    for to in (60, 180, 540):
        state.act(raise_to(to))
    assert priced(situation_of(state)).excess == 0.0


def test_callers_of_a_dear_bet_pay_the_known_price_too() -> None:
    state = PublicState.at_start(no_limit_holdem(3, stack=400))
    state.act(raise_to(400))
    state.act(CALL)
    price = priced(situation_of(state))
    assert (price.known.owed, price.known.pot) == (80, 2 + 2 * 82)
    assert price.excess == pytest.approx(398 / 80 - 1)


def test_who_would_face_less_is_asked_about_what_he_would_face() -> None:
    state = PublicState.at_start(no_limit_holdem(2, stack=400))
    state.act(raise_to(400))
    less, most = situation_of(facing(state, 0, 200), 0), situation_of(state, 0)
    assert priced(less).excess < priced(most).excess
    assert priced(less).known.pot == priced(most).known.pot


def test_who_may_not_raise_at_the_real_price_calls() -> None:
    reader, all_in = CrowdReader(), bet(no_limit_holdem(2, stack=400), 400)
    assert priced(all_in).known.could_raise
    assert not all_in.could_raise
    policy = reader.policy("Ann", all_in, HELD)
    assert ((policy > 0) == legal_kinds([all_in])).all()
    assert policy.sum(axis=1) == pytest.approx(np.ones(len(HELD)))
    assert reader.chances("Ann", [all_in])[0, 2] == 0.0


def test_a_shove_of_a_hundred_blinds_is_called_with_few_hands_but_with_aces() -> None:
    every, combos = hand_codes(), []
    for blinds in (100, 200):
        situation = bet(no_limit_holdem(2, stack=2 * blinds), 2 * blinds)
        policy = CrowdReader().policy("Ann", situation, every)
        combos.append(1 - policy[:, 0].mean())
        assert 1 - CrowdReader().policy("Ann", situation, ACES)[0, 0] > 0.9
    assert 0.15 > combos[0] > combos[1] > 0.01


def test_who_calls_everything_is_believed_to_call_a_shove() -> None:
    reader = CrowdReader()
    for blinds in (20, 30, 100, 200) * 8:
        situation = bet(no_limit_holdem(2, stack=2 * blinds), 2 * blinds)
        chips = situation.owed
        reader.learn(Decision(situation.seat, "Ann", situation, "call", chips, chips))
    shove = bet(no_limit_holdem(2, stack=400), 400)
    assert reader.chances("Ann", [shove])[0, 1] > 0.9
    assert reader.policy("Ann", shove, HELD)[1:, 1].min() > 0.85


def test_a_compiled_read_tightens_as_the_reader_does() -> None:
    now = bet(no_limit_holdem(2, stack=400), 400)
    reader = CrowdReader()
    read = compile_read(reader, "Ann", now.state(), now.seat)
    assert cell_of(now) in reachable_cells(now.state(), now.seat, "Ann")
    assert read.chances(now) == pytest.approx(reader.chances("Ann", [now])[0], abs=1e-6)
    weak, strong = (read.chances(now, strength)[1] for strength in (0.2, 0.98))
    assert weak < 0.02 < strong
    policy = reader.policy("Ann", now, hand_codes())
    whole = 1 - policy[:, 0].mean()
    assert np.mean([read.chances(now, step / 20)[1] for step in range(20)]) == pytest.approx(
        whole, abs=0.02
    )
