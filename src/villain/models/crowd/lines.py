"""Lines of play that may follow in the present hand: one to each cell of the grid.

They are played on copies of the public state. On each street the player and his opponents check,
call, bet and raise in every order; the next street is then played from each way in which somebody
has the initiative. Streets further on are reached through a small bet that is called.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from villain.cards.card import Card
from villain.game.actions import CALL, Action, raise_to
from villain.game.events import Acted
from villain.game.public_state import PublicState
from villain.game.situation import ANOTHER, HIMSELF, NOBODY, Decision, Situation, situation_of
from villain.models.crowd import grid
from villain.models.crowd.grid import Cell, cell_of
from villain.models.crowd.strengths import CARDS

SIZES = (
    (0.66, 0.33, 1.0, 1.6, 99),
    (1.0, 0.6, 1.6, 99),
    (1.0, 0.6, 99),
)
"""The cost of a bet, a raise and a raise upon raises to the player, in pots. The first is the usual
one, after which a line goes on; the last is all there is."""

OWN_SIZE, PASSING = 0.7, 0.2
"""The player's own raise, and the bet on a street that is passed, in pots."""

MOST_RAISES, MOST_IN_LIMIT = 3, 8
"""So many raises of a street are tried; the second between two players in limit."""

COMPANY, CALLERS, AT_ONCE = 2, 4, 2
"""So many opponents stay in, if more than one does; so many pay into a large pot; and so many raise
before the player's turn."""

NOT_ANY = frozenset[int]()

_BLANKS = tuple(Card.parse(card) for card in "9h 4c Kd 7s 2h Jc 5d Qs 3h 8c".split())


class Example(NamedTuple):
    """A situation that a player may come to, and his last decision before it.

    The decision is None where it is one that he has taken already.
    """

    situation: Situation
    before: Decision | None


class PlayedLine(NamedTuple):
    """A line of play so far, and the player's last decision in it."""

    state: PublicState
    before: Decision | None = None


def reachable_cells(
    state: PublicState,
    seat: int,
    name: str,
    beside: Sequence[frozenset[int]] | None = None,
    *,
    later: bool = True,
) -> dict[Cell, Example]:
    """The cells that a seat may still come to in a hand, each with an example.

    ``beside`` are the opponents who may stay in, if they are known better than by `companies`;
    without ``later`` it is this street alone.
    """
    examples: dict[Cell, Example] = {}
    # In limit cells differ in the pot, into which others may pay who only call.
    callers = [NOT_ANY, frozenset(_likeliest(state, seat)[:CALLERS])]
    for some in callers if state.rules.bets else callers[:1]:
        for company in companies(state, seat) if beside is None else beside:
            player = _LinePlayer(seat, name, company, some - company, examples)
            player.play_on(PlayedLine(state), later=later)
    if not examples:  # he has nothing left to decide
        situation = situation_of(state, seat)
        examples[cell_of(situation)] = Example(situation, None)
    return examples


def companies(state: PublicState, seat: int) -> list[frozenset[int]]:
    """Opponents who may stay in: one or several, with the seat last to act after the flop or not.

    >>> from villain.game import no_limit_holdem
    >>> [sorted(some) for some in companies(PublicState.at_start(no_limit_holdem(6)), 4)]
    [[1], [5], [0, 1], [1, 5]]
    """
    able = _likeliest(state, seat)
    before = [one for one in able if one < seat]
    after = [one for one in able if one > seat]
    alone = [some[:1] for some in (before, after) if some]
    several = [before[:COMPANY]] if len(before) > 1 else []
    if after and len(able) > 1:
        several.append([*after[:1], *[one for one in able if one != after[0]][: COMPANY - 1]])
    return [frozenset(some) for some in alone + several]


def _likeliest(state: PublicState, seat: int) -> list[int]:
    """The opponents who can still bet, the likeliest to stay first."""
    raiser, bets = state.raiser, state.bets
    able = [one for one in state.inside if one != seat and state.stacks[one] > 0]
    return sorted(able, key=lambda one: (one == raiser, bets[one], one), reverse=True)


