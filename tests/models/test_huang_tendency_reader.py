"""The better reader: people are told apart, programs soon seen through, and sums hold."""

import pickle
from copy import deepcopy

import numpy as np
import pytest

from villain.errors import VillainError
from villain.models.huang.estimator import ThesisReader
from villain.models.huang.reader import SequenceReader
from villain.models.huang.sequence_policy import SequencePolicy
from villain.models.huang.styles import Styles, gather, shipped_styles
from villain.models.huang.tendencies import FIRMNESS
from villain.models.huang.tendency_reader import TendencyReader
from villain.strategy.huang.abstraction import CALL, FOLD, RAISE, Abstraction, faces_bet

READERS = (ThesisReader, TendencyReader)


@pytest.fixture(scope="module")
def styles() -> Styles:
    return shipped_styles()


def faced(styles: Styles, times: int, seed: int) -> list[str]:
    """Sequences as often as mined players faced them."""
    shares = styles.pool.sum(axis=1) / styles.decisions
    drawn = np.random.default_rng(seed).choice(len(shares), times, p=shares)
    return [styles.sequences[place] for place in drawn]


@pytest.mark.parametrize("action", [CALL, RAISE, RAISE + 1])
def test_who_always_does_the_same_is_soon_seen_through(styles: Styles, action: int) -> None:
    him, seen = TendencyReader(styles), faced(styles, 300, seed=4)
    for least, part in ((0.9, seen[:60]), (0.97, seen[60:])):
        for sequence in part:
            him.learn(sequence, action)
        elsewhere = [one for one in styles.sequences if one not in seen]
        assert len(elsewhere) > 300
        told = him.table()[[styles.index[one] for one in elsewhere], action]
        assert told.min() > least
        assert him.distribution("3413333")[action] > least  # nobody mined has been there
    assert him.fixed_share > 0.999


def test_who_folds_to_every_bet_is_seen_through_too(styles: Styles) -> None:
    him = TendencyReader(styles)
    for sequence in faced(styles, 60, seed=5):
        him.learn(sequence, FOLD if faces_bet(sequence) else CALL)
    assert him.distribution("300122")[FOLD] > 0.9
    assert him.distribution("3001")[CALL] > 0.9


def test_who_raises_until_he_no_longer_can(styles: Styles) -> None:
    him, rng = TendencyReader(styles), np.random.default_rng(6)
    spots = ("000", "0002", "00022", "000222", "1101", "1002", "11012", "110122")
    for sequence in rng.choice(spots, 120).tolist():
        him.learn(sequence, CALL if sequence.count("2") >= 2 else RAISE)
    assert him.distribution("2002")[RAISE] > 0.9
    assert him.distribution("200122")[CALL] > 0.8


def test_mined_players_are_not_taken_for_programs(styles: Styles) -> None:
    rng = np.random.default_rng(7)
    for player in rng.choice(len(styles), 12, replace=False).tolist():
        him = TendencyReader(styles)
        for sequence, row in styles.counts_of(player).items():
            for action, times in enumerate(row.tolist()):
                for _ in range(times):
                    him.learn(sequence, action)
        assert him.fixed_share < 0.01


def test_a_few_limps_tell_of_calls_elsewhere(styles: Styles) -> None:
    stranger, limper = TendencyReader(styles), TendencyReader(styles)
    for _ in range(9):
        limper.learn("000", CALL)
    limper.learn("000", FOLD)
    for sequence in ("0002", "2002"):
        more = limper.distribution(sequence) - stranger.distribution(sequence)
        assert more[CALL] > 0.02 > more[FOLD]
    assert stranger.distribution("000").tolist() == pytest.approx(
        (0.99 * styles.average("000") + 0.01 * 0.25).tolist()
    )


def test_after_many_observations_his_own_frequencies_count(styles: Styles) -> None:
    him = TendencyReader(styles)
    for action, times in enumerate((1000, 2000, 3000, 0)):
        for _ in range(times):
            him.learn("000", action)
    most = FIRMNESS / (6000 + FIRMNESS)
    assert abs(him.distribution("000") - [1 / 6, 1 / 3, 1 / 2, 0]).max() < most


@pytest.mark.parametrize("kind", READERS)
def test_every_reader_keeps_the_rules(styles: Styles, kind: type[SequenceReader]) -> None:
    him, rng = kind(styles), np.random.default_rng(9)  # type: ignore[call-arg]
    seen = [*faced(styles, 200, seed=9), "3413333", "34133"]
    for sequence in seen:
        him.learn(sequence, int(rng.integers(0 if faces_bet(sequence) else 1, 4)))
    table = him.table()
    assert table.shape == (len(styles.sequences), 4)
    assert table.sum(axis=1) == pytest.approx(np.ones(len(table)))
    for place in range(0, len(table), 7):
        one = him.distribution(styles.sequences[place])
        assert one == pytest.approx(table[place], abs=1e-6)
    for sequence in ("3413333", "34133", "40011"):
        assert him.distribution(sequence).sum() == pytest.approx(1)
    assert (him.table() == table).all()  # asking changes nothing
    copies = (deepcopy(him), pickle.loads(pickle.dumps(him)))
    for copy in copies:
        assert copy.table() == pytest.approx(table, abs=1e-9)
        copy.learn("000", CALL)
        assert (copy.table() != table).any()
        assert copy.table()[styles.index["000"]] == pytest.approx(
            copy.distribution("000"), abs=1e-6
        )
    assert (him.table() == table).all()
    with pytest.raises(VillainError, match="action 4"):
        him.learn("000", 4)


def test_a_free_fold_tells_nothing_and_is_not_foreseen(styles: Styles) -> None:
    him = TendencyReader(styles)
    before = him.distribution("100")
    him.learn("100", FOLD)
    assert him.distribution("100").tolist() == before.tolist()
    assert before[FOLD] == 0
    assert (him.table()[:, CALL:] > 0).all()


def test_it_works_with_hardly_any_mined_players() -> None:
    small = gather(Abstraction(), {1: (10, {"000": [1, 5, 3, 1]}), 2: (10, {"000": [0, 2, 8, 0]})})
    him = TendencyReader(small)
    him.learn("000", CALL)
    him.learn("100", CALL)  # nothing like this was mined
    for sequence in ("000", "0002", "100", "1001"):
        told = him.distribution(sequence)
        assert told.sum() == pytest.approx(1)
        assert (told[FOLD] > 0) == faces_bet(sequence)


def test_the_evidence_is_the_product_of_what_was_foreseen() -> None:
    him, product = SequencePolicy(4), 1.0
    for sequence, action in (("000", 1), ("0002", 1), ("0002", 2), ("100", 1), ("000", 0)):
        product *= him.distribution(sequence)[action]
        him.learn(sequence, action)
    assert np.exp(him.evidence) == pytest.approx(product)
    assert product < 0.25 / 3 * 0.9  # the first of each kind are wild guesses
