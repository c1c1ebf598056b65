"""Holding a player of a spot to what a model says he does with each holding.

The solver's locks are filled in from the model's answers at every decision of his in the tree: so
the best answer to *him* can be worked out, and what it risks.
"""

from collections import Counter, deque
from collections.abc import Callable

import numpy as np

from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.public_state import PublicState
from villain.game.situation import Decision, Situation, decisions, situation_of
from villain.kernels.arrays import FloatArray
from villain.models.crowd.kinds import KIND_BOUNDS
from villain.models.crowd.model import CrowdModel
from villain.models.following import FollowingModel
from villain.models.model import HandsOfPlayers, OpponentModel
from villain.solver.betting import BettingNode, Move
from villain.solver.locks import Locks
from villain.solver.positions import Position, at_engine, positions, table_of
from villain.solver.solvable import Solvable
from villain.solver.spot import Spot

MOST = 20_000
"""A model is asked about no more decisions; if there are more, later streets stay free."""

ENOUGH = 30
"""With so many decisions of a kind seen, a player is held to the model half the time there."""

Evidence = Counter[tuple[int, bool]]
"""How many decisions of a player were seen, by street and by whether he faced a bet."""


def bind_model(
    game: Solvable,
    spot: Spot,
    model: OpponentModel,
    player: int,
    name: str,
    state: PublicState | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Locks:
    """Locks that hold a player to a model, at all his decisions on as many streets as can be asked.

    ``name`` is who the model takes him for. ``state`` is the engine's position that the spot was
    made of; without one a table is made up. ``progress`` is told how many of how many are done.
    """
    if not isinstance(model, FollowingModel):
        raise VillainError(
            f"{type(model).__name__} does not say what a player does with each holding; take one "
            "that does, such as crowd"
        )
    table = table_of(spot) if state is None else at_engine(state)
    asked = list(positions(game, table, player, _last_street(game, spot, player)))
    locks = Locks(game)
    for number, one in enumerate(asked):
        node = game.node(one.node)
        chances = _chances(model, name, one, node, table.unit)
        locks.add(one.node, one.board, chances[:, game.holdings[player]])
        if progress is not None:
            progress(number + 1, len(asked))
    return locks


def shares_by_evidence(locks: Locks, evidence: Evidence, enough: int = ENOUGH) -> Locks:
    """The same locks, each with a share that grows with what was seen of him there [dbr].

    After n decisions of such a kind it is n / (n + ``enough``).
    """
    biased = Locks(locks.game)
    for (number, board), lock in locks.at.items():
        node = locks.game.node(number)
        seen = evidence[node.street, node.moves[0].kind == "fold"]
        biased.add(number, board, lock.chances, seen / (seen + enough))
    return biased


def evidence_of(store: HandsOfPlayers, name: str, most: int | None = None) -> Evidence:
    """The decisions that a store has of a player: in all his hands, or in his last."""
    evidence: Evidence = Counter()
    views = store.views_of(name)
    for seen in views if most is None else deque(views, most):
        for decision in decisions(seen):
            if decision.name == name:
                evidence[decision.situation.street, decision.situation.owed > 0] += 1
    return evidence


def _last_street(game: Solvable, spot: Spot, player: int) -> int:
    """The last street on which a model can be asked about all decisions."""
    decided = Counter(
        node.street for node in game.tree.nodes if node.player == player and node.moves
    )
    asked, last = 0, spot.street
    for street in range(spot.street, 4):
        asked += decided[street] * game.boards_on(street)
        if asked > MOST:
            break
        last = street
    return last


def _chances(
    model: FollowingModel[object], name: str, asked: Position, node: BettingNode, unit: float
) -> FloatArray:
    """The chances of each move of a node for all 1,326 combos."""
    situation = situation_of(asked.state, asked.seat)
    if isinstance(model, CrowdModel):
        kinds = model.kinds(name, situation).T
    else:
        kinds = kinds_by_likelihood(model, name, situation)
    return share_kinds(kinds, node, situation, unit)


def kinds_by_likelihood(
    model: FollowingModel[object], name: str, situation: Situation
) -> FloatArray:
    """How likely fold, call and a raise of the pot are with each combo: (3, 1326)."""
    return np.array([_likelihood(model, name, situation, kind) for kind in range(3)])


def _likelihood(
    model: FollowingModel[object], name: str, situation: Situation, kind: int
) -> FloatArray:
    seat, bet = situation.seat, situation.bets[situation.seat]
    action = (FOLD, CALL, raise_to(max(situation.least, 1)))[kind]
    if (kind == 0 and not situation.owed) or (kind == 2 and not situation.could_raise):
        return np.zeros(1326)
    if kind == 2:
        pot_sized = max(situation.bets) + situation.pot + situation.owed
        action = Action("raise", min(max(pot_sized, situation.least), situation.most))
    to = bet if kind == 0 else bet + situation.owed if kind == 1 else action.to
    decision = Decision(seat, name, situation, action.kind, to - bet, to)
    note = model.note(decision)
    return np.full(1326, 1 / 3) if note is None else model.likelihood(decision, note)


def share_kinds(
    kinds: FloatArray, node: BettingNode, situation: Situation, unit: float
) -> FloatArray:
    """The chances of a node's moves from those of fold, call and raises of one or more sizes.

    Each size goes to the raise of the tree that is nearest to it, shared where several are. Who
    says nothing of sizes is taken to raise by any of them alike, not all-in if he need not. If he
    cannot raise here, a raise is a call, and where nothing is to pay a fold is a check.
    """
    chances = np.zeros((len(node.moves), kinds.shape[1]))
    passive = next(place for place, move in enumerate(node.moves) if move.kind in ("check", "call"))
    chances[0] += kinds[0]
    chances[passive] += kinds[1]
    raises = [place for place, move in enumerate(node.moves) if move.kind == "raise"]
    sizes = [_kind(node.moves[place], situation, unit) for place in raises]
    for kind, weights in enumerate(kinds[2:]):
        if not raises:
            chances[passive] += weights
            continue
        apart = [
            abs(kind - size) if len(kinds) > 3 else int(node.moves[place].all_in)
            for place, size in zip(raises, sizes, strict=True)
        ]
        nearest = [place for place, far in zip(raises, apart, strict=True) if far == min(apart)]
        for place in nearest:
            chances[place] += weights / len(nearest)
    total = chances.sum(axis=0)
    chances[passive][total <= 0] = 1.0
    shared: FloatArray = chances / np.where(total > 0, total, 1.0)
    return shared


def _kind(move: Move, situation: Situation, unit: float) -> int:
    """Which of five sizes a raise of the tree is."""
    above = situation.bets[situation.seat] + situation.owed
    pot = max(situation.bet_pot + situation.owed, 1)
    return int(np.searchsorted(KIND_BOUNDS, (move.to * unit - above) / pot))
