"""The laws of predictors."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from functools import cache

from villain.checks.dealing import GAMES, views
from villain.checks.findings import CheckFailedError, Law, insist
from villain.game.rules import is_holdem
from villain.game.situation import Decision, decisions
from villain.models.predictors.predictor import Predictor
from villain.strategy.action_distribution import ActionDistribution

Make = Callable[..., Predictor]

LEARNED = 60
"""The decisions that a predictor is taught before it is asked about others."""

COMMON = 0.02
"""By so much a stranger may be seen differently: of what all people have in common."""


@cache
def some_decisions() -> tuple[Decision, ...]:
    """Decisions of random players, in limit and no-limit hold'em of two to ten players."""
    picked: list[Decision] = []
    for number, rules in enumerate(rules for rules in GAMES if is_holdem(rules)):
        names = tuple(f"player {seat}" for seat in range(rules.players))
        for seen in views(rules, seed=number, hands=2, names=names):
            if seen.legal is None:  # the hand is over
                picked += decisions(seen)
    return tuple(picked)


def triples_are_distributions(make: Make) -> None:
    """A triple is a distribution over what is allowed, also before anything was learned."""
    predictor = make()
    for decision in some_decisions():
        situation, triple = decision.situation, predictor.triple(decision.name, decision.situation)
        if not isinstance(triple, ActionDistribution):
            raise CheckFailedError(
                f"triple answers a {type(triple).__name__}; it should be an ActionDistribution"
            )
        if not min(triple) >= 0 or not abs(sum(triple) - 1) < 1e-6:
            raise CheckFailedError(
                f"triple answers {tuple(triple)}; it should be the chances to fold, call and "
                "raise, none below 0, which sum to 1"
            )
        may = (situation.could_fold, True, situation.could_raise)
        for name, allowed, chance in zip(("fold", "call", "raise"), may, triple, strict=True):
            if allowed != (chance > 0):
                raise CheckFailedError(
                    f"triple gives a {name} that is {'allowed' if allowed else 'forbidden'} a "
                    f"chance of {chance:.6g}; it should be "
                    + ("above 0, or a surprise costs infinitely much" if allowed else "0")
                )
        predictor.learn(decision)


def asking_changes_nothing(make: Make) -> None:
    """Asking changes nothing: only learn and show do."""
    predictor, silent = make(), make()
    for decision in some_decisions()[:LEARNED]:
        predictor.triple(decision.name, decision.situation)
        predictor.learn(decision)
        silent.learn(decision)
    first = _answers(predictor)
    if first != _answers(predictor) or first != _answers(silent):
        raise CheckFailedError(
            "a predictor that was asked answers differently from one that was not; triple should "
            "change nothing"
        )


def copies_go_on_alike_and_apart(make: Make) -> None:
    """A copy and a pickled copy go on as the original would, and apart from it."""
    predictor = make()
    for decision in some_decisions()[: LEARNED // 2]:
        predictor.learn(decision)
    before = _answers(predictor)
    copy, thawed = deepcopy(predictor), pickle.loads(pickle.dumps(predictor))
    if _answers(thawed) != before:
        raise CheckFailedError(
            "a predictor that was pickled and loaded answers differently; everything that it "
            "learned should be in its state"
        )
    for decision in some_decisions()[:LEARNED]:
        copy.learn(decision)
    if _answers(predictor) != before:
        raise CheckFailedError(
            "what a copy learned changed the original; a copy should have its own of everything "
            "that learn changes"
        )
    for decision in some_decisions()[:LEARNED]:
        thawed.learn(decision)
    if _answers(thawed) != _answers(copy):
        raise CheckFailedError("two copies that learned the same answer differently")


def rebuilt_by_replay(make: Make) -> None:
    """A new predictor that learns the same is the same predictor."""
    one, other = make(), make()
    for decision in some_decisions()[:LEARNED]:
        one.learn(decision)
    for decision in pickle.loads(pickle.dumps(some_decisions()[:LEARNED])):
        other.learn(decision)
    if _answers(one) != _answers(other):
        raise CheckFailedError(
            "two predictors that learned the same answer differently; chance should come from a "
            "generator with a fixed seed, and nothing be shared between predictors"
        )


def own_actions_teach(make: Make) -> None:
    """Only a player's own actions teach about him."""
    predictor = make()
    situation = next(
        one.situation
        for one in some_decisions()
        if one.situation.could_raise and one.situation.could_fold
    )
    before = predictor.triple("Bob", situation)
    chips = situation.owed + situation.bet
    for _ in range(50):
        predictor.learn(Decision(0, "Ann", situation, "raise", chips, chips))
    after = predictor.triple("Bob", situation)
    if max(abs(one - other) for one, other in zip(before, after, strict=True)) > COMMON:
        raise CheckFailedError(
            f"after 50 raises of somebody else a player who was never seen has {tuple(after)} "
            f"and not {tuple(before)}; players should be kept apart by name"
        )


PREDICTOR_LAWS: tuple[Law[Predictor], ...] = (
    triples_are_distributions,
    asking_changes_nothing,
    copies_go_on_alike_and_apart,
    rebuilt_by_replay,
    own_actions_teach,
)


def check_predictor(make: Callable[[], Predictor]) -> None:
    """Raise a `CheckFailedError` that says which laws of predictors are broken.

    ``make`` is a class, or a function, that makes a new predictor every time.

    >>> from villain.models.predictors.baselines import Majority
    >>> check_predictor(Majority)
    """
    insist(make, PREDICTOR_LAWS)


def _answers(predictor: Predictor) -> list[tuple[float, ...]]:
    return [tuple(predictor.triple(one.name, one.situation)) for one in some_decisions()[::2]]
