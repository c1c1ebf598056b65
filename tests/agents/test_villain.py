"""Villain in hold'em: what it believes, what it plans, and what it does with that."""

import numpy as np
import pytest

from villain.agents import make_agent
from villain.agents.dealt_boards import DEALT
from villain.agents.villain import Villain
from villain.agents.villain_opponent import KnownOpponent
from villain.agents.villain_plans import Plans, StreetEnd
from villain.cards import Combo
from villain.cards.card import Card, parse_distinct
from villain.errors import VillainError
from villain.game import CALL, Hand, kuhn, leduc, limit_holdem, no_limit_holdem, raise_to, shuffle
from villain.game.deal import Deal
from villain.game.rules import Rules
from villain.game.situation import Decision, situation_of
from villain.kernels.arrays import FloatArray
from villain.models.crowd.compiled import STEPS
from villain.models.crowd.grid import CELLS
from villain.models.crowd.kinds import KINDS
from villain.solver.values.board_facts import BoardFacts, facts_of
from villain.strategy.people_trials import SeatPolicy

NO_LIMIT = no_limit_holdem(2, stack=200)
FLOP, TURN = (parse_distinct(text, "board") for text in ("Ks7d2c", "Ks7d2c4h"))


def always(kind: int) -> SeatPolicy:
    kinds = np.zeros((1, STEPS, KINDS))
    kinds[..., kind] = 1
    return SeatPolicy(np.zeros(CELLS, np.int64), kinds)


def wins(
    rules: Rules, board: tuple[Card, ...], kind: int, put: float = 10, whole: float = 200
) -> FloatArray:
    """What each holding wins from one of all holdings who always does the same."""
    facts = facts_of(board)
    end = StreetEnd(len(board) - 2 if board else 0, put, whole, True, 0, False)
    reach = np.ones(facts.size)
    values = Plans(rules, board, always(kind)).wins(end, reach)
    each: FloatArray = values / facts.rivals(reach[None])[0]
    return each


@pytest.mark.parametrize("rules", [NO_LIMIT, limit_holdem(2)])
@pytest.mark.parametrize("board", [(), FLOP, TURN])
def test_who_folds_to_every_bet_loses_what_is_in_the_pot(
    rules: Rules, board: tuple[Card, ...]
) -> None:
    each = wins(rules, board, kind=0)
    # Cards that both cannot hold are left out of few boards only on average.
    np.testing.assert_allclose(each, 10, rtol=0.02 if board else 0.25)
    assert each.mean() == pytest.approx(10, rel=0.02)


def test_who_calls_everything_pays_a_stack_to_who_is_ahead_on_the_river() -> None:
    facts, each = facts_of(TURN), wins(NO_LIMIT, TURN, kind=1)
    sums, rivals = np.zeros(facts.size), np.zeros(facts.size)
    rng = np.random.default_rng([len(TURN), *map(int, TURN)])
    deck = np.array([card for card in range(52) if card not in TURN])
    for river in rng.permutation(deck)[: DEALT[4][0]]:
        after = BoardFacts((*TURN, Card(river)))
        inside = np.searchsorted(facts.holdings, after.holdings)
        alike = np.ones((1, after.size))
        there = after.rivals(alike)[0]
        edge = after.showdowns(alike)[0] / there
        sums[inside] += np.where(edge > 0, 200 * edge, 10 * edge)
        rivals[inside] += 1
    np.testing.assert_allclose(each, sums / rivals, atol=1.5)


def test_more_can_be_won_if_more_is_behind() -> None:
    assert wins(NO_LIMIT, FLOP, kind=1, whole=100).mean() < wins(NO_LIMIT, FLOP, kind=1).mean()


def decision(kind: str) -> Decision:
    hand = Hand(NO_LIMIT, shuffle(NO_LIMIT, np.random.default_rng(1)))
    return Decision(1, "somebody", situation_of(hand.state), kind, 0, 2)


def test_more_is_known_with_what_was_seen_and_trust_falls_with_surprise() -> None:
    him, expects = KnownOpponent(), np.array([0.1, 0.8, 0.02, 0.02, 0.02, 0.02, 0.02])
    assert not him.at(0, True)
    for _ in range(60):
        him.note(decision("call"), expects, 1)
    known = him.at(0, True)
    assert known > 0.6
    assert 0 < him.at(1, True) < known
    before, hands = him.bound, 0
    while him.bound > 0.1 and hands < 100:
        him.note(decision("fold"), expects, 0)
        hands += 1
    assert before > 0.4
    assert hands <= 20
    assert him.mean() < 0.1


def test_trust_falls_if_he_shows_what_he_was_not_believed_to_hold() -> None:
    """Each model is right about how often he has a strong hand; one has the hands exchanged."""
    rng, strong = np.random.default_rng(1), np.arange(1326) < 300
    weights = np.where(strong, 4.0, 1.0)
    for turned in (False, True):
        him = KnownOpponent()
        for _ in range(20):
            combo = int(rng.choice(1326, p=weights / weights.sum()))
            him.note_shown(weights[::-1] ** 2 if turned else weights, combo)
        assert (him.reliable > 0.9) != turned


def test_who_seems_not_to_know_us_is_soon_hardly_ever_free() -> None:
    him = KnownOpponent()
    him.theories.take([(0.9, 0.001)] * 20)
    shares = []
    for _ in range(200):
        shares.append(him.bound / him.trust)
        him.theories.take_leaning((0.0, 0.0))
    assert shares[0] == pytest.approx(0.9)
    assert shares == sorted(shares)
    assert shares[-1] > 0.99


