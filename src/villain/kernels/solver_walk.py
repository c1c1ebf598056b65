"""One pass over a betting tree and all its boards, for all holdings of one player at once.

From the other player's *reach* (the weight of each of his holdings times his chances of having
played so) follow the values of all holdings of the first; on the way back he learns from them. The
tree is walked depth first with a stack of our own: rows of the work record, one for each depth.
"""

from villain.kernels.compiled import shared_kernel
from villain.kernels.copying import copy_row
from villain.kernels.solver_chances import (
    add_to_average,
    blend_lock,
    learn,
    match_regrets,
    read_lock,
    take_average,
)
from villain.kernels.solver_ends import fold_values, showdown_values
from villain.kernels.solver_records import (
    BEST,
    BLENDED,
    BOUND,
    CHANCE,
    DECISION,
    FOLDED,
    IGNORED,
    ONE,
    REST,
    SHARE,
    UPDATE,
    BoardsRecord,
    IntArray,
    LearnedRecord,
    PassRecord,
    SideRecord,
    TreeRecord,
    ValueArray,
    WorkRecord,
)


@shared_kernel
def walk(
    tree: TreeRecord,
    boards: BoardsRecord,
    own: SideRecord,
    other: SideRecord,
    learned: LearnedRecord,
    how: PassRecord,
    work: WorkRecord,
    node: int,
    board: int,
    leaves: ValueArray,
) -> None:
    """Walk from a node on a board: from row 0 of the reach to row 0 of the values.

    Where ``how.given`` is set, the values of the ends of the first street are those of ``leaves``.
    """
    width = tree.child.shape[1]
    numbers, spare = work.numbers, work.spare
    zero, growing = numbers[ONE] - numbers[ONE], how.own == UPDATE
    work.node[0], work.board[0], work.step[0] = node, board, 0
    work.reach_at[0] = work.value_at[0] = 0
    depth = 0
    while depth >= 0:
        node, board, step = work.node[depth], work.board[depth], work.step[depth]
        kind, row = tree.kind[node], work.reach_at[depth]
        values = work.values[work.value_at[depth]]
        if kind == DECISION:
            actions = tree.actions[node]
            place = boards.place[board]
            slot = tree.slot[node] + place
            mine = tree.player[node] == how.player
            size = len(own.one) if mine else len(other.one)
            base = tree.base[node] + place * actions * size
            below = (depth + 1) * width
            if mine:
                if step == actions:
                    _choose(learned, how, work, base, slot, actions, below, values)
                    depth -= 1
                    continue
                work.reach_at[depth + 1] = row
                work.value_at[depth + 1] = below + step
            else:
                chances = work.chances[depth, :actions]
                if step == 0:
                    values[:] = zero
                    _foresee(learned, how, work, base, slot, row, depth, growing, chances)
                else:
                    part = work.values[below]
                    for h in range(len(values)):
                        values[h] += part[h]
                    if step == actions:
                        depth -= 1
                        continue
                work.reach_at[depth + 1] = depth + 1
                work.value_at[depth + 1] = below
                _thin(work.reach[row], chances[step], work.reach[depth + 1])
                if how.locks == BOUND:
                    fixed = work.fixed[depth, step]
                    _thin(work.bound[row], fixed, work.bound[depth + 1])
            work.step[depth] = step + 1
            work.node[depth + 1] = tree.child[node, step]
            work.board[depth + 1] = board
        elif kind == CHANCE:
            if how.given and tree.leaf[node] >= 0:
                copy_row(leaves[tree.leaf[node]], values)
                depth -= 1
                continue
            following = boards.first[board] + step
            below = (depth + 1) * width
            if step == 0:
                values[:] = zero
            else:
                _take_card(boards, own, following - 1, work.values[below], values)
                if following == boards.last[board]:
                    scale = boards.scale[board]
                    for h in range(len(values)):
                        values[h] *= scale
                    depth -= 1
                    continue
            _deal_card(other, boards.card[following], work.reach[row], work.reach[depth + 1])
            if how.locks == BOUND:
                _deal_card(other, boards.card[following], work.bound[row], work.bound[depth + 1])
            work.step[depth] = step + 1
            work.reach_at[depth + 1] = depth + 1
            work.value_at[depth + 1] = below
            work.node[depth + 1] = tree.child[node, 0]
            work.board[depth + 1] = following
        else:
            reach = work.reach[row]
            if how.locks == BOUND:
                share, rest, bound = numbers[SHARE], numbers[REST], work.bound[row]
                for h in range(len(reach)):
                    spare[h] = rest * reach[h] + share * bound[h]
                reach = spare[: len(reach)]
            pays = tree.pays[node, how.player]
            if kind == FOLDED:
                fold_values(own, other, reach, pays[0], work.by_card, values)
            else:
                rank_row = boards.row[board]
                showdown_values(own, other, rank_row, reach, pays, work.by_card, values)
            depth -= 1
            continue
        depth += 1
        work.step[depth] = 0


