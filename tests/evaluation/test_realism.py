from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.hands.scripted_players import EVERYBODY, Player, play, store_of
from villain.agents.person import Person
from villain.cards.card import parse_cards
from villain.cards.combo import Combo
from villain.errors import VillainError
from villain.evaluation.judging import untouched
from villain.evaluation.realism.clone_losses import Losses, hand_losses
from villain.evaluation.realism.clone_report import clone_gains, inside_shares
from villain.evaluation.realism.clones import CloneResult, count_of
from villain.evaluation.realism.hand_features import hand_row, is_amount
from villain.evaluation.realism.hand_judge import area_under_curve, judge_hands_of
from villain.evaluation.realism.hand_shapes import hand_shape
from villain.evaluation.realism.real_tables import (
    RealTable,
    TableHand,
    TooFewTablesError,
    draw_tables,
)
from villain.evaluation.realism.showing import ShowingHabits, first_to_show
from villain.evaluation.realism.spreads import ANYWHERE, count_tables, statistic_spreads
from villain.evaluation.realism.stakes import find_stakes, stakes_of
from villain.evaluation.realism.twin_tables import play_twin
from villain.game.actions import CALL, FOLD, raise_to
from villain.game.deal import Deal
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import no_limit_holdem
from villain.hands.counting.statistics import COLUMNS
from villain.hands.hand_history import Origin, history_of
from villain.hands.store.hand_store import HandStore
from villain.kernels.arrays import FloatArray

SOME, OTHERS = EVERYBODY[:6], EVERYBODY[6:]


def _origin(table: str) -> Origin:
    return Origin(site="Here", currency="USD", decimals=2, table=table)


def table_of(players: list[Player], hands: int, seed: int) -> RealTable:
    told = []
    for history in play(players, hands, 4, seed):
        hand = history.replay()
        seats = [event for event in range(4) if event in history.shown]
        told.append(TableHand(hand, {seat: history.holes[seat] for seat in seats}))
    return told


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    batches = [
        play(SOME, 30, 4, 1, origin=_origin("one")),
        play(OTHERS, 30, 4, 2, origin=_origin("two")),
        play(SOME, 30, 4, 3, origin=_origin("three")),
    ]
    return store_of(tmp_path_factory.mktemp("realism") / "hands", *batches)


# Tables


def test_no_player_is_at_two_of_the_tables(store: HandStore) -> None:
    tables = draw_tables(store, 10, 25, seed=1)
    assert [len(table) for table in tables] == [25, 25]
    one, other = ({name for hand in table for name in hand.hand.names} for table in tables)
    assert not one & other
    assert [str(one) for one in stakes_of(store)] == ["Here 0.01/0.02 USD"]


def test_hands_of_a_table_are_in_a_row(store: HandStore) -> None:
    for table in draw_tables(store, 10, 10, seed=3):
        batches = [play(SOME, 30, 4, 1), play(OTHERS, 30, 4, 2), play(SOME, 30, 4, 3)]
        lines = [one.hand.state.line for one in table]
        whole = [[hand.replay().state.line for hand in batch] for batch in batches]
        assert any(lines == some[at : at + 10] for some in whole for at in (0, 10, 20))


def test_too_long_a_stretch_is_told(store: HandStore) -> None:
    with pytest.raises(VillainError, match=r"no table of .* has 31 hands in a row"):
        draw_tables(store, 2, 31, seed=1)


