"""Every registered model keeps the laws."""

from functools import partial

import pytest

from villain.checks import MODEL_LAWS
from villain.checks.findings import Law
from villain.models.model import OpponentModel
from villain.models.registry import MODELS, make_model

WHOLE = "crowd-chooser"
"""A model made up of others, which takes longer: it is asked in the long checks."""

NAMES = [name if name != WHOLE else pytest.param(name, marks=pytest.mark.slow) for name in MODELS]


@pytest.mark.parametrize("law", MODEL_LAWS)
@pytest.mark.parametrize("name", NAMES)
def test_models(name: str, law: Law[OpponentModel]) -> None:
    law(partial(make_model, name))
