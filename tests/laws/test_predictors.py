"""Every registered predictor keeps the laws."""

from functools import partial

import pytest

from villain.checks import PREDICTOR_LAWS
from villain.checks.findings import Law
from villain.models.predictors.predictor import Predictor
from villain.models.predictors.registry import BASELINES, PREDICTORS, make_predictor

EVERY = [*PREDICTORS, *BASELINES]
TWIN = "crowd-mixture"
"""But for the mean it is the chooser: it is asked in the long checks."""

NAMES = [name if name != TWIN else pytest.param(name, marks=pytest.mark.slow) for name in EVERY]


@pytest.mark.parametrize("law", PREDICTOR_LAWS)
@pytest.mark.parametrize("name", NAMES)
def test_predictors(name: str, law: Law[Predictor]) -> None:
    law(partial(make_predictor, name))
