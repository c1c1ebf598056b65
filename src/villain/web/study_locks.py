"""Locks that somebody drags: one starting hand held to shares of its moves, or a whole range."""

import numpy as np

from villain.cards.range import CLASS_OF_COMBO
from villain.errors import VillainError
from villain.solver.locks import Locks
from villain.solver.places import decision_at, follow
from villain.solver.solution import Solution
from villain.solver.tilting import tilt
from villain.web.study_messages import LockLine
from villain.web.study_spots import Studied
from villain.web.study_views import HANDS, faced, move_words


def add_dragged(
    locks: Locks, solution: Solution, studied: Studied, line: str, hand: str, shares: list[float]
) -> LockLine:
    """Hold whoever acts at the end of a line to shares of his moves.

    With a ``hand`` all its combos make each move so often, and his other holdings stay as they
    were, free or held. Without one his whole range is tilted, until it does so on average.
    """
    if hand and hand not in HANDS:
        raise VillainError(f"{hand[:8]!r} is no starting hand; write one such as AKs")
    game, place = solution.game, follow(solution, line)
    node = decision_at(game, place)
    if len(shares) != len(node.moves) or not sum(shares) > 0:
        raise VillainError(f"{len(node.moves)} shares of moves are wanted")
    wanted = np.array(shares) / sum(shares)
    chances = solution.strategy(place.node, place.board)
    before = locks.at.get((place.node, place.board))
    held = np.zeros(game.size(node.player)) if before is None else before.share.copy()
    if hand:
        classes = CLASS_OF_COMBO[game.holdings[node.player]] == HANDS[hand]
        which = place.naming[node.player][classes]
        if not len(which):
            raise VillainError(f"{studied.spot.names[node.player]} never has {hand} here")
        chances[:, which] = wanted[:, None]
        held[which] = 1.0
    else:
        chances = tilt(chances, place.reach[node.player], wanted)
        held[:] = 1.0
    locks.add(place.node, place.board, chances, held)
    facing = faced(studied.spot, node)
    words = ", ".join(
        f"{move_words(move, *facing, studied.unit).lower()} {share:.0%}"
        for move, share in zip(node.moves, wanted, strict=True)
        if share >= 0.005
    )
    return LockLine(line=", ".join(place.line), player=node.player, hand=hand, words=words)
