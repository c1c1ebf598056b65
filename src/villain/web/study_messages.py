"""What the server and the page Study say to each other.

Values are chips that a player can expect from there on, so that a fold has none; ``unit`` is what
they are shown in. Frequencies and equities are shares. Player 0 is out of position.
"""

from typing import Annotated, Literal

from pydantic import Field

from villain.web.messages import Message, Share

RunKey = Literal["equilibrium", "locked", "answer", "blend"]
Shares = Annotated[list[Share], Field(min_length=1, max_length=20)]
Line = Annotated[str, Field(max_length=1000)]
By169 = list[float | None]
"""A number for each of the 169 starting hands, row by row; none where no such hand is left."""


class StudySpot(Message):
    """A spot in the words of a form; empty ``sizes`` are chosen so that it can be solved soon.

    ``sizes_in`` are those of the player in position, if they are others. ``target`` is the distance
    from equilibrium at which to stop, in pots.
    """

    board: str = Field(max_length=40)
    pot: float = Field(gt=0, le=1e9)
    stacks: str = Field(max_length=60)
    out_of_position: str = Field(max_length=20_000)
    in_position: str = Field(max_length=20_000)
    sizes: str = Field(default="", max_length=300)
    sizes_in: str = Field(default="", max_length=300)
    to_act: Literal[0, 1] = 0
    bets: str = Field(default="", max_length=60)
    rake: float = Field(default=0.0, ge=0, le=0.5)
    rake_cap: float | None = Field(default=None, ge=0, le=1e9)
    target: float = Field(default=0.005, ge=0.0002, le=0.1)


class StudyHand(Message):
    """A position of a hand, after so many actions; ``reader`` is the model that reads both."""

    text: str = Field(max_length=50_000)
    step: int = Field(ge=0, le=1000)
    reader: str = Field(default="", max_length=40)


class StudyStarted(Message):
    """A spot that is being solved."""

    study: str


class StudyWelcome(Message):
    """A spot to begin with, and how large a solution may be, in gigabytes."""

    example: StudySpot
    largest: float


class RunState(Message):
    """How far a solution has come: seconds and distances from equilibrium (in pots) so far."""

    key: RunKey
    title: str
    state: Literal["waiting", "building", "reading", "solving", "done", "late", "stopped", "failed"]
    words: str
    iterations: int
    target: float
    seconds: list[float]
    distances: list[float]


class StudiedSpot(Message):
    """The spot that is studied: in words for the form, and what the page shows of it."""

    asked: StudySpot
    names: list[str]
    board: list[str]
    pot: float
    bets: list[float]
    stacks: list[float]
    to_act: int
    unit: float
    unit_name: str
    sizes: list[str]
    note: str


class LockLine(Message):
    """A lock: the line to it, who is held, and what he does there."""

    line: str
    player: int
    hand: str
    words: str


class LockEffect(Message):
    """What the locks change for both players at the beginning of the spot."""

    before: list[float]
    after: list[float]


class MoveAdvice(Message):
    """A move with one holding: how often it is made, and what it is worth."""

    move: str
    words: str
    kind: Literal["fold", "check", "call", "raise"]
    shade: float
    chance: Share
    value: float


class DialMark(Message):
    """A strategy of the dial: how far the other is held in it, what it wins and what it risks.

    Both are chips over the whole range, beyond what equilibrium has: ``gain`` from one who is held
    wholly, ``risk`` to the worst opponent. None as long as they are not known.
    """

    key: RunKey
    share: Share
    gain: float | None
    risk: float | None


class Sides(Message):
    """Equilibrium, the best answer to a player who is held, and a blend of both.

    ``hero`` answers the ``other``, who is held by a ``model``, or if that is empty by locks.
    """

    hero: int
    other: str
    model: str
    share: Share
    marks: list[DialMark]


