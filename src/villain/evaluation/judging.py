"""Judges predictors and models on real players: each action is predicted first, then learned."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from villain.errors import VillainError
from villain.evaluation.bots import is_bot
from villain.evaluation.scoring import GROUPS, PredictionScore
from villain.game.situation import NOTHING
from villain.hands.store.hand_store import HandStore
from villain.hands.views import bystander_view
from villain.models.answers import triple_said
from villain.models.crowd.network import crowd_network
from villain.models.crowd.predictor import CrowdPredictor
from villain.models.predictors.chooser import Chooser
from villain.models.predictors.predictor import Predictor
from villain.models.predictors.registry import BASELINES
from villain.models.registry import ModelSpec, predictor_of
from villain.profiles.replaying import Played, is_decision, replay_hands
from villain.profiles.splitting import for_training, trained_on
from villain.registry import keep, name_of
from villain.work import Workers, Workplace, run_in_order


def _held_back(name: str) -> bool:
    return not trained_on(name)


def _anybody(_: str) -> bool:
    return True


def _person(name: str) -> bool:
    return not is_bot(name)


SIDES: dict[str, Callable[[str], bool]] = {
    "held-back": _held_back,
    "trained": trained_on,
    "all": _anybody,
    "people": _person,
}
"""Whose actions are judged: by default only of players whom the shipped priors have not seen."""

CROWD = "crowd"
"""The model beside which the others are seen; see `untouched` for whom it is judged on."""

WINDOWS = 256
"""Of so many players at once the crowd keeps all it needs to go on; of others it builds it anew."""


def untouched(name: str) -> bool:
    """True if a player is held back from everything, the crowd too.

    It was trained on more hands than the others. Which players those were no file says, but none
    of the three tenths who are never trained on is among them.
    """
    return not trained_on(name) and not for_training(name)


@dataclass(frozen=True)
class Judgement:
    """Scores by model, and of what: hands, decisions, and free folds that were left out."""

    scores: dict[str, PredictionScore]
    side: str
    hands: int
    decisions: int
    left_out: int

    @property
    def players(self) -> int:
        """The number of players who were judged."""
        return len(next(iter(self.scores.values())).players)


def judge(
    store: HandStore,
    models: Sequence[ModelSpec],
    side: str = "held-back",
    hands: int | None = None,
    *,
    free_folds: bool = False,
    weights: Path | None = None,
    bots: frozenset[str] = frozenset(),
    workers: Workers = 1,
    progress: Callable[[float], None] | None = None,
) -> Judgement:
    """Replay a store in order of time, and score what models say of each action before it.

    ``weights`` are others for the crowd than those that are shipped; ``bots`` are programs' names,
    beside those that are known, that the side ``people`` leaves out.
    """
    if side not in SIDES:
        raise VillainError.unknown("side", side, SIDES)
    if weights is not None and not any(name_of(one).startswith(CROWD) for one in models):
        raise VillainError(f"weights are for the model {CROWD!r}, which is not asked for")
    specs = {name_of(spec): spec for spec in (*BASELINES, *models)}
    kept: dict[str, ModelSpec] = {name: keep(spec) for name, spec in specs.items()}
    row = store.query("SELECT count(*) FROM hands").fetchone()
    total = min(row[0] if row else 0, hands if hands is not None else 2**62)
    if not total:
        raise VillainError(f"there are no hands in {str(store.folder)!r}; villain import adds some")
    whom = untouched if side == "held-back" and CROWD in kept else SIDES[side]
    work = _Work(store.folder, side, whom, hands, weights, bots, free_folds=free_folds)
    workplace = Workplace.of(workers)
    if workplace.is_here:
        tell = None if progress is None else lambda done: progress(done / total)
        judgement = work.judge(kept, tell)
    else:
        judgement = _shared(work, kept, workplace, progress)
    if not judgement.decisions:
        hint = "; try --players all" if side in ("held-back", "trained") else ""
        raise VillainError(f"no decisions of {side} players in {judgement.hands:,} hands{hint}")
    return judgement


@dataclass(frozen=True)
class _Work:
    """What models are judged on; each may be judged by a worker of its own."""

    folder: Path
    side: str
    whom: Callable[[str], bool]
    hands: int | None
    weights: Path | None
    bots: frozenset[str]
    free_folds: bool = field(kw_only=True)

    def judge(
        self, specs: Mapping[str, ModelSpec], progress: Callable[[int], None] | None = None
    ) -> Judgement:
        predictors = {name: predictor_of(spec) for name, spec in specs.items()}
        network = None if self.weights is None else crowd_network(self.weights)
        choosers = [one.predictors for one in predictors.values() if isinstance(one, Chooser)]
        for some in [predictors, *choosers]:
            if CROWD in some:
                some[CROWD] = CrowdPredictor(network, players=WINDOWS)
        return judge_hands(
            replay_hands(HandStore(self.folder), hands=self.hands, free_folds=self.free_folds),
            predictors,
            self.side,
            whom=self.whom,
            free_folds=self.free_folds,
            bots=self.bots,
            progress=progress,
        )


def _shared(
    work: _Work,
    specs: Mapping[str, ModelSpec],
    workplace: Workplace,
    progress: Callable[[float], None] | None,
) -> Judgement:
    """The same by several workers, each of whom replays the hands for a model of his own."""
    first, *rest = [name for name in specs if name not in BASELINES] or [next(iter(specs))]
    names = [[*(name for name in specs if name in BASELINES and name != first), first]]
    names += [[name] for name in rest]
    parts = [{name: specs[name] for name in some} for some in names]
    judged: list[Judgement] = []
    for one in run_in_order(work.judge, parts, workplace, fresh=True):
        judged.append(one)
        if progress is not None:
            progress(len(judged) / len(parts))
    scores = {name: score for one in judged for name, score in one.scores.items()}
    return replace(judged[0], scores={name: scores[name] for name in specs})


def judge_hands(
    hands: Iterable[Played],
    predictors: dict[str, Predictor],
    side: str = "all",
    *,
    whom: Callable[[str], bool] | None = None,
    free_folds: bool = False,
    bots: frozenset[str] = frozenset(),
    progress: Callable[[int], None] | None = None,
) -> Judgement:
    """The same of any hands and predictors; who is not judged is not learned either.

    After a hand predictors are shown the cards that everybody saw of those who decided in it.
    """
    whom = whom or (untouched if side == "held-back" and CROWD in predictors else SIDES[side])
    scores = {name: PredictionScore() for name in predictors}
    followers = [one for one in predictors.values() if one.follows_hands]
    chosen: dict[str, bool] = {}
    seen: dict[str, int] = {}
    number = decisions = left_out = 0
    for number, hand in enumerate(hands, 1):
        decided = set()
        for decision in hand.decisions:
            name, situation = decision.name, decision.situation
            if name not in chosen:
                chosen[name] = whom(name) and not (side == "people" and is_bot(name, bots))
            if not chosen[name]:
                continue
            seen[name] = seen.get(name, 0) + (situation.last == NOTHING)
            if not free_folds and not is_decision(decision):
                left_out += 1
                continue
            decisions += 1
            decided.add(name)
            for model, predictor in predictors.items():
                triple = triple_said(predictor, predictor.triple(name, situation))
                scores[model].add(name, seen[name], situation, triple, decision.kind)
                predictor.learn(decision)
        for name, hole in hand.shown:
            if name in decided:
                for predictor in predictors.values():
                    predictor.show(name, hole, hand.board)
        if hand.hand is not None and followers:
            for name in decided:
                over = bystander_view(hand.hand, name)
                for predictor in followers:
                    predictor.end_hand(name, over)
        if progress is not None and number % 100 == 0:
            progress(number)
    return Judgement(scores, side, number, decisions, left_out)


def judgement_as_dict(judgement: Judgement, seed: int = 1) -> dict[str, Any]:
    """Everything that was measured, for scripts."""
    return {
        "players": judgement.side,
        "judged_players": judgement.players,
        "hands": judgement.hands,
        "decisions": judgement.decisions,
        "free_folds_left_out": judgement.left_out,
        "seed": seed,
        "models": {name: _score_as_dict(score, seed) for name, score in judgement.scores.items()},
        **_differences(judgement, seed),
    }


def _differences(judgement: Judgement, seed: int) -> dict[str, Any]:
    """By how much the others' losses are above the crowd's, where it was judged."""
    crowd = judgement.scores.get(CROWD)
    if crowd is None:
        return {}
    others = {name: score for name, score in judgement.scores.items() if name != CROWD}
    return {
        "above_crowd": {
            name: {
                group: score.above(crowd, group, seed)._asdict()
                for group in GROUPS
                if score.groups[group].cases
            }
            for name, score in others.items()
        }
    }


def _score_as_dict(score: PredictionScore, seed: int) -> dict[str, Any]:
    low, high = score.interval(seed)
    return {
        "interval": [low, high],
        "worst_gap": score.worst_gap,
        "groups": {
            group: {
                "cases": score.groups[group].cases,
                "log_loss": score.groups[group].log_loss,
                "accuracy": score.groups[group].accuracy,
                "worst_gap": score.gap_in(group),
            }
            for group in GROUPS
        },
        "calibration": [one._asdict() for one in score.calibration()],
    }
