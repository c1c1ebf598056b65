"""Replaying, training and judging: on hands of our own, and once on real ones."""

import os
from collections.abc import Sequence
from math import log
from pathlib import Path

import numpy as np
import pytest

from tests.hands.scripted_players import (
    EVERYBODY,
    MANIAC,
    ROCK,
    STATION,
    limit,
    play,
    store_of,
)
from training.predictors.fitting import Settings, fit
from training.predictors.gathering import coarse_counts, counts_by_fold, gather
from villain.cards.card import Card, parse_cards
from villain.errors import VillainError
from villain.evaluation.importance import held_back_examples, permutation_importance
from villain.evaluation.judging import judge, judge_hands, judgement_as_dict
from villain.evaluation.replaying import (
    Played,
    Shown,
    decisions_of,
    is_decision,
    replay,
    replay_hands,
)
from villain.evaluation.scoring import ALL, FACING, FREE, Score, hands_group
from villain.game.events import Acted
from villain.game.situation import Decision, Situation
from villain.hands.store.hand_store import HandStore
from villain.hands.store.importing import import_hands
from villain.models.predictors.inputs import INPUTS
from villain.models.predictors.network import chances
from villain.models.predictors.predictor import Predictor
from villain.models.predictors.registry import make_predictor
from villain.profiles.splitting import FOLDS, fold, for_training, trained_on
from villain.strategy.action_distribution import ActionDistribution

HANDS = [decisions_of(one.replay()) for one in play(EVERYBODY, 300, 4, 5, limit)]
SITUATION = HANDS[0][0].situation


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> HandStore:
    hands = play(EVERYBODY, 120, 4, 7, limit)
    folder = tmp_path_factory.mktemp("predicting") / "hands"
    return store_of(folder, hands[60:], hands[:60])  # the later ones came in first


# Replaying


def test_all_decisions_come_in_the_order_of_time(store: HandStore) -> None:
    told = [[(c.name, c.kind) for c in hand] for hand in replay(store)]
    played = [
        [(one.names[e.seat], e.kind) for e in one.replay().events if isinstance(e, Acted)]
        for one in play(EVERYBODY, 120, 4, 7, limit)
    ]
    assert told == played
    assert [[(c.name, c.kind) for c in hand] for hand in replay(store, hands=3)] == played[:3]


def test_free_folds_are_possible_everywhere_or_nowhere() -> None:
    hand = play(EVERYBODY, 1, 4, 7, limit)[0].replay()
    for free in (False, True):
        for decision in decisions_of(hand, free_folds=free):
            assert decision.situation.could_fold == (free or decision.situation.owed > 0)
    leaving = HANDS[0][0]._replace(situation=SITUATION._replace(owed=0), kind="fold")
    assert not is_decision(leaving)
    assert is_decision(leaving._replace(kind="call"))


# Splitting


def test_players_are_split_by_name_alone() -> None:
    names = [f"player {number}" for number in range(4000)]
    share = sum(for_training(name) for name in names) / len(names)
    assert share == pytest.approx(0.7, abs=0.03)
    parts = np.bincount([fold(name) for name in names], minlength=FOLDS) / len(names)
    assert parts == pytest.approx(1 / FOLDS, abs=0.03)
    assert not any(trained_on(name) for name in names)  # nobody is called that


# Scoring


def test_scores_by_hand() -> None:
    score = Score()
    told = ActionDistribution(0.5, 0.3, 0.2)
    facing, free = SITUATION._replace(owed=5), SITUATION._replace(owed=0, could_fold=False)
    score.add("Ann", 1, facing, told, "fold")
    score.add("Ann", 21, facing, told, "raise")
    score.add("Bob", 501, free, ActionDistribution(0.0, 0.9, 0.1), "call")
    losses = [-log(0.5), -log(0.2), -log(0.9)]
    assert score.groups[ALL].log_loss == pytest.approx(sum(losses) / 3)
    assert score.groups[ALL].accuracy == pytest.approx(2 / 3)
    assert score.groups[FACING].cases == 2
    assert score.groups[FREE].log_loss == pytest.approx(losses[2])
    assert score.groups["21–100 hands"].log_loss == pytest.approx(losses[1])
    assert hands_group(501) == "over 500 hands"
    low, high = score.interval()
    assert low == pytest.approx(losses[2])  # Bob twice
    assert high == pytest.approx(sum(losses[:2]) / 2)


