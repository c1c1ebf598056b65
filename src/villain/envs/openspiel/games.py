"""Poker games of OpenSpiel: their rules in our words, and hands told in both languages.

Whatever comes from a state comes from what one player knows of it: his own cards, the board, and
what was done. Cards are numbered from 0, rank by rank, as our decks list them.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain

import pyspiel

from villain.cards.card import Card
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, Legal, raise_to
from villain.game.deal import Deal
from villain.game.events import Acted, Board, Shown
from villain.game.gamedef import read_gamedef, write_gamedef
from villain.game.hand import Hand
from villain.game.observation import Observation
from villain.game.presets import kuhn, leduc
from villain.game.public_state import PublicState
from villain.game.rules import UNLIMITED, Betting, Rules

CHANCE = int(pyspiel.PlayerId.CHANCE)

Move = str | int
"""What was done, as a game tells it: a letter and an amount, or the number of the action."""


class SpielGame(ABC):
    """A game of OpenSpiel with the rules that it plays by."""

    def __init__(self, game: pyspiel.Game, rules: Rules) -> None:
        self.game, self.rules = game, rules

    def __str__(self) -> str:
        return str(self.game)

    @abstractmethod
    def moves(self, state: pyspiel.State, player: int) -> Sequence[Move]:
        """What everybody did, in order, as a player is told."""

    @abstractmethod
    def meaning(self, move: Move, table: PublicState) -> Action:
        """An action in our words."""

    @abstractmethod
    def number(self, action: Action, state: pyspiel.State, table: PublicState) -> int:
        """The number of an action; of raises the one to the nearest amount that the game has."""

    # From OpenSpiel

    def observation(
        self, state: pyspiel.State, player: int, names: tuple[str, ...] = ()
    ) -> Observation:
        """What a player knows of a state; at the end also what the others had to show.

        >>> import pyspiel
        >>> kuhns = spiel_game("kuhn_poker")
        >>> state = kuhns.game.new_initial_state()
        >>> for number in (2, 0, 1):  # the ace, the queen, and a bet
        ...     state.apply_action(number)
        >>> seen = kuhns.observation(state, 1)
        >>> seen.hole, str(seen.legal)
        ((Qs,), 'fold, call 1')
        """
        rules, each = self.rules, self.rules.hole_cards
        is_over, dealt = state.is_terminal(), rules.players * each
        drawn = [one.action for one in state.full_history() if one.player == CHANCE]
        if len(drawn) < dealt:
            raise VillainError(f"the cards are not dealt yet in this state of {self}")
        holes = tuple(
            self._cards(drawn[each * seat : each * (seat + 1)]) if is_over or seat == player else ()
            for seat in range(rules.players)
        )
        hand = Hand(rules, Deal(holes, self._cards(drawn[dealt:])), names, check=False)
        for move in self.moves(state, player):
            hand.act(self.meaning(move, hand.state))
        if (None if is_over else state.current_player()) != hand.seat:
            raise VillainError(f"{self} does not go on as {rules.name} does:\n{state}")
        return hand.observation(player)

    def _cards(self, numbers: Sequence[int]) -> tuple[Card, ...]:
        return tuple(self.rules.deck[number] for number in numbers)

    def action(self, number: int, state: pyspiel.State, table: PublicState) -> Action:
        """What a number means in a state; legal in our rules, the nearest if need be."""
        assert table.legal is not None
        move = self.moves(state.child(number), state.current_player())[-1]
        return nearest(self.meaning(move, table), table.legal)

    # To OpenSpiel

    def state(self, seen: Observation, others: Sequence[Card]) -> pyspiel.State:
        """The state of a hand in which others hold the first of these cards that are not seen."""
        rules, deck = self.rules, self.rules.deck
        holes: list[tuple[Card, ...]] = [()] * rules.players
        for event in seen.events:
            if isinstance(event, Shown):
                holes[event.seat] = event.cards
        holes[seen.seat] = seen.hole
        known = {*chain.from_iterable(holes), *seen.board}
        rest = iter([card for card in others if card not in known])
        state = self.game.new_initial_state()
        for hole in holes:
            for card in hole or [next(rest) for _ in range(rules.hole_cards)]:
                state.apply_action(deck.index(card))
        table = PublicState(rules)
        for event in seen.events:
            if isinstance(event, Board):
                for card in event.cards:
                    self._check_goes_on(state, CHANCE)
                    state.apply_action(deck.index(card))
            elif isinstance(event, Acted):
                self._check_goes_on(state, event.seat)
                to = event.to if event.kind == "raise" else 0
                state.apply_action(self.number(Action(event.kind, to), state, table))
            table.follow(event)
        if seen.legal is not None:
            self._check_goes_on(state, seen.seat)
        return state

    def _check_goes_on(self, state: pyspiel.State, player: int) -> None:
        if state.is_terminal() or state.current_player() != player:
            raise VillainError(
                f"{self} cannot follow this hand; with bettingAbstraction=fullgame it has all bets"
            )


class _Universal(SpielGame):
    """``universal_poker``: the competition's games, in no-limit also with few sizes."""

    def __init__(self, game: pyspiel.Game, rules: Rules, *, every_amount: bool) -> None:
        super().__init__(game, rules)
        self._every_amount = every_amount

    def moves(self, state: pyspiel.State, player: int) -> Sequence[Move]:
        line = re.search(r"\[Sequences: ([^\]]*)\]", state.information_state_string(player))
        assert line is not None, "universal_poker tells every player what was done"
        return re.findall(r"f|c|r\d*", line[1])

    def meaning(self, move: Move, table: PublicState) -> Action:
        assert isinstance(move, str)
        if move in "fc":
            return FOLD if move == "f" else CALL
        if self.rules.betting is Betting.LIMIT:
            assert table.legal is not None
            return raise_to(table.legal.most)
        return raise_to(int(move[1:]) - _put_in_before(table))

    def number(self, action: Action, state: pyspiel.State, table: PublicState) -> int:
        legal = state.legal_actions()
        raises = [number for number in legal if number > 1]
        if action.kind != "raise" or not raises:
            return 0 if action.kind == "fold" and 0 in legal else 1
        if self.rules.betting is Betting.LIMIT:
            return int(raises[0])
        if self._every_amount:
            wanted = action.to + _put_in_before(table)
            return int(min(raises, key=lambda amount: abs(amount - wanted)))
        player = state.current_player()
        amounts = {
            number: self.meaning(self.moves(state.child(number), player)[-1], table).to
            for number in raises
        }
        return int(min(raises, key=lambda one: (abs(amounts[one] - action.to), amounts[one])))