class _LinePlayer:
    """Plays lines, and keeps examples of cells.

    In them a company stays in and may raise, some others only call, and the rest fold. Where the
    company is a single opponent, callers stay for the streets that are passed.
    """

    def __init__(
        self,
        seat: int,
        name: str,
        company: frozenset[int],
        callers: frozenset[int],
        examples: dict[Cell, Example],
    ) -> None:
        self._seat, self._name, self._company = seat, name, company
        self._callers, self._examples = callers, examples
        self._ends: dict[int, PlayedLine] = {}
        self._most = 0

    def play_on(self, line: PlayedLine, *, later: bool = True) -> None:
        """Play the street of a line, the next one from all of its ends, and so on if ``later``."""
        ends = self._play_street(line)
        if not later:
            return
        for who in (ANOTHER, HIMSELF, NOBODY):
            if who in ends:
                self._play_street(_dealt(ends[who]))
        if line.state.street + 2 < grid.STREETS:
            passed = self._pass(line)
            if passed.state.awaits_cards:
                self.play_on(_dealt(passed))

    def _play_street(self, line: PlayedLine) -> dict[int, PlayedLine]:
        """Play a street in every way; return its shortest end for each who raised last."""
        self._ends = {}
        state = line.state
        wars = bool(state.rules.bets) and len(self._company) == 1
        self._most = max(MOST_IN_LIMIT if wars else MOST_RAISES, state.raises + 2)
        self._play(line, raises=AT_ONCE)
        return self._ends

    def _play(self, line: PlayedLine, raises: int, *, last: bool = False) -> None:
        """Play on to the end of the street, or to the player's next turn if that is the last.

        Before his next turn opponents may raise so often.
        """
        state, seat = line.state, line.state.seat
        if seat is None:
            if not last and state.awaits_cards:
                self._end(line)
        elif seat == self._seat:
            situation = situation_of(state, seat)
            self._keep(Example(situation, line.before))
            if not last:
                raises = 1 if state.raises else AT_ONCE
                self._play(self._decide(line, situation, CALL), raises)
                if self._may_raise(state):
                    raised = _raise_by(state, OWN_SIZE)
                    self._play(self._decide(line, situation, raised), raises)
        elif seat not in self._company:
            stays = seat in self._callers and len(self._company) > 1
            self._play(_after(line, CALL) if stays else _folded(line), raises, last=last)
        else:
            self._play(_after(line, CALL), raises, last=last)
            if raises and not last and self._may_raise(state):
                for number, raised in enumerate(self._raises(state)):
                    self._play(_after(line, raised), raises - 1, last=number > 0)

    def _keep(self, example: Example) -> None:
        """Keep the first example of a cell; of a long war the longest."""
        cell = cell_of(example.situation)
        known = self._examples.setdefault(cell, example).situation
        if example.situation.raises > known.raises >= grid.LONG_WAR:
            self._examples[cell] = example

    def _may_raise(self, state: PublicState) -> bool:
        legal = state.legal
        return legal is not None and legal.can_raise and state.raises < self._most

    def _raises(self, state: PublicState) -> list[Action]:
        """Raises that cost the player so many pots, as far as chips and rules allow them."""
        legal, seat = state.legal, state.seat
        assert legal is not None
        assert seat is not None
        own = state.bets[self._seat]
        pot = state.pot - state.bets[seat] + own
        sizes = SIZES[min(state.raises, len(SIZES) - 1)]
        wanted = [own + round(size * pot) for size in sizes]
        return [raise_to(to) for to in dict.fromkeys(_bounded(state, to) for to in wanted)]

    def _decide(self, line: PlayedLine, situation: Situation, action: Action) -> PlayedLine:
        state = line.state.copy()
        _, kind, chips, to = state.act(action)
        return PlayedLine(state, Decision(self._seat, self._name, situation, kind, chips, to))

    def _end(self, line: PlayedLine) -> None:
        raiser = line.state.raiser if line.state.raises else None
        who = NOBODY if raiser is None else HIMSELF if raiser == self._seat else ANOTHER
        known = self._ends.get(who)
        if known is None or known.state.raises > line.state.raises:
            self._ends[who] = line

    def _pass(self, line: PlayedLine) -> PlayedLine:
        """Play a street through with one raise, a small one, by the first of the company."""
        while line.state.seat is not None:
            state, seat = line.state, line.state.seat
            if seat == self._seat:
                line = self._decide(line, situation_of(state, seat), CALL)
            elif seat not in self._company | self._callers:
                line = _folded(line)
            elif (
                seat in self._company
                and not state.raises
                and state.legal is not None
                and state.legal.can_raise
            ):
                line = _after(line, _raise_by(state, PASSING))
            else:
                line = _after(line, CALL)
        return line


def _after(line: PlayedLine, action: Action) -> PlayedLine:
    state = line.state.copy()
    state.act(action)
    return PlayedLine(state, line.before)


def _folded(line: PlayedLine) -> PlayedLine:
    """The line after somebody has left, even where a check is free."""
    state = line.state.copy()
    seat = state.seat
    assert seat is not None
    state.follow(Acted(seat, "fold", 0, state.bets[seat]))
    return PlayedLine(state, line.before)


def _dealt(line: PlayedLine) -> PlayedLine:
    """The line after the cards of the next street: blanks."""
    state = line.state.copy()
    board = filled(state.board, CARDS[state.street + 1])
    state.deal(board[len(state.board) :])
    return PlayedLine(state, line.before)


def _raise_by(state: PublicState, pots: float) -> Action:
    legal = state.legal
    assert legal is not None
    return raise_to(_bounded(state, state.current + round(pots * (state.pot + legal.call))))


def _bounded(state: PublicState, to: int) -> int:
    legal = state.legal
    assert legal is not None
    return min(max(to, legal.least), legal.most)


def with_board(situation: Situation) -> Situation:
    """The same with as many cards on the board as its street has: blanks, where they must come.

    Nobody ever decides on a turn that has not been dealt, and a network should not be asked it.
    """
    board = filled(situation.board, CARDS[min(situation.street, 3)])
    return situation if board == situation.board else situation._replace(board=board)


@lru_cache(maxsize=1024)
def filled(board: tuple[Card, ...], cards: int) -> tuple[Card, ...]:
    """A board of so many cards: where they are to come, blanks that pair nothing."""
    ranks = {card.rank for card in board}
    blanks = [card for card in _BLANKS if card.rank not in ranks]
    return board + tuple(blanks[: max(cards - len(board), 0)])
