"""The dealer without sockets: our own transcript, and the competition's where they are."""

import os
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wire.clients import Scripted
from tests.wire.own_time import run
from villain.cards import parse_cards
from villain.errors import VillainError
from villain.game import Deal, Rules, no_limit_holdem, pot_limit_holdem
from villain.hands.formats.acpc import GAMES
from villain.wire.dealer import Dealer
from villain.wire.match_log import MatchLog, MatchOutcome
from villain.wire.setup import Setup, TimeLimits, find_rules

NOLIMIT = "holdem.nolimit.2p.reverse_blinds"
DEALS = [
    Deal((parse_cards("AcJs"), parse_cards("3d2d")), parse_cards("Kc5sQc9h8h")),
    Deal((parse_cards("2c7d"), parse_cards("KhKd")), parse_cards("AsAdAh4c4d")),
]


def deal(setup: Setup, seats: list[Scripted], deals: list[Deal]) -> tuple[MatchOutcome, str, str]:
    log: list[str] = []
    transcript: list[str] = []
    record = MatchLog(setup, [log.append], transcript.append, now=lambda: 0.0)
    outcome = run(Dealer(setup, seats, record, deals).play())
    return outcome, "".join(log), "".join(transcript)


HEAD = """\
# name/game/hands/seed ours holdem.nolimit.2p.reverse_blinds.game 2 7
#--t_response 600000
#--t_hand 600000
#--t_per_hand 7000
"""
LOG = """\
# hand 0, Ann: ignored 'nonsense': 'nonsense' is no state; it should be \
MATCHSTATE:position:hand:betting:cards
# hand 0, Ann: a fold where checking is free became a call
# hand 0, Ben: a raise to 99999 became one to 20000
STATE:0:r300r700c/cr20000f:AcJs|3d2d/Kc5sQc:-700|700:Ann|Ben
STATE:1:r400f:2c7d|KhKd:-100|100:Ben|Ann
SCORE:-600|600:Ann|Ben
"""
SECOND_HAND = """\
Seconds cumulatively spent in match for seat 0: 0
Seconds cumulatively spent in match for seat 1: 0
TO 1 at 0.000000 MATCHSTATE:1:1::|KhKd~
TO 2 at 0.000000 MATCHSTATE:0:1::2c7d|~
FROM 1 at 0.000000 MATCHSTATE:1:1::|KhKd:r400~
TO 1 at 0.000000 MATCHSTATE:1:1:r400:|KhKd~
TO 2 at 0.000000 MATCHSTATE:0:1:r400:2c7d|~
FROM 2 at 0.000000 MATCHSTATE:0:1:r400:2c7d|:f~
TO 1 at 0.000000 MATCHSTATE:1:1:r400f:|KhKd~
TO 2 at 0.000000 MATCHSTATE:0:1:r400f:2c7d|~
FINISHED at 0.000000
SCORE:-600|600:Ann|Ben
"""


def test_a_match_to_the_byte() -> None:
    ann = Scripted([":r700", "nonsense", ":f", ":f", ":r400"])
    ben = Scripted([":r300", ":c", ":r99999", ":f"])
    setup = Setup(GAMES[NOLIMIT], ("Ann", "Ben"), 2, 7, title="ours")
    outcome, log, transcript = deal(setup, [ann, ben], DEALS)
    assert outcome.stopped == ""
    assert log == HEAD + LOG
    assert transcript.startswith(
        HEAD + "STARTED at 0.000000\nTO 1 at 0.000000 MATCHSTATE:0:0::AcJs"
    )
    assert transcript.endswith(SECOND_HAND.replace("~", "\r"))
    assert transcript.count("\r\n") == len(ann.heard) + len(ben.heard) + 9