def test_calibration_by_hand() -> None:
    score = Score()
    for number in range(1000):
        kind = "raise" if number < 300 else "call"
        score.add(
            "Ann", 1, SITUATION._replace(could_fold=False), ActionDistribution(0, 0.64, 0.36), kind
        )
    bins = {one.action: one for one in score.calibration()}
    assert set(bins) == {"call", "raise"}  # nobody could fold
    assert (bins["raise"].cases, bins["raise"].happened) == (1000, 0.3)
    assert bins["raise"].predicted == pytest.approx(0.36)
    assert score.worst_gap == pytest.approx(0.06)


def test_nothing_is_learned_before_it_is_predicted() -> None:
    first = [[decision] for decision in HANDS[0][:1]]
    found = judge_hands(map(Played, first), {"statistics": make_predictor("statistics")})
    fresh = make_predictor("statistics").triple(first[0][0].name, first[0][0].situation)
    chance = fresh[("fold", "call", "raise").index(first[0][0].kind)]
    assert found.scores["statistics"].groups[ALL].log_loss == pytest.approx(-log(chance))


# Judging


def test_whoever_learns_predicts_strange_players_best() -> None:
    odd = [MANIAC, STATION, ROCK]
    hands = [decisions_of(one.replay()) for one in play(odd, 300, 3, 5, limit)]
    models = ("majority", "frequencies", "statistics", "network", "mixture")
    found = judge_hands(map(Played, hands), {name: make_predictor(name) for name in models})
    losses = {name: score.groups[ALL].log_loss for name, score in found.scores.items()}
    assert found.players == 3
    assert losses["statistics"] < 0.8 * losses["frequencies"]
    assert losses["network"] < 0.8 * losses["frequencies"]
    assert losses["mixture"] < min(losses["statistics"], losses["network"]) + 0.02
    late = {name: score.groups["101–500 hands"].log_loss for name, score in found.scores.items()}
    assert late["network"] < losses["network"]


def test_a_store_is_judged_with_baselines_beside(store: HandStore) -> None:
    shares: list[float] = []
    found = judge(store, ["statistics"], progress=shares.append)
    assert list(found.scores) == ["majority", "frequencies", "statistics"]
    assert found.hands == 120
    assert shares == [pytest.approx(100 / 120)]
    told = judgement_as_dict(found)
    assert told["models"]["statistics"]["groups"]["all"]["cases"] == found.decisions
    low, high = told["models"]["statistics"]["interval"]
    assert low < found.scores["statistics"].groups[ALL].log_loss < high


def test_what_cannot_be_judged_is_told(store: HandStore, tmp_path: Path) -> None:
    with pytest.raises(VillainError, match="try --players all"):
        judge(store, ["statistics"], "trained")
    with pytest.raises(VillainError, match="no side is called"):
        judge(store, ["statistics"], "nobody")
    with pytest.raises(VillainError, match="villain import"):
        judge(HandStore(tmp_path / "empty", create=True), ["statistics"])


def test_predictors_are_shown_what_everybody_saw_of_those_who_decided(store: HandStore) -> None:
    watcher, board = Watcher(), parse_cards("2c 3d 4h")
    hand, seen = HANDS[0], parse_cards("Ah Kd")
    shown = (Shown(hand[0].name, tuple(seen)), Shown("Nobody", tuple(seen)))
    judge_hands([Played(hand, shown, tuple(board))], {"watcher": watcher})
    assert watcher.seen == [(hand[0].name, tuple(seen), tuple(board))]
    played = play(EVERYBODY, 120, 4, 7, limit)
    told = [(len(one.shown), one.board) for one in replay_hands(store)]
    assert told == [(len(one.shown), one.board) for one in played]
    assert any(count for count, _ in told)


