"""A table that goes on from hand to hand: a person and agents, or agents alone.

It knows nothing of browsers: it deals, lets agents act, takes a person's actions, and keeps the
session. All of it can be pickled, so that a table is as it was after a crash.
"""

import logging
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from villain.agents.registry import make_agent
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action
from villain.game.chance import agent_seed, deals, fresh_seed, stream
from villain.game.events import Acted
from villain.game.hand import Hand
from villain.game.observation import Observation, just_after
from villain.game.presets import limit_holdem, no_limit_holdem
from villain.game.rules import Rules
from villain.hands.counting.counts import count
from villain.hands.counting.statistics import COLUMNS
from villain.hands.formats.format import read_hand
from villain.hands.formats.phh import FORMAT
from villain.hands.formats.phh_writer import write
from villain.hands.hand_history import HandHistory, Origin, history_of
from villain.models.model import OpponentModel
from villain.outside import in_words
from villain.profiles.winnings import all_in_expectation
from villain.web.costly import Costs, HandToJudge, pack
from villain.web.evidence import Memory
from villain.web.forecasts import make_reader
from villain.web.heads import Heads
from villain.web.messages import Settings
from villain.web.seating import check_reads, check_sits

if TYPE_CHECKING:
    from villain.agents.agent import Agent

log = logging.getLogger(__name__)

FIRST_NAMES = tuple("Ada Boris Cleo Dov Esme Felix Greta Hugo Ines Jan Kim".split())
"""What agents are called at the table."""

MOST_READ = 100
"""A model that is asked for late has seen so many of the last hands."""

SHORT = 20
"""Who has fewer big blinds than this after a hand buys in again."""


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


