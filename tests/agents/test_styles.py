"""Baker's players on the engine."""

import numpy as np
import pytest

from tests.game.table import play, start
from villain.agents import make_agent
from villain.agents.style_analyst import StyleAnalyst
from villain.agents.style_simulator import StyleSimulator, style_of_name
from villain.errors import VillainError
from villain.game import CALL, FOLD, Deal, Hand, Observation, one_card, raise_to
from villain.strategy.one_card import (
    FOUND_ANTI_STYLES,
    GRID,
    PRINTED_ANTI_STYLES,
    STYLES,
    Reading,
    Style,
)

FOUR = "5s 6s Js As"


def at_turn(actions: str = "", cards: str = FOUR, names: tuple[str, ...] = ()) -> Observation:
    hand = start(one_card(len(cards.split())), cards)
    hand = Hand(hand.rules, Deal(hand._deal.holes, ()), names)
    play(hand, actions)
    assert hand.seat is not None
    return hand.observation(hand.seat)


def test_a_style_checks_folds_calls_and_raises() -> None:
    tight = make_agent("baker:tp")
    assert tight.act(at_turn()) == CALL  # a weak card, but free
    assert tight.act(at_turn("c c")) == CALL  # a jack among four: below beta
    assert tight.act(at_turn("c c c")) == raise_to(1)  # an ace
    assert tight.act(at_turn("r1")) == FOLD
    assert make_agent("style:alpha=0,beta=0").act(at_turn()) == raise_to(1)


def test_bluffs_and_noise() -> None:
    bluffer = make_agent("style:alpha=1,beta=1,bluff=1")
    assert bluffer.act(at_turn("r1")) == raise_to(2)
    assert bluffer.act(at_turn()) == raise_to(1)  # also where a check would be free
    noisy = make_agent("style:alpha=1,beta=1,noise=1", seed=2)
    assert {noisy.act(at_turn("r1")).kind for _ in range(40)} == {"fold", "call", "raise"}
    with pytest.raises(VillainError, match="noise=2"):
        make_agent("style:noise=2")


def test_a_switcher_switches() -> None:
    agent = make_agent("baker:switch:first=TP,then=LA,after=1")
    seen = at_turn("r1", "5s Qs 6s As")
    assert agent.act(seen) == FOLD
    agent.watch(seen)
    assert agent.act(seen) == raise_to(2)
    with pytest.raises(VillainError, match="style 'XX'"):
        make_agent("baker:switch:first=XX")


@pytest.mark.parametrize(
    ("styles", "expected"),
    [
        (("TP", "TA", "LA"), FOUND_ANTI_STYLES["TP"]),
        (("LA", "TA", "LA"), FOUND_ANTI_STYLES["TA"]),
        (("LA", "LP", "LA"), FOUND_ANTI_STYLES["LA"]),
        (("LP", "LP", "LA"), FOUND_ANTI_STYLES["LP"]),
        ((None, None, "LP"), FOUND_ANTI_STYLES["LP"]),
        ((None, None, None), Style(0.8, 0.9)),
    ],
)
def test_the_analyst_plays_against_the_most_dangerous(
    styles: tuple[str | None, ...], expected: Style
) -> None:
    agent = make_agent("baker:analysis")
    assert isinstance(agent, StyleAnalyst)
    order = ["LA", "LP", "TA", "TP"]
    for seat, style in enumerate(styles, start=1):
        if style:
            belief = np.full(4, 0.01)
            belief[order.index(style)] = 0.97
            agent.reader._beliefs[f"seat {seat}"] = belief
    assert agent.answer(at_turn()) == expected


def test_the_simulator_is_told_styles_by_names() -> None:
    assert style_of_name("baker:lp#3") == (Style(0.1, 0.9), Reading())
    assert style_of_name("style:alpha=0.3,beta=0.4,chance=one") == (Style(0.3, 0.4), Reading("one"))
    assert style_of_name("raise")[0] == Style(0, 0)
    assert style_of_name("raise:pot=2")[0] == Style(0, 0)
    for stranger in ("Mary", "baker:nobody", "style:alpha=7", "baker:analysis"):
        assert style_of_name(stranger)[0] == Style(0, 2)  # one who never raises


@pytest.mark.parametrize("trial", ["left", "start", "chips"])
def test_the_simulator_finds_a_good_pair(trial: str) -> None:
    """Against two who always raise, it waits for good cards and then goes along."""
    agent = make_agent(f"baker:simulation:trial={trial}", seed=1)
    assert isinstance(agent, StyleSimulator)
    found = agent.answer(at_turn(cards="5s 6s 7s", names=("me", "raise", "raise#2")))
    assert found in GRID
    assert found.alpha >= 0.3


def test_names_mean_the_papers_numbers() -> None:
    for style, pair in STYLES.items():
        assert style_of_name(f"baker:{style.lower()}")[0] == pair
        assert style_of_name(f"baker:anti-{style.lower()}")[0] == PRINTED_ANTI_STYLES[style]


def test_games_they_do_not_know() -> None:
    from villain.arena import Match
    from villain.game import no_limit_holdem

    with pytest.raises(VillainError, match="'baker:la' does not play nolimit"):
        Match(no_limit_holdem(2), ("call", "baker:la"), 10)
