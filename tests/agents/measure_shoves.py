"""How an agent fares where bets are dear: what it wins, where it goes all-in, what it calls.

    python -m tests.agents.measure_shoves huang:crowd tests/agents/attackers.py:Shover \
        --deals 300 --seed 2101

plays both seats of every deal of heads-up no-limit for 100 big blinds.
"""

from argparse import ArgumentParser

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from tests.agents.attackers import preflop_places
from villain.agents import make_agent
from villain.arena.statistics import rate
from villain.cards.combo import Combo
from villain.game import Hand, no_limit_holdem, shuffle

ALL_IN, SMALL_POT = 90, 4
"""An all-in is of so many big blinds or more; a pot is small up to so many."""


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("agent")
    parser.add_argument("rival")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=2101)
    options = parser.parse_args()
    rules, places = no_limit_holdem(2), preflop_places()
    blind, won = rules.big_blind, np.zeros((2, options.deals))
    shoves: list[float] = []
    answers: list[tuple[bool, float]] = []
    for replay in range(2):
        agent = make_agent(options.agent, 1000 + replay)
        rival = make_agent(options.rival, 2000 + replay)
        for number in range(options.deals):
            mine, shoved = (number + replay) % 2, False
            names = ("me", "him") if mine == 0 else ("him", "me")
            deal = shuffle(rules, np.random.default_rng((options.seed, number)))
            hand = Hand(rules, deal, names)
            while hand.seat is not None:
                seen = hand.observation(hand.seat)
                assert seen.legal is not None
                action = (agent if hand.seat == mine else rival).act(seen)
                if hand.seat == mine:
                    shoved |= action.to >= ALL_IN * blind and seen.pot <= SMALL_POT * blind
                    if seen.street == 0 and seen.legal.call >= ALL_IN * blind:
                        place = float(places[Combo.of(*seen.hole)])
                        answers.append((action.kind != "fold", place))
                hand.act(action)
            agent.watch(hand.observation(mine))
            rival.watch(hand.observation(1 - mine))
            assert hand.payoffs is not None
            won[replay, number] = hand.payoffs[mine] / blind
            if shoved:
                shoves.append(float(won[replay, number]))
    found = rate(won.mean(axis=0))
    print(f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f}) big blinds a hand")
    mean = f", {np.mean(shoves):+.1f} each" if shoves else ""
    print(f"{len(shoves)} all-ins into small pots{mean}")
    called = [place for calls, place in answers if calls]
    worst = f", the worst at {min(called):.2f}" if called else ""
    print(f"{len(called)} of {len(answers)} all-ins before the flop called{worst}")


if __name__ == "__main__":
    main()
