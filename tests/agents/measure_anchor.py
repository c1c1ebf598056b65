"""What it is worth to lean to what trials find: `expert` for any anchor, by what really follows.

    python -m tests.agents.measure_anchor person --players 6 --hands 300 --seed 2421

At decisions of `expert` a call and its likeliest raise are played out with everybody's cards as
they are, other cards to come, the opponents as they sit there, and a person in its place. Printed
is what each anchor earns beyond a person's choice at such a decision, in big blinds.
"""

from argparse import ArgumentParser
from copy import deepcopy
from typing import NamedTuple

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from villain.agents import Agent, make_agent
from villain.agents.expert import POT, Considered, Expert
from villain.arena.statistics import rate
from villain.cards import DECK
from villain.game import Action, Hand, no_limit_holdem, shuffle
from villain.game.deal import Deal
from villain.strategy.anchored import anchored_chances

ANCHORS = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
EARLY = 0.6
"""The part of the decisions before the flop that are looked at."""


class Judged(NamedTuple):
    """A decision, and what fold, call and raise earn in fact."""

    street: int
    pot: float
    considered: Considered
    earned: dict[str, float]


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("rival")
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--hands", type=int, default=300)
    parser.add_argument("--times", type=int, default=6)
    parser.add_argument("--seed", type=int, default=2421)
    options = parser.parse_args()
    table = JudgedTable(options.rival, options.players, options.times, options.seed)
    for number in range(options.hands):
        table.play(number)
    for name, judged in (
        ("all decisions", table.judged),
        ("before the flop", [one for one in table.judged if one.street == 0]),
        ("later", [one for one in table.judged if one.street]),
    ):
        print(f"{name}, {len(judged)}:")
        for anchor in ANCHORS:
            gain = rate(np.array([gained(one, anchor) for one in judged]))
            print(f"  {anchor:4} {gain.mean:+.2f} ± {gain.high - gain.mean:.2f}")


def gained(judged: Judged, anchor: float) -> float:
    """What an anchor earns there beyond what a person does."""
    actions, prior, values, _ = judged.considered
    chances = anchored_chances(prior, values, anchor * max(1.0, judged.pot / POT))
    earned = np.array([judged.earned[action.kind] for action in actions])
    return float((chances - prior) @ earned)


class JudgedTable:
    """A table at which the decisions of one `expert` are played out."""

    def __init__(self, rival: str, players: int, times: int, seed: int) -> None:
        self.rules = no_limit_holdem(players, big_blind=100, stack=10_000)
        self.times, self.seed = times, seed
        self.expert, self.ghost = Expert(seed), Expert(seed, anchor=np.inf)
        self.others = [make_agent(rival, 100 * seed + one) for one in range(players - 1)]
        self.judged: list[Judged] = []

    def play(self, number: int) -> None:
        rules, mine = self.rules, number % self.rules.players
        deal = shuffle(rules, np.random.default_rng((self.seed, number)))
        names = [f"rival {one}" for one in range(rules.players - 1)]
        names.insert(mine, "expert")
        rng = np.random.default_rng((self.seed, number, 1))
        hand, done = Hand(rules, deal, tuple(names)), list[Action]()
        seated: list[Agent] = [*self.others[:mine], self.expert, *self.others[mine:]]
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            if hand.seat == mine:
                considered = self.expert.consider(seen)
                chosen = rng.choice(len(considered.actions), p=considered.chances)
                action = considered.actions[int(chosen)]
                if considered.values.any() and (hand.street or rng.random() < EARLY):
                    earned = self._earned(deal, hand, done, considered, number)
                    pot = seen.pot / rules.big_blind
                    self.judged.append(Judged(seen.street, pot, considered, earned))
            else:
                action = seated[hand.seat].act(seen)
            hand.act(action)
            done.append(action)
        for seat, one in enumerate(seated):
            one.watch(hand.observation(seat))

    def _earned(
        self, deal: Deal, hand: Hand, done: list[Action], considered: Considered, number: int
    ) -> dict[str, float]:
        """The means of what the likeliest action of each kind earns from now on."""
        mine, board = hand.seat, hand.board
        assert mine is not None
        gone = {card for hole in deal.holes for card in hole} | set(board)
        rest = [card for card in DECK if card not in gone]
        kinds: dict[str, tuple[float, Action]] = {}
        for action, chance in zip(considered.actions, considered.prior.tolist(), strict=True):
            kinds[action.kind] = max(kinds.get(action.kind, (0.0, action)), (chance, action))
        won = {kind: np.zeros(self.times) for kind in kinds}
        for time in range(self.times):
            key = (self.seed, number, time)
            order = np.random.default_rng(key).permutation(len(rest))
            cards = (*board, *(rest[place] for place in order[: 5 - len(board)]))
            for kind, (_, action) in kinds.items():
                if kind != "fold":
                    line = Hand(self.rules, Deal(deal.holes, cards), hand.names)
                    for one in (*done, action):
                        line.act(one)
                    self._play_out(line, mine, key)
                    assert line.payoffs is not None
                    won[kind][time] = line.payoffs[mine] + hand.committed[mine]
        return {kind: float(row.mean()) / self.rules.big_blind for kind, row in won.items()}

    def _play_out(self, line: Hand, mine: int, key: tuple[int, ...]) -> None:
        """Play a hand to its end: copies of the opponents, and a person for the expert."""
        ghost = deepcopy(self.ghost)
        ghost.model = deepcopy(self.expert.model)
        others = deepcopy(self.others)
        seated: list[Agent] = [*others[:mine], ghost, *others[mine:]]
        for seat, agent in enumerate(seated):
            agent.rng = np.random.default_rng((*key, seat))
        while line.seat is not None:
            line.act(seated[line.seat].act(line.observation(line.seat)))


if __name__ == "__main__":
    main()
