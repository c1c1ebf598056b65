"""A reader's chances for decisions that came one after the other. Needs NumPy alone.

At a table the network's scores are not all: `villain.models.crowd.reader` adds what everybody leans
to and what the player leans to, and believes the whole more or less. It learns that by a small step
at each decision, in order of time, from all players alike. And it counts, in case a player plays a
fixed policy (`villain.models.fixed_policy`). Here the same is done for a whole file, of which the
network has been asked already.
"""

import math

import numpy as np
import numpy.typing as npt

from training.crowd.stream_files import Decisions

OWN_PACE, SHARED_PACE = 0.01, 0.002
SHARPNESS, SHARPENING, DULLEST, SHARPEST = 0.95, 0.001, 0.5, 1.5
PURE, FIXED, SUREST, LEAST = 0.2, 0.01, 7.0, 1e-9
"""As in the package; a test holds the two together."""

COULD_RAISE, COULD_FOLD = 13, 14
FOLD, MORE = 0, 2
NEVER = -1e9

Floats = npt.NDArray[np.float32]


def at_the_table(decisions: Decisions, known: npt.NDArray[np.floating], scores: Floats) -> Floats:
    """The chances of fold, call and raise at every decision: (decisions, 3).

    ``known`` (decisions, width) is what the network knew there, ``scores`` (decisions, 3) what it
    said.
    """
    whose = decisions.owners
    width = known.shape[1]
    shared = np.zeros((3, width), np.float32)
    own = np.zeros((len(decisions.splits), 3, width), np.float32)
    illegal = np.zeros((len(whose), 3))
    illegal[:, 0] = np.where(decisions.situations[:, COULD_FOLD] > 0, 0.0, NEVER)
    illegal[:, 2] = np.where(decisions.situations[:, COULD_RAISE] > 0, 0.0, NEVER)
    answers = np.empty((len(whose), 3), np.float32)
    sharpness = SHARPNESS
    for place in np.argsort(decisions.times).tolist():
        here, mine = known[place].astype(np.float32), own[whose[place]]
        total = scores[place] + (shared + mine) @ here
        chances = sharpness * total + illegal[place]
        chances = np.exp(chances - chances.max())
        chances /= chances.sum()
        answers[place] = chances
        missed = -chances
        missed[decisions.actions[place]] += 1.0
        sharpness += SHARPENING * float(missed @ total)
        sharpness = min(max(sharpness, DULLEST), SHARPEST)
        step = (missed[:, None] * here / width).astype(np.float32)
        mine += OWN_PACE * step
        shared += SHARED_PACE * step
    _mix_in_fixed_policies(decisions, answers)
    return answers


def _mix_in_fixed_policies(decisions: Decisions, chances: Floats) -> None:
    """Mix what is counted of each player into the chances, by how likely nothing else moves him."""
    bet_to = (decisions.situations[:, COULD_FOLD] > 0).tolist()
    may_raise = (decisions.situations[:, COULD_RAISE] > 0).tolist()
    actions = decisions.actions.tolist()
    for start, end in zip(
        decisions.offsets[:-1].tolist(), decisions.offsets[1:].tolist(), strict=True
    ):
        folds, raises = [PURE, PURE], [[PURE, PURE], [PURE, PURE]]
        odds = math.log(FIXED / (1 - FIXED))
        for place in range(start, end):
            faced, action, more = bet_to[place], actions[place], raises[bet_to[place]]
            fold = folds[1] / sum(folds) if faced else 0.0
            up = (1 - fold) * more[1] / sum(more) if may_raise[place] else 0.0
            counted = fold, 1 - fold - up, up
            said = float(chances[place, action])
            if place > start:
                share = 1 / (1 + math.exp(-odds))
                chances[place] = (1 - share) * chances[place] + share * np.array(counted)
            odds += math.log(max(counted[action], LEAST) / max(said, LEAST))
            odds = min(max(odds, -SUREST), SUREST)
            folds[action == FOLD] += faced
            more[action == MORE] += action != FOLD and may_raise[place]
