"""PHH: our own format."""

from dataclasses import replace

import numpy as np
import pytest
from pokerkit import HandHistory as Theirs

from tests.hands.random_hands import random_history
from villain.errors import VillainError
from villain.game import CALL, FOLD, Action, Hand, raise_to, shuffle
from villain.game.presets import find_game
from villain.game.rules import Betting
from villain.hands.formats.format import RefusedError, read_hand
from villain.hands.formats.phh import FORMAT, read, split
from villain.hands.formats.phh_writer import write
from villain.hands.hand_history import HandHistory, Origin


def simple_action(rng: np.random.Generator, hand: Hand) -> Action:
    assert hand.legal is not None
    if hand.legal.can_raise and rng.random() < 0.4:
        return raise_to(hand.legal.least)
    return FOLD if hand.legal.fold and rng.random() < 0.2 else CALL


ACTIONS = (
    "d dh p1 ????, d dh p2 ????, d dh p3 ????, p3 cbr 3, p1 f, p2 cc, d db 2c7dJh, p2 cc, "
    "p3 cbr 4.50, p2 cc, d db Ts, p2 cc, p3 cc, d db 9s, p2 cc, p3 cc, p3 sm JsTh, p2 sm"
)
SIMPLE = """variant = 'NT'
ante_trimming_status = false
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [100, 50.25, 200]
actions = ACTIONS
venue = 'Somewhere'
time = 20:30:05
day = 3
month = 2
year = 2024
hand = 77
players = ['Ann', 'Bo', 'Cy']
currency_symbol = '$'
_mood = 'tilted'
""".replace("ACTIONS", str(ACTIONS.split(", ")))


def test_a_simple_hand() -> None:
    history, hand = read_hand(FORMAT, SIMPLE)
    assert history.names == ("Ann", "Bo", "Cy")
    assert history.rules.stacks == (10_000, 5_025, 20_000)
    assert history.origin.currency == "USD"
    assert str(history.origin.time) == "2024-02-03 20:30:05"
    assert history.origin.fields["_mood"] == "'tilted'"
    assert history.shown == {2}
    assert hand.payoffs == (-50, -750, 800)
    assert history.holes[1] == ()


@pytest.mark.parametrize("seed", range(80))
def test_what_is_written_is_read_back(seed: int) -> None:
    history = random_history(seed)
    text = write(history, history.replay())
    again, hand = read_hand(FORMAT, text)
    assert again == history
    assert write(again, hand) == text


@pytest.mark.parametrize("game", ["limit", "nolimit", "potlimit", "kuhn", "leduc", "onecard"])
def test_every_game_is_written_and_read_back(game: str) -> None:
    rng = np.random.default_rng(4)
    for players in (2, 3):
        rules = find_game(game, players)
        hand = Hand(rules, shuffle(rules, rng))
        actions = []
        while hand.legal is not None:
            actions.append(simple_action(rng, hand))
            hand.act(actions[-1])
        holes = tuple(hand.observation(seat).hole for seat in range(players))
        left = [seat for seat in range(players) if not hand.folded[seat]]
        history = HandHistory(
            rules,
            tuple(f"p{seat}" for seat in range(players)),
            tuple(actions),
            holes,
            hand.board,
            frozenset(left if len(left) > 1 else ()),
            origin=Origin(number="3"),
        )
        again, replayed = read_hand(FORMAT, write(history, history.replay()))
        assert again == history
        assert replayed.payoffs == hand.payoffs


@pytest.mark.parametrize("seed", range(20))
def test_pokerkit_reads_what_we_write(seed: int) -> None:
    history = replace(random_history(seed, Betting.NO_LIMIT, ante=False), collected=None)
    hand = history.replay()
    theirs = Theirs.loads(write(history, hand))
    stacks = [round(float(stack) * 100) for stack in list(theirs)[-1].stacks]
    # pokerkit gives all odd chips of a pot to one player.
    assert sum(abs(a - b) for a, b in zip(stacks, hand.stacks, strict=True)) <= 2 * len(stacks)


