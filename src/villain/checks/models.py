"""The laws of opponent models."""

import pickle
from collections.abc import Callable

import numpy as np

from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.checks.dealing import known_games, other_hidden_cards, random_action, views, where
from villain.checks.findings import CheckFailedError, Law, insist
from villain.errors import VillainError
from villain.game import CALL, Action, Hand, Observation, Rules, raise_to, shuffle
from villain.kernels.arrays import FloatArray
from villain.models.answers import weights_held
from villain.models.model import OpponentModel
from villain.strategy.action_distribution import ActionDistribution

Make = Callable[..., OpponentModel]

HANDS = 2
"""The hands of each game that a model is shown."""

SLACK = 2**16
"""So many bytes more are no matter."""


def answers_are_distributions(make: Make) -> None:
    """Answers are distributions, also before anything was seen."""
    for rules in games(make):
        model = make()
        for seen in views(rules, seed=1, hands=HANDS):
            for seat in range(1, rules.players):
                # A bet that nobody made is asked about once in a while: it may take long.
                for facing in (None, rules.big_blind) if seat == 1 else (None,):
                    answer = model.predict(seen, seat, facing=facing)
                    if not isinstance(answer, ActionDistribution):
                        raise CheckFailedError(
                            f"predict answers a {type(answer).__name__} {where(rules)}; it should "
                            "be an ActionDistribution"
                        )
                    triple = tuple(answer)
                    if not _is_distribution(np.array(triple)):
                        raise CheckFailedError(
                            f"predict answers {triple} {where(rules)}; it should be the chances "
                            "to fold, call and raise, none below 0, which sum to 1"
                        )
                weights = _weights(model, seen, seat)
                size = len(rules.deck) if rules.hole_cards == 1 else len(HIGH_CARDS)
                if weights.shape != (size,):
                    raise CheckFailedError(
                        f"range answers an array of shape {weights.shape} {where(rules)}; it "
                        f"should have {size:,} weights, one for each holding"
                    )
                if not _is_distribution(weights):
                    raise CheckFailedError(
                        f"the weights of range sum to {weights.sum():.6g}, the least is "
                        f"{weights.min():.6g} {where(rules)}; they should sum to 1 and none be "
                        "below 0"
                    )
            model.observe(seen)


def asking_changes_nothing(make: Make) -> None:
    """Asking changes nothing: only observe learns."""
    for rules in games(make):
        asked, silent = make(), make()
        for seen in views(rules, seed=2, hands=HANDS):
            before = pickle.dumps(asked)
            answers(asked, seen)
            if pickle.dumps(asked) != before:
                raise CheckFailedError(
                    f"predict or range changes the model {where(rules)}; only observe should, "
                    "and what is kept to save time should be left out of __getstate__"
                )
            asked.observe(seen)
            silent.observe(seen)
            if answers(asked, seen) != answers(silent, seen):
                raise CheckFailedError(
                    f"a model that was asked answers differently from one that was not "
                    f"{where(rules)}; predict and range should change nothing"
                )


def copies_go_on_alike_and_apart(make: Make) -> None:
    """A clone and a pickled copy go on as the original would, and apart from it."""
    for rules in games(make):
        model, stream = make(), list(views(rules, seed=3, hands=HANDS))
        half = len(stream) // 2
        for seen in stream[:half]:
            model.observe(seen)
        middle = stream[half - 1]
        before = answers(model, middle)
        clone, thawed = model.clone(), pickle.loads(pickle.dumps(model))
        for later in stream[half:]:
            clone.observe(later)
        if answers(model, middle) != before:
            raise CheckFailedError(
                f"what its clone learned changed the original {where(rules)}; clone should copy "
                "everything that observe changes"
            )
        for later in stream[half:]:
            model.observe(later)
            thawed.observe(later)
            if answers(thawed, later) != answers(model, later):
                raise CheckFailedError(
                    f"a model that was pickled and loaded goes on differently {where(rules)}; "
                    "everything that it learned should be in its state"
                )
        if answers(clone, stream[-1]) != answers(model, stream[-1]):
            raise CheckFailedError(
                f"a clone that saw the same as the original answers differently {where(rules)}"
            )


def rebuilt_by_replay(make: Make) -> None:
    """A new model that is shown the same observations is the same model."""
    for rules in games(make):
        one, other = make(), make()
        stream = list(views(rules, seed=4, hands=HANDS))
        for seen in stream:
            one.observe(seen)
        for seen in pickle.loads(pickle.dumps(stream)):
            other.observe(seen)
        if answers(one, stream[-1]) != answers(other, stream[-1]):
            raise CheckFailedError(
                f"two models that saw the same answer differently {where(rules)}; chance should "
                "come from a generator with a fixed seed, and nothing be shared between models"
            )


def nothing_is_learned_twice(make: Make) -> None:
    """A turn that is shown twice teaches once."""
    rules, once, twice = games(make)[-1], make(), make()
    for seen in views(rules, seed=7, hands=2 * HANDS):
        once.observe(seen)
        twice.observe(seen)
        if seen.legal is not None:  # the same end again may be another hand
            twice.observe(seen)
        if answers(once, seen) != answers(twice, seen):
            raise CheckFailedError(
                f"a turn that is shown twice counts twice {where(rules)}; an observation has all "
                "events of its hand, and only those that are new should be learned"
            )


