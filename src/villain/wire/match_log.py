"""The log of a dealer, in the competition's form, and a transcript of every line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from time import time

from villain.game.gamedef import write_gamedef
from villain.game.hand import Hand
from villain.hands.formats.acpc import GAMES as COMPETITION_GAMES
from villain.hands.formats.acpc_writer import value, write
from villain.hands.hand_history import Origin, history_of
from villain.wire.setup import Setup
from villain.wire.states import state_of

GAME = "#game "
"""How comments begin that tell a game's definition, line by line."""
Writer = Callable[[str], object]
MOST_REMARKS = 1000
"""Remarks about one player; what he does wrong after that is counted only."""
MOST_IGNORED, LONGEST_IGNORED = 1000, 200
"""Lines of one player that were ignored and are in the transcript, and how much of each."""


@dataclass(frozen=True)
class MatchOutcome:
    """The score of a match, and why it was stopped, if it was.

    ``payoffs`` are by hand, with odd chips as our rules have them; in the ``score`` they are
    shared, as the competition does it.
    """

    setup: Setup
    score: tuple[Fraction, ...]
    payoffs: tuple[tuple[int, ...], ...] = ()
    stopped: str = ""


class MatchLog:
    """Writes the log and the transcript of a match, in the competition's form.

    The log has a line for every hand and the score; remarks, such as an answer that was ignored,
    are comments in it. The transcript has every line to and from everybody, with the time.
    ``now`` tells the time. What cannot be written in one place still gets into the others, and
    ``trouble`` says what happened; the ``outcome`` is there when the match is over.
    """

    def __init__(
        self,
        setup: Setup,
        logs: Sequence[Writer] = (),
        transcript: Writer | None = None,
        now: Callable[[], float] = time,
    ) -> None:
        self.setup = setup
        self.trouble: OSError | None = None
        self.outcome: MatchOutcome | None = None
        self._logs, self._now = list(logs), now
        self._transcripts = [] if transcript is None else [transcript]
        self._begun = False
        self._remarks = [0] * setup.rules.players
        self._ignored = [0] * setup.rules.players

    def _write(self, text: str, places: list[Writer]) -> None:
        for place in tuple(places):
            try:
                place(text)
            except OSError as error:
                self.trouble = self.trouble or error
                places.remove(place)

    @property
    def complaint(self) -> str:
        """The trouble as a person reads it; nothing if there is none."""
        error = self.trouble
        return f"cannot write {error.filename or 'the log'}: {error.strerror}" if error else ""

    def _both(self, text: str) -> None:
        self._write(text, self._logs)
        self._write(text, self._transcripts)

    def _say(self, what: str, line: str = "") -> None:
        """A line of the transcript, with the time."""
        self._write(f"{what} at {self._now():.6f}{line}\n", self._transcripts)

    def begin(self) -> None:
        """The head of the log: the match, how long one may think, and an unknown game's rules."""
        if self._begun:
            return
        self._begun = True
        setup = self.setup
        response, hand, average = (round(1000 * limit) for limit in setup.limits.all)
        title = setup.title or "-".join(setup.written_names)
        self._both(
            f"# name/game/hands/seed {title} {setup.rules.name}.game {setup.hands} "
            f"{setup.shown_seed}\n"
            f"#--t_response {response}\n#--t_hand {hand}\n#--t_per_hand {average}\n"
        )
        if COMPETITION_GAMES.get(setup.rules.name) != setup.rules:  # so that it can be imported
            lines = write_gamedef(setup.rules).splitlines()
            self._both("".join([f"{GAME}{line}\n" for line in lines]))

    def remark(self, text: str) -> None:
        """A comment."""
        self._both(f"# {_printable(text)}\n")

    def remark_on(self, player: int, text: str, number: int | None = None) -> None:
        """A comment on what a player did, in a hand or before the first."""
        self._remarks[player] += 1
        if self._remarks[player] <= MOST_REMARKS:
            when = "" if number is None else f"hand {number}, "
            self.remark(f"{when}{self.setup.names[player]}: {text}")

    def start(self) -> None:
        """Everybody is there."""
        self.begin()
        self._say("STARTED")

    def sent(self, player: int, line: str) -> None:
        """A line to a player."""
        if self._transcripts:
            self._say(f"TO {player + 1}", f" {line}\r")

    def received(self, player: int, line: str) -> None:
        """An answer of a player."""
        if self._transcripts:
            self._say(f"FROM {player + 1}", f" {_printable(line)}\r")

    def ignored(self, player: int, line: str) -> None:
        """A line of a player that is no answer; nobody can fill the disk with them."""
        self._ignored[player] += 1
        if self._ignored[player] <= MOST_IGNORED:
            cut = line if len(line) <= LONGEST_IGNORED else f"{line[:LONGEST_IGNORED]}…"
            self.received(player, cut)

    def played(self, number: int, hand: Hand) -> None:
        """A hand is over."""
        history = history_of(hand, Origin(number=str(number)))
        if any(":" in name for name in hand.names):
            names = tuple(name.replace(":", ".") for name in hand.names)
            history = replace(history, names=names)
        self._write(write(history, hand), self._logs)

    def spent(self, seconds: Sequence[float]) -> None:
        """Note how long everybody has thought so far."""
        for seat, used in enumerate(seconds):
            line = f"Seconds cumulatively spent in match for seat {seat}: {int(used)}\n"
            self._write(line, self._transcripts)

    def unfinished(self, number: int, hand: Hand) -> None:
        """A hand that ended in the middle, as its seats saw it; it does not count."""
        for seat in range(hand.rules.players):
            seen = state_of(hand.observation(seat), number)
            self.remark(f"unfinished, {hand.names[seat]}: {seen}")

    def finish(self, outcome: MatchOutcome) -> None:
        """The score of the hands that were played, and why there are no more if there are not."""
        self.begin()
        self.outcome = outcome
        for player, name in enumerate(self.setup.names):
            if self._remarks[player] > MOST_REMARKS:
                self.remark(f"{name}: {self._remarks[player] - MOST_REMARKS} more remarks")
            if self._ignored[player] > MOST_IGNORED:
                more = self._ignored[player] - MOST_IGNORED
                self._write(f"# {name}: {more} more lines were ignored\n", self._transcripts)
        if self.setup.secret:
            self.remark(f"the cards came from seed {self.setup.seed}")
        if outcome.stopped:
            self.remark(f"the match was stopped: {outcome.stopped}")
        self._say("FINISHED")
        names = "|".join(self.setup.written_names)
        self._both(f"SCORE:{'|'.join(map(value, outcome.score))}:{names}\n")


def _printable(text: str) -> str:
    """A text that somebody sent, on one line and without what a terminal would obey."""
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")