class Watcher(Predictor):
    """Remembers what it was shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, tuple[Card, ...], tuple[Card, ...]]] = []

    def triple(self, name: str, situation: Situation) -> ActionDistribution:  # noqa: ARG002
        return ActionDistribution.of(1, 1, 1)

    def learn(self, decision: Decision) -> None:  # noqa: ARG002
        assert not self.seen, "cards are shown after the hand"

    def show(self, name: str, hole: Sequence[Card], board: Sequence[Card]) -> None:
        self.seen.append((name, tuple(hole), tuple(board)))


def test_with_the_crowd_only_players_are_judged_whom_nobody_was_trained_on() -> None:
    hands = [
        Played([one._replace(name=f"{one.name} {n}") for one in hand])
        for n, hand in enumerate(HANDS[:8])
    ]
    names = {one.name for hand in hands for one in hand.decisions}
    assert set(map(for_training, names)) == {True, False}
    kept = {name for name in names if not for_training(name)}
    predictors = {name: make_predictor(name) for name in ("statistics", "crowd")}
    found = judge_hands(hands, predictors, "held-back")
    assert set(found.scores["crowd"].players) == set(found.scores["statistics"].players) == kept
    alone = judge_hands(hands, {"statistics": make_predictor("statistics")}, "held-back")
    assert set(alone.scores["statistics"].players) == names


def test_paired_differences_by_hand() -> None:
    ours, theirs = Score(), Score()
    for name, better in (("Ann", 0.5), ("Bob", 0.25)):
        for _ in range(3):
            ours.add(name, 1, SITUATION, ActionDistribution.of(1 - better, better, 0), "call")
            theirs.add(name, 1, SITUATION, ActionDistribution.of(0, 1, 0), "call")
    mean, low, high = ours.above(theirs)
    assert mean == pytest.approx((log(2) + log(4)) / 2)
    assert low == pytest.approx(log(2))
    assert high == pytest.approx(log(4))
    assert ours.above(ours) == (0.0, 0.0, 0.0)
    assert np.isnan(ours.above(theirs, "over 500 hands").mean)


# Training


def trained_hands() -> list[list[Decision]]:
    """The hands under names of which all sides have some."""
    return [
        [one._replace(name=f"{one.name} {n % 7}") for one in hand] for n, hand in enumerate(HANDS)
    ]


def test_counts_are_those_of_the_training_players() -> None:
    hands = trained_hands()
    counts = counts_by_fold(hands)
    wanted = sum(for_training(c.name) and is_decision(c) for hand in hands for c in hand)
    assert counts.sum() == wanted
    assert coarse_counts(counts.sum(axis=0)).sum() == wanted + 36


def test_a_network_learns_what_there_is() -> None:
    hands = trained_hands()
    examples = gather(hands, counts_by_fold(hands))
    assert examples.inputs.shape == (len(examples.actions), len(INPUTS))
    short, long = (fit(examples, Settings(hidden=8, epochs=n, seed=3)) for n in (1, 8))
    again = fit(examples, Settings(hidden=8, epochs=8, seed=3))
    assert all((one == other).all() for one, other in zip(long, again, strict=True))

    def loss(net: object) -> float:
        told = chances(net, examples.inputs, examples.forbidden)  # type: ignore[arg-type]
        assert told[examples.forbidden < 0].max() < 1e-6
        return float(-np.log(told[np.arange(len(told)), examples.actions]).mean())

    plain = np.bincount(examples.actions) / len(examples.actions)
    assert loss(long) < loss(short)
    assert loss(long) < -(plain * np.log(plain)).sum()


def test_the_inputs_that_matter_come_first() -> None:
    examples = held_back_examples(HANDS[:60])
    found = permutation_importance(examples, repeats=1)
    assert {one.name for one in found} == set(INPUTS)
    assert [one.increase for one in found] == sorted((one.increase for one in found), reverse=True)
    assert found[0].error > 0
    with pytest.raises(VillainError, match="no decisions"):
        held_back_examples([])


# Real players

DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data")) / "irc" / "irc-199504.tar.xz"


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
def test_real_players_who_were_held_back_are_foreseen(tmp_path: Path) -> None:
    store = HandStore(tmp_path / "irc", create=True)
    import_hands([DATA], store, workers=1)
    found = judge(store, ["statistics", "network", "chooser"])
    losses = {name: score.groups[ALL].log_loss for name, score in found.scores.items()}
    assert found.players > 100
    assert losses["statistics"] <= 0.82
    assert losses["network"] < 0.75
    assert losses["chooser"] < 0.75
    for model in ("statistics", "network", "chooser"):
        assert found.scores[model].worst_gap < 0.05
