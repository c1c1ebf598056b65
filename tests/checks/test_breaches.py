"""Each law catches what breaks it, and says so in words; whoever keeps all passes."""

from collections.abc import Callable

import pytest

from tests.checks import offenders
from villain.checks import (
    AGENT_LAWS,
    MODEL_LAWS,
    PREDICTOR_LAWS,
    CheckFailedError,
    agents,
    check_agent,
    check_model,
    check_predictor,
    models,
    predictors,
)
from villain.checks.findings import examine, in_words

Breaches = dict[str, tuple[Callable[..., None], str]]

MODELS: Breaches = {
    "SumsToTwo": (models.answers_are_distributions, "weights of range sum to 2"),
    "GivesAnArray": (models.answers_are_distributions, "and should give a Range"),
    "GivesATuple": (models.answers_are_distributions, "it should be an ActionDistribution"),
    "KeepsSeenCards": (models.seen_cards_have_no_weight, "a card that the observer sees"),
    "LearnsWhenAsked": (models.asking_changes_nothing, "only observe should"),
    "SharesItsMemory": (models.copies_go_on_alike_and_apart, "changed the original"),
    "Guesses": (models.rebuilt_by_replay, "generator with a fixed seed"),
    "CountsTwice": (models.nothing_is_learned_twice, "only those that are new"),
    "KnowsChairs": (models.players_are_known_by_name, "sat in his chair before"),
    "JudgesByName": (models.players_are_known_by_name, "a name should only say who is who"),
    "Hoards": (models.memory_grows_no_faster_than_the_hands, "the third ten"),
    "ReadsNothing": (models.answers_are_distributions, "reads says no to every game"),
    "Crashes": (models.answers_are_distributions, "KeyError: 1 (offenders.py, line"),
}
AGENTS: Breaches = {
    "RaisesAlways": (agents.actions_are_legal, "it may: "),
    "SaysCall": (agents.actions_are_legal, "it answers 'call'"),
    "RollsDice": (agents.same_seed_same_play, "chance should come from self.rng"),
    "PlaysByItself": (agents.actions_are_legal, "plays(rules) should be a class method"),
    "CannotBePickled": (agents.pickled_goes_on_alike, "cannot be pickled"),
    "Forgets": (agents.pickled_goes_on_alike, "a pickled copy"),
    "TellsHalf": (agents.told_chances_hold, "sum to 0.5; it should be 1"),
    "TellsFolds": (agents.told_chances_hold, "chances of call, fold; legal, and each once, are"),
    "TellsWhatItHolds": (agents.told_chances_hold, "depend on the cards that it holds"),
    "DrawsWhenAsked": (agents.told_chances_hold, "asking should change nothing"),
}
PREDICTORS: Breaches = {
    "Unnamed": (predictors.triples_are_distributions, "it should be an ActionDistribution"),
    "Forbidden": (predictors.triples_are_distributions, "forbidden a chance of 0.25"),
    "Certain": (predictors.triples_are_distributions, "allowed a chance of 0; it should be above"),
    "Meddles": (predictors.asking_changes_nothing, "triple should change nothing"),
    "AllAlike": (predictors.own_actions_teach, "kept apart by name"),
}


@pytest.mark.parametrize("name", [*MODELS, *AGENTS, *PREDICTORS])
def test_a_breach_is_said_in_words(name: str) -> None:
    law, words = (MODELS | AGENTS | PREDICTORS)[name]
    (finding,) = examine(getattr(offenders, name), [law])
    assert finding.law == in_words(law)
    assert words in finding.problem


def test_a_random_agent_sees_hidden_cards_as_far_as_anybody_can_tell() -> None:
    with pytest.raises(CheckFailedError, match="with other cards hidden it would"):
        agents.hidden_cards_make_no_difference(offenders.RollsDice)


def test_whoever_keeps_all_laws_passes() -> None:
    check_model(offenders.Fair)
    check_agent(offenders.Caller)
    check_predictor(offenders.Plain)


def test_everything_that_is_wrong_is_said_at_once() -> None:
    class Both(offenders.SumsToTwo, offenders.CountsTwice):
        pass

    with pytest.raises(CheckFailedError) as failure:
        check_model(Both)
    assert "sum to 2" in str(failure.value)
    assert "shown twice" in str(failure.value)


def test_every_law_says_itself_in_a_sentence() -> None:
    laws: list[Callable[..., None]] = [*MODEL_LAWS, *AGENT_LAWS, *PREDICTOR_LAWS]
    sentences = [in_words(law) for law in laws]
    assert all(" " in sentence and len(sentence) < 90 for sentence in sentences)
