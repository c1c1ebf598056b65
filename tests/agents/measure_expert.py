"""What an agent wins of others, big blinds a hand, all-ins by their equity, and how long it thinks.

    python -m tests.agents.measure_expert expert huang:crowd cheze --deals 200 --seed 2401
    python -m tests.agents.measure_expert expert loki --players 6 --deals 50 --seed 2402

plays a match against each of the rivals: with more players they fill the table. The agent plays
every deal in every seat, each time in a match of its own over all the deals.
"""

from argparse import ArgumentParser, Namespace
from sys import stderr
from time import process_time

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from villain.agents import Agent, make_agent
from villain.arena.statistics import rate
from villain.game import Hand, limit_holdem, no_limit_holdem, shuffle
from villain.game.rules import Rules
from villain.hands.hand_history import Origin, history_of
from villain.profiles.winnings import all_in_expectation


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("agent")
    parser.add_argument("rivals", nargs="+")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2401)
    parser.add_argument("--stack", type=int, default=100, help="in big blinds")
    parser.add_argument("--limit", action="store_true")
    options = parser.parse_args()
    for rival in options.rivals:
        won, spent = play(options, rival)
        result, late = rate(won.mean(axis=0)), rate(won[:, options.deals // 2 :].mean(axis=0))
        times = 1000 * np.array(spent)
        print(
            f"{options.agent} against {rival}: {result.mean:+.2f} ± {result.high - result.mean:.2f}"
            f" (second half {late.mean:+.2f} ± {late.high - late.mean:.2f}) big blinds a hand; "
            f"{len(times)} decisions, ms: {times.mean():.0f} on average, "
            f"{np.quantile(times, 0.95):.0f} at most in 95 %, {times.max():.0f} at most",
            flush=True,
        )


def rules_for(options: Namespace) -> Rules:
    if options.limit:
        return limit_holdem(options.players)
    return no_limit_holdem(options.players, big_blind=100, stack=100 * options.stack)


def play(options: Namespace, rival: str) -> tuple[np.ndarray, list[float]]:
    """The winnings by replay and deal, and the processor time of each of the agent's decisions."""
    rules, players = rules_for(options), options.players
    won, spent = np.zeros((players, options.deals)), list[float]()
    for replay in range(players):
        agent = make_agent(options.agent, 1000 + replay)
        others = [make_agent(rival, 2000 + 16 * replay + one) for one in range(players - 1)]
        for number in range(options.deals):
            mine = (number + replay) % players
            order = [others[one] for one in range(players - 1)]
            seated: list[Agent] = [*order[:mine], agent, *order[mine:]]
            names = [f"rival {one}" for one in range(players - 1)]
            names.insert(mine, "agent")
            deal = shuffle(rules, np.random.default_rng((options.seed, number)))
            hand = Hand(rules, deal, tuple(names))
            while hand.seat is not None:
                seen, start = hand.observation(hand.seat), process_time()
                action = seated[hand.seat].act(seen)
                if hand.seat == mine:
                    spent.append(process_time() - start)
                hand.act(action)
            for seat, one in enumerate(seated):
                one.watch(hand.observation(seat))
            won[replay, number] = winnings_of(hand)[mine] / rules.big_blind
        print(f"seat order {replay + 1} of {players} played", file=stderr, flush=True)
    return won, spent


def winnings_of(hand: Hand) -> list[float]:
    """Everybody's winnings; after an all-in by equity, between two players."""
    assert hand.payoffs is not None
    left = hand.folded.count(False)
    expected = all_in_expectation(history_of(hand, Origin()), hand) if left == 2 else None
    return list(map(float, hand.payoffs)) if expected is None else expected


if __name__ == "__main__":
    main()