@shared_kernel
def _thin(before: ValueArray, chances: ValueArray, after: ValueArray) -> None:
    """Multiply weights by the chances of an action."""
    for h in range(len(before)):
        after[h] = before[h] * chances[h]


@shared_kernel
def _foresee(
    learned: LearnedRecord,
    how: PassRecord,
    work: WorkRecord,
    base: int,
    slot: int,
    row: int,
    depth: int,
    growing: bool,
    chances: ValueArray,
) -> None:
    """The chances of what the other player does here; his average may grow by them."""
    numbers = work.numbers
    if how.average:
        take_average(learned, base, chances, numbers, work.spare)
    else:
        match_regrets(learned, base, chances, numbers, work.spare, how.predictive)
        if growing:
            add_to_average(learned, base, slot, chances, work.reach[row], numbers)
    if how.locks == IGNORED:
        return
    lock = learned.lock[slot]
    if how.locks == BLENDED:
        if lock >= 0:
            blend_lock(learned, lock, chances, numbers)
        return
    fixed = work.fixed[depth, : len(chances)]
    for action in range(len(chances)):
        copy_row(chances[action], fixed[action])
    if lock >= 0:
        blend_lock(learned, lock, fixed, numbers)


@shared_kernel
def _choose(
    learned: LearnedRecord,
    how: PassRecord,
    work: WorkRecord,
    base: int,
    slot: int,
    actions: int,
    below: int,
    values: ValueArray,
) -> None:
    """What the player has here, from what he has after each action; and what he learns from it."""
    numbers, size = work.numbers, len(values)
    zero = numbers[ONE] - numbers[ONE]
    after = work.values[below : below + actions]
    chances = work.own_chances[:actions]
    if how.own == BEST:
        copy_row(after[0], values)
        for action in range(1, actions):
            row = after[action]
            for h in range(size):
                values[h] = row[h] if row[h] > values[h] else values[h]
    else:
        if how.own == UPDATE:
            match_regrets(learned, base, chances, numbers, work.spare, how.predictive)
        else:
            take_average(learned, base, chances, numbers, work.spare)
        values[:] = zero
        for action in range(actions):
            row, chance = after[action], chances[action]
            for h in range(size):
                values[h] += chance[h] * row[h]
    lock = learned.lock[slot] if how.locks == BLENDED else -1
    if lock >= 0:
        # What he has in all, while he learns from what he has where he is free.
        played = work.spare[:size]
        copy_row(values, played)
        read_lock(learned, lock, chances)
        share = learned.share[learned.share_at[lock] : learned.share_at[lock] + size]
        for h in range(size):
            held = zero
            for action in range(actions):
                held += chances[action, h] * after[action, h]
            values[h] = share[h] * held + (numbers[ONE] - share[h]) * played[h]
        if how.own == UPDATE:
            learn(learned, base, slot, after, played, numbers, how.clipped, how.predictive)
    elif how.own == UPDATE:
        learn(learned, base, slot, after, values, numbers, how.clipped, how.predictive)


@shared_kernel
def _deal_card(side: SideRecord, card: int, before: ValueArray, after: ValueArray) -> None:
    """Copy weights, less those of holdings that have the card."""
    copy_row(before, after)
    nothing = before[0] - before[0]
    for place in range(side.held[card], side.held[card + 1]):
        after[side.holders[place]] = nothing


