"""What the network is told: the context, the board's texture, and how the player has played."""

from functools import lru_cache
from math import log

from villain.cards.card import Card
from villain.models.contexts import ANOTHER, CALL, CHECK, HIMSELF, NOTHING, RAISE, Context
from villain.models.predictors.evidence import NOTHING as NO_CELL
from villain.models.predictors.evidence import Cells, add, log_ratios
from villain.models.predictors.legal import Triple
from villain.models.predictors.population import LASTS, coarse_key

CONTEXT_INPUTS = (
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
"""Properties of the context and the texture of the board."""

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
"""How he differs from what was expected of him, as logarithms, and what is expected now."""

INPUTS = CONTEXT_INPUTS + PLAYER_INPUTS

PRIOR = 3.0
SLOW, FAST = 0.997, 0.9
"""What evidence is worth after one more decision of the kind: memories of 300 and of 10."""

HANDS = -1
_FAST, _COARSE, _AFTER = 4, 8, 20


def context_inputs(context: Context) -> list[float]:
    """The inputs that anybody at the table could see, all of the size of one."""
    pot, owed, last = context.pot, context.owed, context.last
    return [
        context.street == 1,
        context.street == 2,
        context.street >= 3,
        context.cost == 1,
        context.cost == 2,
        owed / (pot + owed) if owed > 0 else 0.0,
        log(1.0 + pot / context.big_blind) / 3.0,
        log(context.left) / 2.0,
        min(context.behind, 6) / 4.0,
        context.position,
        last == CHECK,
        last == CALL,
        last == RAISE,
        context.acted,
        context.aggressor == ANOTHER,
        context.aggressor == HIMSELF,
        min(context.raises, 5) / 3.0,
        min(context.calls, 5) / 3.0,
        min(context.raises_before, 4) / 3.0,
        context.blind == 1,
        context.blind == 2,
        min(log(1.0 + context.stack / context.bet) / 4.0, 1.5),
        min(log(1.0 + context.stack / (pot + 1)) / 3.0, 1.5),
        context.put_in / (pot + 1),
        log(context.players) / 2.0,
        *texture(context.board),
    ]


@lru_cache(maxsize=4096)
def texture(board: tuple[Card, ...]) -> tuple[float, float, float, float]:
    """Whether the board is paired, how suited and connected it is, and its highest card."""
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


def player_inputs(cells: Cells, context: Context, expected: Triple) -> list[float]:
    """The inputs that come from what was seen of the player before."""
    kind, lately, coarse, after = _keys(context)
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


def note(cells: Cells, context: Context, expected: Triple, action: int) -> None:
    """Count what a player did, beside what was expected of him."""
    kind, lately, coarse, after = _keys(context)
    add(cells, kind, expected, action, SLOW)
    add(cells, lately, expected, action, FAST)
    add(cells, coarse, expected, action, SLOW)
    add(cells, after, expected, action, SLOW)
    if context.last == NOTHING:  # his first decision of this hand
        cells.setdefault(HANDS, [0.0])[0] += 1.0


def _keys(context: Context) -> tuple[int, int, int, int]:
    kind = 2 * (context.street > 0) + (context.owed > 0)
    coarse = coarse_key(context)
    return kind, _FAST + kind, _COARSE + coarse, _AFTER + coarse * LASTS + context.last
