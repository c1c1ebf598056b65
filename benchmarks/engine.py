"""The rule engine against pokerkit and OpenSpiel: heads-up limit hands between two callers."""

import numpy as np
import pyspiel
from pokerkit import Automation, FixedLimitTexasHoldem

from benchmarks.comparison import Comparison, report
from villain.arena import Match, play_match
from villain.game import CALL, Hand, limit_holdem, shuffle
from villain.strength.speed import best_time

HANDS = 2_000
FEWER = 100
RULES = limit_holdem(2, small_bet=10)


def ours() -> None:
    rng = np.random.default_rng(0)
    for _ in range(HANDS):
        hand = Hand(RULES, shuffle(RULES, rng), check=False)
        while hand.seat is not None:
            hand.observation(hand.seat)
            hand.act(CALL)


def our_match() -> None:
    play_match(Match(RULES, ("call", "call"), HANDS, duplicate=False))


def pokerkits() -> None:
    for _ in range(FEWER):
        state = FixedLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (5, 10), 10, 20, (10_000, 10_000), 2
        )
        while state.status:
            state.check_or_call()


def open_spiels() -> None:
    game = pyspiel.load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,"
        "raiseSize=10 10 20 20,firstPlayer=2 1 1 1,maxRaises=3 4 4 4,numSuits=4,numRanks=13,"
        "numHoleCards=2,numBoardCards=0 3 1 1)"
    )
    rng = np.random.default_rng(0)
    for _ in range(HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.integers(len(actions)))])
            else:
                state.apply_action(1)


def compare() -> list[Comparison]:
    engine, match = HANDS / best_time(ours), HANDS / best_time(our_match)
    pokerkit, spiel = FEWER / best_time(pokerkits), HANDS / best_time(open_spiels, 2)
    return [
        Comparison(
            "hands a second, cards and observations included, pokerkit",
            f"{engine:,.0f}",
            f"{pokerkit:,.0f}",
            engine / pokerkit,
            "at least 15",
            engine >= 15 * pokerkit,
        ),
        Comparison(
            "the same in a match, pokerkit",
            f"{match:,.0f}",
            f"{pokerkit:,.0f}",
            match / pokerkit,
            "at least 15",
            match >= 15 * pokerkit,
        ),
        Comparison(
            "OpenSpiel's C++ game, driven from Python",
            f"{engine:,.0f}",
            f"{spiel:,.0f}",
            engine / spiel,
            "–",
            True,
        ),
    ]


if __name__ == "__main__":
    report(compare, __doc__)
