"""What the server and the page say to each other, defined once.

The page's types are generated from this file (``python -m villain.web.schema``). Cards are written
``Ah``; a card that may not be seen is an empty text. Places round the table are *chairs*, which
stay the same while the button moves; chair 0 is at the bottom, and yours if you play. Chips are
whole numbers.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_SEATS = 10
Speed = Literal["calm", "normal", "quick", "instant"]
READER = "crowd"
"""The model with which one reads the others, unless one says another."""

Chips = Annotated[int, Field(ge=0, le=2**53)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
Grid = list[float]
"""13×13 numbers, row by row from AA to 22, suited above the diagonal: 1 for the likeliest."""


class Message(BaseModel):
    """Whatever is sent; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Settings(Message):
    """What is played at a table; ``opponents`` sit in chairs 1, 2, … (and 0, if you only watch)."""

    betting: Literal["nolimit", "limit"] = "nolimit"
    big_blind: int = Field(default=2, ge=2, le=1_000_000)
    buy_in: int = Field(default=100, ge=10, le=1_000, description="in big blinds")
    opponents: list[Annotated[str, Field(max_length=80)]] = Field(
        min_length=1, max_length=MOST_SEATS
    )
    shuffled: bool = Field(default=False, description="the opponents' chairs are drawn")
    name: str = Field(default="you", min_length=1, max_length=24)
    speed: Speed = "normal"
    auto: bool = Field(default=True, description="deal the next hand without being asked")
    watch: bool = Field(default=False, description="only agents play")
    seed: int | None = Field(
        default=None, ge=0, le=2**53, description="public: whoever knows it knows the cards"
    )


class AgentLine(Message):
    """An agent to choose: whether it models its opponents, and what it plays.

    ``title`` is what a list shows, ``family`` where it stands there. ``games`` are those it plays,
    each with the numbers of players for which it knows it.
    """

    name: str
    title: str
    family: str
    about: str
    models: bool
    games: dict[str, list[int]]


class CastLine(Message):
    """One of the cast: the ``agent`` behind the name, and how strong it is heads-up.

    ``won`` is what it wins from the others in big blinds a hundred hands, from ``low`` to ``high``
    with 95 %, over so many ``hands``. There are no ``stars`` where that says too little.
    """

    agent: str
    name: str
    title: str
    about: str
    stars: int | None
    won: int | None
    low: int | None
    high: int | None
    hands: int


class ReaderLine(Message):
    """A model to read the others with; ``games`` are those it reads, with how many players."""

    name: str
    games: dict[str, list[int]]


class Lobby(Message):
    """What can be chosen, and what is chosen if nobody says otherwise.

    The ``cast`` is from the strongest on. ``usual`` are the opponents of a table, by how many they
    are, less one; ``clones`` says whether players of the hand store may be cloned.
    """

    cast: list[CastLine]
    agents: list[AgentLine]
    usual: list[list[str]]
    clones: bool
    readers: list[ReaderLine]
    default: Settings
    version: str


class Opened(Message):
    """A new table, and the key that holds its seat."""

    table: str
    key: str


class Count(Message):
    """How often something was done, out of how many chances."""

    done: int
    chances: int


class SeatView(Message):
    """One player, as you may see him."""

    chair: int
    name: str
    kind: str
    way: str
    position: str
    stack: int
    bet: int
    cards: list[str]
    folded: bool
    all_in: bool
    button: bool
    last: str
    vpip: Count
    pfr: Count
    models: bool
    won: int
    made: str


class PotView(Message):
    """Chips, and the chairs that may win them."""

    chips: int
    chairs: list[int]


class SizeView(Message):
    """A size of a raise that a button offers, and what to raise to."""

    name: str
    words: str
    to: int


class LegalView(Message):
    """What you may do: ``call`` is what it costs, ``least`` and ``most`` what to raise to."""

    fold: bool
    call: int
    least: int
    most: int
    sizes: list[SizeView]


class Focus(Message):
    """The player who matters now, by chair, and whose view says more: his of you, or yours."""

    chair: int
    about: Literal["you", "them"]


class View(Message):
    """The table as one seat sees it, whole. ``seq`` counts everything that happened.

    ``focus`` is for your eyes; there is none before there is something to say.
    """

    hand: int
    seq: int
    street: int
    board: list[str]
    pot: int
    pots: list[PotView]
    seats: list[SeatView]
    turn: int | None
    you: int | None
    legal: LegalView | None
    over: bool
    betting: str
    small_blind: int
    big_blind: int
    words: str
    result: str
    focus: Focus | None


class Happened(Message):
    """One event, in order; the page moves cards and chips by it."""

    kind: Literal["post", "deal", "act", "board", "return", "show", "win"]
    chair: int | None
    chips: int
    to: int
    cards: list[str]
    words: str


class Update(Message):
    """What has happened since the last update, and how the table stands now."""

    type: Literal["update"] = "update"
    happened: list[Happened]
    view: View


class Triple(Message):
    """How likely somebody folds, calls (or checks) and raises (or bets)."""

    fold: Share
    call: Share
    more: Share


