"""The crowd's read of a player as a table: its cells, their examples, and what is looked up."""

import numpy as np
import pytest

from tests.game.table import play, start
from villain.game import limit_holdem, no_limit_holdem
from villain.models.contexts import NOTHING, RAISE, Context, choices
from villain.models.crowd.compiled import STEPS, compile_read
from villain.models.crowd.examples import decisions_before, examples, with_board
from villain.models.crowd.grid import (
    ACTIVE,
    BET,
    CELLS,
    IDLE,
    LED,
    NONE,
    PASSIVE,
    RAISED,
    WAR,
    Cell,
    cell_of,
    number,
)
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.strengths import CARDS


def facing(actions: str, *, limit: bool = False, players: int = 2) -> Context:
    """What the last of these actions was an answer to."""
    rules = limit_holdem(players) if limit else no_limit_holdem(players)
    deck = "AhKd 8c8d 2c2d 3c3d 4c4d 5c5d".split()[:players]
    hand = play(start(rules, " ".join(deck), "As 7h 2s 9d Kc"), actions)
    return choices(hand.observation(0))[-1].context


NOWS = {
    "unopened": facing("c"),
    "raised": facing("r6 c"),
    "on the flop": facing("r6 c c r6 c"),
    "on the river": facing("c c c c c c r4 c"),
    "six": facing("c f r8 c", players=6),
    "limit": facing("r4 c", limit=True),
    "limit, six": facing("c c r4 c", limit=True, players=6),
}


@pytest.mark.parametrize("now", NOWS.values(), ids=NOWS)
def test_examples_lie_in_their_cells(now: Context) -> None:
    found = examples(now)
    right = [number(cell_of(example)) == cell for cell, example in found.items()]
    assert np.mean(right) > 0.9  # stacks may not allow a large raise
    assert number(cell_of(now)) in found
    assert all(0 <= cell < CELLS for cell in found)
    for example in found.values():
        assert len(example.board) == CARDS[example.street]
        assert 0 <= example.owed <= example.stack


@pytest.mark.parametrize("now", NOWS.values(), ids=NOWS)
def test_what_he_did_before_is_what_the_example_says(now: Context) -> None:
    found = list(zip(examples(now).values(), decisions_before(now, "Ann"), strict=True))
    assert sum(before is not None for _, before in found) > len(found) / 3
    for example, before in found:
        if before is None:
            assert example.street == now.street
        else:
            assert (example.last == RAISE) == (before.kind == "raise")
            assert now.street <= before.context.street <= example.street
            assert example.last != NOTHING


@pytest.mark.parametrize(
    ("actions", "limit", "street", "faced", "initiative"),
    [
        ("r6 c", False, 0, BET + 2, IDLE),
        ("r6 r18 c", False, 0, RAISED + 1, ACTIVE),
        ("r6 r18 r54 c", False, 0, WAR + 1, ACTIVE),
        ("c c c r2 c", False, 1, BET + 1, PASSIVE),
        ("r6 c c c", False, 1, NONE, 2),
        ("c c c c", False, 1, NONE, 0),
        ("r6 c r6 c", False, 1, BET + 1, LED),
        ("r4 c", True, 0, BET, IDLE),
        ("c c r2 r4 r6 r8 c", True, 1, WAR, ACTIVE),
        ("c c r2 r4 c", True, 1, RAISED + 1, ACTIVE),
    ],
)
def test_where_situations_lie(
    actions: str, limit: bool, street: int, faced: int, initiative: int
) -> None:
    cell = cell_of(facing(actions, limit=limit))
    assert (cell.street, cell.faced, cell.initiative) == (street, faced, initiative)
    assert cell.alone


def test_a_board_is_filled_with_cards_that_pair_nothing() -> None:
    found = with_board(facing("r6 c")._replace(street=3))
    assert len({card.rank for card in found.board}) == 5


def test_a_compiled_read_says_what_the_network_says_of_the_examples() -> None:
    now = facing("r6 c")
    reader = CrowdReader()
    read = compile_read(reader, "Ann", now)
    cells = examples(now)
    for faced in (BET, BET + 2):
        example = cells[number(Cell(0, faced, True, False, IDLE))]
        whole = reader.chances("Ann", [example])[0]
        assert read.chances(example) == pytest.approx(whole, abs=1e-4)
    spot = cells[number(Cell(2, BET + 1, True, False, IDLE))]
    by_strength = np.array([read.chances(spot, step / STEPS) for step in range(STEPS)])
    assert by_strength.sum(axis=1) == pytest.approx(np.ones(STEPS))
    assert by_strength[0, 0] > by_strength[-1, 0]  # the worst hands fold more
    many = read.many(np.full(STEPS, number(cell_of(spot))), np.arange(STEPS) / STEPS)
    assert many == pytest.approx(by_strength)
    forbidden = read.chances(spot._replace(owed=0, could_raise=False))
    assert forbidden == pytest.approx([0, 1, 0])


def test_to_compile_teaches_a_reader_nothing() -> None:
    reader = CrowdReader()
    now = facing("r6 c")
    before = reader.chances("Ann", [now])
    compile_read(reader, "Ann", now)
    assert np.array_equal(reader.chances("Ann", [now]), before)


def test_who_raised_before_the_flop_bets_more_after_it() -> None:
    """A table tells apart who has the initiative when nothing is faced."""
    read = compile_read(CrowdReader(), "Ann", facing("c"))
    raises = [
        read.overall[read.place[number(Cell(1, NONE, True, True, initiative))], 2]
        for initiative in range(3)
    ]
    assert raises[2] > raises[0] > 0.0
