"""The network's inputs: the situation, the board's texture, and how the player has played."""

from functools import lru_cache
from math import log

from villain.cards.card import Card
from villain.game.situation import ANOTHER, CALL, CHECK, HIMSELF, NOTHING, RAISE, Situation
from villain.models.predictors.evidence import NOTHING as NO_CELL
from villain.models.predictors.evidence import Cells, add, log_ratios
from villain.models.predictors.legal import Triple
from villain.models.predictors.population import LASTS, coarse_key

SITUATION_INPUTS = (
    "flop",
    "turn",
    "river",
    "one bet to call",
    "two bets to call",
    "pot odds",
    "pot",
    "players left",
    "players behind",
    "position",
    "last action a check",
    "last action a call",
    "last action a raise",
    "acted on this street",
    "another was aggressor",
    "himself was aggressor",
    "raises",
    "calls since",
    "raises before",
    "small blind",
    "big blind",
    "stack",
    "stack to pot",
    "share of the pot",
    "players dealt in",
    "board paired",
    "board suited",
    "board connected",
    "highest card",
)
"""Properties of the situation and the texture of the board."""

PLAYER_INPUTS = (
    *(f"he {verb} so far" for verb in ("folds", "calls", "raises")),
    *(f"he {verb} lately" for verb in ("folds", "calls", "raises")),
    *(f"he {verb} at this cost" for verb in ("folds", "calls", "raises")),
    *(f"he {verb} after such an action" for verb in ("folds", "calls", "raises")),
    "folds before the flop",
    "raises before the flop",
    "bets after the flop",
    "folds after the flop",
    "raises after the flop",
    "hands seen",
    *(f"people {verb} there" for verb in ("fold", "call", "raise")),
)
"""Differences from what was expected of him, as logarithms, and what is expected now."""

INPUTS = SITUATION_INPUTS + PLAYER_INPUTS

PRIOR = 3.0
SLOW, FAST = 0.997, 0.9
"""The worth of evidence after one more decision of the kind: memories of 300 and of 10."""

HANDS = -1
_FAST, _COARSE, _AFTER = 4, 8, 20


def situation_inputs(situation: Situation) -> list[float]:
    """The inputs that anybody at the table could see, all of the size of one."""
    pot, owed, last = situation.pot, situation.owed, situation.last
    return [
        situation.street == 1,
        situation.street == 2,
        situation.street >= 3,
        situation.cost == 1,
        situation.cost == 2,
        owed / (pot + owed) if owed > 0 else 0.0,
        log(1.0 + pot / situation.big_blind) / 3.0,
        log(situation.left) / 2.0,
        min(situation.behind, 6) / 4.0,
        situation.position,
        last == CHECK,
        last == CALL,
        last == RAISE,
        situation.acted,
        situation.aggressor == ANOTHER,
        situation.aggressor == HIMSELF,
        min(situation.raises, 5) / 3.0,
        min(situation.calls, 5) / 3.0,
        min(situation.raises_before, 4) / 3.0,
        situation.blind == 1,
        situation.blind == 2,
        min(log(1.0 + situation.stack / situation.bet) / 4.0, 1.5),
        min(log(1.0 + situation.stack / (pot + 1)) / 3.0, 1.5),
        situation.put_in / (pot + 1),
        log(situation.players) / 2.0,
        *texture(situation.board),
    ]


@lru_cache(maxsize=4096)
def texture(board: tuple[Card, ...]) -> tuple[float, float, float, float]:
    """The board's texture: paired, how suited, how connected, and its highest card."""
    if not board:
        return (0.0, 0.0, 0.0, 0.0)
    ranks, suits = [card.rank for card in board], [card.suit for card in board]
    different = set(ranks)
    connected = max(sum(low <= rank < low + 5 for rank in different) for low in different)
    return (
        float(len(different) < len(ranks)),
        (max(map(suits.count, suits)) - 1) / 3,
        connected / 4,
        max(ranks) / 12,
    )


def player_inputs(cells: Cells, situation: Situation, expected: Triple) -> list[float]:
    """The inputs that come from what was seen of the player before."""
    kind, lately, coarse, after = _keys(situation)
    before = log_ratios(cells.get(1, NO_CELL), PRIOR)
    free = log_ratios(cells.get(2, NO_CELL), PRIOR)
    facing = log_ratios(cells.get(3, NO_CELL), PRIOR)
    hands = cells.get(HANDS)
    fold, call, more = expected
    return [
        *log_ratios(cells.get(kind, NO_CELL), PRIOR),
        *log_ratios(cells.get(lately, NO_CELL), PRIOR),
        *log_ratios(cells.get(coarse, NO_CELL), PRIOR),
        *log_ratios(cells.get(after, NO_CELL), PRIOR),
        before[0],
        before[2],
        free[2],
        facing[0],
        facing[2],
        log(1.0 + hands[0]) / 5.0 if hands else 0.0,
        log(fold + 1e-3),
        log(call + 1e-3),
        log(more + 1e-3),
    ]


def note(cells: Cells, situation: Situation, expected: Triple, action: int) -> None:
    """Count what a player did, beside what was expected of him."""
    kind, lately, coarse, after = _keys(situation)
    add(cells, kind, expected, action, SLOW)
    add(cells, lately, expected, action, FAST)
    add(cells, coarse, expected, action, SLOW)
    add(cells, after, expected, action, SLOW)
    if situation.last == NOTHING:  # his first decision of this hand
        cells.setdefault(HANDS, [0.0])[0] += 1.0


def _keys(situation: Situation) -> tuple[int, int, int, int]:
    kind = 2 * (situation.street > 0) + (situation.owed > 0)
    coarse = coarse_key(situation)
    return kind, _FAST + kind, _COARSE + coarse, _AFTER + coarse * LASTS + situation.last
