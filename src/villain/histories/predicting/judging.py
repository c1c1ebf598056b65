"""Judges predictors on real players: each action is predicted first, and learned then."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from villain.errors import VillainError
from villain.histories.predicting.replaying import is_decision, replay
from villain.histories.predicting.scoring import GROUPS, Score
from villain.histories.predicting.splitting import trained_on
from villain.histories.store.hand_store import HandStore
from villain.models.contexts import NOTHING, Choice
from villain.models.predictor import Predictor
from villain.models.predictors.registry import BASELINES, make_predictor

SIDES: dict[str, Callable[[str], bool]] = {
    "held-back": lambda name: not trained_on(name),
    "trained": trained_on,
    "all": lambda _: True,
}
"""Whose actions are judged: by default only of players whom the shipped priors have not seen."""


@dataclass(frozen=True)
class Judgement:
    """Scores by model, and of what: hands, decisions, and free folds that were left out."""

    scores: dict[str, Score]
    side: str
    hands: int
    decisions: int
    left_out: int

    @property
    def players(self) -> int:
        """How many players were judged."""
        return len(next(iter(self.scores.values())).players)


def judge(
    store: HandStore,
    models: Sequence[str],
    side: str = "held-back",
    hands: int | None = None,
    *,
    free_folds: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Judgement:
    """Replay a store in order of time, and score what models say of each action before it."""
    if side not in SIDES:
        raise VillainError.unknown("side", side, SIDES)
    predictors = {name: make_predictor(name) for name in dict.fromkeys((*BASELINES, *models))}
    row = store.query("SELECT count(*) FROM hands").fetchone()
    total = min(row[0] if row else 0, hands if hands is not None else 2**62)
    if not total:
        raise VillainError(f"there are no hands in {str(store.folder)!r}; villain import adds some")
    found = judge_hands(
        replay(store, hands=hands, free_folds=free_folds),
        predictors,
        side,
        free_folds=free_folds,
        progress=None if progress is None else lambda done: progress(done / total),
    )
    if not found.decisions:
        hint = "; try --players all" if side != "all" else ""
        raise VillainError(f"no decisions of {side} players in {found.hands:,} hands{hint}")
    return found


def judge_hands(
    hands: Iterable[list[Choice]],
    predictors: dict[str, Predictor],
    side: str = "all",
    *,
    free_folds: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Judgement:
    """The same of any hands and predictors; who is not judged is not learned either."""
    scores = {name: Score() for name in predictors}
    chosen: dict[str, bool] = {}
    seen: dict[str, int] = {}
    number = decisions = left_out = 0
    for number, hand in enumerate(hands, 1):
        for choice in hand:
            name, context = choice.name, choice.context
            if name not in chosen:
                chosen[name] = SIDES[side](name)
            if not chosen[name]:
                continue
            seen[name] = seen.get(name, 0) + (context.last == NOTHING)
            if not free_folds and not is_decision(choice):
                left_out += 1
                continue
            decisions += 1
            for model, predictor in predictors.items():
                told = predictor.triple(name, context)
                scores[model].add(name, seen[name], context, told, choice.kind)
                predictor.learn(name, context, choice.kind)
        if progress is not None and number % 100 == 0:
            progress(number)
    return Judgement(scores, side, number, decisions, left_out)


def judgement_as_dict(found: Judgement, seed: int = 1) -> dict[str, Any]:
    """Everything that was measured, for scripts."""
    return {
        "players": found.side,
        "judged_players": found.players,
        "hands": found.hands,
        "decisions": found.decisions,
        "free_folds_left_out": found.left_out,
        "seed": seed,
        "models": {name: _score_as_dict(score, seed) for name, score in found.scores.items()},
    }


def _score_as_dict(score: Score, seed: int) -> dict[str, Any]:
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
