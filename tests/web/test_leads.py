"""The read in a sentence, and whom the panel turns to."""

import numpy as np
import pytest

from tests.web.test_table import person
from villain.cards.card import parse_cards
from villain.cards.range import Range, possible
from villain.game import CALL, FOLD, Hand, no_limit_holdem, raise_to, shuffle
from villain.web.attention import who_matters
from villain.web.beliefs import of_them, of_you
from villain.web.leads import guess_of, lead_on_him, lead_on_you
from villain.web.messages import Settings
from villain.web.table import PageTable
from villain.web.views import view_of

FLOP = parse_cards("Kd 7c 2s")


@pytest.mark.parametrize(
    ("hands", "board", "words"),
    [
        ("TT+, AK", "", "a premium hand (tens or better, or AK)"),
        ("77+, ATs+", "", "a strong hand or better (like eights, AJ or KQ suited)"),
        ("KK, 77, 22, AK", "Kd 7c 2s", "top pair, two pair or three of a kind"),
        ("JTs, 6h5h, 6c5c, 99, A9s, K9s", "9d 8c 7s", "top pair or better"),
        ("JTs, 65s, 99, 88, A9s", "9d 8c 7s", "two pair or better"),
        ("A7s, 87s, 33, 44", "Kd 7c 2s", "a lower pair"),
        ("QJ, T9, 98, 54", "Kd 7c 2s", "nothing"),
        ("22, 77, KK", "Kd 7c 2s", "two pair or three of a kind"),
        ("22+, A2+, K2+, Q2+, J2+, T2+, 92+, 82+, 72+, 62+, 52+, 42+, 32", "", None),
    ],
)
def test_the_fewest_kinds_that_make_enough_of_a_range(
    hands: str, board: str, words: str | None
) -> None:
    cards = parse_cards(board) if board else ()
    guess = guess_of(Range(hands).weights * possible(cards), cards)
    assert guess is not None
    assert 0.65 <= guess.share <= 1
    assert guess.words == words or words is None


def test_an_empty_range_is_no_guess() -> None:
    assert guess_of(np.zeros(1326), FLOP) is None


def test_it_is_said_whether_the_read_is_right() -> None:
    guess = guess_of(Range("77, 22, AKs, KQs").weights * possible(FLOP), FLOP)
    assert guess is not None
    assert guess.words == "top pair, two pair or three of a kind"
    now = lead_on_you(guess, "Vera", reads=True, past=False, hole=parse_cards("KhQh"))
    assert (now.words, now.right) == ("Vera is almost sure that you have", True)
    assert now.truth == "You have K♥ Q♥: a pair of kings."
    then = lead_on_you(guess, "Max", reads=False, past=True, hole=parse_cards("8h8d"))
    assert then.words == "Max reads nobody; a good reader would have been almost sure that you had"
    assert then.right is False
    open_ = lead_on_him(guess, "Max", past=False, shown=())
    assert (open_.words, open_.right, open_.truth) == ("Max almost surely has", None, "")
    shown = lead_on_him(guess, "Max", past=True, shown=parse_cards("2h2d"))
    assert (shown.right, shown.truth) == (True, "Max had 2♥ 2♦: three deuces.")


def test_before_anybody_bets_nobody_matters() -> None:
    rules = no_limit_holdem(6)
    hand = Hand(rules, shuffle(rules, np.random.default_rng(2)))
    assert who_matters(hand, 3) is None
    hand.act(FOLD)
    assert who_matters(hand, 3) is None
    hand.act(CALL)  # who only calls says something too, until somebody says more
    assert who_matters(hand, 0) == (3, "them")
    hand.act(raise_to(8))
    assert who_matters(hand, 0) == (4, "them")
    hand.act(raise_to(24))
    hand.act(FOLD)
    assert who_matters(hand, 0) == (5, "them")  # who folds looks on
    hand.act(FOLD)
    hand.act(CALL)
    assert who_matters(hand, 3) == (5, "you")
    assert who_matters(hand, 5) == (3, "you")  # the one who has called him


def test_the_last_aggressor_who_is_in_is_read_and_nobody_s_cards_but_those_shown() -> None:
    """Over some hands: the panel's read is of the focus, right or wrong is told when it may be."""
    rng = np.random.default_rng(4)
    table = PageTable(Settings(opponents=["raise", "call", "loki:som"], seed=4))
    told = 0
    for _ in range(8):
        while not table.hand.over:
            focus = view_of(table).focus
            bets = [one.seat for one in table.hand.state.line if one.kind == "raise"]
            if bets and bets[-1] != table.your_seat and not table.hand.folded[bets[-1]]:
                assert focus is not None
                assert focus.chair == table.chair_of(bets[-1])
            if focus is not None:
                him = of_them(table, focus.chair, table.reader("crowd"))
                assert him.lead is None or him.lead.right is None
                you = of_you(table, focus.chair)
                told += you.lead is not None and you.lead.right is not None
            table.act(person(table, rng) if table.turn == table.you else table.choose())
        table.deal()
    assert told > 10


def test_equity_is_against_all_who_are_left() -> None:
    table = PageTable(Settings(opponents=["raise", "call", "call"], seed=1))
    while table.turn != table.you:
        table.act(table.choose())
    all_of_them = of_them(table, 1, table.reader("crowd"))
    assert all_of_them.rivals == 3 - sum(table.hand.folded)
    heads_up = PageTable(Settings(opponents=["raise"], seed=1))
    while heads_up.turn != heads_up.you:
        heads_up.act(heads_up.choose())
    assert of_them(heads_up, 1, heads_up.reader("crowd")).rivals == 1


def test_when_a_hand_is_over_all_is_past() -> None:
    table = PageTable(Settings(opponents=["call", "loki:som"], seed=3))
    while not table.hand.over:
        table.act(CALL if table.turn == table.you else table.choose())
    for chair in (1, 2):
        for read in (of_you(table, chair), of_them(table, chair, table.reader("crowd"))):
            assert read.past
            assert read.next is None
            assert not read.forecasts
            if read.lead:
                assert any(
                    word in read.lead.words for word in (" had", " was ", " thought ", "been")
                )
