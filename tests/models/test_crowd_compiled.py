"""The crowd's read of a player as a table: its cells, their examples, and what is looked up."""

import numpy as np
import pytest

from tests.game.table import play, start
from villain.game import FOLD, Action, limit_holdem, no_limit_holdem
from villain.game.events import Acted
from villain.game.public_state import PublicState
from villain.game.situation import HIMSELF, RAISE, Situation, decisions, situation_of
from villain.models.crowd import grid
from villain.models.crowd.compiled import STEPS, compile_examples, compile_read
from villain.models.crowd.grid import Cell, cell_of, number
from villain.models.crowd.lines import Example, reachable_cells, with_board
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


def examples_from(now: Situation) -> dict[Cell, Example]:
    """The cells that Ann may come to from her situation."""
    return reachable_cells(now.state(), now.seat, "Ann")


@pytest.mark.parametrize("now", NOWS.values(), ids=NOWS)
def test_examples_lie_in_their_cells(now: Situation) -> None:
    examples = examples_from(now)
    assert len(examples) == len({number(cell) for cell in examples})
    assert all(0 <= number(cell) < grid.CELLS for cell in examples)
    assert examples[cell_of(now)] == Example(now, None)
    for cell, (situation, _) in examples.items():
        assert cell_of(situation) == cell
        assert len(situation.board) == CARDS[situation.street]


@pytest.mark.parametrize("now", NOWS.values(), ids=NOWS)
def test_examples_are_played_by_the_rules(now: Situation) -> None:
    for situation, _ in examples_from(now).values():
        assert situation.line[: len(now.line)] == now.line
        state = now.state()
        for action in situation.line[len(now.line) :]:
            while state.street < action.street:
                state.deal(situation.board[len(state.board) : CARDS[state.street + 1]])
            done = Action(action.kind, action.to if action.kind == "raise" else 0)
            assert state.legal is not None
            assert action.seat == state.seat
            assert state.legal.allows(done) or done == FOLD  # even where a check is free
            state.follow(Acted(action.seat, action.kind, action.chips, action.to))
        while state.street < situation.street:
            state.deal(situation.board[len(state.board) : CARDS[state.street + 1]])
        assert situation_of(state, now.seat) == situation


def test_every_size_is_reached_where_chips_allow_it() -> None:
    faces = {(cell.street, cell.faced) for cell in examples_from(NOWS["unopened"])}
    assert faces >= {(street, faced) for street in range(1, 4) for faced in (0, *range(2, 14))}
    initiatives = {cell.initiative for cell in examples_from(NOWS["unopened"]) if cell.street == 2}
    assert initiatives == {grid.IDLE, grid.LED, grid.PASSIVE, grid.ACTIVE}
    short = no_limit_holdem(2, stack=10)
    reached = {cell.faced for cell in reachable_cells(PublicState.at_start(short), 1, "Ann")}
    assert grid.WAR + 2 not in reached  # nobody can be raised so often by so much


@pytest.mark.parametrize("limit", [False, True])
def test_at_a_full_table_one_opponent_is_left_or_more(limit: bool) -> None:
    examples = examples_from(facing("c c", limit=limit, players=6))
    flops = {(cell.alone, cell.last) for cell in examples if cell.street == 1}
    assert flops == {(True, True), (True, False), (False, True), (False, False)}


def test_who_is_all_in_decides_nothing_more() -> None:
    state = facing("r200 c").state()
    [(cell, example)] = reachable_cells(state, 1, "Ann").items()
    assert example == Example(situation_of(state, 1), None)
    assert cell == cell_of(example.situation)


@pytest.mark.parametrize("name", ["unopened", "raised", "on the flop", "on the river", "limped"])
def test_two_players_have_put_in_the_same_but_for_what_is_owed(name: str) -> None:
    for situation, _ in examples_from(NOWS[name]).values():
        assert situation.put_in == (situation.pot - situation.owed) / 2


