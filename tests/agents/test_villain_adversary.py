"""Who leans to what wins against us is told from who leans to what wins at all."""

from collections.abc import Sequence
from math import inf

import numpy as np
import pytest

from villain.agents.villain_adversary import PULL, AdversarySigns
from villain.agents.villain_theories import Theories
from villain.cards import Combo
from villain.cards.card import parse_distinct
from villain.cards.range import possible
from villain.game import Hand, no_limit_holdem, shuffle
from villain.game.actions import CALL, raise_to
from villain.game.events import Acted, Event
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import DECISION
from villain.models.crowd.kinds import KINDS
from villain.solver.adversary import KnownWins, known_wins
from villain.solver.held import Held
from villain.solver.resolving import Resolver
from villain.solver.street_game import StreetGame
from villain.solver.street_solving import ResolverSettings

ANY = np.full(1326, 1 / 1326)
NOTHING = np.zeros((3, 1326))


def chances(fold: float, call: float) -> FloatArray:
    """What the model says of every combo: fold, call, or a raise of the first size."""
    kinds = np.zeros((1326, KINDS))
    kinds[:, :3] = fold, call, 1 - fold - call
    return kinds


def wins(fold: float, call: float, raised: float) -> FloatArray:
    return np.repeat(np.array([[fold], [call], [raised]]), 1326, axis=1)


def test_who_is_not_known_to_win_by_anything_does_not_lean() -> None:
    leaning = AdversarySigns()
    leaning.follow(ANY, chances(0.3, 0.5), 1, None)
    assert (leaning.likelier == 0).all()


@pytest.mark.parametrize(("kind", "sign"), [(0, -1), (1, 1)])
def test_what_wins_against_us_is_likelier_if_he_leans(kind: int, sign: int) -> None:
    leaning = AdversarySigns()
    leaning.follow(ANY, chances(0.5, 0.5), kind, KnownWins(wins(-0.2, 0.0, 0.0), NOTHING))
    assert (np.sign(leaning.likelier) == sign).all()
    right = 1 / (1 + np.exp(-0.2 * PULL)) if kind else 1 / (1 + np.exp(0.2 * PULL))
    assert leaning.likelier == pytest.approx(np.log(right / 0.5))


def test_who_does_what_wins_against_everybody_does_not_lean() -> None:
    leaning, both = AdversarySigns(), wins(-0.2, 0.0, -0.4)
    leaning.follow(ANY, chances(0.5, 0.3), 1, KnownWins(both, both))
    leaning.show(parse_distinct("AhAd", "hand"), possible(()))
    beside_sound, _ = leaning.likelier
    assert beside_sound == 0


def test_who_does_what_he_always_does_does_not_lean() -> None:
    """We bluff somebody who calls with everything: that wins against us, but he does it anyway."""
    leaning, calls = AdversarySigns(), chances(0.02, 0.98)
    leaning.follow(ANY, calls, 1, KnownWins(wins(-0.3, 0.0, -0.3), wins(0.0, -0.3, -0.3)))
    beside_sound, beside_model = leaning.likelier
    assert beside_sound > 0.1
    assert beside_model < 0.05


def test_what_he_shows_tells_it_too() -> None:
    """He called where only aces win by it, and shows aces; or he shows something else."""
    aces = np.zeros(1326, np.bool_)
    aces[Combo.parse("AhAd")] = True
    best = np.where(aces, wins(-0.5, 0.0, -1.0), wins(0.0, -0.5, -1.0))
    both = {}
    for hole in ("AhAd", "KhQd"):
        leaning, kinds = AdversarySigns(), chances(0.5, 0.5)
        leaning.follow(ANY, kinds, 1, KnownWins(best, NOTHING))
        leaning.show(parse_distinct(hole, "hand"), possible(()))
        both[hole] = leaning.likelier
    assert (both["AhAd"] > 0).all()
    assert (both["KhQd"] < 0).all()


def test_who_goes_by_the_model_is_believed_and_who_leans_is_not() -> None:
    rng = np.random.default_rng(1)
    kinds, best = chances(0.4, 0.6), wins(0.0, -0.1, -1.0)
    leans = np.array([0.4, 0.6]) * np.exp(PULL * np.array([0.0, -0.1]))
    for right, believed in ((np.array([0.4, 0.6]), True), (leans / leans.sum(), False)):
        theories = Theories()
        for _ in range(200):
            leaning = AdversarySigns()
            leaning.follow(ANY, kinds, int(rng.choice(2, p=right)), KnownWins(best, NOTHING))
            theories.take_leaning(leaning.likelier)
        assert (theories.model > 0.8) == believed
        assert (theories.model < 0.05) != believed


class Folds:
    """Holds the other to folding everything."""

    def key(self) -> object:
        """The same in all hands."""
        return "folds"

    def believes(self, seat: int) -> bool:
        """Both seats."""
        return seat in (0, 1)

    def hold(self, street: StreetGame, seat: int, events: Sequence[Event]) -> Held:
        """Fold wherever it can be done."""
        del events
        locks = {}
        for number, node in enumerate(street.tree.nodes):
            if node.kind == DECISION and node.player == seat and node.moves[0].kind == "fold":
                rows = np.zeros((len(node.moves), street.facts.size))
                rows[0] = 1.0
                locks[number] = rows, 1.0
        return Held(0.9, np.ones(1326), locks)

    def allowed(self, seat: int) -> float:
        """Everything."""
        del seat
        return inf


def test_what_he_could_have_won_is_told_by_event() -> None:
    """Who is believed to fold everything is bluffed, and wins more from that by going on."""
    rules = no_limit_holdem(2, stack=20)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    resolver = Resolver(ResolverSettings(iterations=60), beliefs=Folds())
    for action in (raise_to(5), CALL, CALL, raise_to(5), CALL):  # on the flop he calls our bet
        assert hand.seat is not None
        if hand.seat == 1:
            resolver.face(rules, hand.observation(0).events, 1)
        hand.act(action)
    events = hand.observation(0).events
    told = known_wins(resolver, resolver.review(rules, events, 1))
    own = [at for at, one in enumerate(events) if isinstance(one, Acted) and one.seat == 0]
    assert set(told) == set(own)
    for ours, fair in told.values():
        assert (ours.max(axis=0) == 0).all()
        assert (fair.max(axis=0) == 0).all()
    from_us, fair = told[own[-1]]
    assert (from_us[0] < 0).sum() > (fair[0] < 0).sum()
