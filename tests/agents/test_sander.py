"""sander's players: what they do with which chance of winning, and what a memory changes."""

import numpy as np
import pytest

from tests.game.table import play
from villain.agents import make_agent
from villain.agents.sander import Sander
from villain.cards import Combo, Range, parse_cards
from villain.errors import VillainError
from villain.game import (
    CALL,
    FOLD,
    Action,
    Deal,
    Hand,
    Observation,
    Rules,
    limit_holdem,
    no_limit_holdem,
    raise_to,
    shuffle,
)
from villain.models.memory.hands import odds_of
from villain.strategy.sander import baseline, simulate_odds
from villain.strength import equity

LIMIT = limit_holdem(2)


def seen_of(actions: str, hole: str, rules: Rules = LIMIT, seat: int = 0) -> Observation:
    """A spot on the board Kc 8d 2h 2s 4c, or before it."""
    holes = [parse_cards(hole), parse_cards("7c7d")]
    deal = Deal(tuple(holes if seat == 0 else holes[::-1]), parse_cards("Kc 8d 2h 2s 4c"))
    return play(Hand(rules, deal, ("me", "Ann")), actions).observation(seat)


def act(actions: str, hole: str, spec: str = "sander:baseline", rules: Rules = LIMIT) -> Action:
    return make_agent(spec, 1).act(seen_of(actions, hole, rules))


def test_the_rule_of_the_paper() -> None:
    assert baseline(0.51, 0.5, owed=4, pot=8).more == 1
    assert baseline(0.5, 0.5, owed=4, pot=8).call == 1
    assert baseline(4 / 12, 0.5, owed=4, pot=8).call == 1
    assert baseline(4 / 12 - 0.01, 0.5, owed=4, pot=8).fold == 1
    assert baseline(0.01, 0.5, owed=0, pot=8).call == 1


def test_it_raises_checks_calls_and_folds_by_its_chance_of_winning() -> None:
    assert act("r4", "AhAd") == raise_to(6)
    assert act("c", "7h2d") == CALL
    river = "c c c c c c"  # on the river, we are first
    assert act(river, "KhKd") == raise_to(4)
    assert act(river, "6h5d") == CALL
    assert act(f"{river} c r4", "6h5d") == FOLD
    assert act(f"{river} c r4", "AhQd") in (CALL, raise_to(8))
    assert act("r4 r6 r8", "AhAd") == CALL  # the cap


def test_the_aggression_factor_says_from_where_it_raises() -> None:
    hands = {"AhAd": 0.85, "AhJd": 0.65, "JhTd": 0.55, "7h2d": 0.35}
    for hole, chance in hands.items():
        for aggression in (0.2, 0.45, 0.6, 0.75, 0.95):
            more = act("c", hole, f"sander:baseline:aggression={aggression},trials=20000")
            assert (more != CALL) == (chance > aggression)


@pytest.mark.parametrize(
    ("hole", "board"), [("AhQd", ""), ("AhQd", "Kc8d2h"), ("8h7d", "Kc8d2h2s")]
)
def test_the_simulated_chance_is_the_exact_one(hole: str, board: str) -> None:
    cards, public = parse_cards(hole), parse_cards(board)
    anything = Range.random().without(*cards, *public).weights
    found = simulate_odds(cards, public, anything, 40_000, seed=1)
    assert found == pytest.approx(odds_of(cards, public), abs=0.01)
    kings = Range("KK, AK").without(*cards, *public)
    found = simulate_odds(cards, public, kings.weights, 40_000, seed=2)
    exact = equity([Range({Combo.of(*cards): 1.0}), kings], public).shares[0]
    assert found == pytest.approx(exact, abs=0.01)


def test_with_an_empty_memory_it_plays_as_the_baseline() -> None:
    for actions in ("", "c", "c c", "c c c r2", "c c c c c c r4"):
        seat = 0 if actions else 1
        for hole in ("AhAd", "AhJd", "6h5d", "9h8s"):
            seen = seen_of(actions, hole, seat=seat)
            if seen.legal is None:
                continue
            plain, learning = make_agent("sander:baseline", 1), Sander(1, model="memory:som")
            assert plain.act(seen) == learning.act(seen)


def test_a_memory_of_strength_makes_it_fold_and_of_weakness_raise() -> None:
    """He showed only full houses, or nothing at all, whenever he bet all the way."""
    betting = "r4 c c r2 c c r4 c c r4"
    actions = {}
    for theirs in ("KsKh", "6c3d"):
        agent = Sander(1, model="memory:sizes")  # it starts empty, and blends
        for _ in range(20):
            deal = Deal((parse_cards("QhJd"), parse_cards(theirs)), parse_cards("Kc 8d 2h 2s 4c"))
            hand = Hand(LIMIT, deal, ("me", "Ann"))
            agent.watch(hand.observation(0))
            agent.watch(play(hand, f"{betting} c").observation(0))
        actions[theirs] = agent.act(seen_of(betting, "8h7h"))
    assert actions == {"KsKh": FOLD, "6c3d": raise_to(8)}


def test_in_no_limit_it_raises_by_a_share_and_calls_all_in_by_what_can_be_won() -> None:
    rules = no_limit_holdem(2, big_blind=2, stack=200)
    assert act("c", "AhAd", "sander:baseline:size=1", rules) == raise_to(6)
    for hole, total in (("AhAd", 10), ("KhTd", 4)):  # the better hand by more
        assert act("c", hole, "sander:baseline:size=0.5,large=2", rules) == raise_to(total)
    short = rules.with_stacks(20, 200)
    # All-in for 200 against 20: to win 40, not 200; 18 to call.
    assert act("r200", "7h2d", "sander:baseline:trials=5000", short) == FOLD
    assert act("r200", "Th9h", "sander:baseline:trials=5000", short) == CALL


def winnings(spec: str, rival: str, deals: int) -> np.ndarray:
    """What an agent wins in both seats of the same deals, in big blinds a deal."""
    found = np.zeros(deals)
    for mine in (0, 1):
        rng = np.random.default_rng(12)
        agents = [make_agent(spec, mine), make_agent(rival, mine + 10)]
        names = ["hero", "rival"]
        for number in range(deals):
            order = (0, 1) if mine == 0 else (1, 0)
            hand = Hand(LIMIT, shuffle(LIMIT, rng), tuple(names[at] for at in order))
            while hand.seat is not None:
                hand.act(agents[order[hand.seat]].act(hand.observation(hand.seat)))
            for seat in (0, 1):
                agents[order[seat]].watch(hand.observation(seat))
            found[number] += (hand.stacks[mine] - LIMIT.stacks[mine]) / LIMIT.big_blind
    return found / 2


@pytest.mark.slow
def test_the_modelling_player_is_ahead_of_the_baseline_in_its_seat() -> None:
    rival = "sander:baseline:aggression=0.5"
    more = winnings("sander:model", rival, 200) - winnings("sander:baseline", rival, 200)
    assert more.mean() - 1.96 * more.std() / np.sqrt(len(more)) > 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("aggression=2", "aggression=2; it should be a chance"),
        ("trials=0", "trials=0; there should be 1"),
        ("model=styles", "'styles' does not read hold'em for two"),
        ("model=memory:sum", "no model is called 'memory:sum'"),
        ("size=0", "size=0, large=0; they should be shares"),
        ("large=-1", "size=0.7, large=-1; they should be shares"),
    ],
)
def test_wrong_parameters_are_named(wrong: str, words: str) -> None:
    with pytest.raises(VillainError, match=words):
        make_agent(f"sander:baseline:{wrong}")