def test_toml_of_any_shape_is_read() -> None:
    shaped = SIMPLE.replace("['Ann', 'Bo', 'Cy']", '[\n  "Ann", # first\n  "Bo",\n  "Cy",\n]')
    assert read(shaped).names == ("Ann", "Bo", "Cy")
    assert read(shaped) == read(SIMPLE)


def test_a_file_of_many_hands_is_cut_at_its_headers() -> None:
    blocks = list(split(f"[1]\n{SIMPLE}\n[2]\n{SIMPLE}", 1))
    assert [block.line for block in blocks] == [1, 19]
    assert all(read_hand(FORMAT, block.text) for block in blocks)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("'NT'", "'PO'", "other game"),
        ("'p1 f'", "'p2 f'", "does not fit the rules"),
        ("'p3 cbr 3'", "'p3 cbr 1.01'", "illegal action"),
        ("'p3 cbr 3'", "'p3 cbr three'", "cannot be read"),
        ("'p3 cbr 3'", "'p3'", "cannot be read"),
        ("2c7dJh", "2c7d7d", "does not fit the rules"),
        ("2c7dJh", "2c7dXh", "cannot be read"),
        ("JsTh", "JhTh", "does not fit the rules"),
        ("'d db 9s', ", "", "does not fit the rules"),
        ("[100, 50.25, 200]", "[100, 50.25]", "does not fit the rules"),
        ("[100, 50.25, 200]", "[100, 50.255, 200]", "cannot be read"),
        ("'Cy'", "'Bo'", "does not fit the rules"),
        ("actions = [", "actions = ['", "cannot be read"),
        ("day = 3", "day = 33", "cannot be read"),
        (", 'p2 cc', 'p3 cc', 'p3 sm JsTh', 'p2 sm'", "", "does not fit the rules"),
    ],
)
def test_bad_hands_are_refused_with_a_reason(old: str, new: str, reason: str) -> None:
    assert old in SIMPLE
    with pytest.raises(RefusedError) as caught:
        read_hand(FORMAT, SIMPLE.replace(old, new))
    assert caught.value.reason == reason or reason in str(caught.value)


def test_winnings_that_make_no_sense_are_left_to_the_rules() -> None:
    history, _ = read_hand(FORMAT, SIMPLE + "winnings = [99, 0, 0]\n")
    assert history.collected is None
    raked, hand = read_hand(FORMAT, SIMPLE + "winnings = [0, 0, 15]\n")
    assert raked.collected == (0, 0, 1500)
    assert raked.rake(hand) == 50
    assert sum(raked.net(hand)) == -50


def test_people_fold_where_a_check_is_free() -> None:
    start, _, rest = SIMPLE.partition("'p2 cc', 'p3 cbr 4.50'")
    history, hand = read_hand(FORMAT, f"{start}'p2 f']{rest.partition(']')[2]}")
    assert history.rules.free_folds
    assert read_hand(FORMAT, write(history, hand))[0] == history


def test_a_toml_bomb_is_refused() -> None:
    bomb = "variant = 'NT'\nactions = " + "[" * 100_000
    with pytest.raises(RefusedError):
        read_hand(FORMAT, bomb)


def test_a_hand_that_says_too_much_cannot_be_replayed() -> None:
    history = read(SIMPLE)
    with pytest.raises(VillainError, match="names"):
        replace(history, names=("a",)).replay()


@pytest.mark.parametrize(
    "rules",
    [
        '{"blinds": [true, false]}',
        '{"hole_cards": 2.0}',
        '{"blinds": [2.5, 1]}',
        "[]",
        '{"name": 3}',
    ],
)
def test_rules_of_the_wrong_kind_are_refused(rules: str) -> None:
    with pytest.raises(RefusedError):
        read_hand(FORMAT, SIMPLE + f"_rules = '{rules}'\n")


def test_a_straddle_does_not_change_what_the_game_is_called() -> None:
    text = SIMPLE.replace("[0.50, 1, 0]", "[0.50, 1, 2]").replace(
        "'p3 cbr 3', 'p1 f', ", "'p1 f', "
    )
    rules = read(text).rules
    assert (rules.big_blind, rules.stake, rules.bets) == (200, 100, (200, 100, 100, 100))
