"""The rule engines against pokerkit and OpenSpiel: one hand after the other, and many at once."""

import random
from collections.abc import Callable
from functools import partial

import numpy as np
import pyspiel
from pokerkit import Automation, FixedLimitTexasHoldem

from benchmarks.comparison import Comparison, at_least, best_seconds, report
from villain.agents.blind import Caller, Random
from villain.arena import Match, play_match
from villain.arena.batch_table import play_batch
from villain.game import (
    CALL,
    Action,
    Hand,
    Observation,
    Rules,
    limit_holdem,
    no_limit_holdem,
    shuffle,
)
from villain.game.batch import HandBatch, play_random_hands

HANDS = 2_000
FEWER = 100
MORE = 20_000
ROUNDS = 7
RULES = limit_holdem(2, small_bet=10)
DEEP = no_limit_holdem(2)

_COMMON = "numPlayers=2,numRounds=4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1"
_LIMIT = "betting=limit,blind=10 5,raiseSize=10 10 20 20,maxRaises=3 4 4 4,firstPlayer=2 1 1 1"
_DEEP = "betting=nolimit,bettingAbstraction=fullgame,blind=2 1,stack=200 200,firstPlayer=2 1 1 1"


class InTurn(Caller):
    """A caller that a match asks for one hand after the other."""

    def act(self, seen: Observation) -> Action:
        """Call."""
        return super().act(seen)


def ours() -> None:
    rng = np.random.default_rng(0)
    for _ in range(HANDS):
        hand = Hand(RULES, shuffle(RULES, rng), check=False)
        while hand.seat is not None:
            hand.observation(hand.seat)
            hand.act(CALL)


def our_match(agents: tuple[type[Caller], type[Caller]], hands: int) -> None:
    play_match(Match(RULES, agents, hands, duplicate=False))


def pokerkits() -> None:
    for _ in range(FEWER):
        state = FixedLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (5, 10), 10, 20, (10_000, 10_000), 2
        )
        while state.status:
            state.check_or_call()


def open_spiels(game: pyspiel.Game) -> None:
    rng = np.random.default_rng(0)
    for _ in range(HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.integers(len(actions)))])
            else:
                state.apply_action(1)


def our_random_players(rules: Rules) -> None:
    play_random_hands(rules, MORE, np.random.default_rng(0))


def our_random_agents(rules: Rules) -> None:
    agents = [Random(seed, fold=1, call=1, raise_=1) for seed in range(2)]
    play_batch(HandBatch.shuffled(rules, MORE, np.random.default_rng(0)), agents)


def their_random_players(game: pyspiel.Game) -> None:
    """Fold, call and raise alike, as far as they are legal; a raise to any amount, as ours.

    The cards are dealt by one call of the standard library, which is quicker than to ask the game.
    """
    rng = random.Random(0)
    chance, deal, deck = rng.random, rng.sample, range(52)
    for _ in range(HANDS):
        state, cards = game.new_initial_state(), iter(deal(deck, 9))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(cards))
                continue
            legal = state.legal_actions()
            raises = 2 if legal[0] == 0 else 1  # where they begin
            place = int(chance() * min(len(legal), raises + 1))
            if place == raises:
                place += int(chance() * (len(legal) - raises))
            state.apply_action(legal[place])
        state.returns()


def compare() -> list[Comparison]:
    limit = pyspiel.load_game(f"universal_poker({_LIMIT},{_COMMON})")
    deep = pyspiel.load_game(f"universal_poker({_DEEP},{_COMMON})")
    in_turn = _match(InTurn, HANDS)
    engine, match, pokerkit, spiel = _rates(
        (ours, HANDS), (in_turn, HANDS), (pokerkits, FEWER), (partial(open_spiels, limit), HANDS)
    )
    rows = [
        at_least("hands a second, cards and observations included, pokerkit", engine, pokerkit, 15),
        at_least("the same in a match, pokerkit", match, pokerkit, 15),
        at_least("OpenSpiel's C++ game, driven from Python", engine, spiel, 1),
    ]
    for name, rules, game in (("limit", RULES, limit), ("no-limit", DEEP, deep)):
        at_random, by_agents, theirs = _rates(
            (partial(our_random_players, rules), MORE),
            (partial(our_random_agents, rules), MORE),
            (partial(their_random_players, game), HANDS),
        )
        rows += [
            at_least(
                f"{name}, two random players, many hands at once, OpenSpiel", at_random, theirs, 10
            ),
            at_least("the same by agents that answer with arrays", by_agents, theirs),
        ]
    at_once, one_by_one = _rates((_match(Caller, MORE), MORE), (in_turn, HANDS))
    return [
        *rows,
        at_least("a match of callers, many hands at once and in turn", at_once, one_by_one),
    ]


def _match(caller: type[Caller], hands: int) -> Callable[[], None]:
    return partial(our_match, (caller, caller), hands)


def _rates(*ways: tuple[Callable[[], None], int]) -> list[float]:
    """Hands a second of several ways to play so many."""
    seconds = best_seconds(*(play for play, _ in ways), rounds=ROUNDS)
    return [hands / spent for (_, hands), spent in zip(ways, seconds, strict=True)]


if __name__ == "__main__":
    report(compare, __doc__)
