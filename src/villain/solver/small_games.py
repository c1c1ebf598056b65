"""Small games for two through the same door: Kuhn's, Leduc and one-card poker, from their rules.

A holding is one card of the deck, and the next street brings at most one card. Betting is followed
by the engine. Values are what a player wins, in chips; they are computed in double precision.
"""

import numpy as np
import numpy.typing as npt

from villain.cards.card import Card
from villain.errors import VillainError
from villain.game.actions import CALL, FOLD, Action, raise_to
from villain.game.public_state import PublicState
from villain.game.rules import Betting, Comparison, Rules
from villain.game.showdown import rank_seats
from villain.kernels.solver_records import CHANCE, DECISION, FOLDED, SHOWDOWN, SideRecord
from villain.solver.betting import MOST_DEPTH, MOST_NODES, BettingNode, BettingTree, Move
from villain.solver.boards import CARDS, BoardList, list_boards, side_record
from villain.solver.solvable import Solvable, assemble


def small_game(rules: Rules) -> Solvable:
    """A game of one card each for two as arrays: any deal is as likely as any other.

    >>> from villain.game.presets import kuhn
    >>> game = small_game(kuhn())
    >>> [str(move) for move in game.node(0).moves], [Card(card) for card in game.holdings[0]]
    (['check', 'bet 1 all-in'], [Qs, Ks, As])
    """
    _check(rules)
    deck = np.array(rules.deck, np.int64)
    boards = list_boards((), (), [int(card) for card in deck], sum(rules.board_cards))
    side = _side(rules, boards)
    weights = np.ones(len(deck))
    start = PublicState.at_start(rules)
    return assemble(
        BettingTree(_Builder(start).nodes()),
        boards,
        (side, side),
        (deck, deck),
        (weights, weights),
        pot=float(start.pot),
        first_street=0,
        unknown=len(deck) - 2,
        dtype=np.float64,
    )


def _check(rules: Rules) -> None:
    if rules.players != 2:
        raise VillainError(f"{rules.name} is for {rules.players} players; the solver takes two")
    if (
        rules.betting is not Betting.LIMIT
        or rules.hole_cards != 1
        or rules.comparison is Comparison.BEST_FIVE
        or rules.board_cards not in ((0,), (0, 1))
        or any(rules.dead)
    ):
        raise VillainError(
            f"{rules.name} is no small game; that is a limit game of one card each, with at most "
            "one on the board, such as kuhn, leduc or onecard (a hold'em pot is a Spot)"
        )


def _side(rules: Rules, boards: BoardList) -> SideRecord:
    """Single cards as holdings of two: the second card is one that nobody else can have."""
    deck = rules.deck
    cards = np.array(deck, np.uint8)
    places = np.arange(len(deck), dtype=np.int32)
    final = [
        tuple(Card(card) for card in board)
        for board, street in zip(boards.cards, boards.street, strict=True)
        if street == max(boards.street)
    ]
    ranks = np.zeros((len(final), len(deck)), np.int16)
    for row, board in zip(ranks, final, strict=True):
        holes: dict[int, tuple[Card, ...]] = {
            place: (card,) for place, card in enumerate(deck) if card not in board
        }
        for place, rank in rank_seats(rules.comparison, holes, board).items():
            row[place] = 1 + rank  # 0 is for a card that lies on the board
    renamed: npt.NDArray[np.int32] = np.zeros((0, len(deck)), np.int32)
    private = (CARDS + places).astype(np.uint8)
    return side_record((private, cards), places, renamed, ranks)


class _Builder:
    """The betting of a small game as a tree."""

    def __init__(self, start: PublicState) -> None:
        self.start = start
        self.grown: list[BettingNode | None] = []

    def nodes(self) -> list[BettingNode]:
        """All nodes, a parent before its children."""
        self._grow(self.start, -1, 0)
        return [node for node in self.grown if node is not None]

    def _grow(self, state: PublicState, parent: int, depth: int) -> int:
        number = len(self.grown)
        if number >= MOST_NODES or depth > MOST_DEPTH:
            raise VillainError(
                f"the betting of {state.rules.name} goes on for too long; put a cap on raises or "
                "take smaller stacks"
            )
        self.grown.append(None)
        moves, states = list[Move](), list[PublicState]()
        player, end = -1, tuple[tuple[float, float, float], ...]()
        if state.seat is not None:
            kind, player = DECISION, state.seat
            for move, action in _moves(state):
                after = state.copy()
                after.act(action)
                moves.append(move)
                states.append(after)
        elif state.left == 1:
            kind, player = FOLDED, state.folded.index(True)
            end = _pays(state, player)
        elif state.betting_over:
            kind, end = SHOWDOWN, _pays(state)
        else:
            kind, after = CHANCE, state.copy()
            after.deal()
            states.append(after)
        children = tuple(self._grow(after, number, depth + 1) for after in states)
        self.grown[number] = BettingNode(
            kind,
            state.street,
            player,
            (float(state.bets[0]), float(state.bets[1])),
            self._put(state),
            tuple(moves),
            children,
            parent,
            depth,
            end,
        )
        return number

    def _put(self, state: PublicState) -> tuple[float, float]:
        one, two = (
            float(now - then)
            for now, then in zip(state.committed, self.start.committed, strict=True)
        )
        return one, two


def _moves(state: PublicState) -> list[tuple[Move, Action]]:
    """What may be done, and the engine's action for it."""
    assert state.seat is not None
    assert state.legal is not None
    own, legal, opens = float(state.bets[state.seat]), state.legal, state.current == 0
    moves = [(Move("fold", own), FOLD)] if legal.fold else []
    moves.append((Move("call" if legal.call else "check", own + legal.call), CALL))
    if legal.can_raise:
        all_in = legal.most == own + state.stacks[state.seat]
        to = float(legal.most)
        moves.append((Move("raise", to, "", opens, all_in), raise_to(legal.most)))
    return moves


def _pays(state: PublicState, folds: int | None = None) -> tuple[tuple[float, float, float], ...]:
    """What each player wins at an end, if he wins, loses or ties."""
    stake = float(min(state.committed))
    if folds is None:
        return ((stake, -stake, 0.0),) * 2
    return tuple((-stake if player == folds else stake,) * 3 for player in (0, 1))
