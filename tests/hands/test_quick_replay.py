"""Hands that the kernel plays again against the same hands played by `Hand`."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from tests.hands.random_hands import random_history
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, raise_to
from villain.game.hand import Hand
from villain.game.rules import Betting
from villain.hands.formats.format import Format, RefusedError, read_hand
from villain.hands.formats.registry import FORMATS
from villain.hands.hand_history import HandHistory, uncalled, winnings, with_stacks
from villain.hands.quick_replay import LateHand, replayed

HANDS = 400


def odd_history(seed: int) -> HandHistory:
    """A random hand, some with dead chips, a straddle, a cap, free folds or winners unseen."""
    history = random_history(seed)
    rng = np.random.default_rng(seed)
    rules, players = history.rules, history.rules.players
    if rng.random() < 0.3:
        rules = replace(rules, dead=tuple(rng.integers(0, 60, players).tolist()))
    if rng.random() < 0.3 and players > 2:
        blinds = (*rules.blinds[:2], 200, *rules.blinds[3:])
        rules = replace(rules, blinds=blinds, first=(3 % players, 0, 0, 0))
    if rng.random() < 0.3:
        rules = replace(rules, most_raises=(2, None, 3, None))
    rules = replace(rules, free_folds=bool(rng.random() < 0.3))
    unseen = frozenset({int(rng.integers(players))}) if rng.random() < 0.2 else frozenset()
    return replace(history, rules=rules, unseen=unseen, collected=None, actions=(), holes=((),))


def played(seed: int) -> HandHistory:
    """The same, played at random to its end."""
    history, rng = odd_history(seed), np.random.default_rng(seed)
    cards = [int(card) for card in rng.permutation(52)]
    deck = [history.rules.deck[card] for card in cards]
    players = history.rules.players
    holes = tuple(tuple(deck[2 * s : 2 * s + 2]) for s in range(players))
    known = tuple(hole if rng.random() < 0.8 else () for hole in holes)
    shown = frozenset(s for s in range(players) if known[s] and rng.random() < 0.7)
    start = replace(history, holes=known, board=tuple(deck[-5:]), shown=shown)
    hand, actions = start.begin(), []
    turns, paid = [], []
    while hand.legal is not None and hand.seat is not None:
        legal, chance = hand.legal, rng.random()
        action = CALL
        if chance < 0.15 and legal.fold:
            action = FOLD
        elif chance < 0.5 and legal.can_raise:
            action = raise_to(int(rng.integers(legal.least, legal.most + 1)))
        turns.append((hand.street, hand.seat))
        paid.append(legal.call if action is CALL else None)
        actions.append(action)
        hand.act(action)
    return replace(
        start, actions=tuple(actions), board=hand.board, turns=tuple(turns), paid=tuple(paid)
    )


def test_the_kernel_plays_hands_as_the_engine_does() -> None:
    quick = 0
    for seed in range(HANDS):
        history = played(seed)
        hand = history.play()
        found = replayed(history)
        assert (found is None) == history.undecided(hand)
        if found is None:
            continue
        quick += 1
        late = found[1]
        assert type(late) is LateHand
        assert (late.payoffs, late.over, late.names) == (hand.payoffs, True, hand.names)
        assert sum(late.payoffs or ()) == 0
        assert (late.events, late.pots, late.board) == (hand.events, hand.pots, hand.board)
    assert quick > HANDS / 2


def test_what_was_collected_is_held_to_the_rules() -> None:
    for seed in range(HANDS // 4):
        history = played(seed)
        hand = history.play()
        if history.undecided(hand):
            continue
        due = winnings(hand)
        back = uncalled(hand)
        stated = (hand.state.pot, 0)
        exact = replayed(replace(history, collected=due, pot_and_rake=stated))
        assert exact is not None
        assert exact[0].collected == (due if history.unseen else None)
        winner = max(range(len(due)), key=due.__getitem__)
        raked = tuple(chips - (seat == winner) for seat, chips in enumerate(due))
        if due[winner] > 1:
            some = replayed(replace(history, collected=raked, pot_and_rake=(stated[0], 1)))
            assert some is not None
            assert some[0].collected == raked
            assert replayed(replace(history, collected=raked, pot_and_rake=stated)) is None
        more = tuple(chips + len(due) * (seat == winner) for seat, chips in enumerate(due))
        assert replayed(replace(history, collected=more)) is None
        assert replayed(replace(history, collected=due[1:])) is None
        wrong = stated[0] + 1 + (back[1] if back else 0)
        assert replayed(replace(history, collected=due, pot_and_rake=(wrong, 1))) is None


def test_a_hand_that_is_not_right_is_left_to_the_engine() -> None:
    left = 0
    for seed in range(HANDS // 4):
        history = played(seed)
        rng = np.random.default_rng(seed)
        place = int(rng.integers(len(history.actions) or 1))
        street, seat = (history.turns or ((0, 0),))[place]
        cuts = [replace(history, actions=history.actions[:-1], turns=(), paid=())]
        cuts += [replace(history, actions=(*history.actions, CALL), turns=(), paid=())]
        cuts += [replace(history, board=history.board[:-1])] if history.board else []
        if history.actions:
            turns = list(history.turns)
            turns[place] = (street, (seat + 1) % history.rules.players)
            cuts.append(replace(history, turns=tuple(turns)))
            actions = list(history.actions)
            actions[place] = raise_to(1)
            cuts.append(replace(history, actions=tuple(actions), paid=()))
        for wrong in cuts:
            try:
                hand = wrong.play()
            except VillainError:
                left += 1
                assert replayed(wrong) is None
            else:
                found = replayed(wrong)
                assert found is None or found[1].payoffs == hand.payoffs
    assert left > HANDS / 2


@pytest.mark.parametrize("name", ["phh", "pokerstars", "ohh"])
def test_reading_is_the_same_from_the_first_hand_on(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    form, texts = FORMATS[name], []
    for seed in range(60):
        history = random_history(seed, Betting.NO_LIMIT)
        text = "" if form.write is None else form.write(history, history.play())
        rng = np.random.default_rng(seed)
        places = rng.integers(len(text), size=4).tolist()
        texts += [text, *(text[:place] + text[place + 1 :] for place in places)]
    slow = [outcome(form, text) for text in texts]
    monkeypatch.setattr("villain.hands.formats.format.FEW", 0)
    quick = [outcome(form, text) for text in texts]
    assert quick == slow
    assert len({type(one) for one in slow}) == 2  # some are read and some refused


def test_little_memory_for_lines_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        (form, form.write(history, history.play()))
        for form in (FORMATS["phh"], FORMATS["pokerstars"])
        if form.write is not None
        for history in (random_history(seed, Betting.NO_LIMIT) for seed in range(20))
    ]
    usual = [outcome(*one) for one in texts]
    rooms = ("phh.MOST_TOKENS", "toml_fields.MOST_LINES", "pokerstars.lines.MOST_LINES")
    for room in rooms:
        monkeypatch.setattr(f"villain.hands.formats.{room}", 2)
    assert [outcome(*one) for one in texts] == usual


def outcome(form: Format, text: str) -> object:
    try:
        history, hand = read_hand(form, text)
    except RefusedError as error:
        return str(error)
    return history, history.notes, hand.payoffs, tuple(hand.events)


def test_a_late_hand_is_a_hand() -> None:
    found = replayed(played(3))
    assert found is not None
    history, late = found
    late.names = tuple(f"x{seat}" for seat in range(history.rules.players))
    hand = history.play()
    assert isinstance(late, Hand)
    assert pickle.loads(pickle.dumps(late)).events == hand.events
    assert copy.deepcopy(late).state.line == hand.state.line
    assert late.observation(0)._replace(names=hand.names) == hand.observation(0)
    assert late.names[0] == "x0"
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(late, "nonsense")  # noqa: B009


def test_huge_stacks_are_left_to_the_engine() -> None:
    history = played(5)
    stacks = tuple(chips + 2**70 for chips in history.rules.stacks)
    rich = replace(history, rules=history.rules.with_stacks(*stacks))
    assert replayed(rich) is None


def test_other_stacks_are_checked_like_those_of_new_rules() -> None:
    rules = played(5).rules
    stacks = tuple(range(7, 7 + rules.players))
    assert with_stacks(rules, stacks) == rules.with_stacks(*stacks)
    for wrong in (stacks[1:], (0, *stacks[1:])):
        with pytest.raises(VillainError, match="stacks"):
            with_stacks(rules, wrong)