@dataclass
class Table:
    """Players in chairs, the hand that is being played, and those before it."""

    settings: Settings
    name: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    key: str = field(default_factory=lambda: secrets.token_urlsafe(18))

    def __post_init__(self) -> None:
        told = self.settings
        people = () if told.watch else (told.name,)
        self.kinds = (*("you" for _ in people), *told.opponents)
        if not 2 <= len(self.kinds) <= 10:
            raise VillainError(f"{len(self.kinds)} players; a table has 2 to 10")
        if not told.name.isprintable():
            raise VillainError("a name has letters, digits and signs, and no line breaks")
        self.labels = _distinct((*people, *told.opponents))
        friends = [name for name in FIRST_NAMES if name.lower() != told.name.lower()]
        self.names = (*people, *friends[: len(told.opponents)])
        self.seed = fresh_seed() if told.seed is None else told.seed
        self.agents: list[Agent | None] = []
        self.hand: Hand
        for chair, kind in enumerate(self.kinds):
            if chair == self.you:
                self.agents.append(None)
                continue
            check_sits(kind, self._rules((1000,) * len(self.kinds)))
            self.agents.append(make_agent(kind, agent_seed(self.seed, chair)))
        self.stacks = [told.buy_in * told.big_blind] * len(self.kinds)
        self.counts = np.zeros((len(self.kinds), len(COLUMNS)), np.int64)
        self.session: list[PlayedHand] = []
        self.troubles: list[str] = []
        self.memory = Memory()
        self.readers: dict[str, OpponentModel] = {}
        self.heads = Heads(self.agents if self.you is not None else ())
        self.costs = Costs()
        self.to_judge: list[HandToJudge] = []
        self.button = int(stream(self.seed, 2).integers(len(self.kinds)))
        self.number = self.seq = 0
        self.deal()

    @property
    def you(self) -> int | None:
        """The chair of the person, if one plays."""
        return None if self.settings.watch else 0

    @property
    def models(self) -> list[bool]:
        """Who models the others."""
        return [getattr(agent, "model", None) is not None for agent in self.agents]

    # Chairs and seats

    def chair_of(self, seat: int) -> int:
        """Where a seat of this hand sits: seat 0 is left of the button."""
        return (self.button + 1 + seat) % len(self.kinds)

    def seat_of(self, chair: int) -> int:
        """Which seat of this hand a chair has."""
        return (chair - self.button - 1) % len(self.kinds)

    @property
    def turn(self) -> int | None:
        """The chair whose turn it is."""
        return None if self.hand.seat is None else self.chair_of(self.hand.seat)

    def _rules(self, stacks: tuple[int, ...]) -> Rules:
        told, players = self.settings, len(stacks)
        if told.betting == "limit":
            rules = limit_holdem(players, small_bet=told.big_blind)
        else:
            rules = no_limit_holdem(players, big_blind=told.big_blind)
        return rules.with_stacks(*stacks)

    # Playing

    def deal(self) -> None:
        """Deal the next hand; whoever is short buys in again."""
        if self.number and not self.hand.over:
            raise VillainError("the hand is not over yet")
        big = self.settings.big_blind
        for chair, stack in enumerate(self.stacks):
            if stack < min(SHORT, self.settings.buy_in) * big:
                self.stacks[chair] = self.settings.buy_in * big
        self.number += 1
        self.button = (self.button + 1) % len(self.kinds)
        seats = [self.chair_of(seat) for seat in range(len(self.kinds))]
        rules = self._rules(tuple(self.stacks[chair] for chair in seats))
        names = tuple(self.names[chair] for chair in seats)
        self.hand = Hand(rules, next(deals(rules, self.seed, self.number)), names)
        self.closing: list[Observation] = []
        self._before = pack(self.agents) if self.you is not None else b""
        self.seq += 1
        self._after()

    def act(self, action: Action) -> None:
        """Let whoever's turn it is act."""
        before = [self.hand.observation(seat) for seat in range(len(self.kinds))]
        self.hand.act(action)
        self.closing = [just_after(seen, self.hand.events[len(seen.events)]) for seen in before]
        self.seq += 1
        self._after()

    def seen_by(self, seat: int) -> Observation:
        """What a seat sees; of a hand that is over, what it saw after the last action."""
        return (
            self.closing[seat] if self.hand.over and self.closing else self.hand.observation(seat)
        )

    def choose(self) -> Action:
        """What the agent whose turn it is does; one that fails folds, or checks."""
        seat, turn = self.hand.seat, self.turn
        assert seat is not None
        assert turn is not None
        agent = self.agents[turn]
        assert agent is not None
        seen = self.hand.observation(seat)
        assert seen.legal is not None
        self.heads.observe(turn, seen)
        try:
            action = agent.act(seen)
            if seen.legal.allows(action):
                return action
            self.troubles.append(f"{self.names[turn]} wanted to {action}, which is not allowed")
        except Exception as error:
            log.exception("agent %s", self.kinds[turn])
            self.troubles.append(f"{self.names[turn]} failed ({type(error).__name__})")
        return FOLD if seen.legal.call else CALL

    def _after(self) -> None:
        """Keep what a hand has brought when it is over."""
        if not self.hand.over:
            return
        hand = self.hand
        for seat, (_, numbers) in enumerate(count(hand)):
            chair = self.chair_of(seat)
            self.counts[chair] += numbers
            self.stacks[chair] = hand.stacks[seat]
            agent = self.agents[chair]
            if agent is not None:
                self.heads.observe(chair, hand.observation(seat))
                try:
                    agent.watch(hand.observation(seat))
                except Exception as error:
                    log.exception("agent %s", self.kinds[chair])
                    self.troubles.append(f"{self.names[chair]} failed ({type(error).__name__})")
        self.memory.add(hand.observation(0))
        for name, reader in list(self.readers.items()):
            try:
                reader.observe(self._own_view())
            except Exception as error:  # a person's own model must not stop the table
                log.exception("model %s", name)
                del self.readers[name]
                self.troubles.append(f"the model {name} failed: {in_words(error)}")
        self.session.append(self._played())
        if self.you is not None:
            self._keep_for_judge(self.seat_of(self.you))

    def _keep_for_judge(self, seat: int) -> None:
        """Keep a hand with all its cards and the agents before it, if the person had a choice."""
        if any(isinstance(event, Acted) and event.seat == seat for event in self.hand.events):
            chairs = tuple(self.chair_of(one) for one in range(len(self.kinds)))
            history = history_of(self.hand, Origin(hero=seat))
            name = f"{self.name}-{self.number:06}"
            self.to_judge.append(
                HandToJudge(history, seat, chairs, self._before, self.number, name)
            )

    def _played(self) -> PlayedHand:
        hand, history = self.hand, self.history()
        seat = 0 if self.you is None else self.seat_of(self.you)
        assert hand.payoffs is not None
        big = self.settings.big_blind
        net = hand.payoffs[seat] / big
        expected = all_in_expectation(history, hand)
        return PlayedHand(
            self.number,
            net,
            net if expected is None else expected[seat] / big,
            tuple(str(card) for card in history.holes[seat]) if self.you is not None else (),
            tuple(str(card) for card in hand.board),
            write(history, hand),
        )

    def reader(self, name: str) -> OpponentModel:
        """A model with which the person reads the others; it has seen the hands before."""
        if name not in self.readers:
            check_reads(name, self.hand.rules)
            model = self.readers[name] = make_reader(name)
            for played in self.session[-MOST_READ:]:
                history, hand = read_hand(FORMAT, played.text)
                names = dict(zip(self.labels, self.names, strict=True))
                seen = hand.observation(history.origin.hero or 0)
                model.observe(seen._replace(names=tuple(names[one] for one in seen.names)))
        self.readers[name].observe(self._own_view())
        return self.readers[name]

    def _own_view(self) -> Observation:
        return self.hand.observation(0 if self.you is None else self.seat_of(self.you))

    def history(self) -> HandHistory:
        """The hand as the person saw it, agents by what they are; who watches sees all cards."""
        origin = Origin(
            site="Villain",
            number=f"{self.name}-{self.number:06}",
            time=datetime.now(UTC).replace(tzinfo=None, microsecond=0),
            zone="UTC",
            table=self.name,
            hero=None if self.you is None else self.seat_of(self.you),
        )
        whole = history_of(self.hand, origin)
        everybody = set(range(len(self.kinds)))
        seen = everybody if self.you is None else {*whole.shown, self.seat_of(self.you)}
        holes = tuple(cards if seat in seen else () for seat, cards in enumerate(whole.holes))
        return HandHistory(
            whole.rules,
            tuple(self.labels[self.chair_of(seat)] for seat in range(len(self.kinds))),
            whole.actions,
            holes,
            whole.board,
            whole.shown,
            origin=origin,
        )


def _distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names, where one comes twice with a number that no other has."""
    found: list[str] = []
    for name in names:
        label, number = name, 2
        while label in found or (label != name and label in names):
            label, number = f"{name}#{number}", number + 1
        found.append(label)
    return tuple(found)
