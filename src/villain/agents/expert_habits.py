"""The person that `expert` leans on: what a regular of the crowd would do in its place."""

from villain.agents.person import Person
from villain.cards.combo import Combo
from villain.game.observation import Observation
from villain.kernels.arrays import FloatArray
from villain.models.crowd.reader import CrowdReader


class HumanPrior:
    """Somebody of the crowd who has taken one's own decisions of this hand.

    In every hand he is the same person again, so that what search has found does not become a
    habit.
    """

    def __init__(self, style: str = "regular") -> None:
        self._person = Person(0, style=style)

    def kinds(self, seen: Observation) -> FloatArray:
        """His chances of the seven kinds of actions here with one's own cards."""
        kinds: FloatArray = self._person.kinds(seen)[int(Combo.of(*seen.hole))]
        return kinds

    def himself(self, seen: Observation) -> tuple[CrowdReader, str, FloatArray]:
        """A reader that knows him, under which name, and the weights of what he may hold."""
        return self._person.himself(seen)
