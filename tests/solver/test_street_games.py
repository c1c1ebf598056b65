"""Street games against whole games, a linear program, and what was promised."""

import numpy as np
import pytest

from villain.cards.card import parse_distinct
from villain.cards.range import Range
from villain.game.actions import CALL, raise_to
from villain.game.events import Board
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.public_state import PublicState
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import DECISION
from villain.solver.locks import Locks
from villain.solver.sizes import BetSizes
from villain.solver.solution import Bound, Solution
from villain.solver.solvable import Solvable, solvable_spot
from villain.solver.spot import Spot
from villain.solver.street_betting import AddedBet, BetMenu, street_tree
from villain.solver.street_game import StreetGame, street_game
from villain.solver.street_solution import Promise, StreetSolution
from villain.solver.values.checked_down import CheckedDown
from villain.solver.values.end_values import Values
from villain.strategy.heads_up_preflop import decisions
from villain.strategy.preflop_equilibrium import solve_preflop

RIVER, TURN = "Ks7d2c4h9s", "Ks7d2c4h"
RANGES = "AK, KQs, 77, 65s, QJs", "KJ, A7s, 99, 65s, AQ"
POT_BETS = BetMenu(bets=(1.0,), raises=(), all_in=0)
EVERYTHING = Range.random().weights


