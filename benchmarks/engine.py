"""The rule engines against pokerkit and OpenSpiel: one hand after the other, and many at once.

Where hands are played one after the other, both sides do the same: cards are drawn, it is asked at
each decision whose turn it is, what he may do and what he has seen of the hand, and in the end what
everybody won. OpenSpiel is dealt to by one call of the standard library, which is quicker than to
ask the game for its chances. No hand comes twice. Times are the processor's, by turns, each in its
best round.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np
import pyspiel
from pokerkit import Automation, FixedLimitTexasHoldem

from benchmarks.comparison import Comparison, at_least, best_seconds, report
from villain.agents.blind import Caller, Random
from villain.arena import Match, play_match
from villain.arena.batch_table import play_batch
from villain.game import (
    CALL,
    FOLD,
    Action,
    Hand,
    Observation,
    Rules,
    limit_holdem,
    no_limit_holdem,
    raise_to,
    shuffle,
)
from villain.game.batch import HandBatch, play_random_hands

HANDS = 1_000
FEWER = 100
MORE = 20_000
ROUNDS = 7
DECK, CHANCE = np.random.default_rng(0), random.Random(0)
RULES = limit_holdem(2, small_bet=10)
DEEP = no_limit_holdem(2)

_COMMON = "numPlayers=2,numRounds=4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1"
_LIMIT = "betting=limit,blind=10 5,raiseSize=10 10 20 20,maxRaises=3 4 4 4,firstPlayer=2 1 1 1"
_DEEP = "betting=nolimit,bettingAbstraction=fullgame,blind=2 1,stack=200 200,firstPlayer=2 1 1 1"


Chance: TypeAlias = Callable[[], float]
Chooser: TypeAlias = Callable[[Hand, Chance], Action]
TheirChooser: TypeAlias = Callable[[pyspiel.State, Chance], int]


class InTurn(Caller):
    """A caller that a match asks for one hand after the other."""

    def act(self, seen: Observation) -> Action:
        """Call."""
        return super().act(seen)


def ours(rules: Rules, choose: Chooser, *, look: bool = True) -> None:
    """Hands one after the other; with ``look`` everybody sees what he may before he acts."""
    for _ in range(HANDS):
        hand = Hand(rules, shuffle(rules, DECK), check=False)
        while hand.seat is not None:
            if look:
                hand.observation(hand.seat)
            hand.act(choose(hand, CHANCE.random))


def call(hand: Hand, chance: Chance) -> Action:  # noqa: ARG001
    return CALL


def anything(hand: Hand, chance: Chance) -> Action:
    """Fold, call and raise alike, as far as they are legal; a raise to any amount."""
    legal = hand.legal
    assert legal is not None
    kind = int(chance() * (3 if legal.can_raise else 2)) if legal.fold else 1 + int(2 * chance())
    if kind == 2 and legal.can_raise:
        return raise_to(legal.least + int(chance() * (legal.most - legal.least + 1)))
    return CALL if kind else FOLD


def our_match(agents: tuple[type[Caller], type[Caller]], hands: int) -> None:
    play_match(Match(RULES, agents, hands, duplicate=False))


def pokerkits() -> None:
    for _ in range(FEWER):
        state = FixedLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (5, 10), 10, 20, (10_000, 10_000), 2
        )
        while state.status:
            state.check_or_call()


def open_spiels(game: pyspiel.Game, choose: TheirChooser, *, look: bool = True) -> None:
    """The same of OpenSpiel; what somebody sees is its information state, in words."""
    chance, deal, deck = CHANCE.random, CHANCE.sample, range(52)
    for _ in range(HANDS):
        state, cards = game.new_initial_state(), iter(deal(deck, 9))
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(cards))
                continue
            if look:
                state.information_state_string(state.current_player())
            state.apply_action(choose(state, chance))
        state.returns()


def call_there(state: pyspiel.State, chance: Chance) -> int:  # noqa: ARG001
    state.legal_actions()  # ours are in what a seat sees
    return 1


def call_blindly(state: pyspiel.State, chance: Chance) -> int:  # noqa: ARG001
    return 1


def anything_there(state: pyspiel.State, chance: Chance) -> int:
    """Fold, call and raise alike, as far as they are legal; a raise to any amount, as ours."""
    legal: list[int] = state.legal_actions()
    raises = 2 if legal[0] == 0 else 1  # where they begin
    place = int(chance() * min(len(legal), raises + 1))
    if place == raises:
        place += int(chance() * (len(legal) - raises))
    return legal[place]


def our_random_players(rules: Rules) -> None:
    play_random_hands(rules, MORE, np.random.default_rng(0))


def our_random_agents(rules: Rules) -> None:
    agents = [Random(seed, fold=1, call=1, raise_=1) for seed in range(2)]
    play_batch(HandBatch.shuffled(rules, MORE, np.random.default_rng(0)), agents)


def compare() -> list[Comparison]:
    limit = pyspiel.load_game(f"universal_poker({_LIMIT},{_COMMON})")
    deep = pyspiel.load_game(f"universal_poker({_DEEP},{_COMMON})")
    in_turn = _match(InTurn, HANDS)
    engine, match, pokerkit, there, bare, bare_there = _rates(
        (partial(ours, RULES, call), HANDS),
        (in_turn, HANDS),
        (pokerkits, FEWER),
        (partial(open_spiels, limit, call_there), HANDS),
        (partial(ours, RULES, call, look=False), HANDS),
        (partial(open_spiels, limit, call_blindly, look=False), HANDS),
    )
    rows = [
        at_least("hands a second, cards and observations included, pokerkit", engine, pokerkit, 15),
        at_least("the same in a match, pokerkit", match, pokerkit, 15),
        at_least("OpenSpiel's C++ game, driven from Python", engine, there, 1),
        at_least("the same if nobody looks, OpenSpiel", bare, bare_there),
    ]
    for name, rules, game in (("limit", RULES, limit), ("no-limit", DEEP, deep)):
        in_turn_at_random, theirs, at_random, by_agents, blindly = _rates(
            (partial(ours, rules, anything), HANDS),
            (partial(open_spiels, game, anything_there), HANDS),
            (partial(our_random_players, rules), MORE),
            (partial(our_random_agents, rules), MORE),
            (partial(open_spiels, game, anything_there, look=False), HANDS),
        )
        rows += [
            at_least(f"{name}, two random players, OpenSpiel", in_turn_at_random, theirs),
            at_least("many hands at once, nobody looks, OpenSpiel", at_random, blindly, 10),
            at_least("the same by agents that answer with arrays", by_agents, blindly),
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
