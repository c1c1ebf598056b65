"""The crowd's read of a player as a table: its cells, their examples, and what is looked up."""

import numpy as np
import pytest

from tests.game.table import play, start
from villain.game import limit_holdem, no_limit_holdem
from villain.game.situation import HIMSELF, NOTHING, RAISE, Situation, decisions
from villain.models.crowd import grid
from villain.models.crowd.compiled import STEPS, compile_read
from villain.models.crowd.examples import example, with_board
from villain.models.crowd.grid import Cell, cell_of, number
from villain.models.crowd.leading_up import decision_before
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.reaching import cells_from
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.strengths import CARDS


def facing(actions: str, *, limit: bool = False, players: int = 2) -> Situation:
    """What the last of these actions was an answer to."""
    rules = limit_holdem(players) if limit else no_limit_holdem(players)
    deck = "AhKd 8c8d 2c2d 3c3d 4c4d 5c5d".split()[:players]
    hand = play(start(rules, " ".join(deck), "As 7h 2s 9d Kc"), actions)
    return decisions(hand.observation(0))[-1].situation


NOWS = {
    "unopened": facing("c"),
    "limped": facing("c c"),
    "raised": facing("r6 c"),
    "on the flop": facing("r6 c c r6 c"),
    "on the river": facing("c c c c c c r4 c"),
    "six": facing("c f r8 c", players=6),
    "limit": facing("r4 c", limit=True),
    "limit, six": facing("c c r4 c", limit=True, players=6),
}


@pytest.mark.parametrize("now", NOWS.values(), ids=NOWS)
def test_examples_lie_in_their_cells(now: Situation) -> None:
    cells = cells_from(now)
    assert len(cells) == len({number(cell) for cell in cells})
    assert all(0 <= number(cell) < grid.CELLS for cell in cells)
    assert cell_of(now) in cells
    for cell in cells:
        found = example(now, cell)
        assert len(found.board) == CARDS[found.street]
        assert 0 <= found.owed <= found.effective <= found.stack
        assert found.put_in + found.stack == now.put_in + now.stack
        where = cell_of(found)
        if found.owed < found.effective:  # who can only go all in may face less
            assert where == cell
        assert where._replace(faced=cell.faced) == cell


@pytest.mark.parametrize("name", ["unopened", "raised", "on the flop", "on the river", "limped"])
def test_two_players_have_put_in_the_same_but_for_what_is_owed(name: str) -> None:
    now = NOWS[name]
    for cell in cells_from(now):
        found = example(now, cell)
        if found.owed < found.effective and cell.faced != grid.BLINDS:
            assert found.put_in == pytest.approx((found.pot - found.owed) / 2, abs=1)


@pytest.mark.parametrize("now", NOWS.values(), ids=NOWS)
def test_what_he_did_before_is_what_the_example_says(now: Situation) -> None:
    cells = cells_from(now)
    decisions = [decision_before(now, cell, "Ann") for cell in cells]
    assert sum(before is not None for before in decisions) > len(cells) / 4
    for cell, before in zip(cells, decisions, strict=True):
        found = example(now, cell)
        if before is None:
            assert found.put_in == now.put_in
        else:
            assert (found.last == RAISE) == (before.kind == "raise")
            assert now.street <= before.situation.street <= found.street
            assert found.last != NOTHING


FACTS: tuple[str, ...] = (
    "owed",
    "pot",
    "put_in",
    "stack",
    "effective",
    "raises",
    "raises_before",
    "opening",
)
FACTS += ("last", "acted", "aggressor", "raiser", "opener", "behind", "left", "position")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("r6 c", "r6 c c"),  # the big blind calls, and acts first on the flop
        ("r6", "r6 c c c"),  # the button raises, and is checked to on the flop
        ("c c c r4 c", "c c c r4 c c"),  # who checked the flop calls a bet, and acts on the turn
        ("r6", "r6 r18 c"),  # the button raises, and faces a raise
    ],
)
def test_where_only_one_thing_can_happen_it_is_what_happens(before: str, after: str) -> None:
    now, then = facing(before), facing(after)
    found = example(now, cell_of(then))
    told = {fact: (getattr(found, fact), getattr(then, fact)) for fact in FACTS}
    close = {"owed", "pot", "put_in", "stack", "effective"}  # a pot is expected, not known
    wrong = {fact: pair for fact, pair in told.items() if fact not in close and pair[0] != pair[1]}
    assert not wrong
    for fact in close:
        assert told[fact][0] == pytest.approx(told[fact][1], rel=0.6)


def test_who_waits_has_raised_already() -> None:
    """He raised to 6, another is to call: the pot of the flop is known, and so is his decision."""
    hand = play(start(no_limit_holdem(2), "AhKd 8c8d", "As 7h 2s 9d Kc"), "r6")
    now = CrowdModel().situation(hand.observation(0), 1)
    now = now._replace(pot=now.pot + 4)
    flop = Cell(1, grid.NONE, True, True, HIMSELF)
    assert decision_before(now, flop, "Ann") is None
    found = example(now, flop)
    assert (found.pot, found.put_in, found.raises_before, found.last) == (12, 6, 1, RAISE)
    raised = example(now, Cell(0, grid.RAISED + 1, True, True, grid.ACTIVE))
    assert (raised.pot, raised.owed, raised.put_in) == (24, 12, 6)


@pytest.mark.parametrize(
    ("actions", "limit", "street", "faced", "initiative"),
    [
        ("r6 c", False, 0, grid.BET + 2, grid.IDLE),
        ("r6 r18 c", False, 0, grid.RAISED + 1, grid.ACTIVE),
        ("r6 r18 r54 c", False, 0, grid.WAR + 1, grid.ACTIVE),
        ("c c c r2 c", False, 1, grid.BET + 1, grid.PASSIVE),
        ("r6 c c c", False, 1, grid.NONE, 2),
        ("c c c c", False, 1, grid.NONE, 0),
        ("r6 c r6 c", False, 1, grid.BET + 1, grid.LED),
        ("r4 c", True, 0, grid.BET, grid.IDLE),
        ("c c r2 r4 r6 r8 c", True, 1, grid.WAR, grid.ACTIVE),
        ("c c r2 r4 c", True, 1, grid.RAISED + 1, grid.ACTIVE),
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
    for faced in (grid.BET, grid.BET + 2):
        there = example(now, Cell(0, faced, True, False, grid.IDLE))
        whole = reader.chances("Ann", [there])[0]
        assert read.chances(there) == pytest.approx(whole, abs=1e-4)
    spot = example(now, Cell(2, grid.BET + 1, True, False, grid.IDLE))
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
        read.overall[read.place[number(Cell(1, grid.NONE, True, True, initiative))], 2]
        for initiative in range(3)
    ]
    assert raises[2] > raises[0] > 0.0


def test_to_look_ahead_without_a_new_decision_is_to_look() -> None:
    reader = CrowdReader()
    for decision in decisions(
        play(start(no_limit_holdem(2), "AhKd 8c8d"), "r6 r18 c").observation(0)
    ):
        reader.learn(decision._replace(name="Ann"))
    now = facing("r6 c c c")
    known = reader.look("Ann", [now])
    assert np.array_equal(reader.look_ahead("Ann", [now], [None]), known)
    raised = decision_before(facing("r6 c"), Cell(1, grid.NONE, True, False, HIMSELF), "Ann")
    assert raised is not None
    assert not np.allclose(reader.look_ahead("Ann", [now], [raised]), known, atol=0.01)
