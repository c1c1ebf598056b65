"""One-card poker between players with fixed policies: whole freeze-outs, very many of them.

A policy says what a player does: 0 folds, 1 calls, 2 raises by one chip, for every number of
players dealt in, number still in, whether there is something to pay, and card. Players who may
not raise call. The rules are those of the engine; a test plays the same hands on both.
"""

import numpy as np
import numpy.typing as npt

from villain.kernels.arrays import CountArray
from villain.kernels.compiled import kernel
from villain.kernels.randomness import shuffle_first

FOLD, CALL, RAISE = 0, 1, 2


@kernel
def play_one_card(
    policy: npt.NDArray[np.int8],
    order: CountArray,
    cards: CountArray,
    stacks: CountArray,
    counts: CountArray,
) -> None:
    """Play one hand: players in the order of their turns, with their cards; change the stacks.

    ``counts`` are the actions taken, by player, something to pay, and action.
    """
    dealt = left = len(order)
    bets = np.zeros(len(stacks), np.int64)
    committed = np.zeros(len(stacks), np.int64)
    acted = np.zeros(len(stacks), np.bool_)
    folded = np.zeros(len(stacks), np.bool_)
    for player in order:  # the antes
        stacks[player] -= 1
        committed[player] = 1
    current, turn, idle = np.int64(0), 0, 0
    while idle < dealt and left > 1:
        player = order[turn]
        turn = (turn + 1) % dealt
        idle += 1
        if folded[player] or stacks[player] == 0:
            continue
        alone, answerable, facing = True, False, np.int64(0)
        for other in order:
            if other == player or folded[other]:
                continue
            alone &= stacks[other] == 0
            facing = max(facing, bets[other])
            answerable |= bets[other] + stacks[other] > current
        if not alone:
            facing = current
        owed = facing - bets[player]
        if owed <= 0 and (acted[player] or alone):
            continue
        pays = np.int64(owed > 0)
        action = np.int64(policy[player, dealt, left, pays, cards[player]])
        if action == RAISE and (stacks[player] <= owed or not answerable):
            action = np.int64(CALL)
        counts[player, pays, action] += 1
        acted[player] = True
        if action == FOLD:
            folded[player] = True
            left -= 1
            continue
        chips = min(owed, stacks[player])
        if action == RAISE:
            current += 1
            chips = current - bets[player]
            idle = 1
        stacks[player] -= chips
        bets[player] += chips
        committed[player] += chips
    _settle(order, cards, stacks, committed, folded)


@kernel
def _settle(
    order: CountArray,
    cards: CountArray,
    stacks: CountArray,
    committed: CountArray,
    folded: npt.NDArray[np.bool_],
) -> None:
    """Give the best hand what it covers, then the next best what is left, and so on."""
    rest = np.int64(1)
    while rest:
        best = -1
        for player in order:
            if not folded[player] and (best < 0 or cards[player] > cards[best]):
                best = player
        cover, rest = committed[best], np.int64(0)
        for player in order:
            chips = min(cover, committed[player])
            committed[player] -= chips
            stacks[best] += chips
            rest += committed[player]
        folded[best] = True


@kernel
def play_freezeouts(
    policy: npt.NDArray[np.int8],
    stacks: CountArray,
    first: int,
    moves: int,
    freezeouts: int,
    state: np.uint64,
) -> tuple[CountArray, CountArray, int]:
    """Play until one has all, so often; return wins by player, actions, and how many hands.

    ``first`` starts the first freeze-out, and the start ``moves`` so many places from one to the
    next; inside a freeze-out it moves on every hand to the next who has chips.
    """
    players = len(stacks)
    wins = np.zeros(players, np.int64)
    counts = np.zeros((players, 2, 3), np.int64)
    deck = np.arange(policy.shape[4])
    cards = np.zeros(players, np.int64)
    order = np.zeros(players, np.int64)
    hands = 0
    for number in range(freezeouts):
        chips = stacks.copy()
        start = (first + moves * number) % players
        while True:
            seated = 0
            for step in range(players):
                player = (start + step) % players
                if chips[player] > 0:
                    order[seated] = player
                    seated += 1
            if seated == 1:
                break
            state = shuffle_first(deck, seated, state)
            for i in range(seated):
                cards[order[i]] = deck[i]
            play_one_card(policy, order[:seated], cards, chips, counts)
            hands += 1
            start = order[0] + 1
        wins[order[0]] += 1
    return wins, counts, hands