def test_stakes_are_found_by_their_blinds_and_drawn_by_themselves(tmp_path: Path) -> None:
    small, large = (Origin(site="Here", currency="USD", decimals=one, table="t") for one in (2, 0))
    store = store_of(
        tmp_path / "hands",
        play(SOME, 30, 4, 1, origin=small),
        play(OTHERS, 20, 4, 2, origin=large),
        play(OTHERS, 1, 4, 3, origin=Origin(site="There", decimals=1)),
    )
    assert [str(one) for one in stakes_of(store)] == ["Here 0.01/0.02 USD", "Here 1/2 USD"]
    [few, more] = [find_stakes(store, text)[0] for text in ("Here 1/2", "0.01/0.02")]
    assert len(draw_tables(store, 5, 10, 1, few)) == 1  # its two stretches share players
    [table] = draw_tables(store, 5, 30, 1, more)
    assert {name for one in table for name in one.hand.names} <= {one.name for one in SOME}
    with pytest.raises(TooFewTablesError):
        draw_tables(store, 5, 30, 1, few)
    with pytest.raises(VillainError, match=r"no stakes '1/20' in .*; there are: Here 0.01/0.02"):
        find_stakes(store, "1/20")


def test_only_tables_half_held_back_are_drawn_and_only_those_counted(tmp_path: Path) -> None:
    names = list(map(str, range(200)))
    kept, trained = ([n for n in names if untouched(n) is flag][:8] for flag in (True, False))
    mixed = [*kept[:2], *trained[:2]], [kept[4], *trained[4:7]]
    store = store_of(
        tmp_path / "hands",
        *(
            play([Player(name) for name in four], 20, 4, seed, origin=_origin(str(seed)))
            for seed, four in enumerate(mixed)
        ),
    )
    [real] = draw_tables(store, 5, 20, 1, held_back=True)
    twin = play_twin(real, ["random"], ShowingHabits(real), (1, 2))
    assert {name.split()[1] for name, _ in count_tables([real], who=untouched)} == set(kept[:2])
    ours = count_tables([twin], [real], untouched)
    chairs = {
        alias
        for one, other in zip(real, twin, strict=True)
        for name, alias in zip(one.hand.names, other.hand.names, strict=True)
        if name in kept
    }
    assert {name.partition(" ")[2] for name, _ in ours} == chairs
    assert len(chairs) == 2


def test_no_bar_of_a_question_is_among_what_is_printed(store: HandStore) -> None:
    answer = store.query("SELECT current_setting('enable_progress_bar')")
    assert answer.fetchone() == (False,)


def test_a_twin_has_the_chairs_and_stacks_of_the_real_table(store: HandStore) -> None:
    [real, *_] = draw_tables(store, 2, 25, seed=1)
    twin = play_twin(real, ["random", "call"], ShowingHabits(real), (1, 2))
    assert [one.hand.rules for one in twin] == [one.hand.rules for one in real]
    pairs = {
        pair
        for a, b in zip(real, twin, strict=True)
        for pair in zip(a.hand.names, b.hand.names, strict=True)
    }
    assert len(pairs) == len({real for real, _ in pairs}) == len({ours for _, ours in pairs})
    again = play_twin(real, ["random", "call"], ShowingHabits(real), (1, 2))
    assert [one.hand.events for one in again] == [one.hand.events for one in twin]


# Showing


def _showdown(shown: tuple[int, ...], *actions: int) -> TableHand:
    """Heads-up: aces in the big blind against sevens; both check, or bet on the river."""
    rules = no_limit_holdem(2, big_blind=2, stack=200)
    holes = (tuple(parse_cards("AhAd")), tuple(parse_cards("7c7d")))
    hand = Hand(rules, Deal(holes, tuple(parse_cards("2s3s9hJcKd"))))
    hand.act(CALL)
    for _ in range(5):
        hand.act(CALL)
    for to in actions:
        hand.act(raise_to(to))
    while hand.seat is not None:
        hand.act(CALL)
    return TableHand(hand, {seat: holes[seat] for seat in shown})


def test_the_last_bettor_shows_first() -> None:
    assert first_to_show(_showdown((0, 1)).hand) == 0
    assert first_to_show(_showdown((0, 1), 10).hand) == 0
    assert first_to_show(_showdown((0, 1), 10, 40).hand) == 1