@pytest.mark.parametrize("now", NOWS.values(), ids=NOWS)
def test_what_he_did_before_is_his_last_decision_in_the_line(now: Situation) -> None:
    for situation, before in examples_from(now).values():
        mine = [one for one in situation.line[len(now.line) :] if one.seat == now.seat]
        if before is None:
            assert not mine
        else:
            assert (before.kind, before.chips, before.to) == mine[-1][2:5]
            assert before.situation.line == situation.line[: len(before.situation.line)]
            assert situation.line[len(before.situation.line)] == mine[-1]


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
    example = examples_from(now)[cell_of(then)].situation
    pairs = {fact: (getattr(example, fact), getattr(then, fact)) for fact in FACTS}
    close = {"owed", "pot", "put_in", "stack", "effective"}  # a pot is expected, not known
    wrong = {fact: pair for fact, pair in pairs.items() if fact not in close and pair[0] != pair[1]}
    assert not wrong
    for fact in close:
        assert pairs[fact][0] == pytest.approx(pairs[fact][1], rel=0.6)


def test_who_waits_has_raised_already() -> None:
    """He raised to 6, another is to call: the pot of the flop is known, and so is his decision."""
    state = play(start(no_limit_holdem(2), "AhKd 8c8d", "As 7h 2s 9d Kc"), "r6").state
    examples = reachable_cells(state, 1, "Ann")
    flop, before = examples[Cell(1, grid.NONE, True, True, HIMSELF)]
    assert before is None
    assert (flop.pot, flop.put_in, flop.raises_before, flop.last) == (12, 6, 1, RAISE)
    raised, _ = examples[Cell(0, grid.RAISED + 1, True, True, grid.ACTIVE)]
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
    river = with_board(facing("r6 c")._replace(street=3))
    assert len({card.rank for card in river.board}) == 5


def test_a_compiled_read_says_what_the_network_says_of_the_examples() -> None:
    now = facing("r6 c")
    reader = CrowdReader()
    read = compile_read(reader, "Ann", now.state(), now.seat)
    whole = reader.chances("Ann", [now])[0]
    assert read.chances(now) == pytest.approx(whole, abs=1e-4)
    spot = examples_from(now)[Cell(2, grid.BET + 1, True, False, grid.PASSIVE)].situation
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
    compile_read(reader, "Ann", now.state(), now.seat)
    assert np.array_equal(reader.chances("Ann", [now]), before)


def test_who_raised_before_the_flop_bets_more_after_it() -> None:
    """A table tells apart who has the initiative when nothing is faced."""
    now = facing("c")
    read = compile_read(CrowdReader(), "Ann", now.state(), now.seat)
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
    raised = examples_from(facing("r6 c"))[Cell(1, grid.NONE, True, False, HIMSELF)].before
    assert raised is not None
    assert not np.allclose(reader.look_ahead("Ann", [now], [raised]), known, atol=0.01)


def test_only_this_street_and_only_these_opponents() -> None:
    now = NOWS["six"]
    one = reachable_cells(now.state(), now.seat, "Ann", [frozenset({1})], later=False)
    assert {cell.street for cell in one} == {0}
    for cell, (situation, _) in one.items():
        raisers = {one.seat for one in situation.line[len(now.line) :] if one.kind == "raise"}
        assert raisers <= {1, now.seat}
        assert cell.alone == (situation.left <= 2)


def test_with_what_he_holds_a_table_is_near_what_he_does_in_all() -> None:
    """Where nothing has been done since, the mean over his hands is what the first head says."""
    reader, examples = CrowdReader(), examples_from(NOWS["raised"])
    held = np.linspace(0, 1, STEPS) / np.linspace(0, 1, STEPS).sum()
    near, plain = (compile_examples(reader, "Ann", examples, one) for one in (held, None))
    row = near.place[number(cell_of(NOWS["raised"]))]
    off = [np.abs(held @ read.by_strength[row] - near.overall[row]).max() for read in (near, plain)]
    assert off[0] < 0.02 < off[1]
    assert near.kinds.sum(axis=-1) == pytest.approx(1)