class Verdict(Message):
    """A decision of a hand, beside equilibrium and beside the best answer to this opponent.

    ``cost`` is what the action costs with this holding against an equilibrium, ``answer_cost``
    against the other as the model reads him; both none while they are not known.
    """

    player: int
    name: str
    other: str
    model: str
    cards: list[str]
    taken: str
    equilibrium: list[MoveAdvice]
    value: float | None
    cost: float | None
    answer: list[MoveAdvice]
    best: str
    worth: float | None
    answer_cost: float | None
    words: list[str]


class StudyStatus(Message):
    """How a study stands. ``version`` changes when there is something new to see."""

    study: str
    spot: StudiedSpot
    runs: list[RunState]
    working: bool
    version: int
    locks: list[LockLine]
    effect: LockEffect | None
    verdict: Verdict | None
    sides: Sides | None


class StudyMove(Message):
    """A move: how often it is made over the whole range, its value and the equity of its hands.

    ``line`` leads to the place after it. ``shade`` is how dark its colour is: the size of a bet.
    """

    name: str
    words: str
    kind: Literal["fold", "check", "call", "raise"]
    shade: float
    line: str
    frequency: Share
    value: float | None
    equity: float | None


class StudySide(Message):
    """A player at a place: by starting hand how likely it is there, what it is worth, its equity.

    ``weights`` are those of one combo of a hand beside the likeliest; ``chances`` are by move, of
    the player whose turn it is.
    """

    name: str
    weights: By169
    values: By169
    equities: By169
    chances: list[By169]
    value: float | None
    equity: float | None
    combos: float


class PathStep(Message):
    """A step of the way here: who could do what and did which, or the card that came.

    ``before`` is the line that leads to it.
    """

    player: int
    street: str
    before: str
    options: list[str]
    lines: list[str]
    kinds: list[str]
    shades: list[float]
    taken: int
    card: str


class StudyCard(Message):
    """A card that may come, and what follows: moves, values and equities of both."""

    card: str
    line: str
    frequencies: list[float]
    values: list[float | None]
    equities: list[float | None]


class StudyNode(Message):
    """What a solution says at the end of a line."""

    run: RunKey
    version: int
    line: str
    kind: Literal["decision", "card", "over"]
    player: int
    street: str
    board: list[str]
    pot: float
    bets: list[float]
    stacks: list[float]
    path: list[PathStep]
    moves: list[StudyMove]
    sides: list[StudySide]
    cards: list[StudyCard]
    card_moves: list[StudyMove]
    locked: bool
    words: str


class StudyCombo(Message):
    """One holding at a place; chances and values by move are of the player whose turn it is."""

    cards: list[str]
    weight: float
    value: float | None
    equity: float | None
    chances: list[float]
    move_values: list[float | None]
    locked: bool


class StudyCombos(Message):
    """All holdings of a starting hand at a place."""

    hand: str
    version: int
    combos: list[StudyCombo]


class BesideColumn(Message):
    """A strategy at a decision: how often each move is made, over the range and with one hand.

    ``values`` are what moves are worth to the hand at best play afterwards: at equilibrium against
    the other as he plays there, else against him as he is held.
    """

    key: RunKey
    frequencies: list[Share]
    chances: list[float | None]
    values: list[float | None]


class StudyBeside(Message):
    """What equilibrium, the best answer and the blend do at a decision, as far as they are known.

    ``hand`` is a starting hand, or empty.
    """

    version: int
    line: str
    player: int
    hand: str
    moves: list[str]
    kinds: list[str]
    shades: list[float]
    columns: list[BesideColumn]


class SetLock(Message):
    """Hold whoever acts at the end of a line to shares of his moves: with one hand, or on average.

    ``hand`` is a starting hand such as AKs; without one, his whole range is tilted.
    """

    line: Line = ""
    run: RunKey = "equilibrium"
    hand: str = Field(default="", max_length=3)
    shares: Shares


class SetDial(Message):
    """How far the other is held in the blend: 0 is equilibrium, 1 the best answer to him."""

    share: Share