def seen_cards_have_no_weight(make: Make) -> None:
    """What the observer holds, or sees on the board, nobody else holds."""
    for rules in games(make):
        model = make()
        for seen in views(rules, seed=5, hands=HANDS):
            model.observe(seen)
            gone = [*seen.hole, *seen.board]
            if rules.hole_cards == 1:
                clash = np.array([card == seen.hole[0] for card in rules.deck])
            else:
                clash = np.isin(HIGH_CARDS, gone) | np.isin(LOW_CARDS, gone)
            for seat in range(1, rules.players):
                if _weights(model, seen, seat)[clash].any():
                    cards = " ".join(map(str, gone))
                    raise CheckFailedError(
                        f"range gives weight to a card that the observer sees ({cards}) "
                        f"{where(rules)}; holdings with such a card should have none"
                    )


def hidden_cards_make_no_difference(make: Make) -> None:
    """A hidden card makes no difference."""
    for rules in games(make):
        rng = np.random.default_rng(6)
        for _ in range(HANDS):
            deal = shuffle(rules, rng)
            one, other = Hand(rules, deal), Hand(rules, other_hidden_cards(rules, deal, rng))
            first, second = make(), make()
            while one.seat is not None:
                assert one.legal is not None
                seen = one.observation(0), other.observation(0)
                first.observe(seen[0])
                second.observe(seen[1])
                if answers(first, seen[0]) != answers(second, seen[1]):
                    raise CheckFailedError(
                        f"two hands that look the same to the observer are read differently "
                        f"{where(rules)}; answers should depend on the observations alone"
                    )
                action = random_action(one.legal, rng)
                one.act(action)
                other.act(action)


def players_are_known_by_name(make: Make) -> None:
    """Players are known by name, not by seat, and the name itself says nothing."""
    rules = sorted(games(make), key=lambda rules: rules.players > 2)[-1]
    known, renamed, strangers = (
        tuple(f"{word}{seat}" for seat in range(rules.players)) for word in ("Ann", "Zoe", "Eve")
    )
    odd_raise, even_raise = (_taught(make, rules, known, raising) for raising in (1, 0))
    met, unmet = (_first_sight(rules, names) for names in (known, strangers))
    if answers(_taught(make, rules, renamed, 1), _first_sight(rules, renamed)) != answers(
        odd_raise, met
    ):
        raise CheckFailedError(
            f"players of other names who do the same are read differently {where(rules)}; a name "
            "should only say who is who"
        )
    by_seat = answers(odd_raise, unmet) != answers(even_raise, unmet)
    if by_seat and answers(odd_raise, met) == answers(odd_raise, unmet):
        raise CheckFailedError(
            f"a stranger is taken for whoever sat in his chair before {where(rules)}; what is "
            "learned should be kept by seen.names[seat], since seats change from hand to hand"
        )


def memory_grows_no_faster_than_the_hands(make: Make) -> None:
    """Memory grows no faster than the number of hands."""
    rules, model, sizes = games(make)[0], make(), []
    for ten in range(3):
        for seen in views(rules, seed=10 + ten, hands=10):
            model.observe(seen)
        sizes.append(len(pickle.dumps(model)))
    first, last = sizes[1] - sizes[0], sizes[2] - sizes[1]
    if last > 2 * max(first, 0) + SLACK:
        raise CheckFailedError(
            f"the second ten hands add {first:,} bytes and the third ten {last:,} {where(rules)}; "
            "a hand should add no more than the one before"
        )


MODEL_LAWS: tuple[Law[OpponentModel], ...] = (
    answers_are_distributions,
    asking_changes_nothing,
    copies_go_on_alike_and_apart,
    rebuilt_by_replay,
    nothing_is_learned_twice,
    seen_cards_have_no_weight,
    hidden_cards_make_no_difference,
    players_are_known_by_name,
    memory_grows_no_faster_than_the_hands,
)


def check_model(make: Callable[[], OpponentModel]) -> None:
    """Raise a `CheckFailedError` that says which laws of opponent models are broken.

    ``make`` is a class, or a function, that makes a new model every time.

    >>> from villain.models.baker.model import StyleReader
    >>> check_model(StyleReader)
    """
    insist(make, MODEL_LAWS)


def games(make: Make) -> list[Rules]:
    """The games that a model reads."""
    return known_games("reads", make().reads)


def answers(model: OpponentModel, seen: Observation) -> list[object]:
    """All that a model says of a moment, to the last bit."""
    seats = range(seen.rules.players)
    return [
        (tuple(model.predict(seen, seat)), _weights(model, seen, seat).tobytes()) for seat in seats
    ]


def _weights(model: OpponentModel, seen: Observation, seat: int) -> FloatArray:
    try:
        return weights_held(model, seen, seat)
    except VillainError as error:
        raise CheckFailedError(f"{error}, {where(seen.rules)}") from None


def _is_distribution(chances: FloatArray) -> bool:
    return bool(chances.min() >= 0 and abs(chances.sum() - 1) < 1e-6)


def _taught(
    make: Make, rules: Rules, names: tuple[str, ...], raising: int, hands: int = 4
) -> OpponentModel:
    """A model that saw every second seat raise all that was cheap, and the others only call."""
    model = make()

    def choose(hand: Hand) -> Action:
        assert hand.seat is not None
        assert hand.legal is not None
        raises = hand.seat > 0 and hand.seat % 2 == raising
        # Raise what is cheap, so that two who do it come to an end.
        cheap = hand.legal.can_raise and hand.legal.call < rules.big_blind
        return raise_to(hand.legal.least) if raises and cheap else CALL

    for seen in views(rules, 8, hands, names, choose):
        model.observe(seen)
    return model


def _first_sight(rules: Rules, names: tuple[str, ...]) -> Observation:
    """The view of seat 0 of a new hand, before anybody acted."""
    return Hand(rules, shuffle(rules, np.random.default_rng(9)), names).observation(0)
