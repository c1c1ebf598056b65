"""A live table as the page has it: its settings, its session, and what is remembered for reads.

It knows nothing of browsers. All of it can be pickled, so that a table is as it was after a crash.
"""

import logging
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from villain.agents.agent import Agent
from villain.agents.cast import EXPERT, character_of, names_at
from villain.agents.families import PEOPLE, family_of
from villain.agents.registry import AgentSpec
from villain.agents.villain import Villain
from villain.arena.clock import Failure
from villain.arena.live_table import LiveTable
from villain.arena.seating import distinct_names
from villain.errors import VillainError
from villain.game.actions import Action
from villain.game.chance import agent_seed, check_seed, fresh_seed, stream
from villain.game.events import Acted
from villain.game.observation import Observation, without_hole
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.rules import Rules
from villain.hands.counting.counts import count
from villain.hands.counting.statistics import COLUMNS
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.formats.phh_writer import write
from villain.hands.hand_history import HandHistory, Origin, history_of
from villain.models.model import HandsOfPlayers, OpponentModel
from villain.models.precedents import Precedents
from villain.outside import in_words
from villain.profiles.winnings import all_in_expectation
from villain.web.clones import CLOSED, CloneMaker, cloned_player
from villain.web.costly import Costs, HandToJudge, pack
from villain.web.forecasts import make_reader
from villain.web.heads import Heads
from villain.web.luck import ToldInHand
from villain.web.messages import MOST_SEATS, Settings
from villain.web.seating import check_reads, check_sits

log = logging.getLogger(__name__)

MOST_READ = 100
"""A model that is asked for late has seen so many of the last hands."""

ONLOOKER, BESIDE = "crowd", 1
"""The model of a good reader of the person, and the chair from which he looks on."""

MOST_STUDIED = 200
"""So many of a person's last hands are studied before he sits down."""

DEAL = "deal"
"""The step from one hand to the next; all others are actions."""

SHORT = 20
"""Whoever has fewer big blinds than this after a hand buys in again."""


@dataclass
class PlayedHand:
    """A hand of the session, as the person saw it: big blinds won, and the hand as PHH.

    ``stored`` says that it is in the hand store, ``kept`` that the table's file has it.
    """

    number: int
    net: float
    expected: float
    cards: tuple[str, ...]
    board: tuple[str, ...]
    text: str
    stored: bool = False
    kept: bool = False