def test_cards_are_hidden_as_people_hide_them() -> None:
    mucking = ShowingHabits([_showdown((0,)), _showdown((0, 1), 10, 40)])
    rng = np.random.default_rng(1)
    assert set(mucking.hide(_showdown((0, 1), 10), rng).shown) == {0}  # he need not show, and lost
    assert set(mucking.hide(_showdown((0, 1), 4, 20), rng).shown) == {0, 1}  # he had to
    often = ShowingHabits([_showdown((0,))] * 3 + [_showdown((0, 1))])
    shown = [1 in often.hide(_showdown((0, 1)), rng).shown for _ in range(400)]
    assert 0.19 < np.mean(shown) < 0.31


# Statistics and shapes


def test_counts_are_the_stores(store: HandStore) -> None:
    tables = draw_tables(store, 1, 30, seed=1)
    counts = count_tables(tables)
    [names] = [{name.partition(" ")[2] for name, _ in counts}]
    table = "one" if "Regular 7" not in names else "two"
    sums = ", ".join(f"sum({column})" for column in COLUMNS)
    sql = f"SELECT name, {sums} FROM seats JOIN hands USING (hand) WHERE table_name = ? GROUP BY 1"
    tables_of_these = ("one", "three") if table == "one" else ("two",)
    totals = [{row[0]: row[1:] for row in store.rows(sql, [one])} for one in tables_of_these]
    mine = {name.partition(" ")[2]: row for (name, place), row in counts.items() if place == ""}
    assert any(
        mine.keys() == some.keys() and all(tuple(mine[name]) == some[name] for name in mine)
        for some in totals
    )
    by_position = sum(row for (_, place), row in counts.items() if place != ANYWHERE)
    assert np.array_equal(by_position, sum(mine.values()))


def test_loose_tables_lie_outside_the_spread_of_tight_ones() -> None:
    tight = [Player(f"t{n}", enters=0.15 + n / 100) for n in range(12)]
    loose = [Player(f"l{n}", enters=0.8 + n / 100) for n in range(12)]
    real, ours = (count_tables([table_of(side, 200, 5)]) for side in (tight, loose))
    spreads = {(one.statistic.key, one.position): one for one in statistic_spreads(real, ours)}
    vpip = spreads["vpip", ""]
    assert not vpip.fits
    assert vpip.inside < 0.2
    assert vpip.overlap < 0.3
    assert vpip.real.low < 0.25 < vpip.real.high < 0.5 < vpip.ours.low
    same = {one.statistic.key: one for one in statistic_spreads(real, real) if not one.position}
    assert all(one.fits and one.overlap > 0.999 for one in same.values())


def test_the_shape_of_two_hands() -> None:
    shape = hand_shape([_showdown((0, 1)), _showdown((0,), 6, 18)])
    assert shape.shares["see a river"] == shape.shares["go to showdown"] == 1
    assert shape.shares["have a limper"] == 1
    assert shape.shares["players to the flop"] == 2
    assert shape.sizes["river bet, pots"].quantiles == (1.5,) * 5
    assert shape.sizes["river raise, pots"].quantiles == (0.75,) * 5
    assert shape.sizes["pot, bb"].cases == 2


# The judge


def test_the_features_of_a_hand() -> None:
    row = hand_row(_showdown((0, 1), 6, 18))
    assert row["players"] == row["players at showdown"] == row["cards shown"] == 2
    assert row["pot"] == 20
    assert row["first in place"] == 0
    assert (row["limpers"], row["pre-flop checks"], row["river raises"]) == (1, 1, 2)
    assert (row["river first size"], row["river re-raise"]) == (1.5, 3)
    assert row["river first place"] == 1
    assert row["river strength of winner"] > 0.8 > row["river strength of loser"] > 0.4
    assert "river strength of re-raiser" in row
    hidden = hand_row(_showdown((0,), 6, 18))
    assert "river strength of re-raiser" not in hidden
    amounts = [name for name in row if is_amount(name)]
    assert "river first size" in amounts
    assert "river raises" not in amounts


def test_area_is_the_chance_of_the_right_order() -> None:
    rng = np.random.default_rng(1)
    real, ours = rng.integers(0, 6, 30).astype(float), rng.integers(0, 5, 20).astype(float)
    right = np.mean([(a > b) + (a == b) / 2 for a, b in product(real, ours)])
    assert area_under_curve(real, ours) == pytest.approx(right)
    assert np.isnan(area_under_curve(real, ours[:0]))


