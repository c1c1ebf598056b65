"""The competition's logs: lines of our own, and the real ones where they are."""

import lzma
import os
import tarfile
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hands.random_hands import random_action
from villain.cards import parse_cards
from villain.game import (
    CALL,
    FOLD,
    UNLIMITED,
    Hand,
    Rules,
    kuhn,
    leduc,
    limit_holdem,
    no_limit_holdem,
    pot_limit_holdem,
    raise_to,
    shuffle,
)
from villain.game.gamedef import KUHN, read_gamedef, write_gamedef
from villain.hands.formats.acpc import FORMAT, GAMES, LOST, context_of, recognise, split
from villain.hands.formats.acpc_writer import value, write
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.hand_history import HandHistory, Origin, winnings

LOG = """\
# name/game/hands/seed our_match holdem.nolimit.2p.reverse_blinds.game 3 7
#--t_response 600000

STATE:0:r300r900c/cr1800r3000f:AcJs|3d2d/Kc5sQc:1800|-1800:Ann|Ben
STATE:1:f:2c7d|KhKd:50|-50:Ben|Ann
# a remark
STATE:2:cr20000c///:AsAh|AcAd/2c7d9h/Ts/3s:0|0:Ann|Ben
SCORE:1750|-1750:Ann|Ben
"""
RERAISED, FOLDED, SPLIT = (block.text for block in split(LOG, 1))
NOLIMIT = "holdem.nolimit.2p.reverse_blinds"


def reason(text: str, context: str = "") -> str:
    with pytest.raises(RefusedError) as refused:
        read_hand(FORMAT, text, context)
    return refused.value.reason


def test_a_log_is_cut_into_hands() -> None:
    assert [block.line for block in split(LOG, 1)] == [4, 5, 7]
    assert [block.line for block in split("\r\n".join(LOG.split("\n")), 11)] == [14, 15, 17]
    assert recognise(LOG)
    assert recognise(RERAISED)
    assert not recognise("# name/game/hands/seed x\nTO 1 at 1.2 MATCHSTATE:0:0::AcJs|")
    assert context_of(LOG) == NOLIMIT
    assert context_of(RERAISED) == ""


def test_raises_count_over_the_whole_hand() -> None:
    history, hand = read_hand(FORMAT, RERAISED, NOLIMIT)
    assert history.actions == (
        *(raise_to(300), raise_to(900), CALL),
        *(CALL, raise_to(900), raise_to(2100), FOLD),
    )
    assert hand.payoffs == (1800, -1800)
    assert history.names == ("Ann", "Ben")
    assert history.holes == (parse_cards("AcJs"), parse_cards("3d2d"))
    assert history.shown == frozenset()
    assert history.origin == Origin(site="ACPC", number="0", table=NOLIMIT)


def test_all_in_at_once_everybody_shows() -> None:
    history, hand = read_hand(FORMAT, SPLIT, NOLIMIT)
    assert history.shown == {0, 1}
    assert hand.payoffs == (0, 0)


@pytest.mark.parametrize(
    ("line", "game"),
    [
        (RERAISED, NOLIMIT),
        (FOLDED, NOLIMIT),
        (FOLDED.replace("50|-50", "5|-5"), "holdem.limit.2p.reverse_blinds"),
        ("STATE:3:rrf:AcJs|3d2d:-20|20:Ann|Ben", ""),
        ("STATE:3:rrf:AcJs|3d2d:20|-20:Ann|Ben", "holdem.limit.2p.reverse_blinds"),
        ("STATE:3:ff:AcJs|3d2d|4c4d:-50|50|0:A|B|C", "holdem.nolimit.3p"),
        ("STATE:3:rff:AcJs|3d2d|4c4d:-5|-10|15:A|B|C", "holdem.limit.3p"),
    ],
)
def test_without_a_header_the_line_tells_the_game(line: str, game: str) -> None:
    if game:
        history, _ = read_hand(FORMAT, line)
        assert history.rules == GAMES[game]
    else:
        assert reason(line) == "winnings differ"


def test_limit_games_have_no_stacks_to_lose() -> None:
    assert GAMES["holdem.limit.3p"].stacks == (UNLIMITED,) * 3
    history, _ = read_hand(FORMAT, "STATE:3:rff:AcJs|3d2d|4c4d:-5|-10|15:A|B|C")
    assert history.rules.stacks == (UNLIMITED,) * 3