@shared_kernel
def _take_card(
    boards: BoardsRecord, own: SideRecord, board: int, part: ValueArray, values: ValueArray
) -> None:
    """Add the values on a board, and on those that are the same but for suits."""
    card, nothing = boards.card[board], part[0] - part[0]
    for place in range(own.held[card], own.held[card + 1]):
        part[own.holders[place]] = nothing
    for h in range(len(values)):
        values[h] += part[h]
    for renaming in range(boards.renamed[board], boards.renamed_to[board]):
        names = own.renamed[renaming]
        for h in range(len(values)):
            values[h] += part[names[h]]


@shared_kernel
def walk_boards(
    tree: TreeRecord,
    boards: BoardsRecord,
    own: SideRecord,
    other: SideRecord,
    learned: LearnedRecord,
    how: PassRecord,
    work: WorkRecord,
    tasks: IntArray,
    reach: ValueArray,
    bound: ValueArray,
    parts: ValueArray,
) -> None:
    """Walk on from ends of the first street: each task is a leaf's node, its number and a board.

    ``reach`` (and ``bound``) are by leaf; the values go into ``parts``, a row for each task.
    """
    for number in range(len(tasks)):
        node, leaf, board = tasks[number, 0], tasks[number, 1], tasks[number, 2]
        _deal_card(other, boards.card[board], reach[leaf], work.reach[0])
        if how.locks == BOUND:
            _deal_card(other, boards.card[board], bound[leaf], work.bound[0])
        walk(tree, boards, own, other, learned, how, work, tree.child[node, 0], board, parts[:0])
        copy_row(work.values[0], parts[number])


@shared_kernel
def gather_boards(
    boards: BoardsRecord,
    own: SideRecord,
    tasks: IntArray,
    parts: ValueArray,
    board: int,
    leaves: ValueArray,
) -> None:
    """Sum the values of tasks, in their order, into those of the leaves."""
    leaves[:] = leaves[0, 0] * 0
    for number in range(len(tasks)):
        _take_card(boards, own, tasks[number, 2], parts[number], leaves[tasks[number, 1]])
    scale = boards.scale[board]
    for leaf in range(len(leaves)):
        for h in range(leaves.shape[1]):
            leaves[leaf, h] *= scale


@shared_kernel
def reach_leaves(
    tree: TreeRecord,
    learned: LearnedRecord,
    how: PassRecord,
    work: WorkRecord,
    root: int,
    start: ValueArray,
    bound_start: ValueArray,
    reach: ValueArray,
    bound: ValueArray,
) -> None:
    """How the other player gets to every end of the first street, below a node of it."""
    work.node[0], work.step[0] = root, 0
    copy_row(start, work.reach[0])
    if how.locks == BOUND:
        copy_row(bound_start, work.bound[0])
    depth = 0
    while depth >= 0:
        node, step = work.node[depth], work.step[depth]
        if tree.kind[node] == CHANCE:
            copy_row(work.reach[depth], reach[tree.leaf[node]])
            if how.locks == BOUND:
                copy_row(work.bound[depth], bound[tree.leaf[node]])
            depth -= 1
            continue
        if tree.kind[node] != DECISION or step == tree.actions[node]:
            depth -= 1
            continue
        actions = tree.actions[node]
        mine = tree.player[node] == how.player
        if mine:
            copy_row(work.reach[depth], work.reach[depth + 1])
            if how.locks == BOUND:
                copy_row(work.bound[depth], work.bound[depth + 1])
        else:
            chances = work.chances[depth, :actions]
            if step == 0:
                base, slot = tree.base[node], tree.slot[node]
                _foresee(learned, how, work, base, slot, depth, depth, False, chances)
            _thin(work.reach[depth], chances[step], work.reach[depth + 1])
            if how.locks == BOUND:
                _thin(work.bound[depth], work.fixed[depth, step], work.bound[depth + 1])
        work.step[depth] = step + 1
        depth += 1
        work.node[depth], work.step[depth] = tree.child[node, step], 0
