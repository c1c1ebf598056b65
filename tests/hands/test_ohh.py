"""Open Hand History: hands of our own, as several programs would write them."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hands.random_hands import random_action, random_history
from villain.cards import parse_cards
from villain.game import (
    UNLIMITED,
    Hand,
    Rules,
    limit_holdem,
    no_limit_holdem,
    pot_limit_holdem,
    raise_to,
    shuffle,
)
from villain.game.rules import Betting
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.ohh.document import Number, dump
from villain.hands.formats.ohh.reader import FORMAT, LOST, recognise, split
from villain.hands.formats.ohh.writer import write
from villain.hands.hand_history import HandHistory, Origin

HANDS = Path(__file__).parent / "files"
CASH, POSTS = ((HANDS / name).read_text() for name in ("cash.ohh", "posts.ohh"))
TEXTS = [block.text for text in (CASH, POSTS) for block in split(text, 1)]
SIDE_POT, POT_LIMIT, STRADDLE, TOURNAMENT = TEXTS


def kept(history: HandHistory) -> HandHistory:
    """A hand without what is lost; times in UTC."""
    assert tuple(LOST) == (
        "rules.name",
        "rules.most_raises",
        "rules.free_folds",
        "origin.zone",
        "origin.fields",
    )
    betting = history.rules.betting.value
    rules = replace(history.rules, name=betting, most_raises=(None,) * 4, free_folds=False)
    return replace(history, rules=rules, origin=replace(history.origin, zone="", fields={}))


def changed(text: str, change: Callable[[dict[str, Any]], object]) -> str:
    """The same hand with something else in it; amounts are written anew as floats."""
    whole = json.loads(text)
    change(whole["ohh"])
    return json.dumps(whole)


def reason(text: str) -> str:
    with pytest.raises(RefusedError) as refused:
        read_hand(FORMAT, text)
    return refused.value.reason


def test_a_cash_hand_with_a_side_pot_and_rake() -> None:
    history, hand = read_hand(FORMAT, SIDE_POT)
    assert history.names == ("Hero", "Cato", "Dora", "Bela")
    assert history.rules.stacks == (1250, 7000, 4025, 10000)
    assert (history.rules.blinds, history.rules.first[0]) == ((50, 100, 0, 0), 2)
    assert history.actions[1:3] == (raise_to(400), raise_to(1250))
    assert history.actions[-4:-1] == (raise_to(1000), raise_to(2500), raise_to(8750))
    assert history.board == parse_cards("2c7dJh9c3s")
    assert history.holes == (parse_cards("AhAd"), parse_cards("9s9h"), (), ())
    assert history.shown == {0, 1}
    assert history.collected == (0, 15200, 0, 0)
    assert history.rake(hand) == 150
    assert history.net(hand) == (-1250, 8200, -100, -7000)
    assert history.origin == Origin(
        site="Riverboat",
        number="RB-1001",
        time=datetime(2024, 3, 5, 20, 15, 7),
        zone="UTC",
        table="Natchez",
        seats=(5, 6, 1, 4),
        chairs=6,
        currency="USD",
        decimals=2,
        hero=0,
    )


def test_a_pot_limit_hand_that_nobody_plays_in() -> None:
    history, hand = read_hand(FORMAT, POT_LIMIT)
    assert history.rules.betting is Betting.POT_LIMIT
    assert history.names == ("Bela", "Dora")
    assert hand.payoffs == (300, -300)
    assert history.origin.hero is None
    assert history.origin.number == "1002"
    assert history.origin.time == datetime(2024, 3, 5, 20, 16)


def test_straddles_extra_blinds_and_dead_posts() -> None:
    history, hand = read_hand(FORMAT, STRADDLE)
    rules = history.rules
    assert (rules.blinds, rules.dead) == ((5, 10, 20, 10, 0), (0, 0, 0, 5, 0))
    assert rules.first[0] == 3
    assert rules.bets == (20, 10, 10, 10)  # after the flop the big blind may be bet
    assert hand.payoffs == (-5, -10, 40, -25, 0)
    assert (history.origin.currency, history.origin.decimals) == ("", 0)


def test_a_tournament_with_antes_that_take_all() -> None:
    history, hand = read_hand(FORMAT, TOURNAMENT)
    assert history.rules.blinds == (100, 200, 0, 0)  # the big blind has nothing left to post
    assert history.rules.ante == 25
    assert history.rules.stacks == (110, 20, 5000, 3000)
    assert history.origin.tournament == "T77"
    assert (history.origin.currency, history.origin.decimals) == ("", 0)
    assert history.holes[0] == ()  # one card is no hand
    assert hand.payoffs == (-110, 60, -25, 75)
    assert history.collected is None


def test_raises_to_an_amount_are_understood_where_nothing_else_fits() -> None:
    def raises_to(ohh: dict[str, Any]) -> None:
        preflop, turn = ohh["rounds"][0]["actions"], ohh["rounds"][1]["actions"]
        preflop[6]["amount"], turn[3]["amount"] = 12.5, 87.5

    assert read_hand(FORMAT, changed(SIDE_POT, raises_to))[0] == read_hand(FORMAT, SIDE_POT)[0]

    # Both readings are legal, and nobody calls: the specification decides.
    def free(ohh: dict[str, Any]) -> None:
        ohh["rounds"][0]["actions"][3]["amount"] = 7.0

    assert read_hand(FORMAT, changed(POT_LIMIT, free))[0].actions[1] == raise_to(800)


@pytest.mark.parametrize("text", TEXTS)
def test_the_examples_are_written_and_read_back(text: str) -> None:
    history, hand = read_hand(FORMAT, text)
    written = write(history, hand)
    again, _ = read_hand(FORMAT, written)
    assert again == history
    assert recognise(written)
    json.loads(written)


@pytest.mark.parametrize("seed", range(120))
def test_what_is_written_is_read_back(seed: int) -> None:
    history = random_history(seed, list(Betting)[seed % 3])
    utc = replace(history, origin=replace(history.origin, zone="UTC"))
    again, hand = read_hand(FORMAT, write(utc, utc.replay()))
    assert kept(again) == kept(utc)
    assert write(again, hand) == write(utc, utc.replay())


def posting(players: int, blinds: tuple[int, ...], first: int, **others: Any) -> Rules:  # noqa: ANN401
    filled = blinds + (0,) * (players - len(blinds))
    rules = no_limit_holdem(players, big_blind=10, stack=400)
    return replace(rules, blinds=filled, first=(first, 0, 0, 0), **others)


RULES = [
    *(no_limit_holdem(players, big_blind=10, stack=300, ante=1) for players in range(2, 11)),
    *(limit_holdem(players, small_bet=10) for players in range(2, 11)),
    *(pot_limit_holdem(players, big_blind=10, stack=300) for players in (2, 6, 10)),
    limit_holdem(6, small_bet=10, stack=70),
    limit_holdem(2, small_bet=10, stack=UNLIMITED),
    posting(4, (5, 10, 20), 3, bets=(20, 10, 10, 10)),
    posting(6, (5, 10, 20, 40), 4, bets=(40, 10, 10, 10)),
    posting(4, (5, 10, 0, 20), 0, bets=(20, 10, 10, 10)),
    posting(4, (5, 10, 20), 3),
    posting(5, (0, 10), 2),
    posting(5, (10,), 1),
    posting(6, (5, 10, 0, 10), 2, dead=(0, 0, 0, 5, 0, 0)),
    posting(6, (5, 10, 0, 10), 2, stacks=(4, 7, 200, 9, 100, 300)),
    posting(4, (5, 10), 2, ante=3, stacks=(2, 3, 90, 400)),
    posting(3, (5, 10), 2, ante=3, dead=(0, 10, 0)),
    posting(2, (10, 5), 1, ante=3, stacks=(2, 60)),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.name}-{rules.blinds}")
def test_every_way_of_posting_comes_back(rules: Rules) -> None:
    rng = np.random.default_rng(11)
    names = tuple("ABCDEFGHIJ"[: rules.players])
    chairs = (7, 9, *range(1, 10))[: rules.players] if rules.players < 8 else ()
    for tournament in ("", "T1"):
        for _ in range(6):
            deal = shuffle(rules, rng)
            hand = Hand(rules, deal)
            actions = []
            while not hand.over:
                actions.append(random_action(rng, hand))
                hand.act(actions[-1])
            showdown = hand.folded.count(False) > 1
            shown = {seat for seat, out in enumerate(hand.folded) if showdown and not out}
            history = HandHistory(
                rules,
                names,
                tuple(actions),
                deal.holes,
                hand.board,
                frozenset(shown),
                origin=Origin(seats=chairs, tournament=tournament, decimals=0),
            )
            again, _ = read_hand(FORMAT, write(history, history.replay()))
            seats = chairs or tuple(range(1, rules.players + 1))
            filled = replace(history, origin=replace(history.origin, seats=seats))
            assert kept(again) == kept(filled)


def test_times_are_written_in_utc() -> None:
    history, hand = read_hand(FORMAT, SIDE_POT)

    def told(zone: str) -> object:
        origin = replace(history.origin, zone=zone)
        return json.loads(write(replace(history, origin=origin), hand))["ohh"]["start_date_utc"]

    assert told("UTC") == told("") == "2024-03-05T20:15:07Z"
    assert told("ET") == "2024-03-06T01:15:07Z"
    assert told("Europe/Berlin") == "2024-03-05T19:15:07Z"
    assert told("../nowhere") is None


@pytest.mark.parametrize(
    ("rules", "origin"),
    [
        (replace(limit_holdem(2), bets=(4, 4, 8, 12)), Origin()),
        (replace(no_limit_holdem(3), first=(2, 1, 1, 1)), Origin()),
        (replace(no_limit_holdem(3), hole_cards=1), Origin()),
        (no_limit_holdem(3), Origin(seats=(1, 3, 2))),
        (no_limit_holdem(3), Origin(currency="USD")),
        (no_limit_holdem(3), Origin(decimals=1)),
        (no_limit_holdem(3), Origin(decimals=2, tournament="T")),
    ],
)
def test_what_would_not_come_back_is_not_written(rules: Rules, origin: Origin) -> None:
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    while not hand.over:
        hand.act(random_action(np.random.default_rng(1), hand))
    names = tuple("ABC"[: rules.players])
    history = HandHistory(rules, names, (), ((),) * rules.players, origin=origin)
    with pytest.raises(RefusedError, match="cannot be written"):
        write(history, hand)


def test_files_are_cut_into_hands() -> None:
    assert [block.line for block in split(CASH, 1)] == [1, 69]
    tight = "\n".join(json.dumps(json.loads(text)) for text in TEXTS)
    assert [block.line for block in split(tight, 10)] == [10, 11, 12, 13]
    assert [block.text for block in split("\ufeff\n\n" + CASH + "\n\n\n", 1)] == TEXTS[:2]
    assert list(split("\n \n", 1)) == []
    junk = list(split("what is this?\n\n" + tight, 1))
    assert [block.line for block in junk] == [1, 3, 4, 5, 6]
    assert recognise(CASH)
    assert recognise('\ufeff {\r\n  "ohh" : {')
    assert not recognise('{"hands": []}')


WRONG: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "omaha": ("other game", lambda ohh: ohh.update(game_type="Omaha")),
    "no limit told": ("other game", lambda ohh: ohh.update(bet_limit={})),
    "run twice": ("unusual hand", lambda ohh: ohh.update(flags=["Run_It_Twice"])),
    "two flops": ("unusual hand", lambda ohh: ohh["rounds"].append({"street": "Flop", "id": 9})),
    "a bonus": (
        "unusual hand",
        lambda ohh: ohh["rounds"][0]["actions"].append({"action": "Added To Pot", "amount": 5}),
    ),
    "a stranger": ("cannot be read", lambda ohh: ohh["players"].pop(0)),
    "one chair": ("cannot be read", lambda ohh: ohh["players"][0].update(seat=4)),
    "one id": ("cannot be read", lambda ohh: ohh["players"][0].update(id=13)),
    "no players": ("cannot be read", lambda ohh: ohh.update(players=7)),
    "a text for rounds": ("cannot be read", lambda ohh: ohh.update(rounds="all")),
    "an odd street": ("cannot be read", lambda ohh: ohh["rounds"][0].update(street="Ante")),
    "an odd action": (
        "cannot be read",
        lambda ohh: ohh["rounds"][0]["actions"][4].update(action="Dances"),
    ),
    "a negative amount": (
        "cannot be read",
        lambda ohh: ohh["rounds"][0]["actions"][5].update(amount=-4),
    ),
    "a huge amount": ("cannot be read", lambda ohh: ohh["players"][0].update(starting_stack=1e15)),
    "a long number": ("cannot be read", lambda ohh: ohh["players"][0].update(seat=10**99)),
    "a third of a cent": (
        "cannot be read",
        lambda ohh: ohh["players"][0].update(starting_stack=1 / 3),
    ),
    "an odd time": ("cannot be read", lambda ohh: ohh.update(start_date_utc="yesterday")),
    "half a letter": ("cannot be read", lambda ohh: ohh["players"][1].update(name="\ud800")),
    "a card twice": (
        "does not fit the rules",
        lambda ohh: ohh["rounds"][3].update(cards=["2c"]),
    ),
    "three cards": (
        "cannot be read",
        lambda ohh: ohh["rounds"][4]["actions"][0].update(cards=["9s", "9h", "9d"]),
    ),
    "no card": ("cannot be read", lambda ohh: ohh["rounds"][3].update(cards=["1c"])),
    "another hand shown": (
        "cannot be read",
        lambda ohh: ohh["rounds"][4]["actions"][2].update(cards=["Ah", "As"]),
    ),
    "a wrong call": (
        "illegal action",
        lambda ohh: ohh["rounds"][0]["actions"][7].update(amount=11),
    ),
    "a check that costs": (
        "illegal action",
        lambda ohh: ohh["rounds"][0]["actions"][4].update(action="Check", amount=0),
    ),
    "out of turn": (
        "does not fit the rules",
        lambda ohh: ohh["rounds"][0]["actions"][4].update(player_id=13),
    ),
    "cut off": ("does not fit the rules", lambda ohh: ohh["rounds"][1]["actions"].pop()),
    "no river": ("does not fit the rules", lambda ohh: ohh["rounds"].pop(3)),
    "too much won": (
        "winnings differ",
        lambda ohh: ohh["pots"][0]["player_wins"][0].update(win_amount=99),
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_bad_hands_are_refused(what: str) -> None:
    expected, change = WRONG[what]
    assert reason(changed(SIDE_POT, change)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "[" * 200_000,
        '{"ohh":' * 30_000,
        '{"ohh": 5}',
        '{"ohh": {"game_type": NaN}}',
        SIDE_POT.replace("12.5}", "NaN}"),
        SIDE_POT.replace("12.5}", "1e400}"),
        SIDE_POT.replace("12.5}", "1" * 5000 + "}"),
        SIDE_POT.replace("12.5}", "[12.5]}"),
        SIDE_POT.replace('"seat": 5', '"seat": 5.5'),
        "x" * 300_000,
    ],
    ids=range(13),
)
def test_hostile_json_is_refused(text: str) -> None:
    assert reason(text) in ("cannot be read", "too long", "other game")


@given(st.integers(0, len(SIDE_POT)), st.integers(0, 40), st.text(max_size=6))
def test_a_damaged_hand_is_read_or_refused(start: int, length: int, instead: str) -> None:
    damaged = SIDE_POT[:start] + instead + SIDE_POT[start + length :]
    with suppress(RefusedError):
        read_hand(FORMAT, damaged)


def test_numbers_are_written_as_they_are() -> None:
    assert dump([Number("0.10"), "0.10", {"a": True}]) == '[0.10, "0.10", {"a": true}]'