def test_a_game_definition_can_be_given() -> None:
    line = "STATE:9:crfc:Ks|As|Qs:-2|3|-1:A|B|C"
    history, hand = read_hand(FORMAT, line, KUHN)
    assert (history.rules.hole_cards, history.rules.players) == (1, 3)
    assert [value(chips) for chips in hand.fair_payoffs] == ["-2", "3", "-1"]
    assert reason(line.replace("Qs", "2s"), KUHN) == "other game"
    assert reason(line, "GAMEDEF\nnonsense") == "cannot be read"
    assert reason(line, "kuhn.limit.3p") == "unknown game"
    assert reason("STATE:3:r200fffff:|||||:0|0|0|0|0|0:A|B|C|D|E|F") == "unknown game"


def test_unknown_cards_and_half_chips() -> None:
    known, _ = read_hand(FORMAT, RERAISED)
    unknown, hand = read_hand(FORMAT, RERAISED.replace("AcJs", ""))
    assert unknown.holes[0] == ()
    assert unknown.actions == known.actions
    assert write(unknown, hand) == RERAISED.replace("AcJs", "") + "\n"
    rules = replace(GAMES["holdem.nolimit.3p"], blinds=(51, 100, 0))
    line = "STATE:5:cfc/cc/cc/cc:2c2d|AsKc|AdKh/Qh9s5c/3d/4d:-51|25.5|25.5:A|B|C"
    history, hand = read_hand(FORMAT, line, write_gamedef(rules))
    assert hand.fair_payoffs[1:] == (Fraction(51, 2), Fraction(51, 2))
    assert write(history, hand) == line + "\n"
    assert read_hand(FORMAT, line.replace("25.5|25.5", "25.500000|25.5"), write_gamedef(rules))
    assert reason(line.replace("25.5|25.5", "25|26"), write_gamedef(rules)) == "winnings differ"
    assert value(Fraction(-100, 3)) == "-33.333333"


def definable(rules: Rules) -> Rules:
    return read_gamedef(write_gamedef(rules))


RULES = [
    *GAMES.values(),
    *(no_limit_holdem(players, big_blind=10, stack=300) for players in range(2, 11)),
    *(limit_holdem(players, small_bet=10) for players in range(2, 11)),
    limit_holdem(4, small_bet=10).with_stacks(35, 90, 12, 300),
    no_limit_holdem(5, big_blind=10).with_stacks(6, 90, 12, 300, 7),
    replace(no_limit_holdem(4, big_blind=10), blinds=(5, 10, 20, 0), first=(3, 0, 0, 0)),
    leduc(3),
    kuhn(2),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.name}-{rules.players}")
def test_what_is_written_is_read_back(rules: Rules) -> None:
    rng = np.random.default_rng(5)
    names = tuple("ABCDEFGHIJ"[: rules.players])
    told = definable(rules)
    for number in range(25):
        hand = Hand(rules, shuffle(rules, rng), names)
        actions = []
        while not hand.over:
            actions.append(random_action(rng, hand))
            hand.act(actions[-1])
        left = [seat for seat, out in enumerate(hand.folded) if not out]
        history = HandHistory(
            rules,
            names,
            tuple(actions),
            tuple(hand.observation(seat).hole for seat in range(rules.players)),
            hand.board,
            frozenset(left) if len(left) > 1 else frozenset(),
            origin=Origin("ACPC", str(number), table=told.name),
        )
        line = write(history, history.replay())
        again, replayed = read_hand(FORMAT, line, write_gamedef(rules))
        assert write(again, replayed) == line
        assert replayed.fair_payoffs == hand.fair_payoffs
        assert again.rules == told
        if not rules.ante:
            assert again == replace(history, rules=told)


