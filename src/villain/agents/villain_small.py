"""Villain in small games: from equilibrium toward the best answer, as the evidence grows.

All of it is exact here: the equilibrium, the answers, and what the worst opponent could win.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from villain.agents.agent import Agent
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.observation import Observation
from villain.game.rules import Rules
from villain.kernels.arrays import FloatArray
from villain.models.baker.model import StyleReader
from villain.models.baker.strategy import StyleStrategyReader
from villain.models.small_strategy import (
    DOUBT,
    LearnedStrategy,
    StrategyReader,
    WatchedHand,
    decisions_in,
    find_place,
    watched_hand,
)
from villain.solver.gifts import Gifts
from villain.solver.small_answers import (
    AUTO_SHARE,
    SmallAnswer,
    fill_in,
    restricted_answer,
    small_equilibrium,
)
from villain.strategy.small_games import is_small

AUTO = "auto"

SOON, AGAIN = 8, 1.3
"""It thinks again after so many more hands, and after so many times as many as before."""

ROUGHLY = 3e-3
"""How near to exact its answers are, in pots; what they risk is exact all the same."""

HALVINGS = 4
"""So often the way between equilibrium and an answer is halved in search of a risk."""

MOST_RAISES = 24
"""A game with more raises on a street is too long to solve."""


class SmallStanding(NamedTuple):
    """Where the dial stands against one opponent, and what it has come to, in chips.

    ``dial`` is how far he is held to the model, over the decisions that were seen: 0 at
    equilibrium, 1 for the best answer. ``gain`` is what the model says that this wins a hand beyond
    equilibrium, ``risk`` what the worst opponent wins a hand; ``values`` are by seat what
    equilibrium wins. The risks of all hands so far come to ``risked``. His mistakes have given
    ``gifts``, with each card as likely as the model says, and ``sure_gifts`` whatever he held.
    """

    hands: int
    dial: float
    gain: float
    risk: float
    values: tuple[float, float]
    risked: float
    gifts: float
    sure_gifts: float


@dataclass(eq=False)
class Acquaintance:
    """An opponent in one game: what was seen of him, and how he is played.

    ``plays`` is by node and board what is done there by action and holding; it is empty as long as
    equilibrium is played.
    """

    reader: StrategyReader
    learned: LearnedStrategy
    plays: dict[tuple[int, int], FloatArray] = field(default_factory=dict)
    hands: int = 0
    think_at: int = SOON
    dial: float = 0.0
    gain: float = 0.0
    risk: float = 0.0
    risked: float = 0.0
    gifts: float = 0.0
    sure_gifts: float = 0.0

    @classmethod
    def with_stranger(cls, reader: StrategyReader) -> "Acquaintance":
        """Somebody of whom nothing was seen."""
        rules = reader.rules
        return cls(reader, reader.learned(), risk=small_equilibrium(rules).exploitability)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.reader.rules

    def chances(self, node: int, board: int) -> FloatArray:
        """What is done at a decision, by action and holding."""
        played = self.plays.get((node, board))
        return small_equilibrium(self.rules).chances(node, board) if played is None else played

    def take(self, hand: WatchedHand) -> None:
        """Take in a hand: what it says of him, what it risked, and what he gave away."""
        self.hands += 1
        self.risked += self.risk
        given = self._given(hand)
        held = self.reader.held(self.learned, hand)
        self.gifts += float(held @ given)
        self.sure_gifts += float(given[held > 0].min())
        self.reader.watch(hand)

    def _given(self, hand: WatchedHand) -> FloatArray:
        """What he gave away in a hand, by what he may have held."""
        gifts = _gifts(self.rules)
        game = gifts.game
        given = np.zeros(game.size(1 - hand.seat))
        reach = game.weights[hand.seat].astype(np.float64)
        for node, board, move in decisions_in(game, hand):
            if game.node(node).player == hand.seat:
                reach = reach * self.chances(node, board)[move]
            else:
                there = ~np.isin(game.holdings[hand.seat], game.boards.cards[board])
                given += gifts.given(node, board, move, reach * there)
        return given

    def play(self, answer: SmallAnswer, dial: float) -> None:
        """Play an answer from now on."""
        equilibrium, model = small_equilibrium(self.rules), self.learned.locks()
        self.plays = {place: answer.chances(*place) for place in self.reader.table.places}
        self.dial, self.risk = dial, answer.exploitability
        self.gain = answer.wins_from(model) - equilibrium.wins_from(model)

    def standing(self) -> SmallStanding:
        """Where the dial stands."""
        values = small_equilibrium(self.rules).values
        so_far = self.risked, self.gifts, self.sure_gifts
        return SmallStanding(self.hands, self.dial, self.gain, self.risk, values, *so_far)


@lru_cache(maxsize=32)
def _gifts(rules: Rules) -> Gifts:
    return Gifts(small_equilibrium(rules))


def dial_number(dial: float | str) -> float | None:
    """Where a dial stands, from 0 to 1; None for ``auto``."""
    if dial == AUTO:
        return None
    try:
        number = float(dial)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise VillainError(
            f"dial={dial}; it is {AUTO}, or a number from 0 (equilibrium) to 1 (best answer)"
        )
    return number


class SmallGameVillain(Agent):
    """Plays Kuhn's game, Leduc and one-card poker for two, and reads its opponent.

    It starts at equilibrium, learns what he does with each card, and answers that. At a ``dial``
    from 0, equilibrium, to 1, the best answer, he is bound to the model with that chance for the
    whole hand, else free: a restricted Nash response [rnr]. At ``auto`` the model is trusted at
    each decision by how much was seen of it, as in a data-biased response [dbr]; what was seen
    ``doubt`` times, by half; and to what the worst opponent makes of that he is bound. With a
    ``risk`` the worst opponent wins at most so many chips a hand from it. A reader of ``styles``
    can stand in for the strategy that it learns, in games of one card and no board [baker].

    >>> from villain.game import kuhn, leduc, limit_holdem
    >>> [SmallGameVillain.plays(rules) for rules in (kuhn(), leduc(), leduc(3), limit_holdem())]
    [True, True, False, False]
    """

    def __init__(
        self,
        seed: int = 0,
        dial: float | str = AUTO,
        risk: float | None = None,
        doubt: float = DOUBT,
        styles: StyleReader | None = None,
    ) -> None:
        super().__init__(seed)
        self.dial = dial_number(dial)
        if risk is not None and not 0 <= risk < float("inf"):
            raise VillainError(f"risk={risk:g}; it is chips a hand, 0 or more")
        if not 0 < doubt < float("inf"):
            raise VillainError(f"doubt={doubt:g}; it takes some decisions to trust a model")
        self.most_risk, self.doubt, self.styles = risk, doubt, styles
        self._known: dict[tuple[Rules, str], Acquaintance] = {}
        self._met: tuple[Rules, str] | None = None

    @classmethod
    def plays(cls, rules: Rules) -> bool:
        """Limit games for two of one card each, with at most one on the board, that end soon."""
        return (
            rules.players == 2
            and is_small(rules)
            and rules.board_cards in ((0,), (0, 1))
            and not any(rules.dead)
            and min(rules.stacks) > rules.ante + max(rules.blinds)
            and all(
                (max(rules.stacks) // max(bet, 1) if most is None else most) <= MOST_RAISES
                for bet, most in zip(rules.bets, rules.most_raises, strict=True)
            )
        )

    # Playing

    def act(self, seen: Observation) -> Action:
        """Draw from what it does with its card."""
        assert seen.legal is not None
        self._check(seen.rules)
        fold, call, _ = self.told(seen)
        point = self.rng.random()
        if point < fold:
            return FOLD
        if point < fold + call or not seen.legal.can_raise:
            return CALL
        return raise_to(seen.legal.least)

    def told(self, seen: Observation) -> tuple[float, float, float]:
        """The chances to fold, call and raise that it draws from; asking changes nothing."""
        equilibrium = small_equilibrium(seen.rules)
        game = equilibrium.game
        node, board, place = find_place(game, seen)
        opponent = self._known.get(_whom(seen))
        table = (opponent or equilibrium).chances(node, board)
        chances = [0.0, 0.0, 0.0]
        for chance, move in zip(table[:, place], game.node(node).moves, strict=True):
            chances[{"fold": 0, "raise": 2}.get(move.kind, 1)] += float(chance)
        return chances[0], chances[1], chances[2]

    def _check(self, rules: Rules) -> None:
        if self.styles is not None and not self.styles.reads(rules):
            raise VillainError(
                f"styles are of games of one card and no board, which {rules.name} is not; without "
                "a model a strategy is learned there"
            )

    # Learning

    def watch(self, seen: Observation) -> None:
        """Take in how a hand ended; now and then think about the opponent again."""
        self._check(seen.rules)
        if self.styles is not None:
            self.styles.observe(seen)
        self._met = _whom(seen)
        opponent = self._known.get(self._met)
        if opponent is None:
            opponent = Acquaintance.with_stranger(self._reader(*self._met))
            self._known[self._met] = opponent
        opponent.take(watched_hand(small_equilibrium(seen.rules).game, seen))
        if opponent.hands >= opponent.think_at and self.dial != 0:
            opponent.think_at = max(opponent.hands + SOON, int(opponent.hands * AGAIN))
            opponent.learned = opponent.reader.learned()
            opponent.play(*self._answer(opponent.learned))

    def _reader(self, rules: Rules, name: str) -> StrategyReader:
        if self.styles is None:
            return StrategyReader(rules)
        return StyleStrategyReader(rules, self.styles, name)

    def _answer(self, learned: LearnedStrategy) -> tuple[SmallAnswer, float]:
        """What to play, and how far that is from equilibrium; with a risk as far as it allows."""
        if self.dial is None:
            seen, top = learned.seen, AUTO_SHARE
            trusted = float((seen**2 / (seen + self.doubt)).sum() / max(seen.sum(), 1.0))
            model = fill_in(learned.locks(self.doubt), to=ROUGHLY)
        else:
            trusted, top, model = 1.0, self.dial, learned.locks()
        answer, share = restricted_answer(model, top, to=ROUGHLY), top
        if self.most_risk is not None and answer.exploitability > self.most_risk:
            answer, share, high = small_equilibrium(learned.rules), 0.0, top
            for _ in range(HALVINGS):
                middle = (share + high) / 2
                tried = restricted_answer(model, middle, to=ROUGHLY)
                if tried.exploitability <= self.most_risk:
                    answer, share = tried, middle
                else:
                    high = middle
        return answer, share * trusted

    # Safety

    def standing(self, rules: Rules | None = None, name: str | None = None) -> SmallStanding | None:
        """Where the dial stands against somebody; if nobody is named, whom it met last."""
        key = self._met if rules is None or name is None else (rules, name)
        opponent = None if key is None else self._known.get(key)
        return None if opponent is None else opponent.standing()

    @property
    def exploitability(self) -> float:
        """What the worst opponent would win a hand, in chips, from what it plays now."""
        standing = self.standing()
        return 0.0 if standing is None else standing.risk

    @property
    def gifts(self) -> float:
        """What the mistakes of whom it met last have given so far, in chips."""
        standing = self.standing()
        return 0.0 if standing is None else standing.gifts


def _whom(seen: Observation) -> tuple[Rules, str]:
    return seen.rules, seen.names[1 - seen.seat]
