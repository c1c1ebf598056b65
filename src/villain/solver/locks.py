"""Locks: decisions at which a player is held to a strategy, wholly or in part.

A lock stands at a node of the betting on one board. It has chances for each holding, and for each
holding a *share*: 1 holds him to it, 0 leaves him free, between them both are mixed, as in a
data-biased response [dbr]. In a restricted Nash response [rnr] one share binds the player to all
his locks for the whole hand; where these have a share, too, he goes on with the rest of it as he
does when he is free.
"""

from dataclasses import dataclass, field

import numpy as np

from villain.cards.card import SUITS
from villain.cards.range import HIGH_CARDS, LOW_CARDS
from villain.errors import VillainError
from villain.kernels.arrays import FloatArray
from villain.kernels.solver_records import DECISION, LearnedRecord
from villain.solver.boards import exchange_combos
from villain.solver.solvable import Solvable

_ALIKE = 1e-3
"""Chances that differ by less are the same but for rounding."""


@dataclass(frozen=True, eq=False)
class Lock:
    """A strategy by action and holding, and how far each holding is held to it."""

    chances: FloatArray
    share: FloatArray


@dataclass(eq=False)
class Locks:
    """The locks of a game, by node and board."""

    game: Solvable
    at: dict[tuple[int, int], Lock] = field(default_factory=dict)

    def add(
        self, node: int, board: int, chances: FloatArray, share: FloatArray | float = 1.0
    ) -> None:
        """Lock a decision: ``chances`` is (actions, holdings) or one column for all holdings."""
        game = self.game
        if not 0 <= node < len(game.tree.nodes) or game.node(node).kind != DECISION:
            raise VillainError(f"no decision is at node {node}; a lock needs one")
        here = game.node(node)
        if not 0 <= board < len(game.boards.cards) or (
            game.boards.street[board] != here.street - game.first_street
        ):
            raise VillainError(f"node {node} is not reached on board {board}; no lock can be there")
        size, actions = game.size(here.player), len(here.moves)
        chances = np.asarray(chances, np.float64)
        if chances.ndim == 1:
            chances = np.repeat(chances[:, None], size, axis=1)
        if chances.shape != (actions, size):
            raise VillainError(
                f"a lock of shape {chances.shape}; here are {actions} actions and {size} holdings"
            )
        if not np.isfinite(chances).all() or (chances < 0).any():
            raise VillainError("a lock has chances of 0 or more")
        total = chances.sum(axis=0)
        if (total <= 0).any():
            raise VillainError("a lock has no chance of any action for some holding")
        shares = np.broadcast_to(np.asarray(share, np.float64), (size,))
        if not ((shares >= 0) & (shares <= 1)).all():
            raise VillainError("the share of a lock is 0 (free) to 1 (held)")
        lock = Lock(chances / total, shares.copy())
        self._check_suits(here.player, board, lock)
        self.at[node, board] = lock

    def _check_suits(self, player: int, board: int, lock: Lock) -> None:
        """Boards that differ by suits share a solution: what is locked must not tell them apart."""
        game = self.game
        held, cards = game.holdings[player], game.boards.cards[board]
        if len(game.boards.cards) == 1 or not game.boards.alike[board]:
            return
        places = np.zeros(len(HIGH_CARDS), np.int64)
        places[held] = np.arange(len(held))
        free = ~(np.isin(HIGH_CARDS[held], cards) | np.isin(LOW_CARDS[held], cards))
        table = np.vstack([lock.share * lock.chances, lock.share])
        for suits in game.boards.alike[board]:
            for other in suits[1:]:
                renamed = places[exchange_combos(suits[0], other)[held]]
                if np.abs(table - table[:, renamed])[:, free].max(initial=0.0) > _ALIKE:
                    raise VillainError(
                        f"this lock tells {SUITS[suits[0]]} from {SUITS[other]}, which have one "
                        "solution here; lock such hands alike, or let a range tell the suits apart "
                        "too (AhAd:0.999)"
                    )

    def __len__(self) -> int:
        return len(self.at)

    def write(self, learned: LearnedRecord) -> LearnedRecord:
        """What is learned, with these locks."""
        dtype = self.game.dtype
        slots = np.full(max(self.game.slots, 1), -1, np.int32)
        policies, shares = list[FloatArray](), list[FloatArray]()
        policy_at, share_at = [0], [0]
        for number, ((node, board), lock) in enumerate(self.at.items()):
            place = int(self.game.boards_record.place[board])
            slots[int(self.game.tree_record.slot[node]) + place] = number
            policies.append(lock.chances.ravel())
            shares.append(lock.share)
            policy_at.append(policy_at[-1] + lock.chances.size)
            share_at.append(share_at[-1] + len(lock.share))
        nothing = np.zeros(1)
        return learned._replace(
            lock=slots,
            policy_at=np.array(policy_at, np.int64),
            share_at=np.array(share_at, np.int64),
            policy=np.concatenate(policies or [nothing]).astype(dtype),
            share=np.concatenate(shares or [nothing]).astype(dtype),
        )
