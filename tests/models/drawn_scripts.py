"""Scripts drawn at random: to develop on, since the gauntlet's own are kept back.

Each looks at its cards and plays by fixed rules: bars for opening, calling and betting, by price
and depth or not; sizes by strength or not; bluffs, draws, barrels, traps, and folds to large bets
or on rivers.
"""

import numpy as np

from benchmarks.gauntlet.opponents import RIVER, Rung, Script, Spot
from villain.game.actions import CALL, FOLD


class DrawnScript(Script):
    """A script of a number; the same number gives the same rules."""

    def __init__(self, seed: int = 0, rules: int = 0) -> None:
        super().__init__(seed)
        rng = np.random.default_rng((2027, rules))
        self.opens, self.limps = rng.uniform(0.05, 0.75), rng.random() < 0.4
        self.open_size, self.raises_limps = rng.uniform(2.2, 4.5), rng.uniform(0.6, 0.97)
        self.reraises = rng.uniform(0.85, 0.99)
        self.defends = rng.uniform(0.0, 0.5)
        self.by_price, self.by_depth = rng.uniform(0, 1.2), rng.uniform(0, 0.5)
        self.bets = rng.uniform(0.55, 0.92)
        self.size, self.by_strength = rng.uniform(0.35, 1.2), rng.random() < 0.35
        self.bluffs = rng.choice([0, 0, rng.uniform(0.1, 0.6)])
        self.barrels = rng.choice([0, 0, rng.uniform(0.5, 1.0)])
        self.draws, self.draw_weight = rng.choice([0, 0, 0.7]), rng.choice([0, 0.5, 1.0])
        self.calls = rng.uniform(0.1, 0.85)
        self.raises_at = rng.choice([1.1, rng.uniform(0.88, 0.98)])
        self.afraid = rng.choice([2.0, 2.0, rng.uniform(0.3, 0.45)])
        self.river = rng.choice([0, 0, 0.95])
        self.traps = rng.choice([2.0, 2.0, 0.95])
        self.keeps_pairs = rng.random() < 0.15
        self.sure = rng.choice([1.0, 1.0, 0.85])

    def rungs(self, spot: Spot) -> list[Rung]:
        """Before the flop and later."""
        return self.before_flop(spot) if spot.street == 0 else self.after_flop(spot)

    def dear(self, spot: Spot) -> float:
        """How much a price and a depth raise a bar."""
        return float(self.by_price * (spot.price - 0.25) + self.by_depth * np.sqrt(spot.depth))

    def before_flop(self, spot: Spot) -> list[Rung]:
        """Open, limp or leave; reraise, call or fold."""
        place = spot.place
        if spot.raises == 0:
            least = self.opens if spot.is_button else self.raises_limps
            rungs: list[Rung] = [(place >= least, spot.open_to(self.open_size))]
            if self.by_strength:
                rungs = [((place >= (1 + 2 * least) / 3), spot.open_to(self.open_size + 1)), *rungs]
            if self.limps:
                rungs.append((place >= 0.6 * self.opens, CALL))
            return [*rungs, (True, spot.leave)]
        paired = spot.paired & self.keeps_pairs
        return [
            ((place >= spot.best(self.reraises)) * self.sure, spot.bet(1.0)),
            (paired | (place >= self.defends + self.dear(spot)), CALL),
            (True, FOLD),
        ]

    def after_flop(self, spot: Spot) -> list[Rung]:
        """Bet or check; raise, call or fold."""
        place = spot.place
        if not spot.faces_bet:
            rungs: list[Rung] = [(place >= self.traps, CALL)]
            if self.barrels and spot.leads:
                rungs.append((self.barrels, spot.bet(self.size)))
            if self.by_strength:
                for part, size in ((0.75, 1.2), (0.5, 0.9), (0.25, 0.6)):
                    rungs.append((place >= self.bets + part * (1 - self.bets), spot.bet(size)))
                rungs.append((place >= self.bets, spot.bet(0.3)))
            else:
                rungs.append(((place >= self.bets) * self.sure, spot.bet(self.size)))
            rungs.append(((spot.draw >= 0.15) * self.draws, spot.bet(self.size)))
            rungs.append(((place < 0.4) * self.bluffs, spot.bet(self.size)))
            return [*rungs, (True, CALL)]
        if self.river and spot.street == RIVER:
            return [(place >= self.river, CALL), (True, FOLD)]
        if spot.price > self.afraid:
            return [(place >= 0.94, CALL), (True, FOLD)]
        paired = spot.paired & self.keeps_pairs
        bar = self.calls + self.dear(spot)
        return [
            ((place >= spot.best(self.raises_at)) * self.sure, spot.bet(0.8)),
            (paired | (place + self.draw_weight * spot.draw >= bar), CALL),
            (True, FOLD),
        ]