class _Kuhn(SpielGame):
    """``kuhn_poker``, which knows two actions: to pass and to bet."""

    def moves(self, state: pyspiel.State, player: int) -> Sequence[Move]:  # noqa: ARG002
        return [one.action for one in state.full_history() if one.player != CHANCE]

    def meaning(self, move: Move, table: PublicState) -> Action:
        assert table.legal is not None
        if table.legal.call:
            return CALL if move else FOLD
        return raise_to(table.legal.most) if move else CALL

    def number(self, action: Action, state: pyspiel.State, table: PublicState) -> int:  # noqa: ARG002
        assert table.legal is not None
        return int(action.kind == ("call" if table.legal.call else "raise"))


class _Leduc(SpielGame):
    """``leduc_poker``: 0 folds, 1 calls, 2 raises."""

    def moves(self, state: pyspiel.State, player: int) -> Sequence[Move]:  # noqa: ARG002
        return [one.action for one in state.full_history() if one.player != CHANCE]

    def meaning(self, move: Move, table: PublicState) -> Action:
        assert table.legal is not None
        return raise_to(table.legal.most) if move == 2 else CALL if move else FOLD

    def number(self, action: Action, state: pyspiel.State, table: PublicState) -> int:  # noqa: ARG002
        number = ("fold", "call", "raise").index(action.kind)
        return number if number in state.legal_actions() else 1


def nearest(action: Action, legal: Legal) -> Action:
    """An action, or the legal one that comes next to it."""
    if legal.allows(action):
        return action
    if action.kind == "raise" and legal.can_raise:
        return raise_to(min(max(action.to, legal.least), legal.most))
    return CALL


def _put_in_before(table: PublicState) -> int:
    """What whose turn it is has put in on earlier streets."""
    seat = table.seat
    assert seat is not None
    return table.committed[seat] - table.bets[seat]


# Which game


