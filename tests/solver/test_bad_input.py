"""What people get wrong about spots: one line that says what, and how to mend it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from villain.cards.range import Range
from villain.errors import VillainError
from villain.solver.locks import Locks
from villain.solver.sizes import BetSizes
from villain.solver.solution import Bound, Solution
from villain.solver.solvable import solvable_spot
from villain.solver.spot import Spot

RIVER: dict[str, Any] = {
    "board": "Ks7d2c4h9s",
    "pot": 10,
    "stacks": "10",
    "ranges": ("AA, 65s", "QQ"),
    "sizes": "a",
}


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(VillainError) as caught:
        call()
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"ranges": ("AsKs", "QQ")},
            "the range of out of position has no hand left on Ks7d2c4h9s; take another board or "
            "add hands to it",
        ),
        (
            {"ranges": ("AhAd", "AhAc, AdAc")},
            "the two ranges have no hands that can be dealt together",
        ),
        (
            {"stacks": "0"},
            "stacks of nothing: nobody can bet any more; give both some chips behind",
        ),
        (
            {"stacks": "10/0"},
            "stacks of nothing: nobody can bet any more; give both some chips behind",
        ),
        (
            {"stacks": "ten"},
            "stacks 'ten'; write one number for both (97) or two (97/120)",
        ),
        ({"stacks": "-5"}, "pot, stacks, bets, rake and chips are numbers of 0 or more"),
        ({"stacks": "nan"}, "pot, stacks, bets, rake and chips are numbers of 0 or more"),
        ({"pot": 0}, "a pot of nothing; there is nothing to win"),
        ({"rake": 5}, "a rake of 5; it is a share of the pot, such as 0.05"),
        (
            {"board": "Ks7d"},
            "a board of 2 cards; a spot begins on the flop, turn or river (3 to 5 cards)",
        ),
        (
            {"bets": "4/2"},
            "out of position is to act, and has bet more than the other",
        ),
        (
            {"sizes": "half"},
            "size 'half'; write a share of the pot (75%), a multiple of the bet (2.5x) or a "
            "(all-in)",
        ),
    ],
)
def test_a_spot_that_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    arguments = RIVER | wrong
    assert refused(lambda: Spot.parse(arguments.pop("board"), **arguments)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("75", "size '75'; write a share of the pot (75%)"),
        ("0%", "size '0%'; shares of the pot are above 0 % and up to 2000 %"),
        ("1x", "size '1x'; multiples of a bet are above 1 and up to 100"),
        ("flop 50%; flop 75%", "tell the flop twice"),
        ("50% / 2x / a", "there is one / between bets and raises"),
        (", ".join(f"{share}%" for share in range(10, 23)), "13 sizes in"),
    ],
)
def test_sizes_that_cannot_be_read_are_refused(text: str, message: str) -> None:
    assert message in refused(lambda: BetSizes.parse(text))


def test_a_lock_that_fits_nowhere_is_refused() -> None:
    game = solvable_spot(Spot.parse(**RIVER))
    locks = Locks(game)
    end = next(number for number, node in enumerate(game.tree.nodes) if not node.moves)
    actions, size = len(game.node(0).moves), game.size(0)
    even = np.ones((actions, size))
    for call, message in (
        (lambda: locks.add(999, 0, even), "no decision is at node 999; a lock needs one"),
        (lambda: locks.add(end, 0, even), f"no decision is at node {end}; a lock needs one"),
        (lambda: locks.add(0, 1, even), "node 0 is not reached on board 1; no lock can be there"),
        (
            lambda: locks.add(0, 0, even.T),
            f"a lock of shape {even.T.shape}; here are {actions} actions and {size} holdings",
        ),
        (lambda: locks.add(0, 0, -even), "a lock has chances of 0 or more"),
        (lambda: locks.add(0, 0, 0 * even), "a lock has no chance of any action for some holding"),
        (lambda: locks.add(0, 0, even, 2.0), "the share of a lock is 0 (free) to 1 (held)"),
        (
            lambda: Solution(game, bound=Bound(0, 1.5)),
            "a share of 1.5; it is 0 (free) to 1 (bound)",
        ),
        (
            lambda: Solution(game, scheme="pcfr+", short=True),
            "pcfr+ cannot be stored in 16 bits; take another",
        ),
    ):
        assert refused(call) == message
    assert not len(locks)


def test_a_lock_must_not_tell_suits_apart_that_share_a_solution() -> None:
    """Clubs, diamonds and hearts are alike on a turn of spades, until a range says otherwise."""
    turn = {**RIVER, "board": "Ks7s2s4s"}
    for ranges, alike in ((("AA, 65s", "QQ"), True), (("AA, 65s", "QQ, AcQc"), False)):
        game = solvable_spot(Spot.parse(**(turn | {"ranges": ranges})))
        clubs = Range("AhAc, AdAc, AsAc, 6c5c").weights[game.holdings[0]] > 0
        chances = np.where(clubs, [[0], [1]], [[1], [0]])
        locks = Locks(game)
        if alike:
            assert refused(lambda: locks.add(0, 0, chances)) == (  # noqa: B023
                "this lock tells c from d, which have one solution here; lock such hands alike, or "
                "let a range tell the suits apart too (AhAd:0.999)"
            )
        else:
            locks.add(0, 0, chances)
        locks.add(0, 0, np.array([0.3, 0.7]))


def test_a_tree_that_does_not_fit_is_refused_before_it_is_built() -> None:
    spot = Spot.parse(
        "Ks7d2c",
        pot=6,
        stacks=97,
        ranges=("22+, A2+, K2+, Q2+, J2+, T2+", "22+, A2+, K2+, Q2+, J2+, T2+"),
        sizes="33%, 75%, a",
    )
    message = refused(lambda: solvable_spot(spot))
    need = float(message.split()[3].replace(",", ""))
    assert need > 40
    assert message.endswith(
        "GB, and 4 GB are allowed; take fewer sizes, smaller ranges or a later street, or allow "
        "more memory"
    )
    half = refused(lambda: solvable_spot(spot, memory=0.75 * need))
    assert f"16-bit storage takes {need / 2:.1f} GB; take fewer" in half


def test_a_tree_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("villain.solver.betting.MOST_NODES", 2000)
    endless = {**RIVER, "board": "Ks7d2c", "stacks": 1e6, "all_in": 1}
    for sizes, message in (
        ("100%, 200%", "the betting tree has more than 2,000 nodes; take fewer sizes, or a lower"),
        ("0.1%", "the betting goes on for more than 200 moves; take larger sizes, or a lower"),
    ):
        spot = Spot.parse(**(endless | {"sizes": sizes}))
        assert refused(lambda: solvable_spot(spot)).startswith(message)  # noqa: B023
