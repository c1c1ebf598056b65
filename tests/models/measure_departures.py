"""How far the crowd's read is from what scripts do: alone, with departures, with bars, with both.

python -m tests.models.measure_departures rock drawn:3 --seed 7

Each script, one of the gauntlet's or one drawn at random by its number, plays with somebody who
bets at random, by his strength. After 50, 200 and 500 hands the mean distance (total variation)
between what is said of it and what it does is taken over its decisions of the next hundred hands,
and over its range there.
"""

from argparse import ArgumentParser
from itertools import islice
from typing import NamedTuple

import numpy as np

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use
from benchmarks.gauntlet.measured_match import RULES
from benchmarks.gauntlet.opponents import SCRIPTS, Script, Spot
from tests.models.drawn_scripts import DrawnScript
from villain.agents.agent import Agent
from villain.agents.bet_sizes import raise_by_share
from villain.agents.holding_chances import HoldingChances
from villain.agents.villain_opponent import KnownOpponent
from villain.cards.combo import Combo
from villain.cards.range import possible
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.chance import deals
from villain.game.hand import Hand
from villain.game.observation import Observation, without_hole
from villain.game.situation import Decision, decisions, shown_cards
from villain.kernels.arrays import FloatArray
from villain.models.crowd.bars import BarDecision, bar_spot
from villain.models.crowd.departures import SeenDecision, by_step
from villain.models.crowd.grid import cell_of
from villain.models.crowd.kinds import KINDS, kind_of
from villain.models.crowd.model import CrowdModel
from villain.models.crowd.runouts import steps_on
from villain.models.crowd.sorts import sorts_on

AFTER, NEXT = (50, 200, 500), 100
FIT_AT = {10, 20, 30, 40, 50, 100, 150, 200, 300, 400, 500}
SIZES = (0.35, 0.5, 0.75, 1.0, 1.5, 2.5)
HIM = "script"
DRAWN = "drawn:"


class Explorer(Agent):
    """Bets all sizes, oftener with better hands, and folds some of the worst."""

    def act(self, seen: Observation) -> Action:
        """Draw something."""
        legal, drawn = seen.legal, self.rng.random()
        assert legal is not None
        place = float(Spot(seen).place[Combo.of(*seen.hole)])
        if legal.call and place < 0.35 and drawn < 0.6:
            return FOLD
        if not legal.can_raise:
            return CALL if not legal.call or place > 0.4 or drawn > 0.7 else FOLD
        if drawn < 0.03 + 0.05 * (place > 0.8):
            return raise_to(legal.most)
        if drawn < 0.25 + 0.35 * place:
            return raise_to(raise_by_share(seen, legal, float(self.rng.choice(SIZES)), 0.6))
        return CALL


class Asked(NamedTuple):
    """A decision of the script: what it was, what the network said and what the script does."""

    decision: Decision
    read: FloatArray
    true: FloatArray


def script_of(name: str, seed: int) -> Script:
    """A script of the gauntlet, or one that is drawn."""
    if name.startswith(DRAWN):
        return DrawnScript(seed, int(name.removeprefix(DRAWN)))
    return SCRIPTS[name](seed)


def play(script: str, hands: int, seed: int) -> list[tuple[Observation, list[Asked]]]:
    """Let a script play, and the network read it."""
    him, explorer, model = script_of(script, seed), Explorer(seed + 1), CrowdModel()
    played = []
    for number, deal in enumerate(islice(deals(RULES, seed), hands)):
        me = number % 2
        hand = Hand(RULES, deal, ("me", HIM) if me == 0 else (HIM, "me"), check=False)
        told = []
        while hand.seat is not None:
            seen = hand.observation(hand.seat)
            if hand.seat == me:
                hand.act(explorer.act(seen))
            else:
                told.append(him.chances(without_hole(seen)))
                hand.act(him.act(seen))
        him.watch(hand.observation(1 - me))
        seen = hand.observation(me)
        his = [one for one in decisions(seen) if one.seat != me]
        played.append(
            (
                seen,
                [
                    Asked(one, model.kinds(HIM, one.situation), true_kinds(one, chances))
                    for one, chances in zip(his, told, strict=True)
                ],
            )
        )
        model.observe(seen)
    return played


