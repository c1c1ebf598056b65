"""Equilibrium, the best answer to the opponent, and the blend of both, with a person's hand.

The opponent is read by what the person has seen of him at this table, and by nothing else.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from villain.agents.villain_counsel import Counsel, HandPlay, ReadAnswers, SafePlay
from villain.game.actions import Action
from villain.game.observation import Observation
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.web.action_words import action_words
from villain.web.messages import SideBySide, StrategyColumn
from villain.web.table import MOST_READ, PageTable, PlayedHand

SECONDS, ITERATIONS = 1.0, 100
"""A street is solved for so long, or by so many iterations, for each of the two."""

MOST_TABLES = 4
"""So many tables keep what is known of their opponents: some 25 MB each."""

SELDOM = 0.005
"""An action that is taken less often is only shown where equilibrium thinks of it."""


class SeenTable(NamedTuple):
    """What an adviser knows of a table: its name, the hand that is played, and those before."""

    name: str
    number: int
    played: tuple[PlayedHand, ...]
    names: dict[str, str]

    @classmethod
    def of(cls, table: PageTable) -> "SeenTable":
        """A table as it is now."""
        names = dict(zip(table.labels, table.names, strict=True))
        return cls(table.name, table.number, tuple(table.session[-MOST_READ:]), names)


class _TableCounsel:
    def __init__(self) -> None:
        self.counsel = Counsel(SECONDS, ITERATIONS)
        self.hand = self.learned = 0

    def come_to(self, table: SeenTable) -> None:
        """Learn from the hands that were played since it was asked last."""
        if self.hand != table.number:
            self.hand = table.number
            self.counsel.begin_hand()
        for played in table.played:
            if played.number > self.learned:
                self.learned = played.number
                history, hand = read_hand(FORMAT, played.text)
                seen = hand.observation(history.origin.hero or 0)
                names = tuple(table.names[name] for name in seen.names)
                self.counsel.learn(seen._replace(names=names))


class Counsels:
    """Remembers who the opponents at some tables are; for one thread."""

    def __init__(self) -> None:
        self._by_table: OrderedDict[str, _TableCounsel] = OrderedDict()

    def beside(self, table: SeenTable, seen: Observation, safe: SafePlay) -> SideBySide:
        """The answers to the opponent, beside equilibrium."""
        kept = self._by_table
        if table.name not in kept:
            while len(kept) >= MOST_TABLES:
                kept.popitem(last=False)
            kept[table.name] = _TableCounsel()
        kept.move_to_end(table.name)
        kept[table.name].come_to(table)
        answers = kept[table.name].counsel.answers(seen, safe)
        return in_columns(seen, safe.hand, answers)


def in_columns(seen: Observation, equilibrium: HandPlay, answers: ReadAnswers) -> SideBySide:
    """Three strategies as the page shows them."""
    legal, big = seen.legal, seen.rules.big_blind
    assert legal is not None
    actions = list(_shown(equilibrium, answers))
    plays = (
        ("equilibrium", equilibrium, None),
        ("best", answers.best, answers.best_risk),
        ("blend", answers.blend, answers.blend_risk),
    )
    columns = [
        StrategyColumn(
            key=key,  # type: ignore[arg-type]
            chances=[_rounded(play.chance(action), 4) for action in actions],
            values=[_in_blinds(play.value(action), big) for action in actions],
            gain=None if risk is None else _in_blinds(answers.gain(play, equilibrium), big),
            risk=_in_blinds(risk, big),
        )
        for key, play, risk in plays
    ]
    said = [
        action_words(action, seen.seat, legal, seen.bets, seen.stacks, big) for action in actions
    ]
    return SideBySide(
        actions=said,
        kinds=[action.kind for action in actions],  # type: ignore[misc]
        columns=columns,
        hands=answers.hands,
        dial=answers.dial,
        words=_words(seen.names[1 - seen.seat], said, columns, answers.hands),
    )


def _shown(equilibrium: HandPlay, answers: ReadAnswers) -> Iterator[Action]:
    """All actions that somebody takes or equilibrium thinks of: fold, call, raises by size."""
    plays = (equilibrium, answers.best, answers.blend)
    for action in sorted({one for play in plays for one in play.actions}, key=_order):
        often = max(play.chance(action) or 0.0 for play in plays)
        if action in equilibrium.actions or often >= SELDOM:
            yield action


def _order(action: Action) -> tuple[int, int]:
    return ("fold", "call", "raise").index(action.kind), action.to


def _words(name: str, said: Sequence[str], columns: Sequence[StrategyColumn], hands: int) -> str:
    _, best, blend = columns
    if not hands:
        return f"{name} has not been seen yet: the best answer is to anybody, the blend to nobody."
    worth = [value if value is not None else float("-inf") for value in best.values]
    top = max(range(len(said)), key=lambda at: worth[at])
    after = f"after {hands} hand{'s' * (hands != 1)}"
    words = f"Against {name}, as read {after}, {said[top]} is best."
    if blend.gain is None or blend.risk is None:
        return words
    gains = f"{abs(blend.gain):.2f} bb {'more' if blend.gain > 0 else 'less'} than equilibrium"
    if abs(blend.gain) < SELDOM:
        gains = "as much as equilibrium"
    return (
        f"{words} With this hand the blend wins {gains}; on this street somebody who saw through "
        f"it could win {blend.risk:.2f} bb, over your whole range."
    )


def _in_blinds(chips: float | None, big: int) -> float | None:
    return None if chips is None else round(chips / big, 3)


def _rounded(share: float | None, digits: int) -> float | None:
    return None if share is None else round(min(max(share, 0.0), 1.0), digits)
