"""The page's replay: step by step what ``villain replay`` tells, with a table at each step."""

import os
import re
from pathlib import Path

import pytest

from tests.hands.random_hands import random_history
from tests.profiles.test_winnings import made
from villain.game.actions import CALL, FOLD, raise_to
from villain.hands.files.archives import UnreadableFile
from villain.hands.files.pieces import pieces
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.registry import FORMATS
from villain.hands.hand_history import HandHistory
from villain.hands.money import to_amount
from villain.hands.steps import steps
from villain.web.messages import Replay
from villain.web.questions import Question
from villain.web.replays import replay_of

DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data")) / "handhistories"
SIDE_POT = made(
    *("AhQh 9c9d - KhKc", (100, 500, 1000, 900)), FOLD, raise_to(30), CALL, CALL, CALL,
    raise_to(40), raise_to(80), CALL, CALL, CALL, raise_to(390), CALL,
)  # fmt: skip


def replayed(history: HandHistory) -> Replay:
    return replay_of(history, Question(60))


def without_amounts(words: str) -> str:
    return re.sub(r"[\d,.]*\d( bb)?", "#", words)


def check_steps(history: HandHistory) -> None:
    """The steps, pots, odds and equities are those of ``villain replay``, chips in big blinds."""
    told, page = list(steps(history, history.play())), replayed(history)
    assert len(page.frames) == len(told)
    dealt = 0
    for step, frame in zip(told, page.frames, strict=True):
        view = frame.view
        dealt = dealt if step.board is None else len(step.board)
        if step.words:
            assert without_amounts(frame.words) == without_amounts(step.words)
        assert len(view.board) == dealt
        assert to_amount(view.pot, history.origin.decimals, short=True) == step.pot
        assert frame.odds == step.odds
        if step.equities:
            assert list(frame.equities.values()) == list(step.equities.values())
        assert all(seat.bet >= 0 and seat.stack >= 0 for seat in view.seats)
        assert all(pot.chips > 0 for pot in view.pots)
    assert page.frames[page.start].words == "The cards are dealt"
    assert page.frames[-1].actions == len(history.actions)
    assert page.frames[-1].view.over


def test_an_all_in_is_called_the_turn_comes_and_hands_are_shown() -> None:
    words = [frame.words for frame in replayed(SIDE_POT).frames]
    assert words[-9:] == [
        "Bob checks",
        "Dan bets 39 bb",
        "Bob calls 39 bb and is all-in",
        "River: 2♣ 7♦ 9♥ T♠ J♣",
        "Ann shows A♥ Q♥",
        "Bob shows 9♣ 9♦",
        "Dan shows K♥ K♣",
        "Bob wins 30 bb",
        "Bob wins 80 bb from side pot 1",
    ]


@pytest.mark.parametrize("seed", range(12))
def test_the_steps_are_those_of_villain_replay(seed: int) -> None:
    check_steps(random_history(seed))


def test_side_pots_lie_apart_while_hands_are_shown() -> None:
    check_steps(SIDE_POT)
    frames = replayed(SIDE_POT).frames
    (before,) = [frame.view for frame in frames if frame.words.startswith("Dan shows")]
    assert len(before.pots) == 2
    assert sum(pot.chips for pot in before.pots) == before.pot
    assert not before.over
    assert not any(seat.bet for seat in before.seats)


def test_the_crowd_reads() -> None:
    replay = replayed(SIDE_POT)
    assert replay.model == "crowd"
    read = {chair for frame in replay.frames for chair, grid in frame.grids.items() if grid}
    assert len(read) == 3  # whoever has folded at once is not read


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
def test_every_hand_of_the_sample_files() -> None:
    count = 0
    for piece in pieces(sorted(DATA.glob("*.tar.xz"))):
        if isinstance(piece, UnreadableFile):
            continue
        for _, text, wrong in piece.blocks():
            if wrong:
                continue
            try:
                history, _ = read_hand(FORMATS[piece.form], text, piece.context)
            except RefusedError:
                continue
            check_steps(history)
            count += 1
    assert count > 100