def dealt(board: str, *, pot: int = 20, stack: int = 100) -> PublicState:
    """A raised pot, checked up to this board."""
    state = PublicState.at_start(no_limit_holdem(2, stack=stack + pot // 2))
    state.act(raise_to(pot // 2))
    state.act(CALL)
    cards = parse_distinct(board, "board")
    for street, (start, end) in enumerate(((0, 3), (3, 4), (4, 5)), 1):
        if len(cards) >= end:
            state.follow(Board(street, cards[start:end]))
            if len(cards) > end:
                state.act(CALL)
                state.act(CALL)
    return state


def game_of(state: PublicState, menu: BetMenu, *ranges: str | FloatArray) -> StreetGame:
    weights = [held if isinstance(held, np.ndarray) else Range(held).weights for held in ranges]
    return street_game(street_tree(state, menu), weights)


def twins(street: StreetGame, whole: Solvable) -> list[tuple[int, int]]:
    """Pairs of the same decision of a street in the street's tree and in that of a whole game."""
    pairs, waiting = [], [(0, 0)]
    while waiting:
        one, other = waiting.pop()
        here, there = street.tree.nodes[one], whole.tree.nodes[other]
        if here.kind == DECISION:
            assert list(map(str, here.moves)) == list(map(str, there.moves))
            pairs.append((one, other))
            waiting += zip(here.children, there.children, strict=True)
    return pairs


def held_to(street: StreetSolution, whole: Solvable, player: int) -> Solution:
    """A whole game in which a player does what the street's solution says."""
    locks = Locks(whole)
    for one, other in twins(street.street, whole):
        if whole.node(other).player == player:
            wide = street.street.spread(street.strategy(one), 1.0)
            locks.add(other, 0, wide[:, whole.holdings[player]])
    return Solution(whole, locks=locks, bound=Bound(player, 1.0))


def test_a_river_is_solved_as_the_solver_does() -> None:
    state = dealt(RIVER)
    street = game_of(state, POT_BETS, *RANGES)
    mine = StreetSolution(street, CheckedDown(street.facts))
    sizes = BetSizes.parse("100% /")
    spot = Spot.of(state, [Range(held) for held in RANGES], (sizes, sizes))
    whole = Solution(solvable_spot(spot))
    for solution in (mine, whole):
        solution.improve(300)
    assert mine.value(0) == pytest.approx(whole.value(0), abs=0.002 * 20)
    assert mine.distance() < 0.002
    best = [held_to(mine, whole.game, player).best_against_locks(1 - player) for player in (0, 1)]
    assert sum(best) == pytest.approx(mine.gap(), abs=1e-3 * state.pot)


def test_a_turn_that_is_checked_down_cannot_be_exploited() -> None:
    """On the river nobody bets, so the values at the end of the turn are exact."""
    state = dealt(TURN)
    menu = BetMenu(bets=(0.5, 1.0), raises=(1.0,), all_in=0, committed=1, most=9)
    street = game_of(state, menu, *RANGES)
    solution = StreetSolution(street, CheckedDown(street.facts))
    solution.improve(200)
    sizes = BetSizes.parse("turn 50%, 100% / 100%; river")
    spot = Spot.of(state, [Range(held) for held in RANGES], (sizes, sizes), all_in=1.0)
    whole = solvable_spot(spot)
    best = [held_to(solution, whole, player).best_against_locks(1 - player) for player in (0, 1)]
    assert sum(best) < 0.004 * state.pot
    assert best[1] == pytest.approx(solution.value(0), abs=0.004 * state.pot)


class SolvedRivers:
    """The end of a turn, exact: every river is solved with these ranges."""

    def __init__(self, street: StreetGame, sizes: str, iterations: int) -> None:
        self.street, self.sizes, self.iterations = street, sizes, iterations

    def values(
        self, reaches: tuple[Values, Values], pots: Values, stacks: Values
    ) -> tuple[Values, Values]:
        answers = [np.zeros_like(reach) for reach in reaches]
        for leaf, (pot, stack) in enumerate(zip(pots, stacks, strict=True)):
            small = [np.where(r[leaf] < 1e-7 * r[leaf].max(), 0, r[leaf]) for r in reaches]
            wide = [Range(self.street.spread(held.astype(float))) for held in small]
            sizes = BetSizes.parse(f"turn; river {self.sizes}")
            board = self.street.facts.board
            game = solvable_spot(Spot(board, pot, (stack, stack), (wide[0], wide[1]), (sizes,) * 2))
            solution = Solution(game)
            solution.improve(self.iterations)
            for player in (0, 1):
                values = solution.passes.values(player) * float(reaches[1 - player][leaf].max())
                places = np.searchsorted(self.street.facts.holdings, game.holdings[player])
                answers[player][leaf, places] = values
        return answers[0], answers[1]


@pytest.mark.slow
def test_a_turn_with_solved_rivers_at_its_ends_loses_little_in_the_whole_game() -> None:
    state = dealt(TURN, pot=20, stack=40)
    menu = BetMenu(bets=(1.0,), raises=(), all_in=0, committed=1)
    ranges = (
        "AhKh, AhQh, KhQh, 8s8h, 6s5s:0.5, QdQh, 7h6h, Jh9h",
        "KhJh, KcTc, 7s7c:0.4, 6h5h, AsQs, 9s9c, QsJs, 5s4s",
    )
    street = game_of(state, menu, *ranges)
    solution = StreetSolution(street, SolvedRivers(street, "100%, a", 40), every=3, new=1.0)
    solution.improve(90)
    sizes = BetSizes.parse("turn 100% /; river 100%, a")
    spot = Spot.of(state, [Range(held) for held in ranges], (sizes, sizes), all_in=1.0)
    whole = solvable_spot(spot)
    free = Solution(whole)
    free.solve(to=5e-4)
    for player in (0, 1):
        locked = Solution(whole, locks=held_to(solution, whole, player).locks)
        locked.solve(to=5e-4, iterations=1000)
        lost = free.value(player) - locked.value(player)
        assert lost < 0.01 * state.pot


def test_limit_before_the_flop_has_the_value_of_the_linear_program() -> None:
    """If nobody bets after the flop; the program is over the 169 classes of hands."""
    state = PublicState.at_start(limit_holdem(raises=(1, 4, 4, 4)))
    street = game_of(state, BetMenu(), EVERYTHING, EVERYTHING)
    assert street.tree.decisions() == len(decisions(2))
    solution = StreetSolution(street, CheckedDown(street.facts))
    solution.improve(300)
    assert solution.value(1) == pytest.approx(2 * solve_preflop(cap=2).value, abs=0.002)
    assert solution.distance() < 0.001


def test_ten_big_blinds_are_worth_a_known_shove() -> None:
    """What the big blind calls a shove with, if the small blind shoves any two cards.

    He needs 9 of 20 big blinds, 45 %: nobody with less calls, nobody with more folds.
    """
    state = PublicState.at_start(no_limit_holdem(2, stack=20))
    street = game_of(state, BetMenu(opens=(), all_in=100), EVERYTHING, EVERYTHING)
    locks = Locks(street.game)
    locks.add(0, 0, np.array([0.0, 0.0, 1.0]))
    solution = StreetSolution(street, CheckedDown(street.facts), locks=locks)
    solution.improve(200)
    [facing] = [street.tree.places[(raise_to(20),)]]
    calls = solution.strategy(facing)[1]
    equity = (1 + street.facts.edge.sum(axis=1) / 1225) / 2
    assert calls[equity > 0.455].min() > 0.95
    assert calls[equity < 0.445].max() < 0.05


def best_beyond(solution: StreetSolution, promised: FloatArray, player: int) -> FloatArray:
    """What a player's best response has beyond what was promised, by holding."""
    beyond: FloatArray = solution.values(player, best=True) - promised
    return beyond


def test_no_holding_gets_more_than_it_was_promised() -> None:
    """Whatever we believe about his range: the promise is what he had in an equilibrium."""
    state, menu = dealt(RIVER), BetMenu(bets=(1.0,), raises=(1.0,), all_in=3)
    true, wrong = Range("QQ-22, AK, KQ, A5s-A2s, JTs, T9s"), Range("AK, KQ, KJ")
    own = Range("TT-55, KQ, KJ, 76s, AJ, QJs")
    street = game_of(state, menu, own.weights, true.weights)
    first = StreetSolution(street, CheckedDown(street.facts))
    first.improve(400)
    promised = first.values(1, best=True)
    mistaken = game_of(state, menu, own.weights, wrong.weights)
    careless, careful = (StreetSolution(mistaken, CheckedDown(street.facts)) for _ in range(2))
    careful.promise(Promise(1, promised, 1.0))
    for solution in (careless, careful):
        solution.improve(600)
    assert best_beyond(careless, promised, 1).max() > 0.3 * state.pot
    assert best_beyond(careful, promised, 1).max() < 0.02 * state.pot


def test_values_of_actions_add_up_to_those_of_holdings() -> None:
    """On average over what is done; and below a bet, where a fold loses what was put in."""
    state = dealt(TURN)
    street = game_of(state, BetMenu(), *RANGES)
    solution = StreetSolution(street, CheckedDown(street.facts))
    solution.improve(50)
    held = Range(RANGES[0]).without(*state.board).weights[street.facts.holdings] > 0
    mean = (solution.strategy(0) * solution.action_values(0)).sum(axis=0)
    np.testing.assert_allclose(mean[held], solution.values(0)[held], atol=1e-3 * state.pot)
    facing = street.tree.places[(raise_to(20),)]
    folds, calls, *_ = solution.action_values(facing)
    assert folds == pytest.approx(-10, abs=1e-3)
    nuts = street.spread(calls)[Range("7h7s").weights > 0]
    assert nuts > 20


def test_a_bet_at_the_table_is_added_to_the_tree() -> None:
    state = dealt(RIVER)
    tree = street_tree(state, POT_BETS, [AddedBet((CALL,), 7)])
    assert [str(move) for move in tree.nodes[0].moves] == ["check", "bet 20"]
    after = tree.nodes[tree.places[(CALL,)]]
    assert [str(move) for move in after.moves] == ["check", "bet 7", "bet 20"]
    assert tree.find((), raise_to(20)) == raise_to(20)
    assert tree.find((), raise_to(9)) is None
    assert tree.clip((), raise_to(5000)) == raise_to(100)


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        (no_limit_holdem(2, stack=2), ["fold", "call"]),
        (no_limit_holdem(2, stack=3), ["fold", "call", "raise 3 all-in"]),
        (no_limit_holdem(2).with_stacks(6, 200), ["fold", "call", "raise 6 all-in"]),
        (no_limit_holdem(2).with_stacks(200, 1), []),
        (no_limit_holdem(2, ante=1, stack=40), ["fold", "call", "raise 5", "raise 39 all-in"]),
        (limit_holdem(), ["fold", "call", "raise 4"]),
    ],
)
def test_any_stacks_have_a_tree(rules: Rules, moves: list[str]) -> None:
    """The small blind's moves; the rest of a deeper stack is no part of the game."""
    state = PublicState.at_start(rules)
    if not moves:
        assert state.seat is None
        return
    tree = street_tree(state, BetMenu(all_in=8))
    assert [str(move) for move in tree.nodes[0].moves] == moves
    street = street_game(tree, (EVERYTHING, EVERYTHING))
    deepest = min(rules.stacks)
    assert (street.pots / 2 + street.stacks == deepest).all()
    solution = StreetSolution(street, CheckedDown(street.facts))
    solution.improve(20)
    assert solution.value(0) + solution.value(1) == pytest.approx(0, abs=1e-3 * state.pot)