def spiel_game(game: pyspiel.Game | str) -> SpielGame:
    """A game of OpenSpiel, or what it is called, with its rules."""
    if isinstance(game, str):
        return _loaded(game)
    parameters = game.get_parameters()
    name, players = game.get_type().short_name, game.num_players()
    if name == "universal_poker":
        every_amount = parameters["bettingAbstraction"] == "fullgame"
        return _Universal(game, _universal_rules(parameters), every_amount=every_amount)
    if name == "kuhn_poker":
        return _Kuhn(game, kuhn(players))
    if name == "leduc_poker":
        unlike = [key for key in ("action_mapping", "suit_isomorphism") if parameters.get(key)]
        if unlike or parameters.get("starting_player", 0):
            raise VillainError(f"{game}: Leduc is played here as it is without parameters")
        return _Leduc(game, leduc(players))
    raise VillainError.unknown(
        "poker game of OpenSpiel", name, ("universal_poker", "kuhn_poker", "leduc_poker")
    )


@lru_cache(maxsize=64)
def _loaded(name: str) -> SpielGame:
    try:
        game = pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        raise VillainError(f"{name!r}: {str(error).splitlines()[0][:200]}") from None
    return spiel_game(game)


def rules_of(game: pyspiel.Game | str) -> Rules:
    """The rules that a game of OpenSpiel plays by.

    >>> rules_of("leduc_poker(players=3)").name
    'leduc'
    """
    return spiel_game(game).rules


def _universal_rules(parameters: dict[str, object]) -> Rules:
    unlike = [key for key in ("potSize", "boardCards", "handReaches") if parameters.get(key)]
    if unlike:
        raise VillainError(f"{', '.join(unlike)}: hands are played from their beginning here")
    betting = str(parameters["betting"])
    lines = [f"{key} = {value}" for key, value in parameters.items() if key in _KEYS]
    if betting == Betting.LIMIT.value:  # in which OpenSpiel has no end of chips
        lines = [line for line in lines if not line.startswith("stack")]
    filled = [line for line in lines if not line.endswith("= ")]
    return read_gamedef("\n".join(["GAMEDEF", betting, *filled, "END GAMEDEF"]), betting)


_MOST_PLAYERS = {Betting.LIMIT: 4, Betting.NO_LIMIT: 10}
"""In limit its 2.0 reads four stacks, and falls over those of more."""

_NUMBERS = ("numPlayers", "numRounds", "numSuits", "numRanks", "numHoleCards")
_KEYS = (*_NUMBERS, "blind", "raiseSize", "firstPlayer", "maxRaises", "numBoardCards", "stack")


@lru_cache(maxsize=64)
def game_by_rules(rules: Rules) -> SpielGame:
    """The game of OpenSpiel that is played by these rules, in no-limit with all bets.

    >>> from villain.game import kuhn, no_limit_holdem
    >>> str(game_by_rules(kuhn(3)))
    'kuhn_poker(players=3)'
    >>> game_by_rules(no_limit_holdem(6)).rules.stacks
    (200, 200, 200, 200, 200, 200)
    """
    players = rules.players
    for name, make in (("kuhn", kuhn), ("leduc", leduc)):
        if players <= 10 and rules == replace(make(players), name=rules.name):
            return _loaded(f"{name}_poker(players={players})")
    _check_expressible(rules)
    parameters: dict[str, object] = {"betting": rules.betting.value}
    for line in write_gamedef(rules).splitlines():
        key, equals, value = line.partition(" = ")
        if equals:
            parameters[key] = int(value) if key in _NUMBERS else value
    if rules.betting is not Betting.LIMIT:
        parameters["bettingAbstraction"] = "fullgame"
    return spiel_game(pyspiel.load_game("universal_poker", parameters))


def _check_expressible(rules: Rules) -> None:
    """Raise unless OpenSpiel plays by these rules; with some others it would end the process."""
    write_gamedef(rules)
    limit, most = rules.betting is Betting.LIMIT, _MOST_PLAYERS[rules.betting]
    if rules.players > most:
        raise VillainError(
            f"{rules.players} players; OpenSpiel plays {rules.betting.value} with {most} at most"
        )
    if limit and min(rules.stacks) < UNLIMITED:
        raise VillainError("in limit OpenSpiel has no end of chips; these stacks are limited")
    if not limit and max(rules.stacks) >= UNLIMITED:
        raise VillainError("in no-limit OpenSpiel lists all bets; these stacks have no limit")
    if any(map(int.__lt__, rules.stacks, rules.blinds)):
        raise VillainError("in OpenSpiel everybody has a whole blind; one of these stacks is less")
    if rules.free_folds:
        raise VillainError("in OpenSpiel nobody folds where a check is free")
