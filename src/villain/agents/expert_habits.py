"""The person that `expert` leans on: what somebody of the crowd would do in its place."""

from villain.agents.person import game_of
from villain.cards.combo import Combo
from villain.game.observation import Observation
from villain.game.situation import HandFollower, situation_of
from villain.kernels.arrays import FloatArray
from villain.models.crowd.people import HIMSELF, somebody
from villain.models.crowd.reader import CrowdReader
from villain.models.crowd.strengths import hand_codes


class Habits:
    """A regular of the crowd who has taken one's own decisions of this hand.

    In every hand he is the same person again, so that what search has found does not become a
    habit. ``reader`` knows him as `HIMSELF`.
    """

    def __init__(self, style: str = "regular") -> None:
        self.style = style
        self.reader = CrowdReader()
        self._known: dict[str, CrowdReader] = {}
        self._follower = HandFollower()

    def follow(self, seen: Observation) -> None:
        """Take in one's own decisions that are new."""
        if self._follower.begins_anew(seen):
            game = game_of(seen.rules)
            if game not in self._known:
                self._known[game] = somebody(game, self.style)
            self.reader = self._known[game].clone()
        for decision in self._follower.news(seen, (seen.seat,)):
            self.reader.learn(decision._replace(name=HIMSELF))

    def kinds(self, seen: Observation) -> FloatArray:
        """His chances of the seven kinds of actions here with one's own cards."""
        self.follow(seen)
        state = self._follower.state
        assert state is not None
        situation = situation_of(state, seen.seat)
        held = hand_codes(seen.board)[int(Combo.of(*seen.hole))]
        kinds: FloatArray = self.reader.policy(HIMSELF, situation, held[None])[0]
        return kinds
