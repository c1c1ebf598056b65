"""The competition's own logs, replayed hand by hand."""

import os
import tarfile
from fractions import Fraction
from pathlib import Path

import pytest

from villain.cards import parse_cards
from villain.game import CALL, FOLD, Deal, Hand, Rules, raise_to
from villain.game.gamedef import read_gamedef, write_gamedef

DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data")) / "acpc"

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA"),
]


def replay(rules: Rules, state: str) -> tuple[Hand, list[str]]:
    """Play one STATE line; ``r`` is a raise to so much over the whole hand."""
    _, _, betting, cards, results, _ = state.split(":")
    private, *public = cards.split("/")
    holes = tuple(parse_cards(hole) for hole in private.split("|"))
    board = parse_cards("".join(public))
    used = {card for hole in holes for card in hole} | set(board)
    rest = tuple(card for card in rules.deck if card not in used)
    hand = Hand(rules, Deal(holes, (*board, *rest)[: sum(rules.board_cards)]))
    for number, street in enumerate(betting.split("/")):
        if street:
            assert hand.street == number
        while street:
            digits = street[1:][: len(street[1:]) - len(street[1:].lstrip("0123456789"))]
            assert hand.seat is not None
            assert hand.legal is not None
            before = hand.committed[hand.seat] - hand.bets[hand.seat]
            to = int(digits) - before if digits else hand.legal.least
            hand.act({"f": FOLD, "c": CALL}.get(street[0], raise_to(to)))
            street = street[1 + len(digits) :]
    return hand, results.split("|")


def test_game_definitions_are_read_and_written_back() -> None:
    definitions = sorted(DATA.glob("*.game"))
    assert len(definitions) == 5
    for path in definitions:
        assert write_gamedef(read_gamedef(path.read_text(), path.stem)) == path.read_text()


@pytest.mark.parametrize(
    "game", ["limit.2p.reverse_blinds", "limit.3p", "nolimit.2p.reverse_blinds", "nolimit.3p"]
)
def test_every_hand_of_a_log_has_its_recorded_result(game: str) -> None:
    rules = read_gamedef((DATA / f"holdem.{game}.game").read_text())
    with tarfile.open(DATA / "dealer-logs.tar.xz") as archive:
        (name,) = [n for n in archive.getnames() if n.endswith(f"acpc_{game}_s42.log")]
        member = archive.extractfile(name)
        assert member is not None
        lines = member.read().decode().splitlines()
    states = [line for line in lines if line.startswith("STATE:")]
    assert len(states) == 1000
    for state in states:
        hand, recorded = replay(rules, state)
        assert hand.over
        assert [Fraction(x) for x in recorded] == list(hand.fair_payoffs)
