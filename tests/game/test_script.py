"""Hands typed by a person."""

import pytest

from villain.cards.card import parse_cards
from villain.errors import VillainError
from villain.game import (
    FOLD,
    Acted,
    Deal,
    Dealt,
    Hand,
    Observation,
    Returned,
    Rules,
    Shown,
    Won,
    raise_to,
)
from villain.game.presets import find_game, limit_holdem, no_limit_holdem
from villain.game.script import Street, parse_script, play_script

LIMIT = "f r f f f f f f c c / 3h4cJh: c r f c / 7d: c r c / 2s: c c"


def play(text: str, rules: Rules, hero: int = 0, hole: str = "") -> list[Observation]:
    return list(play_script(parse_script(text), rules, hero=hero, hole=parse_cards(hole)))


def test_a_limit_hand_needs_neither_seats_nor_amounts() -> None:
    views = play(LIMIT, limit_holdem(10))
    told = [str(seen.events[-1]) for seen in views if not str(seen.events[-1]).endswith("folds")]
    assert told == [
        "seat 3 raises to 4",
        "seat 0 calls 3",
        "seat 1 calls 2",
        "seat 0 checks",
        "seat 1 raises to 2",
        "seat 0 calls 2",
        "seat 0 checks",
        "seat 1 raises to 4",
        "seat 0 calls 4",
        "seat 0 checks",
        "seat 1 checks",
    ]
    assert views[-1].board == parse_cards("3h4cJh7d2s")
    assert views[-1].pot == 24


def test_spaces_commas_and_case_do_not_matter() -> None:
    assert parse_script("frC/3h 4c jh:cr20,c\n/ 7d :") == parse_script(
        "f r c / 3h4cJh: c r20 c / 7d:"
    )
    assert parse_script("r c / 3h4cJh:")[1] == Street(parse_cards("3h4cJh"), ())


def test_a_no_limit_hand_with_an_all_in_is_run_out() -> None:
    views = play("r6 r20 c / 3h4cJh: r180 c / 7d: / 2s:", no_limit_holdem(2))
    assert [seen.events[-1] for seen in views] == [
        Acted(1, "raise", 5, 6),
        Acted(0, "raise", 18, 20),
        Acted(1, "call", 14, 20),
        Acted(0, "raise", 180, 180),
        Acted(1, "call", 180, 180),
    ]
    assert views[-1].stacks == (0, 0)
    assert views[-1].bets == (180, 180)
    assert views[-1].board == parse_cards("3h4cJh")


@pytest.mark.parametrize("hole", ["", "AhKd"])
def test_only_told_cards_are_seen(hole: str) -> None:
    """The engine deals on, and shows hands; what it had to invent is in no observation."""
    for seen in play("r c / 3h4cJh: c r c / 7d: c c / 2s: c c", limit_holdem(2), 0, hole):
        assert seen.hole == parse_cards(hole)
        dealt = [event.cards for event in seen.events if isinstance(event, Dealt)]
        assert dealt == [parse_cards(hole) or None, None]
        assert isinstance(seen.events[-1], Acted)
        assert not any(isinstance(event, Shown | Won | Returned) for event in seen.events)
    (first, last) = play("r c", limit_holdem(2))
    assert (first.board, last.board, last.street) == ((), (), 0)


def test_an_observation_is_what_the_engine_shows_within_a_street() -> None:
    rules, cards = no_limit_holdem(3), parse_cards("AhKd2c2d5s5d3h4cJh7d2s")
    hand = Hand(rules, Deal((cards[:2], cards[2:4], cards[4:6]), cards[6:]))
    for seen, action in zip(
        play("r6 r20 f", rules, 0, "AhKd"), (raise_to(6), raise_to(20), FOLD), strict=True
    ):
        hand.act(action)
        assert hand.observation(0)._replace(legal=None) == seen


@pytest.mark.parametrize(
    ("text", "game", "players", "says"),
    [
        ("f x r", "limit", 3, "'x', action 2 before the flop, is no action; write f (fold)"),
        ("r c / 3h4cJh: c r 20", "limit", 2, "'20', action 3 on the flop, is no action"),
        ("", "limit", 2, "no actions"),
        ("AhKd: r c", "limit", 2, "'AhKd:' before the flop: the board comes later"),
        ("r c / c c", "limit", 2, "'c c' on the flop has no colon; begin with the board"),
        ("r c / 3h4c: c", "limit", 2, "'3h4c' on the flop: 2 cards; it takes 3"),
        ("r c / 3h4cJh: c c / 7d8d: c", "limit", 2, "'7d8d' on the turn: 2 cards; it takes 1"),
        ("r c / 3h4cJx: c", "limit", 2, "'Jx' at position 5 is not a card"),
        ("r c / 3h4c3h: c", "limit", 2, "3h on the flop is already on the flop"),
        ("r c / 3h4cJh: c c / 4c: c", "limit", 2, "4c on the turn is already on the flop"),
        ("r c / 3h4cAh: c", "limit", 2, "Ah on the flop is already in the known hand"),
        ("c c/3h4cJh:cc/7d:cc/2s:cc/5s:c", "limit", 2, "'5s:c' after the fourth /"),
        ("r c c", "limit", 2, "'c', action 3 before the flop: nobody is to act before the flop"),
        ("r f c", "limit", 2, "'c', action 3 before the flop: nobody is to act, for the betting"),
        ("r f / 3h4cJh: c", "limit", 2, "the flop after the end of the hand: all but seat 1"),
        ("r / 3h4cJh: c", "limit", 2, "too early, after 1 action before the flop: seat 0 is still"),
        ("r c / 3h4cJh: f", "limit", 2, "'f', action 1 on the flop: seat 0 may not fold; legal: c"),
        ("rrrr", "limit", 2, "'r', action 4 before the flop: seat 0 may not raise; legal: fold, c"),
        ("r5", "limit", 2, "'r5', action 1 before the flop: seat 1 may not raise to 5; legal: f"),
        (
            "r",
            "nolimit",
            2,
            "seat 1 raises to what? Such as r4; legal: fold, call 1, raise to 4–200",
        ),
        ("r3", "nolimit", 2, "may not raise to 3; legal: fold, call 1, raise to 4–200"),
        ("r201", "nolimit", 2, "may not raise to 201; legal: fold, call 1, raise to 4–200"),
        ("r0", "nolimit", 2, "'r0', action 1 before the flop, is no action"),
        ("r200 c / 3h4cJh: c", "nolimit", 2, "'c', action 1 on the flop: nobody is to act"),
    ],
)
def test_mistakes(text: str, game: str, players: int, says: str) -> None:
    with pytest.raises(VillainError) as raised:
        play(text, find_game(game, players), 0, "AhKd")
    assert says in str(raised.value)
