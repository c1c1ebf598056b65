"""Agents that answer for many hands at once, beside themselves in one hand after the other."""

import numpy as np
import pytest

from tests.game.test_batch import GAMES, deal_of, random_cards, random_stacks
from villain.agents import Agent, make_agent
from villain.agents.batch_agent import BatchAgent, OneByOne, in_batches, is_alike_in_batches
from villain.agents.bet_sizes import raise_by_share, raises_by_share
from villain.agents.blind import Caller, Random
from villain.arena import Match, play_match
from villain.arena.batch_table import play_batch
from villain.errors import VillainError
from villain.game import CALL, FOLD, Action, Hand, Observation, Rules, limit_holdem, no_limit_holdem
from villain.game.batch import HandBatch
from villain.game.batch_observation import (
    CALLS,
    KINDS,
    RAISES,
    BatchActions,
    BatchObservation,
)
from villain.kernels.batch_records import NOBODY

PURE = ("fold", "call", "raise", "raise:pot=0", "raise:pot=2.3,from=turn")


def spots(rules: Rules, seed: int) -> list[BatchObservation]:
    """What the seats whose turn it is see in random hands, step by step."""
    rng = np.random.default_rng(seed)
    stacks, cards = random_stacks(rules, 60, rng), random_cards(rules, 60, rng)
    batch, player, views = HandBatch(rules, cards, stacks), Random(seed), []
    while not batch.over.all():
        hands = np.flatnonzero(batch.seat != NOBODY)
        views.append(batch.observation(hands, batch.seat[hands]))
        answer = player.act_in_all(views[-1])
        kinds, to = np.zeros(60, np.int64), np.zeros(60, np.int64)
        kinds[hands], to[hands] = answer
        batch.act(kinds, to)
    return views


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", PURE)
def test_pure_agents_do_in_many_hands_what_they_do_in_one(game: str, spec: str) -> None:
    agent = make_agent(spec)
    assert is_alike_in_batches(agent)
    for seen in spots(GAMES[game](4), 5):
        kinds, to = agent.act_in_all(seen)
        for row, (kind, chips) in enumerate(zip(kinds.tolist(), to.tolist(), strict=True)):
            action = agent.act(seen.of(row))
            assert (KINDS[kind], chips) == action


def test_raises_by_a_share_are_the_same_many_at_a_time() -> None:
    for share, committed in ((0.5, 0.4), (0.25, 1.0), (1e300, 0.4), (0.0, 0.0)):
        for seen in spots(no_limit_holdem(3), 2):
            to = raises_by_share(seen, share, committed)
            for row in range(len(to)):
                one = seen.of(row)
                assert one.legal is not None
                assert to[row] == raise_by_share(one, one.legal, share, committed)


@pytest.mark.parametrize("game", GAMES)
def test_the_random_one_takes_each_action_by_its_weight_and_any_amount(game: str) -> None:
    rules, hands = GAMES[game](2), 20_000
    batch = HandBatch.shuffled(rules, hands, np.random.default_rng(1))
    seen = batch.observation(range(hands), 1)
    kinds, to = Random(3, fold=1, call=2, raise_=5).act_in_all(seen)
    assert np.bincount(kinds) / hands == pytest.approx([1 / 8, 2 / 8, 5 / 8], abs=0.02)
    raises = to[kinds == RAISES]
    least, most = seen.legal.least[0], seen.legal.most[0]
    assert (raises.min(), raises.max()) == (least, most)
    assert raises.mean() == pytest.approx((least + most) / 2, rel=0.02)
    # Where one may not fold or raise it does not, and the same seed is the same player.
    again = Random(3, fold=1, call=2, raise_=5).act_in_all(seen)
    assert all(np.array_equal(a, b) for a, b in zip((kinds, to), again, strict=True))
    assert not is_alike_in_batches(Random())


