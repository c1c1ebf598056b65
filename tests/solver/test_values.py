"""Values at the ends of streets: boards, what networks see of them, and what they answer."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from villain.cards.card import DECK, Card, parse_distinct
from villain.kernels.arrays import SingleArray
from villain.kernels.spreads import rival_spreads, strength_spreads
from villain.solver.values.board_facts import BoardFacts
from villain.solver.values.features import BoardFeatures, EndInputs, ratio_steps, soft_steps
from villain.solver.values.network import ValueNetwork, network_for
from villain.strength import equity

RECORDED = Path(__file__).with_name("values_recorded.npz")
NETWORKS = sorted({name.split(".")[0] for name in np.load(RECORDED).files})
TURN = parse_distinct("Ks7d2c4h", "board")


def _ranges(facts: BoardFacts, seed: int, rows: int = 2) -> SingleArray:
    """Random weights, many of them nothing."""
    rng = np.random.default_rng(seed)
    return (rng.random((rows, facts.size)) * (rng.random((rows, facts.size)) < 0.3)).astype(
        np.float32
    )


@pytest.mark.parametrize("board", ["", "Ks7d2c", "Ks7d2c4h", "Ks7d2c4h9s"])
def test_showdowns_against_a_range_are_its_equity(board: str) -> None:
    facts = BoardFacts(parse_distinct(board, "board") if board else ())
    weights = np.zeros(1326)
    weights[facts.holdings] = _ranges(facts, 3, 1)[0]
    from villain.cards.combo import COMBOS
    from villain.cards.range import Range

    rivals = facts.rivals(weights[facts.holdings][None])[0]
    won = facts.showdowns(weights[facts.holdings][None])[0]
    for place in (0, 400, 1000):
        combo = COMBOS[facts.holdings[place]]
        share = equity([str(combo), Range(weights)], board or ()).shares[0]
        assert (1 + won[place] / rivals[place]) / 2 == pytest.approx(share, abs=1e-5)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=10)
def test_rivals_share_no_card(seed: int) -> None:
    facts = BoardFacts(TURN)
    [weights] = _ranges(facts, seed, 1)
    place = seed % facts.size
    own = {facts.first[place], facts.second[place]}
    apart = [
        weight
        for weight, one, two in zip(weights, facts.first, facts.second, strict=True)
        if one not in own and two not in own
    ]
    assert facts.rivals(weights[None])[0, place] == pytest.approx(sum(apart), rel=1e-4)


def test_spreads_are_what_counting_gives() -> None:
    rng = np.random.default_rng(5)
    ranks = rng.integers(0, 6, (7, 12)).astype(np.int16)
    spreads = strength_spreads(ranks, 4)
    for holding in range(12):
        standings = [
            np.mean([(rank < row[holding]) + (rank == row[holding]) / 2 for rank in row if rank])
            for row in ranks
            if row[holding]
        ]
        assert spreads[holding, 0] == pytest.approx(np.mean(standings), abs=1e-5)
        assert spreads[holding, 1] == pytest.approx(np.mean(np.square(standings)), abs=1e-5)
        steps = np.minimum((np.array(standings) * 4).astype(int), 3)
        histogram = np.bincount(steps, minlength=4) / len(standings)
        np.testing.assert_allclose(spreads[holding, 2:], histogram, atol=1e-5)


def test_spreads_among_rivals_are_what_counting_gives() -> None:
    rng = np.random.default_rng(6)
    ranks = rng.integers(1, 6, (5, 9))
    ranks[0, 2] = 99  # shares a card with the run-out, and comes last
    order = np.argsort(ranks, axis=1, kind="stable").astype(np.int16)
    ordered = np.take_along_axis(ranks, order.astype(np.intp), axis=1)
    tied = np.concatenate([np.zeros((5, 1), bool), ordered[:, 1:] == ordered[:, :-1]], axis=1)
    possible = (ranks < 99).sum(axis=1).astype(np.int32)
    weights = rng.random((2, 9)).astype(np.float32)
    spreads = rival_spreads(order, tied, possible, weights, 5)
    for row, holding in product(range(2), range(9)):
        standings = []
        for rank in ranks:
            if rank[holding] < 99:
                here = weights[row] * (rank < 99)
                below = (here * (rank < rank[holding])).sum()
                same = (here * (rank == rank[holding])).sum()
                standings.append((below + same / 2) / here.sum())
        expected = soft_steps(np.array(standings), 5).mean(axis=0)
        np.testing.assert_allclose(spreads[row, holding], expected, atol=1e-5)


def test_soft_steps_keep_the_value() -> None:
    values = np.linspace(0, 1, 23)
    rows = soft_steps(values, 6)
    np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(rows @ np.linspace(0, 1, 6), values, atol=1e-6)


def test_ratios_beyond_the_data_are_taken_for_the_nearest() -> None:
    beyond, edge = ratio_steps(np.array([1e-6, 500.0])), ratio_steps(np.array([0.05, 40.0]))
    np.testing.assert_array_equal(beyond, edge)


@pytest.mark.parametrize("name", NETWORKS)
def test_numpy_answers_as_pytorch(name: str) -> None:
    with np.load(RECORDED) as recorded:
        overall, holdings, values = (
            recorded[f"{name}.{part}"] for part in ("overall", "holdings", "values")
        )
    network = network_for(name)
    changing = len(network.weights["changing"])
    for row, inputs, wanted in zip(overall, holdings, values, strict=True):
        base = inputs[:, changing:] @ network.weights["static"] + network.weights["first_bias"]
        twice = np.stack([inputs[None, :, :changing]] * 2)
        seen = EndInputs(np.stack([row[None]] * 2), twice, np.ones_like(twice[..., 0]))
        np.testing.assert_allclose(network.answers(base, seen)[0, 0], wanted, atol=1e-4)


def test_nothing_comes_from_nothing() -> None:
    facts = BoardFacts(TURN)
    one, two = _ranges(facts, 1), _ranges(facts, 2)
    ends = network_for("turn_end").on(facts)
    first, second = ends.values((one, two), np.array([10.0, 30.0]), np.array([50.0, 5.0]))
    won = (one * first).sum(axis=1), (two * second).sum(axis=1)
    np.testing.assert_allclose(won[0], -won[1], atol=1e-2 * np.abs(won[0]).max() + 1e-3)


def _turned(card: Card) -> Card:
    """The same card with the suits turned round."""
    return DECK[4 * (int(card) // 4) + (int(card) + 1) % 4]


def test_suits_have_no_names() -> None:
    facts, turned = BoardFacts(TURN), BoardFacts(tuple(_turned(card) for card in TURN))
    one, two = _ranges(facts, 1, 1), _ranges(facts, 2, 1)
    places = {tuple(sorted(pair)): at for at, pair in enumerate(_pairs(turned))}
    moved = np.array(
        [
            places[tuple(sorted((int(_turned(DECK[a])), int(_turned(DECK[b])))))]
            for a, b in _pairs(facts)
        ]
    )
    there = [np.zeros_like(one), np.zeros_like(two)]
    for wide, here in zip(there, (one, two), strict=True):
        wide[:, moved] = here
    network, ratio = network_for("turn_end"), np.array([2.0])
    before, _ = network.on(facts).shares((one, two), ratio)
    after, _ = network.on(turned).shares((there[0], there[1]), ratio)
    np.testing.assert_allclose(after[:, :, moved], before, atol=2e-4)


def test_holdings_that_differ_by_suits_alone_are_valued_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    facts = BoardFacts(parse_distinct("Ks7s2s4s", "board"))
    some, place = facts.alike
    one, two = (np.ascontiguousarray(_ranges(facts, seed, 2)[:, some[place]]) for seed in (1, 2))
    ratios = np.array([0.5, 4.0])
    network, sizes = network_for("turn_end"), list[int]()
    answers = ValueNetwork.answers

    def counted(self: ValueNetwork, base: SingleArray, *rest: Any) -> SingleArray:  # noqa: ANN401
        sizes.append(len(base))
        return answers(self, base, *rest)

    monkeypatch.setattr(ValueNetwork, "answers", counted)
    once, _ = network.on(facts).shares((one, two), ratios)
    facts.__dict__["alike"] = (np.arange(facts.size), np.arange(facts.size))
    each, _ = network.on(facts).shares((one, two), ratios)
    np.testing.assert_allclose(once, each, atol=1e-5)
    assert sizes == [len(some), facts.size]


def _pairs(facts: BoardFacts) -> list[tuple[int, int]]:
    return list(zip(facts.first.tolist(), facts.second.tolist(), strict=True))


def test_the_nuts_are_worth_more_than_nothing() -> None:
    facts = BoardFacts(TURN)
    everything = np.ones((1, facts.size), np.float32)
    ends = network_for("turn_end").on(facts)
    values, _ = ends.shares((everything, everything), np.array([3.0]))
    strengths = BoardFeatures(facts).strengths
    best, worst = strengths.argmax(), strengths.argmin()
    for player in (0, 1):
        assert values[player, 0, best] > 0.5 > 0 > values[player, 0, worst] > -0.55


def test_weights_stay_small() -> None:
    folder = Path(network_for.__wrapped__.__code__.co_filename).parent
    assert sum(path.stat().st_size for path in folder.glob("*.npz")) < 10 * 2**20


def test_a_network_is_read_from_a_file(tmp_path: Path) -> None:
    network = network_for("turn_end")
    np.savez(tmp_path / "copy.npz", **network.weights)  # type: ignore[arg-type]
    twin = ValueNetwork.load(tmp_path / "copy.npz")
    assert all((twin.weights[name] == one).all() for name, one in network.weights.items())
