"""Hold'em pots as explicit trees, card by card: betting and showdowns of their own, phevaluator."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from phevaluator import evaluate_cards

from tests.solver.explicit_game import Chance, Choice, End, Node, Policy
from villain.cards.card import DECK, Card
from villain.cards.combo import COMBOS, Combo
from villain.kernels.arrays import FloatArray
from villain.solver.solution import Solution
from villain.solver.spot import Spot


@dataclass(frozen=True)
class _Place:
    """Where a hand has come to; ``put`` counts from the start, ``bets`` on this street."""

    board: tuple[Card, ...]
    turn: int
    put: tuple[float, float] = (0.0, 0.0)
    bets: tuple[float, float] = (0.0, 0.0)
    last_raise: float = 0.0
    acted: bool = False
    history: tuple[int, ...] = ()
    """The places of actions among all, and -1 for a card."""


def explicit_spot(spot: Spot) -> Node:
    """A spot as a tree of all its histories; what cannot be called is given back first."""
    most = min(bet + stack for bet, stack in zip(spot.bets, spot.stacks, strict=True))
    first, second = (min(bet, most) for bet in spot.bets)
    spot = replace(spot, bets=(first, second), stacks=(most - first, most - second))
    one, two = (spot.range_of(player) for player in (0, 1))
    deals = [
        (one[mine] * two[his], (mine, his))
        for mine in COMBOS
        if one[mine]
        for his in COMBOS
        if two[his] and not {*mine.cards} & {*his.cards}
    ]
    total = sum(weight for weight, _ in deals)
    start = _Place(
        spot.board,
        spot.to_act,
        bets=spot.bets,
        last_raise=abs(first - second),
        acted=spot.to_act == 1 or max(spot.bets) > 0,
    )
    return Chance(tuple((weight / total, _play(spot, held, start)) for weight, held in deals))


def _play(spot: Spot, held: tuple[Combo, Combo], place: _Place) -> Node:
    actions = list(_actions(spot, place))
    after = tuple(_act(spot, held, place, *action) for action in actions)
    if len(after) == 1:
        return after[0]
    player = place.turn
    return Choice(player, (held[player], place.board, place.history), after)


def _actions(spot: Spot, place: _Place) -> Iterator[tuple[int, str, float]]:
    """Numbers, kinds and chips of what may be done: fold, check or call, bets from small to big."""
    player = place.turn
    own, his = place.bets[player], place.bets[1 - player]
    left = spot.stacks[player] - place.put[player]
    number = 0
    if his > own:
        yield number, "fold", 0.0
        number += 1
    yield number, "call", his - own
    if left <= his - own or spot.stacks[1 - player] <= place.put[1 - player]:
        return
    pot = spot.whole_pot + sum(place.put)
    street = spot.sizes[player].on(len(place.board) - 2)
    amounts = set()
    for size in street.raises if his > own else street.bets:
        if size.kind == "a":
            chips = left
        elif size.kind == "%":
            chips = (his - own) + max(size.amount * (pot + his - own), place.last_raise)
        elif his > 0:
            chips = max(size.amount * his, his + place.last_raise) - own
        else:
            continue
        amounts.add(left if chips >= spot.all_in * left - 1e-9 else round(chips, 9))
    for chips in sorted(amounts):
        number += 1
        yield number, "raise", chips


def _act(
    spot: Spot, held: tuple[Combo, Combo], place: _Place, number: int, kind: str, chips: float
) -> Node:
    player = place.turn
    put, bets = list(place.put), list(place.bets)
    put[player] += chips
    bets[player] += chips
    after = replace(
        place,
        turn=1 - player,
        put=(put[0], put[1]),
        bets=(bets[0], bets[1]),
        acted=True,
        history=(*place.history, number),
    )
    if kind == "fold":
        pot = spot.whole_pot + sum(put)
        called = pot - abs(bets[0] - bets[1])
        taken = pot - min(spot.rake * called, spot.rake_cap)
        values = [-spot.whole_pot / 2 - chips for chips in put]
        values[1 - player] += taken
        return End((values[0], values[1]))
    if kind == "raise":
        return _play(spot, held, replace(after, last_raise=bets[player] - bets[1 - player]))
    if not place.acted:
        return _play(spot, held, after)
    return _next_street(spot, held, after)


def _next_street(spot: Spot, held: tuple[Combo, Combo], place: _Place) -> Node:
    streets = range(len(place.board) - 1, 4)
    quiet = not any(spot.sizes[player].on(street).bets for player in (0, 1) for street in streets)
    if quiet or place.put[0] >= spot.stacks[0]:
        pot = spot.whole_pot + sum(place.put)
        won = _share(place.board, held) * (pot - min(spot.rake * pot, spot.rake_cap))
        lost = pot - min(spot.rake * pot, spot.rake_cap) - won
        base = [-spot.whole_pot / 2 - chips for chips in place.put]
        return End((base[0] + won, base[1] + lost))
    gone = {*place.board, *held[0].cards, *held[1].cards}
    following = [
        replace(
            place,
            board=(*place.board, card),
            turn=0,
            bets=(0.0, 0.0),
            last_raise=0.0,
            acted=False,
            history=(*place.history, -1),
        )
        for card in DECK
        if card not in gone
    ]
    return Chance(tuple((1 / len(following), _play(spot, held, one)) for one in following))


@cache
def _share(board: tuple[Card, ...], held: tuple[Combo, Combo]) -> float:
    """The part of the pot that the first has on average over all further cards."""
    if len(board) == 5:
        one, two = (_rank(board, combo) for combo in held)
        return 1.0 if one < two else 0.5 if one == two else 0.0
    gone = {*board, *held[0].cards, *held[1].cards}
    shares = [_share(tuple(sorted((*board, c))), held) for c in DECK if c not in gone]
    return float(np.mean(shares))


@cache
def _rank(board: tuple[Card, ...], combo: Combo) -> int:
    return int(evaluate_cards(*map(str, (*board, *combo.cards))))


def policy_in(solution: Solution) -> Policy:
    """What a solution says, by what a player knows here; boards must not share solutions."""
    game = solution.game
    places = [
        {int(combo): place for place, combo in enumerate(holdings)} for holdings in game.holdings
    ]

    @cache
    def find(history: tuple[int, ...]) -> int:
        """The number of a node; a card is the one child of its node."""
        if not history:
            return 0
        return game.node(find(history[:-1])).children[max(history[-1], 0)]

    def policy(
        player: int, knows: tuple[Combo, tuple[Card, ...], tuple[int, ...]], actions: int
    ) -> FloatArray:
        combo, board, history = knows
        number = find(history)
        here = game.node(number)
        assert (here.player, len(here.moves)) == (player, actions)
        row = game.boards.cards.index(tuple(int(card) for card in board))
        chances: FloatArray = solution.strategy(number, row).T[places[player][int(combo)]]
        return chances

    return policy