@pytest.mark.parametrize(("crowd", "least"), [(0.5, 0.1), (0.3, 0.8)])
def test_bars_are_believed_of_whom_the_crowd_alone_does_not_foresee(
    crowd: float, least: float
) -> None:
    """Departures say as much of what was seen; but of what was not, bars are the better guess."""
    him, everything = KnownOpponent(), np.ones(1326, np.bool_)
    him.fitted = 1
    for _ in range(60):
        alone, departed, ruled = ([np.full(1326, likely)] for likely in (crowd, 0.5, 0.5))
        him.compare([1], alone, departed, ruled, everything)
    assert least < him.share_of_bars(1) < least + 0.5


def test_at_zero_it_is_equilibrium() -> None:
    hand = Hand(NO_LIMIT, shuffle(NO_LIMIT, np.random.default_rng(2)))
    seen = hand.observation(1)
    mine = Villain(dial=0, iterations=4).chances(seen)
    its = make_agent("equilibrium:iterations=4").chances(seen)
    assert mine is not None
    assert its is not None
    assert mine.actions == its.actions
    np.testing.assert_array_equal(mine.chances, its.chances)


def test_it_puts_in_all_against_one_who_calls_everything() -> None:
    villain, rng = Villain(dial=1, iterations=20), np.random.default_rng(3)
    for _ in range(40):
        hand = Hand(NO_LIMIT, shuffle(NO_LIMIT, rng), ("me", "caller"))
        while not hand.over:
            legal = hand.legal
            bets = hand.seat == 0 and legal is not None and legal.can_raise
            hand.act(raise_to(legal.least) if legal and bets else CALL)
        villain.watch(hand.observation(0))
    holes = parse_distinct("KhKd", "hand"), parse_distinct("AhQc", "hand")
    deal = Deal(holes, parse_distinct("Ks7d2c4h9s", "board"))
    hand = Hand(NO_LIMIT, deal, ("me", "caller"))
    while hand.street < 3:
        hand.act(CALL)
    known = villain.chances(hand.observation(0))
    assert known is not None
    best = known.chances[Combo.parse("KhKd")]
    assert best[known.actions.index(raise_to(198))] > 0.9
    standing = villain.standing()
    assert standing is not None
    assert (standing.hands, standing.dial) == (40, 1)


def test_small_games_are_played_too() -> None:
    assert all(Villain.plays(rules) for rules in (kuhn(), leduc(), limit_holdem(2), NO_LIMIT))
    assert not Villain.plays(no_limit_holdem(3))
    hand = Hand(kuhn(), shuffle(kuhn(), np.random.default_rng(1)))
    villain = Villain(iterations=2)
    assert hand.legal is not None
    assert hand.legal.allows(villain.act(hand.observation(hand.seat or 0)))
    assert villain.chances(hand.observation(0)) is None


@pytest.mark.parametrize("dial", [-0.1, 1.5, "much"])
def test_a_dial_goes_from_nothing_to_all(dial: float | str) -> None:
    with pytest.raises(VillainError, match="dial="):
        Villain(dial=dial)


def played(villain: Villain, hands: int, seed: int = 4) -> None:
    """Let it play some hands with somebody who calls everything."""
    rng = np.random.default_rng(seed)
    for number in range(hands):
        mine = number % 2
        names = ("me", "caller") if mine == 0 else ("caller", "me")
        hand = Hand(NO_LIMIT, shuffle(NO_LIMIT, rng), names)
        while hand.seat is not None:
            hand.act(villain.act(hand.observation(mine)) if hand.seat == mine else CALL)
        villain.watch(hand.observation(mine))


def test_what_it_risks_is_counted_and_bound() -> None:
    bold, careful = (Villain(dial=1, risk=risk, iterations=4) for risk in (1e6, 0))
    for villain in (bold, careful):
        played(villain, 3)
    one, other = bold.standing(), careful.standing()
    assert one is not None
    assert other is not None
    assert one.hands == other.hands == 3
    assert one.risk > 2 * other.risk
    assert min(one.gifts, other.gifts) >= 0


@pytest.mark.parametrize("risk", [-1.0, float("inf")])
def test_a_risk_is_a_number(risk: float) -> None:
    with pytest.raises(VillainError, match="risk="):
        Villain(risk=risk)


@pytest.mark.parametrize("model", ["specific", "memory:blend"])
def test_another_model_can_stand_in_for_the_crowd(model: str) -> None:
    villain = Villain(dial=1, model=model, iterations=8)
    played(villain, 2)
    standing = villain.standing()
    assert standing is not None
    assert standing.hands == 2


@pytest.mark.parametrize(
    ("model", "rules", "named"),
    [
        ("styles", NO_LIMIT, "styles does not read nolimit"),
        ("styles", leduc(), "styles does not read leduc"),
        ("huang", limit_holdem(2), "huang does not read limit"),
        ("specific", kuhn(), "specific does not read kuhn"),
    ],
)
def test_a_model_is_not_asked_for_a_game_that_it_does_not_know(
    model: str, rules: Rules, named: str
) -> None:
    hand = Hand(rules, shuffle(rules, np.random.default_rng(1)))
    assert hand.seat is not None
    with pytest.raises(VillainError, match=named):
        Villain(model=model, iterations=8).act(hand.observation(hand.seat))
