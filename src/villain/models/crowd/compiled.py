"""The crowd's read of one player as a table, for trials that ask a million times.

A cell that he may still come to has an example in the present hand; the network is asked about them
together, for each strength of a hand with two hands that are as strong. What is lost is what
differs between a situation and its example: ``training/crowd/compiling.py`` measures it.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.game.public_state import PublicState
from villain.game.situation import Situation
from villain.kernels.arrays import FloatArray
from villain.models.crowd import grid
from villain.models.crowd.card_leaning import leaned, leanings_with
from villain.models.crowd.card_sharpness import powers, sharpened_by
from villain.models.crowd.dear_calls import factors, priced, tightened, tightened_overall
from villain.models.crowd.grid import Cell, cell_of, number
from villain.models.crowd.kinds import KINDS, chances_of, kind_of, legal_actions, legal_kinds
from villain.models.crowd.lines import Example, reachable_cells
from villain.models.crowd.mixing import mixed_kinds
from villain.models.crowd.nearing import brought_near
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.situations import Codes
from villain.models.crowd.strengths import STEPS as CODES
from villain.models.crowd.strengths import UNKNOWN, hand_codes

STEPS = 20
"""So many strengths are told apart: shares of all hands that are worse."""

EACH = 2
"""Hands that stand for one of them."""

FOLD, CALL, MORE = range(3)


class CompiledRead:
    """A table of what a player does, by cell of the grid and strength of his hand.

    ``kinds`` (cells, steps, 7) has fold, call and raises of five sizes with each hand, ``overall``
    (cells, 3) fold, call and raise whatever he holds. ``place`` leads from a cell to its row. Only
    cells that he may still come to have one, on the ``streets`` of the hand that are left; any
    other leads to the nearest.
    """

    def __init__(
        self,
        cells: npt.NDArray[np.int64],
        kinds: FloatArray,
        overall: FloatArray,
    ) -> None:
        self.kinds, self.overall = kinds, overall
        actions = [kinds[..., :2], kinds[..., 2:].sum(axis=-1, keepdims=True)]
        self.by_strength: FloatArray = np.concatenate(actions, axis=-1)
        self.cells = cells
        self.streets: npt.NDArray[np.int64] = _axes(cells)[:, 0]
        self.place = nearest_rows(tuple(cells.tolist()))
        self._places: list[int] = self.place.tolist()

    def chances(self, situation: Situation, strength: float | None = None) -> FloatArray:
        """The chances to fold, call and raise there: with a strength (0 to 1), or in all."""
        place = self._places[number(cell_of(situation))]
        chances: FloatArray = self.overall[place]
        if strength is not None:
            chances = self.by_strength[place, min(int(strength * STEPS), STEPS - 1)]
        if situation.owed and situation.could_raise:
            return chances
        return _legal(chances, fold=situation.owed > 0, more=situation.could_raise)

    def many(self, cells: npt.NDArray[np.int64], strengths: FloatArray) -> FloatArray:
        """The same of many cells and strengths at once: (n, 3), whether legal or not."""
        steps = np.minimum((strengths * STEPS).astype(np.int64), STEPS - 1)
        chances: FloatArray = self.by_strength[self.place[cells], steps]
        return chances


def compile_read(reader: CrowdReader, name: str, state: PublicState, seat: int) -> CompiledRead:
    """Compile what is known of a player into a table, for the rest of a hand from this state on."""
    return compile_examples(reader, name, reachable_cells(state, seat, name))


def compile_examples(
    reader: CrowdReader,
    name: str,
    examples: Mapping[Cell, Example],
    held: FloatArray | None = None,
) -> CompiledRead:
    """Compile what is known of a player in the cells of which there are examples.

    ``held`` (steps) is how often he has hands of each strength by now; then what he does with them
    is brought near what he does in all.
    """
    situations = [example.situation for example in examples.values()]
    before = [example.before for example in examples.values()]
    trunk = reader.look_ahead(name, situations, before)
    prices = [priced(situation) for situation in situations]
    known = [price.known for price in prices]
    overall = reader.by_network(name, known, trunk)
    network = reader.network
    kinds = np.empty((len(situations), STEPS, KINDS))
    streets = np.array([situation.street for situation in situations])
    for street in sorted(set(streets.tolist())):
        at = np.flatnonzero(streets == street)
        some = [known[place] for place in at]
        hands = typical_hands(some[0].board)
        policy = chances_of(network.policy(trunk[at], hands), legal_kinds(some)[:, None])
        kinds[at] = policy.reshape(len(at), STEPS, EACH, KINDS).mean(axis=2)
    # With each hand he leans to what he leans to in all.
    alone = chances_of(network.actions(trunk), legal_actions(known))
    leaning = overall / np.where(alone > 0.0, alone, 1.0)
    kinds *= leaning[:, None, [FOLD, CALL, *[MORE] * (KINDS - 2)]]
    kinds /= kinds.sum(axis=-1, keepdims=True)
    sharpness = reader.card_sharpness(name)
    for street in sorted(set(streets.tolist())):
        at, by = streets == street, powers(street, limit=situations[0].limit)
        kinds[at] = sharpened_by(kinds[at], overall[at], by, sharpness)
    cards = reader.card_leaning(name)
    for place, situation in enumerate(situations):
        leans_to = cards.at(situation)
        if leans_to.any():
            hands = typical_hands(situation.board)
            kinds[place] = leaned(kinds[place], _by_step(leanings_with(leans_to, hands)))
    if held is not None:
        kinds = brought_near(kinds, _held_at(examples, kinds, held), overall)
    for place, (situation, (_, excess)) in enumerate(zip(situations, prices, strict=True)):
        if excess:
            left = _by_step(factors(situation, excess, typical_hands(situation.board)))
            kinds[place] = tightened(kinds[place], situation, left)
    overall = tightened_overall(overall, situations, prices)
    share, fixed = reader.fixed_policy(name, situations)
    standing = None if situations[0].limit else (np.arange(STEPS) + 0.5) / STEPS
    kinds = mixed_kinds(kinds, share, fixed, standing)
    overall = (1 - share) * overall + share * fixed
    return CompiledRead(np.array([number(cell) for cell in examples]), kinds, overall)


def _held_at(examples: Mapping[Cell, Example], kinds: FloatArray, held: FloatArray) -> FloatArray:
    """How often he has hands of each strength in each cell: (cells, steps).

    His decision before it has left him some of those that he had then. A new card of the board
    makes them alike by half.
    """
    rows, known = {cell: row for row, cell in enumerate(examples)}, dict[Cell, FloatArray]()

    def at(cell: Cell) -> FloatArray:
        if cell not in known:
            known[cell] = held  # should a line lead back to its cell
            before = examples[cell].before
            if before is not None:
                earlier = cell_of(before.situation)
                left = held
                if earlier in rows:
                    left = at(earlier) * kinds[rows[earlier], :, kind_of(before)]
                left = left / max(float(left.sum()), 1e-300)
                if earlier.street < cell.street:
                    left = 0.5 * left + 0.5 / STEPS
                known[cell] = left
        return known[cell]

    return np.array([at(cell) for cell in examples])


def _by_step(values: FloatArray) -> FloatArray:
    """The means of values of typical hands (hands, ...) by strength: (steps, ...)."""
    means: FloatArray = values.reshape(STEPS, EACH, *values.shape[1:]).mean(axis=1)
    return means


def typical_hands(board: tuple[Card, ...]) -> Codes:
    """For each strength two hands on a board that are as strong: (steps × 2, 3) codes.

    >>> hands = typical_hands(())
    >>> hands.shape, bool((np.diff(hands[:, 0].astype(int)) >= 0).all())
    ((40, 3), True)
    """
    return _typical_hands(tuple(sorted(board)))


@lru_cache(maxsize=256)
def _typical_hands(board: tuple[Card, ...]) -> Codes:
    codes = hand_codes(board)
    codes = codes[codes[:, 0] != UNKNOWN]
    codes = codes[np.lexsort((codes[:, 2], codes[:, 1], codes[:, 0]))]
    first = codes[:, 0].astype(np.int64)
    middles = (np.arange(STEPS * EACH) + 0.5) / (STEPS * EACH) * CODES
    # Of hands that are as strong the one in the middle: they are in the order of their classes.
    place = (np.searchsorted(first, middles) + np.searchsorted(first, middles, "right")) // 2
    hands: Codes = codes[np.minimum(place, len(codes) - 1)]
    hands.flags.writeable = False
    return hands


@lru_cache(maxsize=64)
def nearest_rows(cells: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """For every cell which of these is nearest: by what is faced first, then by the street."""
    apart = np.abs(_axes(np.arange(grid.CELLS))[:, None] - _axes(np.array(cells))[None])
    nearest: npt.NDArray[np.int64] = (apart @ np.array([8, 64, 2, 1, 4])).argmin(axis=1)
    return nearest


def _axes(cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.stack(
        np.unravel_index(cells, (grid.STREETS, grid.FACED, 2, 2, grid.INITIATIVES)), axis=-1
    )


def _legal(chances: FloatArray, *, fold: bool, more: bool) -> FloatArray:
    """The same where some of it is forbidden: who may not fold or raise calls."""
    legal = chances.copy()
    if not fold:
        legal[CALL] += legal[FOLD]
        legal[FOLD] = 0.0
    if not more:
        legal[CALL] += legal[MORE]
        legal[MORE] = 0.0
    return legal
