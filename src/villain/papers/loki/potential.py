"""Tables 1 and 2: the potential of a hand, and how an action re-weights some hands."""

from functools import partial
from pathlib import Path

import numpy as np

from villain.cards.card import Card
from villain.cards.combo import Combo
from villain.cards.range import Range
from villain.cards.suits import canonical_boards
from villain.kernels.arrays import CountArray, FloatArray
from villain.kernels.weights import reweight
from villain.papers.canvas import canvas
from villain.papers.report import Findings, Section, Setting, item, table
from villain.strategy.loki import combo_income, initial_weights
from villain.strength.board_strengths import board_strengths
from villain.strength.holding import hand_strength
from villain.strength.matchups import all_strengths

FLOP = "3h 4c Jh"
STATES = ("ahead", "tied", "behind")
PRINTED_TABLE1 = np.array([[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]], np.int64)

PRINTED_TABLE2 = {
    "Js4h": (0.01, 0.993, 0.990, 0.04, 0.99, 1.00, 0.01),
    "AcJc": (1.00, 0.956, 0.931, 0.09, 0.94, 1.00, 1.00),
    "5h2h": (0.20, 0.004, 0.001, 0.35, 0.91, 1.00, 0.20),
    "6s5s": (0.60, 0.026, 0.006, 0.21, 0.76, 0.90, 0.54),
    "5s5h": (0.70, 0.816, 0.736, 0.04, 0.74, 0.85, 0.60),
    "5s3s": (0.40, 0.648, 0.671, 0.10, 0.70, 0.75, 0.30),
    "AcQd": (1.00, 0.585, 0.584, 0.11, 0.64, 0.60, 0.60),
    "7s5s": (0.60, 0.052, 0.012, 0.12, 0.48, 0.20, 0.12),
    "QsTs": (0.90, 0.359, 0.189, 0.07, 0.22, 0.01, 0.01),
}
"""Weight, hand rank, HS₁, ~PP₂, EHS, re-weight factor, new weight (Table 2)."""

MEAN, SPREAD = 0.6, 0.2


@item("table1", "Table 1: potential")
def reproduce_table1(setting: Setting) -> Findings:
    """The potential of A♦ Q♣ on 3♥ 4♣ J♥, counted; poki prints it again as its Table 3."""
    ours = hand_strength("AdQc", FLOP).table(2).astype(np.int64)
    setting.progress(1.0)
    rows = [
        (f"{now} → {river}", theirs, counted, "=" if theirs == counted else "differs")
        for now, their_row, our_row in zip(STATES, PRINTED_TABLE1, ours, strict=True)
        for river, theirs, counted in zip(STATES, their_row, our_row, strict=True)
    ]
    section = table("A♦ Q♣ on 3♥ 4♣ J♥", "now → river | theirs {,} | ours {,} | ", rows)
    same = bool((ours == PRINTED_TABLE1).all())
    note = "All nine agree." if same else "They differ."
    data = {"ours": ours, "theirs": PRINTED_TABLE1, "equal": same}
    draw = partial(draw_potential, ours=ours)
    return Findings([section], [note], data, draw)


def draw_potential(path: Path, ours: CountArray) -> None:
    """Table 1 as two heat maps."""
    with canvas(path, 1, 2, size=(8, 3.6)) as [row]:
        for axes, counts, title in zip(
            row, (PRINTED_TABLE1, ours), ("theirs", "ours"), strict=True
        ):
            axes.imshow(np.log1p(counts), cmap="Blues")
            for (i, j), count in np.ndenumerate(counts):
                ink = "white" if count > 50_000 else "black"
                axes.text(j, i, f"{count:,}", ha="center", va="center", color=ink)
            axes.set_xticks(range(3), STATES)
            axes.set_yticks(range(3), STATES)
            axes.set(xlabel="on the river", title=title)
        row[0].set_ylabel("on the flop")