def test_what_a_line_cannot_say_is_refused() -> None:
    history, hand = read_hand(FORMAT, SPLIT)
    origin, rules = history.origin, history.rules
    for wrong in (
        replace(history, origin=replace(origin, number="RB-7")),
        replace(history, names=("a:b", "c")),
        replace(history, names=("a", "b|c")),
        replace(history, names=("a", "b\nc")),
        replace(history, collected=(19000, 19000)),
        replace(history, shown=frozenset({0})),
        replace(history, rules=pot_limit_holdem(2)),
        replace(history, rules=replace(rules, ante=5)),
        replace(history, rules=replace(rules, dead=(0, 5))),
        replace(history, rules=replace(rules, bets=(100, 50, 50, 50))),
    ):
        with pytest.raises(RefusedError, match="cannot be written"):
            write(wrong, hand)
    same = replace(history, collected=winnings(hand), rules=replace(rules, dead=(0, 0)))
    assert write(same, hand) == SPLIT + "\n"
    assert {"origin.hero", "origin.currency"} <= set(LOST)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "cannot be read"),
        ("STATE", "cannot be read"),
        ("STATE:1:f:2c7d|KhKd:50|-50", "cannot be read"),
        ("STATE:x:f:2c7d|KhKd:50|-50:Ben|Ann", "cannot be read"),
        (f"STATE:{'9' * 5000}:f:2c7d|KhKd:50|-50:Ben|Ann", "cannot be read"),
        ("STATE:1:r1e9f:2c7d|KhKd:50|-50:Ben|Ann", "cannot be read"),
        (f"STATE:1:r{'9' * 5000}f:2c7d|KhKd:50|-50:Ben|Ann", "cannot be read"),
        ("STATE:1:f:2c7x|KhKd:50|-50:Ben|Ann", "cannot be read"),
        ("STATE:1:f:2c7d|KhK:50|-50:Ben|Ann", "cannot be read"),
        ("STATE:1:f:2c7d:50|-50:Ben|Ann", "other game"),
        ("STATE:1:f:2c7d9d|KhKd:50|-50:Ben|Ann", "other game"),
        ("STATE:1:f:2c7d|KhKd:50:Ben|Ann", "winnings differ"),
        ("STATE:1:f:2c7d|KhKd:1e999999999|-50:Ben|Ann", "winnings differ"),
        ("STATE:1:f:2c7d|2c7d:50|-50:Ben|Ann", "does not fit the rules"),
        ("STATE:1:r20000c///:2c7d|KhKd/KhKhKh/Kh/Kh:0|0:Ben|Ann", "does not fit the rules"),
        ("STATE:1:f:2c7d|KhKd:50|-50:Ben|Ben", "does not fit the rules"),
        ("STATE:1:c:2c7d|KhKd:50|-50:Ben|Ann", "does not fit the rules"),
        ("STATE:1:cc/c/c:2c7d|KhKd/AsAdAc/4c:0|0:Ben|Ann", "out of turn"),
        ("STATE:1:ff:2c7d|KhKd:50|-50:Ben|Ann", "out of turn"),
        ("STATE:1:r20000c:2c7d|KhKd/AsAdAc/4c/5c:0|0:Ben|Ann", "cut off"),
        ("STATE:1:r20000c///:2c7d|KhKd/AsAdAc/4c:0|0:Ben|Ann", "does not fit the rules"),
        ("STATE:1:r150f:2c7d|KhKd:50|-50:Ben|Ann", "illegal action"),
        ("STATE:1:rr300f:2c7d|KhKd:50|-50:Ben|Ann", "other game"),
        ("STATE:1:f:2c7d|KhKd/AsAdAc:50|-50:Ben|Ann", "does not fit the rules"),
    ],
)
def test_bad_lines_are_refused(line: str, why: str) -> None:
    assert reason(line) == why


@given(st.integers(0, len(RERAISED)), st.integers(0, 9), st.text(max_size=4))
def test_a_damaged_line_is_read_or_refused(start: int, length: int, instead: str) -> None:
    with suppress(RefusedError):
        read_hand(FORMAT, RERAISED[:start] + instead + RERAISED[start + length :])


DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data"))


@pytest.mark.data
@pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_dealers_logs_comes_back(game: str) -> None:
    assert GAMES[game] == read_gamedef((DATA / "acpc" / f"{game}.game").read_text(), game)
    with tarfile.open(DATA / "acpc" / "dealer-logs.tar.xz") as archive:
        wanted = f"acpc_{game.removeprefix('holdem.')}_s42.log"
        (name,) = [name for name in archive.getnames() if name.endswith(wanted)]
        member = archive.extractfile(name)
        assert member is not None
        text = member.read().decode()
    assert recognise(text)
    assert context_of(text) == game
    lines = [block.text for block in split(text, 1)]
    assert len(lines) == 1000
    assert [write(*read_hand(FORMAT, line, game)) for line in lines] == [f"{x}\n" for x in lines]


@pytest.mark.data
@pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
@pytest.mark.slow
def test_every_hand_against_deepstack_is_read() -> None:
    packed = (DATA / "deepstack" / "deepstack-heads-up.log.xz").read_bytes()
    text = lzma.decompress(packed).decode()
    assert recognise(text[:4000])
    context = context_of(text[:4000])
    hands = [read_hand(FORMAT, block.text, context)[0] for block in split(text, 1)]
    assert len(hands) == 24_522
    assert {hand.rules.name for hand in hands} == {NOLIMIT}