def test_the_judge_tells_loose_players_and_not_the_same_ones() -> None:
    pytest.importorskip("sklearn", reason="the judge's extra is not installed")
    real = [table_of(SOME, 40, seed) for seed in range(4)]
    same = [table_of(SOME, 40, seed) for seed in range(4, 8)]
    wild = [table_of([Player(f"w{n}", 0.9, 0.9) for n in range(4)], 40, seed) for seed in range(4)]
    guess, sure = judge_hands_of(real, same, 1), judge_hands_of(real, wild, 1)
    assert 0.35 < guess.area < 0.65
    assert sure.area > 0.8
    assert sure.low < sure.area < sure.high
    assert sure.together > sure.area
    assert sure.tells[0].loss > 0


# Clones


class _Strict(Person):
    """Raises aces, folds everything else: with doubts."""

    def kinds(self, seen: Observation) -> FloatArray:  # noqa: ARG002
        chances = np.tile([0.8, 0.1, 0.0, 0.0, 0.1, 0.0, 0.0], (1326, 1))
        aces = [Combo.parse(a + b) for a, b in (("Ah", "Ad"), ("As", "Ac"))]
        chances[aces] = [0.0, 0.2, 0.0, 0.5, 0.3, 0.0, 0.0]
        return chances


def test_losses_with_and_without_cards() -> None:
    rules = no_limit_holdem(2, big_blind=2, stack=200)
    holes = (tuple(parse_cards("AhAd")), tuple(parse_cards("7c7d")))
    hand = Hand(rules, Deal(holes, tuple(parse_cards("2s3s9hJcKd"))), ("Ann", "Bob"))
    for action in (
        raise_to(6),
        raise_to(20),
        CALL,
        raise_to(30),
        raise_to(90),
        raise_to(150),
        FOLD,
    ):
        hand.act(action)
    history = history_of(hand, Origin())
    agent = _Strict()
    losses = hand_losses(agent, "Ann", history)
    # Nobody showed. Both of her raises are likely with aces only: the second is less of a surprise.
    first = (1324 * 0.1 + 2 * 0.8) / 1326
    likely = np.full(1326, 0.1)
    likely[[Combo.parse("AhAd"), Combo.parse("AsAc")]] = 0.8
    there = np.array([not set(Combo(one).cards) & set(hand.board) for one in range(1326)])
    second = (likely**2)[there].sum() / likely[there].sum()
    third = (likely**3)[there].sum() / (likely**2)[there].sum()
    assert losses.unknown == pytest.approx(-np.log(first * second * third))
    assert (losses.unknown_cases, losses.known_cases) == (3, 0)


def test_a_clone_that_does_the_same_is_inside() -> None:
    table = table_of(SOME, 300, 9)
    hands = [one.hand for one in table if "Regular 1" in one.hand.names]
    counts = count_of("Regular 1", hands)
    wrong = counts.copy()
    wrong[0] = 0
    half = Losses(0.5, 2, 10.0, 20)
    result = CloneResult(
        "Regular 1", 300, counts, counts, counts, counts[None], half, Losses(1.0, 2, 14.0, 20)
    )
    other = CloneResult(
        "Regular 2", 300, counts, counts, wrong, wrong[None], half, Losses(1.0, 2, 14.0, 20)
    )
    shares = {one.statistic: one for one in inside_shares([result, other])}
    assert shares["VPIP"].himself == 1
    assert (shares["VPIP"].clone, shares["VPIP"].another) == (0.5, 0.5)
    assert shares["PFR"].clone == shares["PFR"].another == 1
    known, _, unknown, everything = clone_gains([result, other], seed=1)
    assert known.gain == 0.25
    assert unknown.gain == pytest.approx(0.2)
    assert everything.decisions == 44
    assert everything.low <= everything.gain <= everything.high