@item("table2", "Table 2: re-weighting")
def reproduce_table2(setting: Setting) -> Findings:
    """Re-weight nine hands after a bet on the flop; measure how good a fast potential is."""
    everyone = all_strengths(FLOP)
    # The paper's context: he called a bet before the flop, then bet.
    callers = initial_weights(combo_income(10), 200.0, 100.0)
    weighted = all_strengths(FLOP, Range(callers))
    setting.progress(0.2)
    printed, exact, data = [], [], {}
    for hand, (weight, rank, hs, pp2, ehs, factor, new) in PRINTED_TABLE2.items():
        combo = Combo.parse(hand)
        ours_new = _reweighted(ehs, weight)
        ours, our_rank = ours_new / weight, float(everyone.hs1[combo])
        printed.append((combo, weight, rank, our_rank, factor, ours, new, ours_new))
        ppot1, ppot2 = (float(np.asarray(everyone.ppot(n))[combo]) for n in (1, 2))
        own = float(weighted.hs1[combo])
        effective = own + (1 - own) * ppot2
        our_factor = _reweighted(effective, 1.0)
        exact.append((combo, hs, own, pp2, ppot1, ppot2, ehs, effective, our_factor))
        data[hand] = {"hand_rank": our_rank, "reweight": ours, "new_weight": ours_new}
        data[hand] |= {"ppot1": ppot1, "ppot2": ppot2}
    accuracy, within = _accuracy(setting)
    apart = [
        max(abs(data[hand][key] - row[column]) for hand, row in PRINTED_TABLE2.items())
        for key, column in (("hand_rank", 1), ("reweight", 5), ("new_weight", 6))
    ]
    sections = (
        table(
            "Hand rank, factor and new weight: theirs, and ours from their EHS",
            "hand | weight {.2f} | HR {.3f} | ours {.4f} | factor {.2f} | ours {.2f} | new {.2f} "
            "| ours {.3f}",
            printed,
        ),
        table(
            "Strength, potential and effective strength: theirs, and ours counted",
            "hand | HS₁ {.3f} | ours {.3f} | ~PP₂ {.2f} | Ppot₁ {.2f} | Ppot₂ {.2f} | EHS {.2f} "
            "| ours {.2f} | factor {.2f}",
            exact,
        ),
        accuracy,
    )
    notes = (
        f"The largest difference is {apart[0]:.4f} in HR (AcJc is printed as 0.956; 1,032 beaten "
        f"and 6 tied of 1,081 are 0.957), {apart[1]:.4f} in the factors and {apart[2]:.4f} in the "
        "new weights, which follow from the printed EHS and are printed to 0.01.",
        "The printed ~PP₂ is a crude estimate that is neither Ppot₁ nor Ppot₂ for draws, and the "
        "printed EHS of the draws does not follow from it. Our HS₁ is against hands that are "
        "worth a call before the flop (median +200, spread 100); the paper does not print its "
        "weights.",
    )
    return Findings(sections, notes, {"hands": data, "accuracy": within})


def _reweighted(strength: float, weight: float) -> float:
    """The weight of a hand of this effective strength after the bet."""
    weights = np.array([weight])
    reweight(np.array([strength]), MEAN, SPREAD, weights)
    return float(weights[0])


def _accuracy(setting: Setting) -> tuple[Section, dict[str, float]]:
    """Compare fast potentials with exact Ppot₂, over random flops and all combos."""
    boards, counts = canonical_boards(3)
    rng = np.random.default_rng(setting.seed)
    chosen = rng.choice(len(boards), setting.size(30, 400), p=counts / counts.sum())
    names = {"table": "our table by flop", "twice": "2 × Ppot₁", "rule": "1 - (1 - Ppot₁)²"}
    errors: dict[str, list[FloatArray]] = {kind: [] for kind in names}
    for number, row in enumerate(chosen, 2):
        cards = tuple(sorted(Card(int(card)) for card in boards[row]))
        exact = all_strengths(cards)
        ppot1, ppot2 = (np.asarray(exact.ppot(n)) for n in (1, 2))
        fast = (board_strengths(cards).ppot, 2 * ppot1, 1 - (1 - ppot1) ** 2)
        for kind, ppot in zip(names, fast, strict=True):
            errors[kind].append(abs(ppot - ppot2)[~np.isnan(ppot2)])
        setting.progress((number - 1) / (1 + len(chosen)))
    apart = {kind: np.concatenate(values) for kind, values in errors.items()}
    within = {kind: float((values <= 0.05).mean()) for kind, values in apart.items()}
    section = table(
        f"Fast potentials on {len(chosen)} random flops: how often within 0.05 of Ppot₂",
        " | within 0.05 {.1 %} | largest error {.3f}",
        [
            "theirs: a crude estimate | 95 % | ",
            *((names[kind], within[kind], apart[kind].max()) for kind in names),
        ],
    )
    return section, within
