"""Prints a range in its canonical form: the shortest that other programs can read too.

For each weight, the classes that have it throughout are covered by tokens that cover nothing
else: ``QQ``, ``QQ+``, ``88-55``, ``ATs+``, ``A5s-A2s``, ``T9s-54s``, and the same without ``s`` for
suited and offsuit together. Choosing the cheapest cover is a small integer programme, solved
exactly; overlap is allowed, since both tokens say the same weight. Combos left over are named one
by one, and a weight other than 1 stands behind its token. What only we understand (``Axs``,
``top 15%``, a later weight that overrides an earlier one) is read, but not printed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from villain.cards.card import RANKS
from villain.cards.combo import CLASSES, COMBOS, StartingClass

if TYPE_CHECKING:
    from villain.cards.range import Range

_SEPARATOR = ", "


class _Token(NamedTuple):
    text: str
    covers: frozenset[int]

    @property
    def place(self) -> tuple[int, int, int, str]:
        """Pairs, then suited or mixed, then offsuit; high cards first."""
        best = CLASSES[min(self.covers, key=lambda hand: (-CLASSES[hand].high, -CLASSES[hand].low))]
        kind = 0 if best.high == best.low else 2 if self.text.rstrip("+").endswith("o") else 1
        return kind, -best.high, -best.low, self.text


def print_range(hands: "Range") -> str:
    """Return the shortest text that names each combo with its weight, and none with two."""
    weights = hands.weights
    distinct = np.unique(weights[weights > 0])[::-1]
    if not len(distinct):
        return "none"
    parts: list[str] = []
    for weight in sorted(distinct.tolist(), key=lambda w: (w != 1, -w)):
        suffix = "" if weight == 1 else f":{_number(weight)}"
        having = {int(combo) for combo in np.flatnonzero(weights == weight)}
        parts += [text + suffix for text in _names(having, len(suffix))]
    return _SEPARATOR.join(parts)


def _number(weight: float) -> str:
    """Return the shortest decimal number that reads back as exactly this weight."""
    mantissa, e, exponent = repr(weight).partition("e")
    return mantissa.removesuffix(".0") + (f"e{int(exponent)}" if e else "")


def _names(having: set[int], suffix: int) -> list[str]:
    if len(having) == 1326:
        return ["random"]
    whole = {hand for hand in CLASSES if all(combo in having for combo in hand.combos)}
    tokens = [token.text for token in sorted(_cover(whole, suffix), key=lambda t: t.place)]
    for hand in whole:
        having = having.difference(hand.combos)
    return tokens + [str(COMBOS[combo]) for combo in sorted(having, reverse=True)]


def _cover(whole: set[StartingClass], suffix: int) -> list[_Token]:
    """Choose the cheapest tokens that cover exactly these classes."""
    if not whole:
        return []
    tokens = _candidates(whole)
    from scipy.optimize import Bounds, LinearConstraint, milp

    # Length decides; among equals fewer tokens, then those that come first.
    price = np.array([1e4 * (len(t.text) + suffix + len(_SEPARATOR)) for t in tokens])
    price += 1 + np.arange(len(tokens)) / len(tokens)
    covers = np.array([[hand in token.covers for token in tokens] for hand in sorted(whole)])
    solution = milp(
        price,
        integrality=np.ones(len(tokens), np.int64),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(covers.astype(float), lb=1),
        options={"mip_rel_gap": 0.0},
    )
    chosen = solution.x
    assert chosen is not None  # every class is a token of its own, so there is a cover
    return [token for token, taken in zip(tokens, chosen, strict=True) if taken > 0.5]


def _candidates(whole: set[StartingClass]) -> list[_Token]:
    """All tokens worth a thought: single classes and the longest stretches."""
    pairs = [hand for hand in whole if hand.high == hand.low]
    tokens = list(_stretches([[(rank, rank) for rank in range(12, -1, -1)]], "", [pairs]))
    for kinds in ("s", "o", "so"):
        layers = [[hand for hand in whole if hand.suffix == kind] for kind in kinds]
        rows = [[(high, low) for low in range(high - 1, -1, -1)] for high in range(12, 0, -1)]
        gaps = [[(high, high - gap) for high in range(12, gap - 1, -1)] for gap in range(1, 12)]
        suffix = kinds if len(kinds) == 1 else ""
        tokens += _stretches(rows, suffix, layers)
        tokens += [t for t in _stretches(gaps, suffix, layers) if len(t.text) > 3]
    return tokens


def _stretches(
    lines: Iterable[list[tuple[int, int]]], suffix: str, layers: list[list[StartingClass]]
) -> Iterator[_Token]:
    """Along each line of the grid, the single classes and the longest runs found in all layers."""
    names = [{(hand.high, hand.low): int(hand) for hand in layer} for layer in layers]
    for line in lines:
        run: list[tuple[int, int]] = []
        for step in [*line, None]:
            if step is not None and all(step in layer for layer in names):
                run.append(step)
                yield _token([step], _name(step, suffix), names)
                continue
            if len(run) > 1:
                first, last = _name(run[0], suffix), _name(run[-1], suffix)
                same_high = run[0][0] == run[-1][0]
                pair = run[0][0] == run[0][1]
                if run[0] == line[0] and (same_high or pair):
                    yield _token(run, f"{last}+", names)
                else:
                    yield _token(run, f"{first}-{last}", names)
            run = []


def _token(
    run: list[tuple[int, int]], text: str, names: list[dict[tuple[int, int], int]]
) -> _Token:
    return _Token(text, frozenset(layer[step] for layer in names for step in run))


def _name(step: tuple[int, int], suffix: str) -> str:
    return RANKS[step[0]] + RANKS[step[1]] + suffix
