"""What a dealer writes down: the competition's log, and a transcript of every line."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from time import time

from villain.game.hand import Hand
from villain.histories.formats.acpc_writer import value, write
from villain.histories.hand_history import Origin, history_of
from villain.wire.setup import Setup
from villain.wire.states import state_of

Writer = Callable[[str], object]
MOST_REMARKS = 1000
"""Remarks about one player; what he does wrong after that is counted only."""


class Record:
    """Writes the log and the transcript of a match, in the competition's form.

    The log has a line for every hand and the score; remarks, such as an answer that was ignored,
    are comments in it. The transcript has every line to and from everybody, with the time.
    ``now`` tells the time.
    """

    def __init__(
        self,
        setup: Setup,
        log: Writer = lambda _: None,
        transcript: Writer | None = None,
        now: Callable[[], float] = time,
    ) -> None:
        self.setup = setup
        self._log, self._transcript, self._now = log, transcript, now
        self.finished = False
        self._remarks = [0] * setup.rules.players
        response, hand, average = (round(1000 * limit) for limit in setup.limits.all)
        title = setup.title or "-".join(setup.written_names)
        self._both(
            f"# name/game/hands/seed {title} {setup.rules.name}.game {setup.hands} {setup.seed}\n"
            f"#--t_response {response}\n#--t_hand {hand}\n#--t_per_hand {average}\n"
        )

    def _both(self, text: str) -> None:
        self._log(text)
        if self._transcript is not None:
            self._transcript(text)

    def remark(self, text: str) -> None:
        """A comment."""
        self._both(f"# {_printable(text)}\n")

    def remark_on(self, player: int, number: int, text: str) -> None:
        """A comment on what a player did in a hand."""
        self._remarks[player] += 1
        if self._remarks[player] <= MOST_REMARKS:
            self.remark(f"hand {number}, {self.setup.names[player]}: {text}")

    def start(self) -> None:
        """Everybody is there."""
        if self._transcript is not None:
            self._transcript(f"STARTED at {self._now():.6f}\n")

    def sent(self, player: int, line: str) -> None:
        """A line to a player."""
        if self._transcript is not None:
            self._transcript(f"TO {player + 1} at {self._now():.6f} {line}\r\n")

    def received(self, player: int, line: str) -> None:
        """A line from a player."""
        if self._transcript is not None:
            self._transcript(f"FROM {player + 1} at {self._now():.6f} {_printable(line)}\r\n")

    def played(self, number: int, hand: Hand) -> None:
        """A hand is over."""
        history = history_of(hand, Origin(number=str(number)))
        if any(":" in name for name in hand.names):
            names = tuple(name.replace(":", ".") for name in hand.names)
            history = replace(history, names=names)
        self._log(write(history, hand))

    def spent(self, seconds: Sequence[float]) -> None:
        """How long everybody has thought so far."""
        if self._transcript is not None:
            for seat, used in enumerate(seconds):
                self._transcript(
                    f"Seconds cumulatively spent in match for seat {seat}: {int(used)}\n"
                )

    def unfinished(self, number: int, hand: Hand) -> None:
        """A hand that ended in the middle, as its seats saw it; it does not count."""
        for seat in range(hand.rules.players):
            seen = state_of(hand.observation(seat), number)
            self.remark(f"unfinished, {hand.names[seat]}: {seen}")

    def finish(self, score: Sequence[Fraction], stopped: str) -> None:
        """The score of the hands that were played, and why there are no more if there are not."""
        self.finished = True
        for player, count in enumerate(self._remarks):
            if count > MOST_REMARKS:
                self.remark(f"{self.setup.names[player]}: {count - MOST_REMARKS} more remarks")
        if stopped:
            self.remark(f"the match was stopped: {stopped}")
        if self._transcript is not None:
            self._transcript(f"FINISHED at {self._now():.6f}\n")
        names = "|".join(self.setup.written_names)
        self._both(f"SCORE:{'|'.join(map(value, score))}:{names}\n")


def _printable(text: str) -> str:
    """What somebody sent, on one line and without what a terminal would obey."""
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")
