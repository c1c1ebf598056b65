"""One holding against a weighted range: its share that is behind now, and after the next card."""

from villain.kernels.arrays import FloatArray, RankArray
from villain.kernels.compiled import kernel, summing_kernel


@kernel
def standing(
    ranks: RankArray, following: RankArray, weights: FloatArray, own: int
) -> tuple[float, float, float]:
    """Strength now, and the positive and negative potential with the next card [poki].

    ``following`` has a row of ranks for each next card (and rows of zeros), rank 0 is what is
    impossible; the weights are 0 where a combo shares a card with the holding. Ties are half.
    """
    ahead, tied, behind = _weigh(ranks, weights, ranks[own])
    total = ahead + tied + behind
    if total <= 0.0:
        return 0.5, 0.0, 0.0
    up = down = up_of = down_of = 0.0
    for row in range(len(following)):
        if following[row, own] != 0:
            better, worse, behind_of, ahead_of = _moves(
                ranks, following[row], weights, ranks[own], following[row, own]
            )
            up, down = up + better, down + worse
            up_of, down_of = up_of + behind_of, down_of + ahead_of
    positive = up / up_of if up_of > 0.0 else 0.0
    negative = down / down_of if down_of > 0.0 else 0.0
    return (ahead + 0.5 * tied) / total, positive, negative


@summing_kernel
def _weigh(ranks: RankArray, weights: FloatArray, mine: int) -> tuple[float, float, float]:
    ahead = tied = behind = 0.0
    for i in range(len(ranks)):
        if ranks[i] != 0:
            ahead += weights[i] * (ranks[i] < mine)
            tied += weights[i] * (ranks[i] == mine)
            behind += weights[i] * (ranks[i] > mine)
    return ahead, tied, behind


@summing_kernel
def _moves(
    ranks: RankArray, then: RankArray, weights: FloatArray, mine: int, mine_then: int
) -> tuple[float, float, float, float]:
    """With one next card: what was behind (tied: half) and comes ahead, and the other way."""
    up = down = behind_of = ahead_of = 0.0
    for i in range(len(ranks)):
        possible = weights[i] * (then[i] != 0)
        behind = (ranks[i] > mine) + 0.5 * (ranks[i] == mine)
        ahead = (ranks[i] < mine) + 0.5 * (ranks[i] == mine)
        win = (then[i] < mine_then) + 0.5 * (then[i] == mine_then)
        # Who was behind gains by a tie half, who was tied by a win half, by a tie nothing.
        gained = win if ranks[i] > mine else (0.5 * (then[i] < mine_then)) * (ranks[i] == mine)
        lost = 1.0 - win if ranks[i] < mine else (0.5 * (then[i] > mine_then)) * (ranks[i] == mine)
        up += possible * gained
        down += possible * lost
        behind_of += possible * behind
        ahead_of += possible * ahead
    return up, down, behind_of, ahead_of
