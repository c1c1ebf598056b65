"""Each definition from both sides, in hands that a person can follow; and laws of random hands."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.game.table import play, ring, start
from villain.errors import VillainError
from villain.game import (
    CALL,
    FOLD,
    UNLIMITED,
    Action,
    Hand,
    Rules,
    kuhn,
    limit_holdem,
    no_limit_holdem,
    pot_limit_holdem,
    raise_to,
    shuffle,
)
from villain.hands.counting.counts import MOST, count, positions
from villain.hands.counting.statistics import COLUMNS, STATISTICS

HOLES = "AsAh KsKh QsQh JsJh TsTh 9s9h"
BOARD = "2c 3d 7h 8c 4d"
"""The lower the seat, the better the hand."""

TWO, THREE, SIX = (no_limit_holdem(players) for players in (2, 3, 6))
"""Blinds 1 and 2, stacks of 200. Six-handed UTG, HJ, CO, BTN, SB and BB act in this order."""

STRADDLE = replace(SIX, blinds=(1, 2, 4, 0, 0, 0), first=(3, 0, 0, 0))
LATE_POST = replace(SIX, blinds=(1, 2, 0, 0, 2, 0))
ALL_IN_POST = replace(SIX, blinds=(1, 2, 0, 2, 0, 0), stacks=(200, 200, 200, 2, 200, 200))
LIMIT = limit_holdem(3, small_bet=10)
SHORT_SMALL_BLIND = limit_holdem(6, small_bet=10).with_stacks(13, *(200,) * 5)


def played(rules: Rules, actions: str, holes: str = HOLES) -> Hand:
    """A hand to its end; streets may be set apart by slashes."""
    hand = start(rules, " ".join(holes.split()[: rules.players]), BOARD)
    return play(hand, actions.replace("/", " "))


def told(hand: Hand, key: str) -> str:
    """A statistic as ``BB 0/1, BTN 1/1``, of those who have any of it."""
    pairs = [(seat.position, *seat.of(key)) for seat in count(hand)]
    return ", ".join(f"{name} {done}/{of}" for name, done, of in pairs if done or of)


def check(rules: Rules, actions: str, **wanted: str) -> None:
    hand = played(rules, actions)
    assert {key: told(hand, key) for key in wanted} == wanted


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (TWO, "BB BTN"),
        (THREE, "SB BB BTN"),
        (no_limit_holdem(4), "SB BB CO BTN"),
        (no_limit_holdem(5), "SB BB HJ CO BTN"),
        (SIX, "SB BB UTG HJ CO BTN"),
        (no_limit_holdem(9), "SB BB UTG UTG+1 UTG+2 UTG+3 HJ CO BTN"),
        (STRADDLE, "SB BB UTG HJ CO BTN"),
        (LATE_POST, "SB BB UTG HJ CO BTN"),
        (replace(SIX, blinds=(0, 2, 0, 0, 0, 0)), "SB BB UTG HJ CO BTN"),
        (replace(SIX, blinds=(2, 0, 0, 0, 0, 0), first=(1, 0, 0, 0)), "BB UTG UTG+1 HJ CO BTN"),
        (replace(SIX, blinds=(2, 2, 0, 0, 0, 0), first=(1, 0, 0, 0)), "BB UTG UTG+1 HJ CO BTN"),
        (replace(THREE, blinds=(2, 0, 0)), "BB CO BTN"),
        (replace(TWO, blinds=(1, 2), first=(0, 0, 0, 0)), "SB BB"),
    ],
)
def test_positions_follow_the_blinds_and_the_button(rules: Rules, names: str) -> None:
    assert positions(rules) == tuple(names.split())


# Before the flop


def test_vpip_and_pfr_count_what_is_voluntary() -> None:
    check(
        SIX,
        "c f r8 f f c c / c c c / c c c / c c c",
        vpip="SB 0/1, BB 1/1, UTG 1/1, HJ 0/1, CO 1/1, BTN 0/1",
        pfr="SB 0/1, BB 0/1, UTG 0/1, HJ 0/1, CO 1/1, BTN 0/1",
    )


def test_the_big_blind_who_checks_puts_in_nothing_and_may_use_his_option() -> None:
    check(TWO, "c c / c c / c c / c c", vpip="BB 0/1, BTN 1/1", pfr="BB 0/1, BTN 0/1")
    check(TWO, "c r6 f", vpip="BB 1/1, BTN 1/1", pfr="BB 1/1, BTN 0/1", three_bet="BTN 0/1")


def test_a_walk_is_no_chance_for_whoever_gets_it() -> None:
    steals = "SB 0/1, CO 0/1, BTN 0/1"
    limps = "SB 0/1, UTG 0/1, HJ 0/1, CO 0/1, BTN 0/1"
    check(SIX, "f f f f f", vpip=limps, pfr=limps, steal=steals, limp=limps, three_bet="", wwsf="")
    others = "SB 0/1, BB 0/1, HJ 0/1, CO 0/1, BTN 0/1"
    check(STRADDLE, "f f f f f", vpip=others, pfr=others)
    check(TWO, "f", vpip="BTN 0/1", pfr="BTN 0/1", steal="BTN 0/1")


def test_all_in_blinds_were_dealt_in_and_decided_nothing() -> None:
    short = TWO.with_stacks(2, 1)
    check(short, "", vpip="BB 0/1, BTN 0/1", steal="", limp="", wtsd="BB 1/1, BTN 1/1")


@pytest.mark.parametrize(
    ("actions", "three_bet", "fold_to_three_bet"),
    [
        ("r6 c f r24 f f f f", "HJ 0/1, CO 0/1, BTN 1/1", "UTG 1/1"),
        ("r6 f r20 r60 f f r150 f f", "HJ 0/1, CO 1/1", "UTG 0/1"),  # no chance for a cold 4-bet
        ("c c r10 f f r40 f f f", "SB 0/1, BB 1/1, BTN 0/1", "CO 1/1"),  # a squeeze
        ("c f f f f r8 r30 f", "UTG 1/1", "BB 1/1"),  # who limped may re-raise
        ("r6 r20 r60 f f f f f", "HJ 1/1", "UTG 1/1"),  # re-raised, and raised again
        ("f f f f r6 r20 r60 r150 f", "BB 1/1", "SB 0/1"),  # he folds to the fifth bet
    ],
)
def test_three_bets(actions: str, three_bet: str, fold_to_three_bet: str) -> None:
    check(SIX, actions, three_bet=three_bet, fold_to_three_bet=fold_to_three_bet)


def test_who_is_all_in_cannot_fold_to_a_three_bet() -> None:
    check(ring(200, 200, 50, big_blind=2), "r50 r120 f", three_bet="SB 1/1", fold_to_three_bet="")


def test_an_all_in_for_less_is_a_raise_but_not_below_half_a_bet_in_limit() -> None:
    no_limit = TWO.with_stacks(8, 200)
    check(no_limit, "r6 r8 f", three_bet="BB 1/1", fold_to_three_bet="BTN 1/1")
    less, more = LIMIT.with_stacks(23, 200, 200), LIMIT.with_stacks(26, 200, 200)
    check(
        less,
        "r20 r23 f c",
        vpip="SB 1/1, BB 0/1, BTN 1/1",
        pfr="SB 0/1, BB 0/1, BTN 1/1",
        three_bet="SB 0/1, BB 0/1",
        fold_to_three_bet="",
    )
    check(more, "r20 r26 f c", three_bet="SB 1/1", fold_to_three_bet="BTN 0/1")


@pytest.mark.parametrize(
    ("rules", "actions", "steal", "small", "big"),
    [
        (SIX, "f f r6 f f f", "CO 1/1", "SB 1/1", "BB 1/1"),
        (SIX, "f f f r6 f c / c c / c c / c c", "CO 0/1, BTN 1/1", "SB 1/1", "BB 0/1"),
        (SIX, "f f f f r6 f", "SB 1/1, CO 0/1, BTN 0/1", "", "BB 1/1"),
        (SIX, "f f f r6 r20 f f", "CO 0/1, BTN 1/1", "SB 0/1", ""),
        (SIX, "f r6 f f f f", "", "", ""),  # from too early a seat
        (SIX, "c f f f r8 f f", "", "", ""),  # behind a limper
        (SIX, "f f c r8 f f f", "CO 0/1", "", ""),
        (SIX, "f f r6 c f f / c c / c c / c c", "CO 1/1", "", ""),  # somebody called in between
        (SIX.with_stacks(1, *(200,) * 5), "f f f r6 f", "CO 0/1, BTN 1/1", "", ""),
        (TWO, "r6 f", "BTN 1/1", "", "BB 1/1"),
        (STRADDLE, "f r12 f f f f", "CO 1/1", "SB 1/1", "BB 1/1"),
        (LATE_POST, "f f c f f c / c c / c c / c c", "CO 0/1", "", ""),
        (ALL_IN_POST, "f f f f", "", "", ""),  # who is all-in has not folded
        (SHORT_SMALL_BLIND, "c f c f r13 c c c / c c c / c c c / c c c", "", "", ""),
    ],
)
def test_steals_and_blinds_that_fold_to_them(
    rules: Rules, actions: str, steal: str, small: str, big: str
) -> None:
    check(rules, actions, steal=steal, fold_to_steal_sb=small, fold_to_steal_bb=big)


def test_limps_are_calls_before_any_raise_by_who_has_something_to_call() -> None:
    limps = "SB 1/1, UTG 1/1, HJ 1/1, CO 0/1, BTN 0/1"
    check(SIX, "c c f f c c / c c c c / c c c c / c c c c", limp=limps)
    check(SIX, "r6 f f f f f", limp="UTG 0/1")
    check(SIX, "f c r8 f f f f", limp="UTG 0/1, HJ 1/1, CO 0/1")
    others = "SB 0/1, UTG 0/1, HJ 0/1, BTN 0/1"
    check(LATE_POST, "f f c f f c / c c / c c / c c", limp=others)
    others = "SB 0/1, HJ 0/1, CO 0/1, BTN 0/1"
    check(STRADDLE, "f f f f c c / c c / c c / c c", limp=others)


# After the flop


@pytest.mark.parametrize(
    ("rules", "actions", "bets", "folds"),
    [
        (TWO, "r6 c / c r8 c / c r20 c / c r40 f", "BTN 1/1; BTN 1/1; BTN 1/1", "0 0 1"),
        (LIMIT, "r20 f c / c r10 c / c r20 f", "BTN 1/1; BTN 1/1; ", "0 1 -"),
        (TWO, "r6 c / r8 f", "; ; ", "- - -"),  # who is bet into has no chance
        (TWO, "r6 c / c c / c r10 f", "BTN 0/1; ; ", "- - -"),  # a delayed bet is none
        (TWO, "r6 c / c r8 c / c c / c r20 f", "BTN 1/1; BTN 0/1; ", "0 - -"),
        (TWO, "r6 c / c r8 r24 c / r40 f", "BTN 1/1; ; ", "0 - -"),  # another raised last
        (TWO, "r6 c / c r8 r24 r60 c / c r80 f", "BTN 1/1; BTN 1/1; ", "0 1 -"),
        (TWO, "c c / r2 f", "; ; ", "- - -"),  # blinds are no raises
        (TWO, "c r6 c / r8 f", "BB 1/1; ; ", "1 - -"),
    ],
)
def test_continuation_bets_and_folds_to_them(
    rules: Rules, actions: str, bets: str, folds: str
) -> None:
    hand = played(rules, actions)
    streets = ("flop", "turn", "river")
    assert "; ".join(told(hand, f"cbet_{street}") for street in streets) == bets
    answers = [sum((s.of(f"fold_to_cbet_{street}") for s in count(hand)), ()) for street in streets]
    assert " ".join(str(max(a[::2])) if any(a[1::2]) else "-" for a in answers) == folds


def test_a_raiser_who_is_all_in_makes_no_continuation_bet() -> None:
    rules = ring(200, 200, 20, big_blind=2)
    check(rules, "r20 c c / r30 f", cbet_flop="", fold_to_cbet_flop="", fold_to_bet_flop="BB 1/1")


def test_a_raise_in_between_hides_the_bet() -> None:
    check(
        THREE,
        "r6 c c / c c r12 r40 f f",
        cbet_flop="BTN 1/1",
        fold_to_cbet_flop="SB 0/1",
        fold_to_bet_flop="SB 0/1",
        check_raise="SB 1/1, BB 0/1",
    )


def test_folds_to_any_first_bet() -> None:
    check(TWO, "r6 c / r8 f", fold_to_bet_flop="BTN 1/1", fold_to_cbet_flop="")
    check(TWO, "r6 c / c c / c r10 f", fold_to_bet_flop="", fold_to_bet_turn="BB 1/1")
    check(TWO, "c c / c c / c c / r2 c", fold_to_bet_river="BTN 0/1")


def test_check_raises_are_counted_on_each_street_after_the_flop() -> None:
    check(TWO, "c c / c r4 c / c r8 r24 c / c c", check_raise="BB 1/2")
    check(TWO, "c c / r4 r12 f", check_raise="")
    check(LATE_POST, "f f c r8 f f r30 f", check_raise="", three_bet="SB 0/1, BB 0/1, CO 1/1")


def test_aggression_leaves_out_checks_and_what_came_before_the_flop() -> None:
    check(
        TWO,
        "r6 c / c r8 r24 c / r30 c / c r40 f",
        af="BB 2/0, BTN 2/2",
        afq="BB 2/3, BTN 2/4",
    )


# The end


def test_all_in_before_the_flop_everybody_sees_it_and_the_showdown() -> None:
    both, first = "BB 1/1, BTN 1/1", "BB 1/1, BTN 0/1"
    check(TWO, "r200 c", wtsd=both, wsd=first, wwsf=first, af="", afq="", cbet_flop="")


def test_a_hand_won_without_showdown() -> None:
    check(TWO, "r6 c / r8 f", wtsd="BB 0/1, BTN 0/1", wsd="", wwsf="BB 1/1, BTN 0/1")
    check(THREE, "r6 f c / r8 f", wtsd="BB 0/1, BTN 0/1", wwsf="BB 1/1, BTN 0/1")
    check(TWO, "r6 f", wtsd="", wwsf="")


def test_half_a_pot_and_a_side_pot_that_costs_more_are_won() -> None:
    split = played(TWO, "c c / c c / c c / c c", "AsKs AhKh")
    assert told(split, "wsd") == told(split, "wwsf") == "BB 1/1, BTN 1/1"
    side = played(ring(50, 60, 200, big_blind=2), "r60 c c")
    assert side.payoffs == (100, -40, -60)
    assert told(side, "wsd") == told(side, "wwsf") == "SB 1/1, BB 1/1, BTN 0/1"


# What cannot be counted, and what is too much


def test_other_games_and_unfinished_hands_are_refused() -> None:
    with pytest.raises(VillainError, match="not over"):
        count(start(TWO, "AsAh KsKh"))
    rules = kuhn()
    other = play(Hand(rules, shuffle(rules, np.random.default_rng(1))), "c c")
    with pytest.raises(VillainError, match="not hold'em"):
        count(other)
    with pytest.raises(VillainError, match="did you mean 'vpip'"):
        count(played(TWO, "f"))[0].of("vpipp")


def test_a_count_fits_a_byte_however_long_the_hand() -> None:
    hand = play(start(TWO.with_stacks(UNLIMITED, UNLIMITED), "AsAh KsKh"), "c c")
    for to in range(2, 1202, 2):
        hand.act(raise_to(to))
    hand.act(FOLD)
    seats = count(hand)
    assert [seat.of("afq") for seat in seats] == [(MOST, MOST)] * 2
    assert all(len(bytes(seat.numbers)) == len(COLUMNS) for seat in seats)


def test_columns_stand_in_the_order_of_the_statistics() -> None:
    assert len({statistic.key for statistic in STATISTICS}) == len(STATISTICS)
    assert COLUMNS[:4] == ("vpip_done", "vpip_chances", "pfr_done", "pfr_chances")
    assert [each.key for each in STATISTICS if each.kind == "ratio"] == ["af"]
    numbers = count(played(TWO, "r6 f"))[1].numbers
    assert {c for c, n in zip(COLUMNS, numbers, strict=True) if n} == {
        *("vpip_done", "vpip_chances", "pfr_done", "pfr_chances"),
        *("steal_done", "steal_chances", "limp_chances"),
    }


# Random hands: laws, and a slow twin

GAMES = [
    TWO,
    THREE,
    SIX,
    STRADDLE,
    LATE_POST,
    no_limit_holdem(9, ante=1),
    no_limit_holdem(6).with_stacks(1, 9, 40, 200, 3, 25),
    pot_limit_holdem(4),
    limit_holdem(2),
    limit_holdem(6),
]
SHORT_LIMIT = limit_holdem(4, small_bet=10).with_stacks(13, 29, 92, 55)


def random_hand(rules: Rules, seed: int) -> Hand:
    """A hand in which folds are rarer than calls and raises."""
    rng = np.random.default_rng(seed)
    hand = Hand(rules, shuffle(rules, rng))
    while hand.legal is not None:
        legal, draw = hand.legal, rng.random()
        action: Action = CALL
        if draw < 0.3 and legal.fold:
            action = FOLD
        elif draw > 0.65 and legal.can_raise:
            top = legal.most if draw > 0.97 else min(legal.most, legal.least + 8)
            action = raise_to(int(rng.integers(legal.least, top + 1)))
        hand.act(action)
    return hand


@given(st.sampled_from([*GAMES, SHORT_LIMIT]), st.integers(0, 2**32 - 1))
def test_laws_of_counts(rules: Rules, seed: int) -> None:
    hand = random_hand(rules, seed)
    seats = [{each.key: seat.of(each.key) for each in STATISTICS} for seat in count(hand)]
    for seat in seats:
        for each in STATISTICS:
            done, of = seat[each.key]
            assert 0 <= done <= of or each.kind == "ratio"
        assert seat["three_bet"][0] <= seat["pfr"][0] <= seat["vpip"][0]
        assert seat["steal"][0] <= seat["pfr"][0]
        assert seat["limp"][0] <= seat["vpip"][0]
        assert seat["wtsd"][0] == seat["wsd"][1]
        assert seat["wtsd"][1] == seat["wwsf"][1] >= seat["wwsf"][0] >= seat["wsd"][0]
        assert seat["af"][0] == seat["afq"][0]
        assert seat["afq"][1] - sum(seat["af"]) in (0, 1)  # one can fold once
        assert seat["cbet_flop"][0] >= seat["cbet_turn"][1]
        assert seat["cbet_turn"][0] >= seat["cbet_river"][1]
        for street in ("flop", "turn", "river"):
            cbet, bet = seat[f"fold_to_cbet_{street}"], seat[f"fold_to_bet_{street}"]
            assert cbet[0] <= bet[0]
            assert cbet[1] <= bet[1]
    for key in ("three_bet", "steal", "cbet_flop", "cbet_turn", "cbet_river"):
        assert sum(seat[key][0] for seat in seats) <= 1
    assert sum(seat["vpip"][1] for seat in seats) >= len(seats) - 1
    assert all(seat["vpip"][1] == seat["pfr"][1] for seat in seats)
    assert sum(seat["wtsd"][0] for seat in seats) != 1
    assert (sum(seat["wwsf"][0] for seat in seats) > 0) == bool(hand.board)


class Story:
    """A hand as it is told in words, and each definition asked of it on its own."""

    def __init__(self, hand: Hand) -> None:
        words = "\n".join(map(str, hand.events))
        turn = re.compile(r"^seat (\d+) (folds|checks|calls|raises)", re.M)
        self.streets = [
            [(int(seat), verb) for seat, verb in turn.findall(part)]
            for part in re.split("^board: .*$", words, flags=re.M)
        ]
        self.winners = {int(seat) for seat in re.findall(r"^seat (\d+) wins [1-9]", words, re.M)}
        self.rules, self.names = hand.rules, positions(hand.rules)
        self.players = range(hand.rules.players)

    def out(self, turns: list[tuple[int, str]]) -> set[int]:
        return {seat for seat, verb in turns if verb == "folds"}

    def raisers(self, turns: list[tuple[int, str]]) -> list[int]:
        return [seat for seat, verb in turns if verb == "raises"]

    def turns(self, seat: int, street: int) -> list[tuple[list[tuple[int, str]], str]]:
        """What a seat did on a street, each with what had come before on it."""
        if street >= len(self.streets):
            return []
        told = self.streets[street]
        return [(told[:place], verb) for place, (who, verb) in enumerate(told) if who == seat]

    def did(self, seat: int, *verbs: str) -> int:
        return sum(who == seat and v in verbs for part in self.streets[1:] for who, v in part)

    def ahead(self, seat: int) -> set[int]:
        first, players = self.rules.first[0], self.rules.players
        return {(first + step) % players for step in range((seat - first) % players)}

    def saw_flop(self, seat: int) -> bool:
        return len(self.streets) > 1 and seat not in self.out(self.streets[0])

    def at_showdown(self, seat: int) -> bool:
        left = set(self.players).difference(*map(self.out, self.streets))
        return seat in left and len(left) > 1

    def continued(self, street: int) -> tuple[int | None, bool]:
        """Who had the chance of a continuation bet, and whether he made it."""
        before = self.raisers(self.streets[street - 1])
        if not before or (street > 1 and self.continued(street - 1) != (before[-1], True)):
            return None, False
        chances = [verb for past, verb in self.turns(before[-1], street) if not self.raisers(past)]
        return (before[-1], chances[0] == "raises") if chances else (None, False)

    def steals(self) -> list[int]:
        """Everybody who could steal."""
        return [
            seat
            for seat in self.players
            if self.names[seat] in ("CO", "BTN", "SB")
            for past, _ in self.turns(seat, 0)[:1]
            if self.ahead(seat) == self.out(past)
        ]

    def told(self, key: str, seat: int) -> tuple[int, int]:
        """Done and chances of a statistic."""
        before, _, name = key.rpartition("_")
        street = ("", "flop", "turn", "river").index(name) if name in "flop turn river" else 0
        mine, raisers = self.turns(seat, street), self.raisers
        if key in ("vpip", "pfr"):
            walk = len(self.streets) == 1 and not any(v != "folds" for _, v in self.streets[0])
            verbs = ("raises",) if key == "pfr" else ("calls", "raises")
            return int(any(verb in verbs for _, verb in mine)), int(not walk or len(mine) > 0)
        if key in ("af", "afq"):
            others = ("calls",) if key == "af" else ("raises", "calls", "folds")
            return self.did(seat, "raises"), self.did(seat, *others)
        if key in ("wtsd", "wwsf", "wsd"):
            chance = self.at_showdown(seat) if key == "wsd" else self.saw_flop(seat)
            done = self.at_showdown(seat) if key == "wtsd" else seat in self.winners
            return int(chance and done), int(chance)
        if before == "cbet":
            who, bet = self.continued(street) if street < len(self.streets) else (None, False)
            return int(who == seat and bet), int(who == seat)
        if key == "check_raise":
            faced = [
                verb
                for number in (1, 2, 3)
                for past, verb in self.turns(seat, number)
                if (seat, "checks") in past and [who for who, _ in past].count(seat) == 1
            ]
            return faced.count("raises"), len(faced)
        wanted = "folds" if key.startswith("fold") else "raises"
        if key == "three_bet":
            faced = [v for past, v in mine if len(raisers(past)) == 1 and seat not in raisers(past)]
        elif key == "fold_to_three_bet":
            faced = [v for p, v in mine if len(raisers(p)) > 1 and raisers(p)[0] == seat][:1]
        elif key == "steal":
            faced = [verb for _, verb in mine[:1] if seat in self.steals()]
        elif key in ("fold_to_steal_sb", "fold_to_steal_bb"):
            here = self.names[seat].lower() == name
            faced = [
                verb
                for past, verb in mine[:1]
                if here and len(raisers(past)) == 1 and raisers(past)[0] in self.steals()
                if self.ahead(seat) - self.out(past) == set(raisers(past))
            ]
        elif key == "limp":
            wanted, blinds = "calls", self.rules.blinds
            free = blinds[seat] == max(blinds) or self.names[seat] == "BB"
            faced = [v for past, v in mine[:1] if not free and not raisers(past)]
        else:
            who, bet = self.continued(street) if street < len(self.streets) else (None, False)
            faced = [
                verb
                for past, verb in mine
                if len(raisers(past)) == 1 and raisers(past)[0] != seat
                if before == "fold_to_bet" or (bet and who == raisers(past)[0])
            ]
        return faced.count(wanted), len(faced)


@given(st.sampled_from(GAMES), st.integers(0, 2**32 - 1))
def test_a_slow_twin_counts_the_same_from_the_words(rules: Rules, seed: int) -> None:
    hand = random_hand(rules, seed)
    story = Story(hand)
    for seat, counts in enumerate(count(hand)):
        for each in STATISTICS:
            assert counts.of(each.key) == story.told(each.key, seat), (each.key, seat)