class StyleChance(Message):
    """A style, and how likely it is."""

    name: str
    chance: Share


class ActionValue(Message):
    """What an action is worth from now on, in big blinds, with its standard error: a fold is 0.

    ``close`` are those that may as well be the ``best``; ``taken`` is what was done, if it is past.
    """

    action: str
    kind: Literal["fold", "call", "raise"]
    value: float
    error: float
    best: bool
    close: bool
    taken: bool


class EquilibriumMove(Message):
    """An action in equilibrium: how often it is taken with your hand, and its value from now on.

    The value is in big blinds, if both go on as in equilibrium: a fold is 0.
    """

    action: str
    kind: Literal["fold", "call", "raise"]
    chance: Share
    value: float


class StrategyColumn(Message):
    """What a strategy does with your hand, by action: how often, and what that is worth.

    In big blinds, ``values`` are those from now on in the strategy's own solution. ``gain`` is what
    it wins with this hand beyond equilibrium from the opponent as he is read, ``risk`` what the
    worst opponent could win on this street over your whole range, beyond its worth; equilibrium,
    which both are measured by, has neither. Nothing stands where a strategy has no such action.
    """

    key: Literal["equilibrium", "best", "blend"]
    chances: list[Share | None]
    values: list[float | None]
    gain: float | None
    risk: float | None


class SideBySide(Message):
    """Equilibrium, the best answer to an opponent, and the blend of both, with your hand.

    ``hands`` of his were seen, and the blend goes so far of the way (``dial``) on average.
    """

    actions: list[str]
    kinds: list[Literal["fold", "call", "raise"]]
    columns: list[StrategyColumn]
    hands: int
    dial: Share
    words: str


class Forecast(Message):
    """What a predictor says that somebody does next, and how much it is trusted with him."""

    predictor: str
    next: Triple
    trust: Share


class Deed(Message):
    """Something done in a hand that is remembered, by him who is read (``his``) or by the other."""

    words: str
    kind: Literal["fold", "call", "raise"]
    his: bool


class Memento(Message):
    """A hand like this one that came to mind: the betting of each street, from before the flop on.

    ``chance`` is his chance of winning then, against any hand; ``activation`` how strong the memory
    is; ``share`` how much of the answer it makes. ``similar``: the betting was not quite this.
    ``player`` is the kind of player it is of, where kinds are kept apart.
    """

    streets: list[list[Deed]]
    chance: Share
    activation: float
    share: Share
    similar: bool
    player: str


class Mind(Message):
    """What a read rests on: what came to mind, the strongest first; nothing is any two cards.

    ``chance`` is the chance of winning that it comes to, and ``trust`` how much of the range goes
    by it. ``kinds`` are how likely he is of each kind of player, where kinds are kept apart.
    """

    came: list[Memento]
    chance: Share | None
    trust: Share
    kinds: list[StyleChance]


class Lead(Message):
    """A read in a sentence: "Vera is fairly sure that you have", and the ``guess``.

    ``sure`` is how likely the guess is by the read, ``right`` whether it is so, where that can be
    told; ``truth`` says then what the hand is.
    """

    words: str
    guess: str
    sure: Share
    right: bool | None
    truth: str


class Read(Message):
    """What somebody makes of a player: of you (``about`` is "you"), or you of him ("them").

    ``chair`` is the opponent's in both cases. ``lead`` says it in a sentence. ``equity`` is yours
    against all ``rivals`` who are left, and ``odds`` what a call needs. ``past``: it is of a hand
    that is over, or that you have folded.
    ``values`` are those of your actions when it is your turn: while a simulation is ``thinking``
    there are none; ``verdict`` says them in a sentence. ``equilibrium`` is what it does with your
    hand, heads-up; there is nothing in it until that is solved. ``beside`` are the answers to him
    next to it, once they are known. ``forecasts`` are what each
    predictor expects of him, the mixture of all by trust last; ``chosen`` is the one that is
    trusted most, from ``decisions`` of his. ``mind`` is what came to mind, for a model that
    remembers. ``words`` say why nothing is known.
    """

    type: Literal["read"] = "read"
    about: Literal["you", "them"]
    chair: int
    hand: int
    seq: int
    model: str
    words: str
    grid: Grid
    lead: Lead | None
    past: bool
    next: Triple | None
    styles: list[StyleChance]
    reason: str
    equity: Share | None
    rivals: int
    odds: Share | None
    values: list[ActionValue]
    verdict: str
    trials: int
    obvious: bool
    thinking: bool
    equilibrium: list[EquilibriumMove] | None
    beside: SideBySide | None
    forecasts: list[Forecast]
    chosen: str
    decisions: int
    mind: Mind | None


class StatisticLine(Message):
    """One of your statistics, as your opponents see it."""

    key: str
    name: str
    definition: str
    done: int
    chances: int
    rate: float | None
    low: float | None
    high: float | None


class HandLine(Message):
    """A hand of the session, in a list."""

    hand: int
    name: str
    cards: list[str]
    board: list[str]
    net: float
    expected: float


