"""Grounds: the remembered hands that a memory's answer rests on [sander]."""

from dataclasses import dataclass
from typing import NamedTuple

from villain.models.explanation import Explanation


class Remembered(NamedTuple):
    """A hand like this one that came to mind.

    ``betting`` has a word for each street (``crc``), ``odds`` is the chance of winning that he had
    then, ``activation`` how strong the memory is and ``share`` how much of the answer it makes.
    ``similar``: he did not bet like this, but nearly. ``player`` is the kind of player who is
    remembered, where kinds are kept apart.
    """

    betting: tuple[str, ...]
    odds: float
    activation: float
    share: float
    similar: bool = False
    player: str = ""


@dataclass(frozen=True)
class Grounds(Explanation):
    """The memories that came to mind, the strongest first.

    ``odds`` is the chance of winning that it comes to (None: nothing came to mind), ``trust`` how
    much of the range goes by it, the rest being any hand. ``kinds`` says how likely he is of each
    kind of player, where kinds are kept apart.

    >>> Grounds((Remembered(("rc", "cr"), 0.7, 0.2, 1.0),), 0.7, 1.0).lines()
    ['remembered rc/cr: a chance of winning of 70 %, 100 % of the answer']
    """

    remembered: tuple[Remembered, ...] = ()
    odds: float | None = None
    trust: float = 0.0
    kinds: tuple[tuple[str, float], ...] = ()

    def lines(self) -> list[str]:
        """The same in words."""
        if not self.remembered:
            return ["nothing like this came to mind"]
        return [
            f"remembered {'/'.join(one.betting)}: a chance of winning of {one.odds:.0%}, "
            f"{one.share:.0%} of the answer".replace("%", " %")
            for one in self.remembered
        ]
