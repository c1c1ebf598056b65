"""A table that goes on from hand to hand: people and agents, or agents alone."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from villain.agents.registry import AgentSpec, check_plays, make_agent
from villain.arena.clock import Clock, Failure
from villain.arena.table import Fault, choose, show_end
from villain.errors import VillainError
from villain.game.chance import agent_seed, check_seed, deals, fresh_seed, stream
from villain.game.hand import Hand
from villain.game.observation import Observation, just_after
from villain.hands.hand_history import HandHistory, Origin, history_of

if TYPE_CHECKING:
    from villain.agents.agent import Agent
    from villain.game.actions import Action
    from villain.game.rules import Rules


class LiveTable:
    """Players in chairs, the hand that they play, and what they have from one hand to the next.

    In a chair without an agent sits a person, whose actions come from outside. Everybody buys in
    for the stacks of the ``rules``; whoever has fewer than ``least`` chips before a hand does so
    again, and everybody does where that is None. Agents have ``patience`` seconds, or as long as
    they like. The first hand is dealt by `deal`, like every other.

    The whole table can be pickled, and goes on as it would have.

    >>> from villain.game import no_limit_holdem
    >>> table = LiveTable(no_limit_holdem(2), ("Ann", "Bob"), ("call", "call"), seed=1)
    >>> table.deal()
    >>> while not table.hand.over:
    ...     table.act(table.choose())
    >>> table.number, sum(table.stacks)
    (1, 400)
    """

    def __init__(
        self,
        rules: "Rules",
        names: Sequence[str],
        agents: "Sequence[AgentSpec | None]",
        *,
        seed: int | None = None,
        least: int | None = None,
        patience: float = 0.0,
    ) -> None:
        if not len(names) == len(agents) == rules.players:
            raise VillainError(
                f"{len(names)} names and {len(agents)} agents for {rules.players} chairs"
            )
        for spec in agents:
            if spec is not None:
                check_plays(spec, rules)
        self.rules, self.names = rules, tuple(names)
        self.least, self.patience = least, patience
        self.seed = fresh_seed() if seed is None else check_seed(seed)
        self.agents: list[Agent | None] = [
            None if spec is None else make_agent(spec, agent_seed(self.seed, chair))
            for chair, spec in enumerate(agents)
        ]
        self.stacks = list(rules.stacks)
        self.button = int(stream(self.seed, 2).integers(rules.players))
        self.number = self.seq = 0
        self.faults: list[Fault] = []
        self.hand: Hand

    # Chairs and seats

    def chair_of(self, seat: int) -> int:
        """The chair of a seat of this hand: seat 0 is left of the button."""
        return (self.button + 1 + seat) % self.rules.players

    def seat_of(self, chair: int) -> int:
        """The seat that a chair has in this hand."""
        return (chair - self.button - 1) % self.rules.players

    @property
    def chairs(self) -> tuple[int, ...]:
        """The chairs in the order of the seats of this hand."""
        return tuple(self.chair_of(seat) for seat in range(self.rules.players))

    @property
    def turn(self) -> int | None:
        """The chair whose turn it is."""
        return None if self.hand.seat is None else self.chair_of(self.hand.seat)

    # Playing

    def deal(self) -> None:
        """Deal the next hand; whoever is short buys in again."""
        if self.number and not self.hand.over:
            raise VillainError("the hand is not over yet")
        for chair, buy_in in enumerate(self.rules.stacks):
            if self.least is None or self.stacks[chair] < self.least:
                self.stacks[chair] = buy_in
        self.number += 1
        self.button = (self.button + 1) % self.rules.players
        rules = self.rules.with_stacks(*(self.stacks[chair] for chair in self.chairs))
        names = tuple(self.names[chair] for chair in self.chairs)
        self.hand = Hand(rules, next(deals(rules, self.seed, self.number)), names)
        self.closing: list[Observation] = []  # what each seat saw right after the last action
        self._moved_on()

    def act(self, action: "Action") -> None:
        """Let whoever's turn it is act."""
        before = [self.hand.observation(seat) for seat in range(self.rules.players)]
        self.hand.act(action)
        self.closing = [just_after(seen, self.hand.events[len(seen.events)]) for seen in before]
        self._moved_on()

    def choose(self) -> "Action":
        """The action of the agent whose turn it is; whoever fails folds, or checks if it can."""
        seat, turn = self.hand.seat, self.turn
        assert seat is not None
        assert turn is not None
        agent = self.agents[turn]
        assert agent is not None
        with Clock(self.patience) as clock:
            action, failure = choose(agent, self.hand.observation(seat), clock)
        if failure:
            self.note_failure(turn, failure)
        return action

    def seen_by(self, seat: int) -> Observation:
        """The view of a seat; of a hand that is over, its view right after the last action."""
        after = self.closing
        return after[seat] if self.hand.over and after else self.hand.observation(seat)

    def _moved_on(self) -> None:
        self.seq += 1
        if self.hand.over:
            self.finish()

    def finish(self) -> None:
        """Count the chips and show the agents how the hand ended; called once when it is over."""
        with Clock(self.patience) as clock:
            for seat, chair in enumerate(self.chairs):
                self.stacks[chair] = self.hand.stacks[seat]
                agent = self.agents[chair]
                failure = agent and show_end(agent, self.hand, seat, clock)
                if failure:
                    self.note_failure(chair, failure)

    def note_failure(self, chair: int, failure: Failure) -> None:
        """Take note that an agent failed."""
        self.faults.append(Fault(self.names[chair], self.number, str(failure)))

    # The record

    def history(self, table: str, names: Sequence[str], viewer: int | None) -> HandHistory:
        """The hand as the chair of a ``viewer`` saw it, or with all cards; ``names`` by chair."""
        hero = None if viewer is None else self.seat_of(viewer)
        origin = Origin(
            site="Villain",
            number=f"{table}-{self.number:06}",
            time=datetime.now(UTC).replace(tzinfo=None, microsecond=0),
            zone="UTC",
            table=table,
            hero=hero,
        )
        whole = history_of(self.hand, origin)
        known = {*self.chairs} if hero is None else {*whole.shown, hero}
        return replace(
            whole,
            names=tuple(names[chair] for chair in self.chairs),
            holes=tuple(cards if seat in known else () for seat, cards in enumerate(whole.holes)),
        )