class Session(Message):
    """How the session goes: big blinds won in each hand, raw and less luck."""

    type: Literal["session"] = "session"
    hands: int
    net: list[float]
    expected: list[float]
    statistics: list[StatisticLine]
    last: list[HandLine]


class Costly(Message):
    """A decision of yours, what its alternatives were worth, and how much it cost.

    In big blinds, with everybody's cards known; ``error`` is the standard error of the cost.
    """

    hand: int
    name: str
    turn: int
    street: int
    cards: list[str]
    board: list[str]
    pot: float
    values: list[ActionValue]
    cost: float
    error: float


class Costliest(Message):
    """Your costliest decisions so far, the worst first; ``left`` hands have yet to be judged."""

    type: Literal["costliest"] = "costliest"
    decisions: list[Costly]
    judged: int
    left: int
    working: bool


class Reason(Message):
    """Something that somebody surely does otherwise than equilibrium, in a sentence and in counts.

    He did it ``done`` times out of so many ``chances``: a rate with its 95 % interval from ``low``
    to ``high``. ``equilibrium`` does it so often at the same decisions.
    """

    words: str
    done: int
    chances: int
    low: Share
    high: Share
    equilibrium: Share


class Dial(Message):
    """Where the dial of an opponent stands who moves from equilibrium to the best answer to you.

    ``dial`` is how far it has gone, after so many ``hands`` of yours; ``fixed`` says that it was
    set, and does not go by them. ``trust`` is what is left of the trust in its read of you after
    what surprised it. In big blinds a hundred hands, ``given`` is what your mistakes have given,
    and ``risked`` what a perfect opponent could have won; None as long as there are too few hands.
    ``reasons`` are what you surely do otherwise than equilibrium, the most telling first: none as
    long as it may be chance.
    """

    type: Literal["dial"] = "dial"
    hands: int
    dial: Share
    fixed: bool
    trust: Share
    given: int | None
    risked: int | None
    reasons: list[Reason]


class Trouble(Message):
    """Something cannot be done; the words say what to do next."""

    type: Literal["trouble"] = "trouble"
    words: str


class Act(Message):
    """Fold, call or raise to; ``hand`` and ``seq`` say what you were looking at."""

    type: Literal["act"] = "act"
    hand: int
    seq: int
    action: Literal["fold", "call", "raise"]
    to: Chips = 0


class DealNext(Message):
    """Deal the next hand; if you have folded, first hurry through the rest of this one."""

    type: Literal["deal"] = "deal"


class Look(Message):
    """Look into a head: that of the player in a chair about you, or your own about him.

    ``reader`` is the model with which you read him. Without a chair it stops, unless it is to
    ``follow`` the action: then it is that of the player who matters, whoever that is.
    """

    type: Literal["look"] = "look"
    about: Literal["you", "them"]
    chair: int | None = Field(default=None, ge=0, lt=MOST_SEATS)
    follow: bool = False
    reader: str = Field(default=READER, max_length=40)


class Pace(Message):
    """How fast the others act, and whether hands are dealt without being asked."""

    type: Literal["pace"] = "pace"
    speed: Speed
    auto: bool


class AskSession(Message):
    """Ask how the session goes."""

    type: Literal["session"] = "session"


class Review(Message):
    """Look at your costliest decisions, or look away; hands are judged while somebody looks."""

    type: Literal["review"] = "review"
    wanted: bool = True


Said = Annotated[Act | DealNext | Look | Pace | AskSession | Review, Field(discriminator="type")]
"""What the page says."""

Told = Annotated[Update | Read | Session | Costliest | Dial | Trouble, Field(discriminator="type")]
"""What the server tells a table."""


class Frame(Message):
    """A step of a replayed hand: the table, what happened, odds, equities, inferred ranges.

    ``actions`` counts those so far. ``grids`` are by chair, for whoever has just acted; the others'
    are as before.
    """

    view: View
    words: str
    actions: int
    odds: Share | None
    equities: dict[int, Share]
    grids: dict[int, Grid]


class Replay(Message):
    """A hand, step by step: ``title`` is where it comes from and when it was played.

    ``model`` infers the ranges; ``start`` is the step at which the cards are dealt.
    """

    title: str
    model: str
    frames: list[Frame]
    start: int
    text: str


class Dropped(Message):
    """What a dropped file held: how many hands, one of them, and why others were refused."""

    hands: int
    refused: list[str]
    replay: Replay | None


class NewMatch(Message):
    """A duplicate match between agents, to watch."""

    betting: Literal["nolimit", "limit"] = "limit"
    agents: list[Annotated[str, Field(max_length=80)]] = Field(min_length=2, max_length=MOST_SEATS)
    deals: int = Field(default=1000, ge=1, le=100_000)
    seed: int | None = Field(default=None, ge=0, le=2**53)


class Standing(Message):
    """How an agent stands in a match: big blinds a hand with the 95 % interval, and its curve.

    Before two deals are done in all seats nothing is known.
    """

    name: str
    mean: float | None
    low: float | None
    high: float | None
    curve: list[float]


class MatchUpdate(Message):
    """A running match."""

    type: Literal["match"] = "match"
    done: int
    total: int
    deals: list[int]
    standings: list[Standing]
    over: bool