class Learner(Agent):
    """Keeps what it was shown."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.asked: list[Observation] = []
        self.ends: list[Observation] = []

    def act(self, seen: Observation) -> Action:
        self.asked.append(seen)
        return FOLD if seen.legal and seen.legal.call > 20 else CALL

    def watch(self, seen: Observation) -> None:
        self.ends.append(seen)


def test_an_ordinary_agent_in_a_batch_sees_what_it_would_see_at_the_table() -> None:
    rules = no_limit_holdem(3, ante=1)
    cards = random_cards(rules, 30, np.random.default_rng(2))
    seated = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])[np.arange(30) % 3]
    names = ("learner", "call", "raise")
    learner = Learner()
    batch = HandBatch(rules, cards, names=names, seated=seated)
    agents = [in_batches(agent) for agent in (learner, make_agent("call"), make_agent("raise"))]
    payoffs = play_batch(batch, agents)
    alone = Learner()
    for row, order, won in zip(cards, seated.tolist(), payoffs, strict=True):
        players = [(alone, *agents[1:])[who] for who in order]
        hand = Hand(rules, deal_of(row), tuple(names[who] for who in order))
        while hand.seat is not None:
            hand.act(players[hand.seat].act(hand.observation(hand.seat)))
        alone.watch(hand.observation(order.index(0)))
        assert hand.payoffs == tuple(won[order])
    assert len(learner.asked) == len(alone.asked) > 30
    assert all(seen in alone.asked for seen in learner.asked)  # in another order
    assert learner.ends == alone.ends


def test_a_reader_plays_in_a_batch() -> None:
    rules = limit_holdem(2, small_bet=10)
    batch = HandBatch.shuffled(rules, 20, np.random.default_rng(1))
    payoffs = play_batch(batch, [in_batches(make_agent("loki:bpm")), Random(4)])
    assert not payoffs.sum(axis=1).any()
    assert (payoffs != 0).any()


class Pusher(BatchAgent):
    """All-in, or else a call; it only knows how to answer for many hands."""

    pure = True

    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        kinds = np.where(seen.legal.can_raise, RAISES, CALLS)
        return BatchActions(kinds, seen.legal.most)


@pytest.mark.parametrize("in_turn", [False, True])
def test_a_batch_agent_sits_at_any_table(in_turn: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if in_turn:
        monkeypatch.setattr("villain.arena.match_chunk._play_at_once", lambda *_: None)
    rules = no_limit_holdem(2)
    result = play_match(Match(rules, (Pusher, "fold"), deals=100, seed=1, strict=True))
    assert not result.faults
    # Who is never called wins the blinds of the other.
    assert result.by_deal[:, 0].tolist() == [0.75] * 100


class Louder(Caller):
    def act(self, seen: Observation) -> Action:
        return super().act(seen)


class Watcher(Caller):
    def watch(self, seen: Observation) -> None:
        pass


class Faster(Caller):
    def act_in_all(self, seen: BatchObservation) -> BatchActions:
        return super().act_in_all(seen)


def test_who_changes_one_of_the_two_ways_to_answer_is_not_taken_for_pure() -> None:
    assert is_alike_in_batches(Caller())
    assert is_alike_in_batches(Pusher())
    for agent in (Louder(), Watcher(), Faster(), OneByOne(Caller()), Learner(), Random()):
        assert not is_alike_in_batches(agent)


class Wrong(Pusher):
    def __init__(self, answer: BatchActions) -> None:
        super().__init__()
        self.answer = answer

    def act_in_all(self, seen: BatchObservation) -> BatchActions:  # noqa: ARG002
        return self.answer


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (BatchActions(np.full(3, CALLS), np.zeros(3)), "to should be whole numbers"),  # type: ignore[arg-type]
        (BatchActions(np.zeros((3, 1), int), np.zeros(3, int)), r"kinds should have the shape"),
        (BatchActions(np.full(3, RAISES), np.full(3, 3)), r"hand 0: seat 1 may not raise to 3"),
    ],
)
def test_wrong_answers_are_said(answer: BatchActions, words: str) -> None:
    batch = HandBatch.shuffled(no_limit_holdem(), 3, np.random.default_rng(1))
    with pytest.raises(VillainError, match=words):
        play_batch(batch, [Wrong(answer), Wrong(answer)])
    with pytest.raises(VillainError, match="1 agents; the batch has 2 players"):
        play_batch(batch, [Caller()])
