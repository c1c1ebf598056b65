"""Judges: values that can be worked out by hand, the winner's curse, first differences."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from villain.agents import Agent, make_agent
from villain.arena import Match, play_match
from villain.arena.judging import (
    Finished,
    JudgingStoppedError,
    MatchCosts,
    Moment,
    find_first_differences,
    judge_hand,
    judge_match,
    value_actions,
    worst_decisions,
)
from villain.arena.judging.costs import judge, split_cost
from villain.arena.judging.moment import candidates, freeze
from villain.arena.statistics import rate
from villain.cards import parse_cards, show
from villain.errors import VillainError
from villain.game import (
    CALL,
    FOLD,
    Action,
    Deal,
    Hand,
    Observation,
    kuhn,
    leduc,
    limit_holdem,
    no_limit_holdem,
    raise_to,
)
from villain.hands.hand_history import HandHistory, Origin, history_of
from villain.strength.equities import equity

LIMIT = limit_holdem(2)
DEAL = Deal(
    (tuple(parse_cards("AsAh")), tuple(parse_cards("KsKh"))), tuple(parse_cards("2c7d9hJc3s"))
)
CHECKED = (CALL,) * 6
RIVER = (*CHECKED, CALL, raise_to(4))
"""All is checked, and on the river seat 0 faces a bet of 4 into a pot of 4, with the best hand."""


def table(*specs: str) -> list[Agent]:
    return [make_agent(spec, seed) for seed, spec in enumerate(specs)]


def at_river(opponent: str) -> Moment:
    agents = freeze(table("call", opponent))
    return Moment(LIMIT, ("hero", "other"), DEAL.holes, DEAL.board, RIVER, agents)


def finished(*actions: Action) -> HandHistory:
    hand = Hand(LIMIT, DEAL)
    for action in actions:
        hand.act(action)
    assert hand.over
    return history_of(hand, Origin())


# Values


@pytest.mark.parametrize(("opponent", "raised"), [("call", 6.0), ("fold", 4.0)])
def test_a_river_with_known_cards_is_exact(opponent: str, raised: float) -> None:
    moment = at_river(opponent)
    found = value_actions(moment, candidates(moment), 50, np.random.default_rng(1))
    # The pot is 8 chips, 4 big blinds; a raise to 8 wins 4 chips more, if it is called.
    assert {str(action): found.value(action) for action in found} == {
        "fold": (0.0, 0.0),
        "call": (4.0, 0.0),
        "raise to 8": (raised, 0.0),
    }
    assert found.difference(CALL, FOLD) == (4.0, 0.0)
    assert found.best() == (raise_to(8) if raised > 4 else CALL)


def test_to_call_an_all_in_is_worth_the_equity() -> None:
    hands = ("QdQc", "Ah8h", "Tc9c")
    board = "Th8s2d"
    actions = (CALL, CALL, CALL, raise_to(198), FOLD)
    moment = Moment(
        no_limit_holdem(3),
        ("a", "b", "c"),
        tuple(tuple(parse_cards(hand)) for hand in hands),
        tuple(parse_cards(board)),
        actions,
        freeze(table("call", "call", "call")),
    )
    # Whoever has folded is out, but his cards do not come on the board.
    share = equity([hands[0], hands[2]], board, dead=hands[1]).shares[1]
    found = value_actions(moment, (FOLD, CALL), 600, np.random.default_rng(1)).value(CALL)
    expected = (share * (6 + 2 * 198) - 198) / 2
    assert found.standard_error > 0
    assert found.mean == pytest.approx(expected, abs=4 * found.standard_error)
    assert moment.script == "c c c / Th 8s 2d: r198 f"


def test_callers_get_their_equity_before_the_flop() -> None:
    agents = freeze(table("call", "call"))
    moment = Moment(LIMIT, ("a", "b"), DEAL.holes, (), (), agents)
    share = equity(["AsAh", "KsKh"]).shares[1]
    found = value_actions(moment, candidates(moment), 600, np.random.default_rng(1))
    for action, pot, cost in ((CALL, 4, 1), (raise_to(4), 8, 3)):
        value = found.value(action)
        wanted = (share * pot - cost) / 2
        assert value.mean == pytest.approx(wanted, abs=4 * value.standard_error)
    # The same cards come for both: their difference is as sure as the one more bet.
    ahead = found.difference(raise_to(4), CALL)
    assert ahead.standard_error == pytest.approx(found.value(CALL).standard_error)


def test_sizes_in_no_limit_are_there_once_and_legal() -> None:
    agents = freeze(table("call", "call"))
    moment = Moment(no_limit_holdem(2, stack=20), ("a", "b"), DEAL.holes, (), (), agents)
    assert [str(one) for one in candidates(moment, raise_to(7))] == [
        "fold",
        "call",
        "raise to 4",
        "raise to 6",
        "raise to 7",
        "raise to 20",
    ]


# Costs


def test_folding_the_best_hand_costs_the_pot() -> None:
    call = judge_hand(finished(*RIVER, CALL), 0, table("call", "fold"), trials=20)
    fold = judge_hand(finished(*RIVER, FOLD), 0, table("call", "fold"), trials=20)
    assert [(one.deed, one.cost) for one in call if one.turn == 4] == [("call", (0.0, 0.0))]
    assert (fold[0].deed, fold[0].cost, fold[0].best) == ("fold", (4.0, 0.0), CALL)
    assert [one.turn for one in sorted(fold, key=lambda one: one.turn)] == [0, 1, 2, 3, 4]
    assert fold == sorted(fold, key=lambda one: -one.cost.mean)


def test_the_worst_decisions_of_a_session() -> None:
    # A person who folds the best hand in the middle of hands that are checked down.
    histories = [
        finished(*CHECKED, CALL, CALL),
        finished(*RIVER, FOLD),
        finished(*CHECKED, CALL, CALL),
    ]
    session = [
        Finished.of(history, 0, table("loki", "fold"), number)
        for number, history in enumerate(histories)
    ]
    told: list[int] = []
    worst = worst_decisions(session, 2, trials=20, progress=told.append)
    assert (worst[0].number, worst[0].taken, worst[0].cost) == (1, FOLD, (4.0, 0.0))
    assert told == [1, 2, 3]
    assert len(worst) <= 2
    assert worst[0].values.samples.shape[0] == 80  # valued anew with more trials


def test_splitting_the_trials_lifts_the_curse() -> None:
    rng = np.random.default_rng(3)
    truth = np.array([0.0, 0.3, 0.2, -0.1])
    split, greedy = [], []
    for _ in range(600):
        samples = truth + rng.normal(0, 3, (40, 4))
        split.append(split_cost(samples, 0).mean)
        greedy.append(samples.mean(axis=0).max() - samples[:, 0].mean())
    error = np.std(split) / np.sqrt(600)
    assert np.mean(greedy) > 0.3 + 4 * error  # the greatest mean flatters the best
    assert np.mean(split) < 0.3 + 2 * error
    assert np.mean(split) > 0
    assert split_cost(np.array([[1.0, 3.0]] * 4), 0) == (2.0, 0.0)


def test_a_match_is_judged_as_it_is_played() -> None:
    match = Match(limit_holdem(3), ("loki", "random", "loki:bpm"), 8, seed=5, duplicate=False)
    found = judge_match(match, trials=4, worst=2)
    played = play_match(match).payoffs[0, :, 0] / match.rules.big_blind
    assert found.won == played.tolist()
    assert found.hands == 8
    assert sum(map(len, found.by_street().values())) == len(found.costs)
    assert sum(map(len, found.by_deed().values())) == len(found.costs)
    assert found.per_hand().mean <= found.at_most().mean
    again = judge_match(match, trials=4, worst=2)
    assert again.costs == found.costs
    assert [one.cost for one in again.worst] == [one.cost for one in found.worst]


def test_exact_costs_are_not_negative_and_add_up() -> None:
    match = Match(kuhn(), ("call", "raise"), 60, seed=1, duplicate=False)
    found = judge_match(match, trials=5)
    assert all(one.cost == one.at_most >= 0 for one in found.costs)
    decisions = found.per_decision().mean * len(found.costs)
    assert decisions == pytest.approx(found.per_hand().mean * found.hands)
    # The only mistake against one who always bets is to call with the lower card.
    assert {one.cost for one in found.costs} == {0.0, 1.0}
    assert {one.deed for one in found.costs if one.cost} == {"call"}


def test_judging_changes_no_agent() -> None:
    agents = table("loki:som", "loki:som")
    for _ in range(3):  # so that they have something to remember
        hand = Hand(LIMIT, DEAL, ("a", "b"))
        while hand.seat is not None:
            hand.act(agents[hand.seat].act(hand.observation(hand.seat)))
    before = [pickle.dumps(agent) for agent in agents]
    judge_hand(finished(*RIVER, CALL), 0, agents, trials=4)
    assert [pickle.dumps(agent) for agent in agents] == before


def test_what_was_judged_is_kept_when_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def interrupted(*arguments: object, **options: object) -> object:
        nonlocal calls
        calls += 1
        if calls == 7:
            raise KeyboardInterrupt
        return judge(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("villain.arena.judging.match_costs.judge", interrupted)
    with pytest.raises(JudgingStoppedError) as stopped:
        judge_match(Match(kuhn(), ("call", "raise"), 60, duplicate=False), trials=5)
    result = stopped.value.result
    assert isinstance(result, MatchCosts)
    assert result.hands == 6


# First differences


def test_an_agent_does_not_differ_from_itself() -> None:
    match = Match(limit_holdem(3), ("loki", "random", "loki:bpm"), 25, seed=5, duplicate=False)
    found = find_first_differences(match, "loki", trials=4, both_lines=True)
    assert found.lines == [[], []]
    assert not found.by_deal.any()
    assert not found.played.any()
    assert np.isnan(found.times_fewer)


def test_raising_instead_of_calling_puts_in_six_more_bets_with_the_same_chance() -> None:
    match = Match(LIMIT, ("raise", "call"), 10, seed=2, duplicate=False)
    found = find_first_differences(match, "call", trials=60)
    assert len(found.lines[0]) == 10
    assert list(found.by_street()) == [0]
    for one in found.lines[0]:
        # Against one who always calls: 2 + 1 + 2 + 2 small bets instead of one.
        seat, holes = one.moment.seat, [show(hole) for hole in one.moment.holes]
        share = equity([holes[seat], holes[1 - seat]]).shares[0]
        assert one.ahead.mean == pytest.approx(
            6 * (2 * share - 1), abs=4.5 * one.ahead.standard_error
        )
        assert (str(one.action), str(one.other)) == ("raise to 4", "call")
    assert found.times_fewer > 2
    turned = Match(LIMIT, ("call", "call"), 10, seed=2, duplicate=False)
    back = find_first_differences(turned, "raise", trials=60)
    assert back.by_deal == pytest.approx(-found.by_deal)


def test_both_lines_of_agents_that_do_not_learn_are_one() -> None:
    match = Match(LIMIT, ("call", "call"), 15, seed=2, duplicate=False)
    one = find_first_differences(match, "fold", trials=20)
    both = find_first_differences(match, "fold", trials=20, both_lines=True)
    assert both.by_deal == pytest.approx(one.by_deal)
    assert [len(line) for line in both.lines] == [len(one.lines[0])] * 2


def test_the_judge_expects_what_is_played() -> None:
    match = Match(leduc(), ("random", "random"), 1500, seed=11, duplicate=False)
    found = find_first_differences(match, "random:fold=0.5", trials=2)
    ahead, played = found.ahead(), found.ahead_as_played()
    assert ahead.low > 0
    assert ahead.standard_error < played.standard_error
    off = rate(found.by_deal - found.played)
    assert abs(off.mean) < 3 * off.standard_error


# Mistakes


class Unpicklable(Agent):
    def __init__(self) -> None:
        super().__init__()
        self.secret = lambda: 1

    def act(self, seen: Observation) -> Action:  # noqa: ARG002
        return CALL


def test_mistakes() -> None:
    history, agents = finished(*RIVER, CALL), table("call", "call")
    hidden = HandHistory(LIMIT, ("a", "b"), history.actions, (history.holes[0], ()), history.board)
    with pytest.raises(VillainError, match="needs everybody's cards"):
        judge_hand(hidden, 0, agents)
    with pytest.raises(VillainError, match="seat 2; the hand has the seats 0 to 1"):
        judge_hand(history, 2, agents)
    with pytest.raises(VillainError, match="1 agents for 2 seats"):
        judge_hand(history, 0, agents[:1])
    with pytest.raises(VillainError, match="1 trials; there should be 2 to"):
        judge_hand(history, 0, agents, trials=1)
    with pytest.raises(VillainError, match="cannot be pickled"):
        judge_hand(history, 0, [*agents[:1], Unpicklable()])
    with pytest.raises(VillainError, match="may not raise to 9 here"):
        candidates(at_river("call"), raise_to(9))
    with pytest.raises(VillainError, match="hand is over"):
        _ = Moment(LIMIT, ("a", "b"), *DEAL, history.actions, at_river("call").agents).seat
    match = Match(LIMIT, ("call", "call"), 5, duplicate=False)
    with pytest.raises(VillainError, match="did you mean 'call'"):
        find_first_differences(match, "cal")


def test_an_agent_that_fails_in_a_play_out_folds(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("class Broken:\n    def act(self, seen):\n        raise ValueError('no')\n")
    match = Match(LIMIT, ("call", f"{path}:Broken"), 6, seed=1, duplicate=False)
    found = judge_match(match, trials=4)
    assert len(found.faults) >= 3
    compared = find_first_differences(match, f"{path}:Broken", trials=4)
    assert len(compared.lines[0]) == 3  # where it would have to pay half a blind
    assert {fault.agent for fault in compared.faults} == {f"{path}:Broken", f"{path}:Broken#2"}