def true_kinds(decision: Decision, told: HoldingChances) -> FloatArray:
    """What a script does with each combo, by the network's kinds of actions."""
    situation, kinds = decision.situation, np.zeros((1326, KINDS))
    bet = situation.bets[situation.seat]
    for action, chances in zip(told.actions, told.chances.T, strict=True):
        to = {"fold": bet, "call": bet + situation.owed}.get(action.kind, action.to)
        one = decision._replace(kind=action.kind, chips=to - bet, to=to)
        kinds[:, kind_of(one)] += chances
    return kinds


def answers(one: Asked, his: KnownOpponent) -> list[FloatArray]:
    """What is said of a decision by the network, with departures, by bars and by all together."""
    situation = one.decision.situation
    cell, share = cell_of(situation), his.share_of_bars(situation.street)
    departed = his.departures.depart(cell, one.read, steps_on(situation.board))
    ruled = his.bars.kinds(situation, cell)
    return [one.read, departed, ruled, share * ruled + (1 - share) * departed]


def distances(hands: list[tuple[Observation, list[Asked]]], his: KnownOpponent) -> FloatArray:
    """The mean distances of all that is said."""
    rows = []
    for _, asked in hands:
        weights = np.ones(1326)
        for one in asked:
            weights = weights * possible(one.decision.situation.board)
            held = weights / max(weights.sum(), 1e-12)
            rows.append([held @ np.abs(k - one.true).sum(axis=1) / 2 for k in answers(one, his)])
            weights = weights * one.true[:, kind_of(one.decision)]
    mean: FloatArray = np.array(rows).mean(axis=0)
    return mean


def learn(his: KnownOpponent, seen: Observation, asked: list[Asked]) -> None:
    """Take in a hand, as `villain` does."""
    could = possible((*seen.hole, *seen.board))
    for seat, cards in shown_cards(seen).items():
        if seat != seen.seat:
            could = np.zeros(1326, np.bool_)
            could[Combo.of(*cards)] = True
    noted, barred = list[SeenDecision](), list[BarDecision]()
    streets, by_crowd = list[int](), list[FloatArray]()
    by_read, by_bars = list[FloatArray](), list[FloatArray]()
    for one in asked:
        situation, kind = one.decision.situation, kind_of(one.decision)
        steps, cell = steps_on(situation.board), cell_of(situation)
        read, departed, ruled, _ = answers(one, his)
        streets.append(situation.street)
        by_crowd.append(read[:, kind])
        by_read.append(departed[:, kind])
        by_bars.append(ruled[:, kind])
        noted.append(SeenDecision(cell, by_step(one.read, steps), steps, kind))
        spot = bar_spot(situation, cell)
        barred.append(BarDecision(spot, sorts_on(situation.board), kind))
    his.compare(streets, by_crowd, by_read, by_bars, could)
    his.departures.see(noted, could)
    his.bars.see(barred, could)


def main() -> None:
    """Print a line for each script."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("scripts", nargs="*", default=list(SCRIPTS))
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    print(f"{'after hands':20}" + "".join(f"{after:>32}" for after in AFTER))
    for script in asked.scripts:
        hands, his = play(script, AFTER[-1] + NEXT, asked.seed), KnownOpponent()
        row = ""
        for number, (seen, decided) in enumerate(hands[: AFTER[-1]], 1):
            learn(his, seen, decided)
            if number in FIT_AT:
                his.departures.fit()
                his.bars.fit()
                his.fitted = number
            if number in AFTER:
                row += "".join(f"{one:8.3f}" for one in distances(hands[number:][:NEXT], his))
        print(f"{script:20}{row}", flush=True)


if __name__ == "__main__":
    main()
