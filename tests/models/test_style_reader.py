"""Baker's Bayesian reader."""

import numpy as np
import pytest

from tests.game.table import play, start
from villain.agents import make_agent
from villain.errors import VillainError
from villain.game import Hand, Rules, one_card, shuffle
from villain.game.observation import without_hole
from villain.models.baker.model import PRINTED_SHARES, StyleReader

ORDER = ("baker:la", "baker:lp", "baker:ta", "baker:tp")


def watch(reader: StyleReader, hands: int, rules: Rules | None = None, seed: int = 1) -> None:
    """Let a reader sit among the four styles, as a player that folds."""
    rng = np.random.default_rng(seed)
    names = (*ORDER, "fold")
    agents = [make_agent(name) for name in names]
    rules = rules or one_card(5)
    for _ in range(hands):
        hand = Hand(rules, shuffle(rules, rng), names)
        while hand.seat is not None:
            if hand.seat == 4:
                reader.observe(hand.observation(4))
            hand.act(agents[hand.seat].act(hand.observation(hand.seat)))
        reader.observe(hand.observation(4))


def test_the_papers_own_arithmetic() -> None:
    """A raise, then a fold where there was something to pay: Bayes by hand."""
    reader = StyleReader("printed")
    hand = play(start(one_card(2), "As 5s"), "r1 f")
    reader.observe(hand.observation(0))
    folds = PRINTED_SHARES[:, 0] / PRINTED_SHARES[:, 0].sum()
    assert list(reader.styles("seat 1").values()) == pytest.approx(folds)
    reader = StyleReader("printed")
    reader.observe(hand.observation(1))
    raises = PRINTED_SHARES[:, 2] / PRINTED_SHARES[:, 2].sum()
    assert list(reader.styles("seat 0").values()) == pytest.approx(raises)


def test_free_checks_tell_nothing() -> None:
    reader = StyleReader("printed")
    reader.observe(play(start(one_card(2), "As 5s"), "c c").observation(0))
    assert set(reader.styles("seat 1").values()) == {0.25}


def test_it_reads_all_four_styles() -> None:
    reader = StyleReader("cards")
    watch(reader, 300)
    for name in ORDER:
        styles = reader.styles(name)
        assert max(styles, key=lambda style: styles[style]) == name[-2:].upper()


def test_cards_tell_sooner_than_shares() -> None:
    known = []
    for evidence in ("measured", "cards"):
        chances = []
        for seed in range(10):
            reader = StyleReader(evidence)
            watch(reader, 12, seed=seed)
            chances += [reader.styles(name)[name[-2:].upper()] for name in ORDER]
        known.append(np.mean(chances))
    assert known[1] > known[0]


def test_forgetting_keeps_a_doubt() -> None:
    steady, forgetful = StyleReader("printed"), StyleReader("printed", forget=0.05)
    for reader in (steady, forgetful):
        watch(reader, 200)
    assert max(forgetful.styles("baker:la").values()) < max(steady.styles("baker:la").values())


def test_a_range_follows_the_actions() -> None:
    reader = StyleReader()
    hand = play(start(one_card(3), "5s As 9s"), "c r1 f")
    weights = reader.range(hand.observation(0), 1).weights
    assert weights.sum() == pytest.approx(1)
    assert weights[one_card().deck.index(hand.observation(0).hole[0])] == 0
    assert weights[-1] == weights.max()
    shown = play(hand, "c").observation(0)
    assert reader.range(shown, 1)[-1] == 1


def test_predictions_are_what_the_styles_would_do() -> None:
    """A tight passive player, first to speak, bets only the best of ten cards."""
    reader = StyleReader("cards")
    watch(reader, 300)
    rules = one_card(2)
    for names, expected in ((("me", "baker:tp"), 1 / 9), (("me", "baker:la"), 8 / 9)):
        hand = Hand(rules, shuffle(rules, np.random.default_rng(1)), names)
        seen = hand.observation(0)
        bets = reader.predict(seen, 1).more
        assert reader.predict(seen, 1).fold == 0
        assert bets == pytest.approx(expected, abs=0.15)
        assert reader.predict(seen, 1, facing=1).fold > 0


def test_parameters_are_checked() -> None:
    with pytest.raises(VillainError, match="evidence='guess'"):
        StyleReader("guess")
    with pytest.raises(VillainError, match="forget=1"):
        StyleReader(forget=1)


def test_a_bystander_without_a_card_may_ask() -> None:
    rules = one_card(2)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)), ("Ann", "Bob"))
    seen, reader = without_hole(hand.observation(0)), StyleReader()
    assert reader.range(seen, 1).weights == pytest.approx(1 / len(rules.deck))
    assert sum(reader.predict(seen, 1)) == pytest.approx(1)