def test_who_is_late_or_leaves_ends_the_match_with_a_complete_log() -> None:
    for answer, why in (("late", "took longer than 600 s for a response"), (None, "left")):
        ann, ben = Scripted([answer]), Scripted([":f", answer])
        setup = Setup(GAMES[NOLIMIT], ("Ann", "Ben"), 2, 7, TimeLimits(average=600))
        outcome, log, _ = deal(setup, [ann, ben], DEALS)
        assert outcome.stopped == f"hand 1, Ann {why}"
        assert outcome.payoffs == ((50, -50),)
        assert log.splitlines()[4:] == [
            "STATE:0:f:AcJs|3d2d:50|-50:Ann|Ben",
            "# unfinished, Ben: MATCHSTATE:0:1::2c7d|",
            "# unfinished, Ann: MATCHSTATE:1:1::|KhKd",
            f"# the match was stopped: hand 1, Ann {why}",
            "SCORE:50|-50:Ann|Ben",
        ]


def test_who_asks_is_told_the_game_and_the_names() -> None:
    ann, ben = Scripted([":f"]), Scripted([":f"])
    ben.curious = True
    setup = Setup(GAMES[NOLIMIT], ("Ann", "loki:som"), 2, 7)
    _, log, _ = deal(setup, [ann, ben], DEALS)
    assert all(line.startswith("MATCHSTATE") for line in ann.heard)
    told = [line for line in ben.heard if line.startswith("#")]
    assert told[:3] == [f"#game {NOLIMIT}", "#game GAMEDEF", "#game nolimit"]
    assert told[-2:] == ["#names Ann|loki:som", "#names loki:som|Ann"]
    assert log.endswith("SCORE:0|0:Ann|loki.som\n")


def test_what_cannot_be_dealt_is_refused() -> None:
    rules = no_limit_holdem(2)
    for names in (
        ("Ann",),
        ("Ann", "Ann"),
        ("a:b", "a.b"),
        ("An n", "Ben"),
        ("A|n", "B"),
        ("", "B"),
    ):
        with pytest.raises(VillainError):
            Setup(rules, names, 10)
    for hands, seed, wrong in ((0, 1, "hands"), (10**9, 1, "hands"), (10, -1, "seed")):
        with pytest.raises(VillainError, match=wrong):
            Setup(rules, ("Ann", "Ben"), hands, seed)
    with pytest.raises(VillainError, match="potlimit"):
        Setup(pot_limit_holdem(2), ("Ann", "Ben"), 10)
    with pytest.raises(VillainError, match="limits"):
        TimeLimits(response=0)
    assert find_rules("limit", 3).players == 3


def test_the_same_seed_deals_the_same_cards() -> None:
    one, two, other = (
        list(Setup(no_limit_holdem(2), ("Ann", "Ben"), 300, seed).deals()) for seed in (5, 5, 6)
    )
    assert one == two != other


DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data")) / "acpc"


def read_member(name: str) -> str:
    with tarfile.open(DATA / "dealer-logs.tar.xz") as archive:
        (found,) = [one for one in archive.getnames() if one.endswith(name)]
        member = archive.extractfile(found)
        assert member is not None
        return member.read().decode()


def deals_of(log: str, rules: Rules) -> Iterator[Deal]:
    """The cards of a log; what never came on the board can be any other."""
    for line in log.splitlines():
        if line.startswith("STATE:"):
            private, *public = line.split(":")[3].split("/")
            holes = tuple(map(parse_cards, private.split("|")))
            board = parse_cards("".join(public))
            used = {*board}.union(*holes)
            rest = [card for card in rules.deck if card not in used]
            yield Deal(holes, (*board, *rest)[: sum(rules.board_cards)])


@pytest.mark.data
@pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
@pytest.mark.parametrize("game", GAMES)
def test_the_competitions_matches_to_the_byte(game: str) -> None:
    """Given the cards and the answers, our dealer sends every line as theirs did."""
    match = f"acpc_{game.removeprefix('holdem.')}_s42"
    log, recorded = read_member(f"{match}.log"), read_member(f"{match}.transcript")
    rules = GAMES[game]
    said = re.findall(r"^FROM (\d) at \S+ (.*)\r$", recorded, re.M)
    seats = [
        Scripted([line for who, line in said if int(who) == player + 1])
        for player in range(rules.players)
    ]
    names = ("Alice", "Bob", "Carol")[: rules.players]
    setup = Setup(rules, names, 1000, 42, title=match)
    _, our_log, ours = deal(setup, seats, list(deals_of(log, rules)))
    assert our_log == log
    assert ours == re.sub(r" at \d+\.\d{6}", " at 0.000000", recorded)
