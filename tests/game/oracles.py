"""The same hands in OpenSpiel's universal_poker and in pokerkit, action by action."""

from collections.abc import Iterator

import numpy as np
import pyspiel
from pokerkit import Automation, Mode, NoLimitTexasHoldem, State

from villain.checks.dealing import random_action
from villain.game import Acted, Betting, Board, Deal, Hand, Rules

__all__ = [
    "UNIT",
    "check_against_open_spiel",
    "check_against_pokerkit",
    "open_spiel_game",
    "pokerkit_state",
    "random_action",
]

UNIT = 2520
"""A chip that can be split evenly among any number of winners up to ten."""


def open_spiel_game(rules: Rules) -> pyspiel.Game:
    """universal_poker with our rules."""

    def words(values: tuple[int | None, ...]) -> str:
        return " ".join(map(str, values))

    limit = rules.betting is Betting.LIMIT
    parameters: dict[str, object] = {
        "betting": rules.betting.value,
        "numPlayers": rules.players,
        "numRounds": rules.streets,
        "blind": words(rules.blinds),
        "firstPlayer": words(tuple(seat + 1 for seat in rules.first)),
        "numSuits": rules.suits,
        "numRanks": rules.ranks,
        "numHoleCards": rules.hole_cards,
        "numBoardCards": words(rules.board_cards),
    }
    if limit:
        parameters |= {"raiseSize": words(rules.bets), "maxRaises": words(rules.most_raises)}
    else:
        parameters |= {"stack": words(rules.stacks), "bettingAbstraction": "fullgame"}
    return pyspiel.load_game("universal_poker", parameters)


def check_against_open_spiel(
    rules: Rules, game: pyspiel.Game, deal: Deal, rng: np.random.Generator
) -> Hand:
    """Play at random; legal actions and payoffs must be equal."""
    hand, state = Hand(rules, deal), game.new_initial_state()
    # OpenSpiel numbers the cards of a small deck from 0.
    order = [card for hole in deal.holes for card in hole] + list(deal.board)
    cards = iter([rules.deck.index(card) for card in order])
    while not hand.over:
        _deal_chance(state, cards)
        assert state.current_player() == hand.seat
        assert hand.seat is not None
        assert hand.legal is not None
        before = hand.committed[hand.seat] - hand.bets[hand.seat]  # on earlier streets
        expected = ([0] if hand.legal.fold else []) + [1]
        if hand.legal.can_raise:
            limit = rules.betting is Betting.LIMIT
            least, most = hand.legal.least + before, hand.legal.most + before
            expected += [2] if limit else list(range(least, most + 1))
        assert state.legal_actions() == expected
        action = random_action(hand.legal, rng)
        number = {"fold": 0, "call": 1}.get(action.kind)
        if number is None:
            number = 2 if rules.betting is Betting.LIMIT else action.to + before
        state.apply_action(number)
        hand.act(action)
    _deal_chance(state, cards)
    assert state.is_terminal()
    assert [float(x) for x in hand.fair_payoffs] == list(state.returns())
    return hand


def _deal_chance(state: pyspiel.State, cards: Iterator[int]) -> None:
    while not state.is_terminal() and state.is_chance_node():
        state.apply_action(next(cards))


_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def pokerkit_state(rules: Rules) -> State:
    """No-limit hold'em in pokerkit with our stacks."""
    small, big = sorted(rules.blinds)[-2:]
    return NoLimitTexasHoldem.create_state(
        _AUTOMATIC,
        False,
        rules.ante,
        (small, big),
        big,
        rules.stacks,
        rules.players,
        mode=Mode.TOURNAMENT,
    )


def check_against_pokerkit(rules: Rules, deal: Deal, rng: np.random.Generator) -> Hand:
    """Play at random; whose turn it is, what he may do and what comes out must be equal."""
    hand, state = Hand(rules, deal), pokerkit_state(rules)
    board = iter(deal.board)
    for _ in range(rules.hole_cards):
        for _seat in range(rules.players):
            seat = state.hole_dealee_index
            assert seat is not None
            dealt = len(state.hole_cards[seat])
            state.deal_hole(str(deal.holes[seat][dealt]))
    while not hand.over:
        _deal_board(state, board)
        assert hand.seat is not None
        assert hand.legal is not None
        assert state.actor_index == hand.seat
        assert state.checking_or_calling_amount == hand.legal.call
        found = (0, 0)
        if state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            assert least is not None
            assert most is not None
            found = least, most
        if found != (hand.legal.least, hand.legal.most):
            steps = _raises_since_own_action(hand)
            if hand.legal.can_raise:
                # Several short all-ins together make a full raise and open the betting again;
                # pokerkit does not always add them up.
                assert found == (0, 0)
                assert len(steps) > 1
                assert max(steps) < hand.state.full_raise <= sum(steps)
            else:
                # pokerkit takes the first wager of a street for a full one, however small.
                assert max(steps) < hand.rules.big_blind
                assert sum(steps) < hand.state.full_raise
        both = hand.legal if found != (0, 0) else hand.legal._replace(least=0, most=0)
        action = random_action(both, rng, UNIT)
        if action.kind == "fold":
            state.fold()
        elif action.kind == "call":
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(action.to)
        hand.act(action)
    _deal_board(state, board)
    assert not state.status
    assert tuple(state.payoffs) == hand.payoffs
    return hand


def _raises_since_own_action(hand: Hand) -> list[int]:
    """By how much each raise went up since the seat whose turn it is has acted on this street."""
    steps: list[int] = []
    level = 0 if hand.street else hand.rules.big_blind
    for event in hand.events:
        if isinstance(event, Board):
            level = 0
        elif isinstance(event, Acted) and event.kind == "raise":
            steps.append(event.to - level)
            level = event.to
        if isinstance(event, Board) or (isinstance(event, Acted) and event.seat == hand.seat):
            steps = []
    return steps


def _deal_board(state: State, board: Iterator[object]) -> None:
    while state.status and state.can_deal_board():
        state.deal_board(str(next(board)))