class PageTable(LiveTable):
    """A table that was opened on the page: a person and agents, or agents alone.

    ``kinds`` are what plays in the chairs, ``labels`` the same with a name of its own for each.
    ``troubles`` are what its people have yet to hear. Who makes ``clones`` of players of a hand
    store is given where that is allowed. ``steps`` are the deals and actions since the table was
    last kept whole; it has to be kept whole again where that is None.
    """

    steps: list[str] | None = None
    told: ToldInHand | None = None
    beside: OpponentModel | None = None

    def __init__(
        self, settings: Settings, name: str = "", key: str = "", clones: CloneMaker | None = None
    ) -> None:
        seed = fresh_seed() if settings.seed is None else check_seed(settings.seed)
        if settings.shuffled:
            order = stream(seed, 3).permutation(len(settings.opponents))
            drawn = [settings.opponents[place] for place in order]
            settings = settings.model_copy(update={"opponents": drawn, "shuffled": False})
        self.settings = settings
        self.name = name or secrets.token_urlsafe(9)
        self.key = key or secrets.token_urlsafe(18)
        people = () if settings.watch else (settings.name,)
        self.kinds = (*("you" for _ in people), *settings.opponents)
        if not 2 <= len(self.kinds) <= MOST_SEATS:
            raise VillainError(f"{len(self.kinds)} players; a table has 2 to {MOST_SEATS}")
        if not settings.name.isprintable():
            raise VillainError("a name has letters, digits and signs, and no line breaks")
        rules = _rules(settings, len(self.kinds))
        agents: list[AgentSpec | None] = [None for _ in people]
        for kind in settings.opponents:
            check_sits(kind, rules)
            agents.append(_sitting(kind, clones, agent_seed(seed, len(agents))))
        self.labels = distinct_names((*people, *settings.opponents))
        super().__init__(
            rules,
            (*people, *names_at(settings.opponents, people)),
            agents,
            seed=seed,
            least=min(SHORT, settings.buy_in) * settings.big_blind,
        )
        self.counts = np.zeros((len(self.kinds), len(COLUMNS)), np.int64)
        self.session: list[PlayedHand] = []
        self.troubles: list[str] = []
        self.precedents = Precedents()
        self.readers: dict[str, OpponentModel] = {}
        self.heads = Heads(self.agents if self.you is not None else ())
        self.costs = Costs()
        self.to_judge: list[HandToJudge] = []
        self._pack_agents()
        self.deal()

    def study(self, store: HandsOfPlayers, name: str) -> None:
        """Let the agents study a player's last hands before they play him."""
        for agent in self.agents:
            if agent is not None:
                agent.study(store, name, MOST_STUDIED)
        self._pack_agents()

    @property
    def you(self) -> int | None:
        """The chair of the person, if one plays."""
        return None if self.settings.watch else 0

    @property
    def your_seat(self) -> int | None:
        """The seat of the person in this hand, if one plays."""
        return None if self.you is None else self.seat_of(self.you)

    @property
    def models(self) -> list[bool]:
        """True for each chair whose agent models the others."""
        return [_models_others(agent) for agent in self.agents]

    @property
    def ways(self) -> list[str]:
        """A sentence on how each of the cast plays, by chair."""
        return [one.about if (one := character_of(kind)) else "" for kind in self.kinds]

    # Playing

    @property
    def answers_soon(self) -> bool:
        """True if whoever's turn it is keeps to the time that he is given, or needs little."""
        kind = "" if self.turn is None else self.kinds[self.turn]
        return family_of(kind) == PEOPLE or kind.partition(":")[0] == EXPERT

    def choose_within(self, seconds: float) -> Action:
        """The same by somebody who has so long, if he minds."""
        agent = self.agents[self.turn] if self.turn is not None else None
        if isinstance(agent, Agent):
            agent.seconds = seconds
        return self.choose()

    def choose(self) -> Action:
        """The action of the agent whose turn it is.

        All heads see what has happened: here nobody waits, and later somebody would.
        """
        for chair in self.heads.chairs:
            self.heads.observe(chair, self.hand.observation(self.seat_of(chair)))
        self._let_tell()
        return super().choose()

    def _let_tell(self) -> None:
        """Keep what the agent whose turn it is would do with all holdings."""
        agent = None if self.turn is None else self.agents[self.turn]
        if agent is not None and self.told is not None and self.hand.seat is not None:
            self.told.ask(agent, self.hand, self.hand.observation(self.hand.seat))

    def deal(self) -> None:
        """Deal the next hand, and note that."""
        self.told = ToldInHand()
        super().deal()
        self._note_step(DEAL)

    def act(self, action: Action) -> None:
        """Let whoever's turn it is act, and note what he did."""
        super().act(action)
        self._note_step(f"{action.kind}{action.to}" if action.kind == "raise" else action.kind)

    def take(self, steps: Iterable[str]) -> None:
        """Do again what was done since the table was kept whole; agents see it when they act."""
        self.steps = []
        for step in steps:
            if step == DEAL:
                self.deal()
            else:
                self.act(Action.parse(step))

    def _note_step(self, step: str) -> None:
        if self.steps is not None:
            self.steps.append(step)

    def note_failure(self, chair: int, failure: Failure) -> None:
        """Say that an agent failed, but not how: its words may name its cards."""
        self.told = None  # it did not do what it had told
        log.error("agent %s: %s", self.kinds[chair], failure, exc_info=failure.error)
        why = type(failure.error).__name__ if failure.error else "no action"
        self.troubles.append(f"{self.names[chair]} failed ({why})")

    def finish(self) -> None:
        """Keep what a hand has brought."""
        self.steps = None  # agents have learnt from it, which no list of actions tells
        super().finish()
        hand = self.hand
        for seat, (_, numbers) in enumerate(count(hand)):
            chair = self.chair_of(seat)
            self.counts[chair] += numbers
            self.heads.observe(chair, hand.observation(seat))
        self.precedents.observe(hand.observation(0))
        for name, reader in list(self.readers.items()):
            try:
                reader.observe(self._own_view())
            except Exception as error:  # a person's own model must not stop the table
                log.exception("model %s", name)
                del self.readers[name]
                self.troubles.append(f"the model {name} failed: {in_words(error)}")
        if self.beside is not None:
            self.beside.observe(without_hole(self.hand.observation(self.seat_of(BESIDE))))
        self.session.append(self._played())
        if self.your_seat is not None:
            self._keep_for_judge(self.your_seat)
        self._pack_agents()

    def _pack_agents(self) -> None:
        """Keep the agents as they are before the next hand, for the judge."""
        self._agents_before = pack(self.agents) if self.you is not None else b""

    def _keep_for_judge(self, seat: int) -> None:
        """Keep a hand with all its cards and the agents before it, if the person had a choice."""
        if any(isinstance(event, Acted) and event.seat == seat for event in self.hand.events):
            history = history_of(self.hand, Origin(hero=seat))
            name = f"{self.name}-{self.number:06}"
            self.to_judge.append(
                HandToJudge(history, seat, self.chairs, self._agents_before, self.number, name)
            )

    def _played(self) -> PlayedHand:
        hand, history, seat = self.hand, self.seen_history(), self.your_seat
        hero = seat or 0
        assert hand.payoffs is not None
        big = self.settings.big_blind
        net = hand.payoffs[hero] / big
        return PlayedHand(
            self.number,
            net,
            self._less_luck(hero, history) / big,
            tuple(str(card) for card in history.holes[hero]) if seat is not None else (),
            tuple(str(card) for card in hand.board),
            write(history, hand),
        )

    def _less_luck(self, seat: int, history: HandHistory) -> float:
        """What a seat won in chips less luck: by AIVAT, or else with all-ins by their equity."""
        hand = self.hand
        assert hand.payoffs is not None
        events = hand.events if self.you is None else hand.observation(seat).events
        less_luck = self.told.less_luck(hand, events, seat) if self.told else None
        self.told = None
        if less_luck is not None:
            return less_luck
        expected = all_in_expectation(history, hand)
        return float(hand.payoffs[seat]) if expected is None else expected[seat]

    # Reading

    def reader(self, name: str) -> OpponentModel:
        """A model with which the person reads the others; it has seen the hands before."""
        if name not in self.readers:
            check_reads(name, self.hand.rules)
            model = self.readers[name] = make_reader(name)
            for seen in self._earlier_hands():
                model.observe(seen)
        self.readers[name].observe(self._own_view())
        return self.readers[name]

    def onlooker(self) -> OpponentModel:
        """A good reader of the person beside the table, who has seen no cards but those shown."""
        if self.beside is None:
            self.beside = make_reader(ONLOOKER)
            for seen in self._earlier_hands():
                self.beside.observe(self._from_beside(seen))
        self.beside.observe(self.seen_from_beside())
        return self.beside

    def seen_from_beside(self) -> Observation:
        """The hand as everybody sees it; after its end, without the showdown."""
        return without_hole(self.seen_by(self.seat_of(BESIDE)))

    def _from_beside(self, seen: Observation) -> Observation:
        other = (seen.seat + 1) % seen.rules.players
        return without_hole(seen)._replace(seat=other)

    def _earlier_hands(self) -> Iterator[Observation]:
        """The last hands as the person saw them, with the names of the table."""
        names = dict(zip(self.labels, self.names, strict=True))
        for played in self.session[-MOST_READ:]:
            history, hand = read_hand(FORMAT, played.text)
            seen = hand.observation(history.origin.hero or 0)
            yield seen._replace(names=tuple(names[one] for one in seen.names))

    def _own_view(self) -> Observation:
        return self.hand.observation(self.your_seat or 0)

    def seen_history(self) -> HandHistory:
        """The hand as the person saw it, agents by what they are; a watcher sees all cards."""
        return self.history(self.name, self.labels, self.you)


def _sitting(kind: str, clones: CloneMaker | None, seed: int) -> AgentSpec:
    """Whoever sits down for a text; a clone only where clones may be made."""
    player = cloned_player(kind)
    if player is None:
        return kind
    if clones is None:
        raise VillainError(CLOSED)
    return clones.make(player, seed)


def _models_others(agent: Agent | None) -> bool:
    reads = isinstance(agent, Villain) and agent.dial != 0
    return reads or getattr(agent, "model", None) is not None


def _rules(settings: Settings, players: int) -> Rules:
    big_blind = settings.big_blind
    if settings.betting == "limit":
        rules = limit_holdem(players, small_bet=big_blind)
    else:
        rules = no_limit_holdem(players, big_blind=big_blind)
    return rules.with_stacks(*[settings.buy_in * big_blind] * players)
