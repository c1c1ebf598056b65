"""Walking through a solved spot: lines, cards, and boards that were solved under other suits."""

from dataclasses import replace

import numpy as np
import pytest

from villain.cards import Card, Combo
from villain.errors import NotationError, VillainError
from villain.solver.boards import exchange_combos
from villain.solver.places import after_card, find_move, follow, start
from villain.solver.reports import DecisionReport, report, report_cards
from villain.solver.solution import Solution
from villain.solver.solvable import solvable_spot
from villain.solver.spot import FixedBets, Spot

TURN = Spot.parse(
    "Ks7s2d4d", pot=10, stacks=15, ranges=("AA, KQs, 65s", "QQ, AKs, JTs"), sizes="50%, a"
)


@pytest.fixture(scope="module")
def turn() -> Solution:
    solution = Solution(solvable_spot(TURN))
    solution.improve(60)
    return solution


def test_boards_that_differ_by_suits_are_solved_once(turn: Solution) -> None:
    # On Ks7s2d4d hearts and clubs can be exchanged: of each rank one of the two is solved.
    solved = {cards[-1] % 4 for cards in turn.game.boards.cards[1:]}
    assert solved == {Card.parse("9" + suit).suit for suit in "cds"}  # clubs stand for hearts
    assert len(turn.game.boards.cards) == 1 + 48 - 13


def test_an_exchanged_card_shows_the_same_play_under_other_names(turn: Solution) -> None:
    hearts, clubs = (_checks(report(turn, f"check, check, river 9{suit}")) for suit in "hc")
    exchanged = {
        int(one): int(other) for one, other in enumerate(exchange_combos(*_suits("hc")).tolist())
    }
    assert hearts == {exchanged[combo]: chance for combo, chance in clubs.items()}
    assert hearts != clubs


def _suits(names: str) -> tuple[int, int]:
    one, two = (Card.parse("9" + name).suit for name in names)
    return one, two


def _checks(seen: DecisionReport) -> dict[int, float]:
    own = seen.own
    rows = zip(own.holdings.tolist(), seen.chances[0].tolist(), own.weights, strict=True)
    return {combo: chance for combo, chance, weight in rows if weight > 0}


def test_values_of_both_come_to_the_pot(turn: Solution) -> None:
    for line in ("", "check", "bet 50%", "check, check, river As", "bet 50%, call, river 2c"):
        seen = report(turn, line)
        assert seen.sides[0].value + seen.sides[1].value == pytest.approx(seen.pot)
        assert seen.sides[0].equity + seen.sides[1].equity == pytest.approx(1.0)


def test_moves_are_worth_what_the_decision_is(turn: Solution) -> None:
    seen = report(turn, "check")
    mixed = (seen.chances * seen.move_values).sum(axis=0)
    known = seen.own.weights > 0
    assert np.allclose(mixed[known], seen.own.values[known], atol=1e-4)


def test_folding_is_worth_nothing(turn: Solution) -> None:
    seen = report(turn, "bet 50%")
    assert str(seen.moves[0]) == "fold"
    known = seen.own.weights > 0
    assert np.allclose(seen.move_values[0][known], 0.0, atol=1e-5)


def test_the_report_over_cards_has_every_card_once(turn: Solution) -> None:
    rows = report_cards(turn, "check, check")
    assert len(rows) == 48
    assert all(sum(row.frequencies) == pytest.approx(1.0) for row in rows)


@pytest.mark.parametrize("text", ["bet 50%", "bet 5", "50%", "b 5"])
def test_a_bet_goes_by_size_or_chips(turn: Solution, text: str) -> None:
    assert find_move(turn.game, start(turn), text) == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bet 99%", "there are: check, bet 5"),
        ("check, check, bet 5", "a card comes next"),
        ("check, turn 5h", "the betting goes on"),
        ("check, check, river Ks", "on the board already"),
        ("bet a, fold, check", "the hand is over"),
    ],
)
def test_a_line_that_is_not_there_is_refused_with_what_is(
    turn: Solution, line: str, words: str
) -> None:
    with pytest.raises((NotationError, VillainError), match=words):
        follow(turn, line)


def test_a_card_takes_its_holdings_away(turn: Solution) -> None:
    place = after_card(turn, follow(turn, "check, check"), Card.parse("As"))
    seen = report(turn, place)
    side = seen.sides[0]
    held = [Combo(int(one)) for one in side.holdings[side.weights > 0]]
    assert held
    assert all(Card.parse("As") not in combo.cards for combo in held)


def test_limit_has_one_size_and_a_cap() -> None:
    spot = replace(TURN, fixed=FixedBets((2, 4, 4), cap=2))
    solution = Solution(solvable_spot(spot))
    place = follow(solution, "bet, raise")
    assert place.line == ("bet 4", "raise 8")
    assert [str(move) for move in solution.game.node(place.node).moves] == ["fold", "call"]


def test_spots_on_the_river_end_there() -> None:
    river = replace(TURN, board=(*TURN.board, Card.parse("9h")))
    assert len(solvable_spot(river).boards.cards) == 1
