"""The laws of agents, opponent models and predictors, for whoever writes one.

Call `check_agent`, `check_model` or `check_predictor` from your own tests; each tries all its laws
and raises one `CheckFailedError` that says in words which are broken. ``villain check
file.py:ClassName`` shows the same for each law.
"""

from villain.checks.agents import AGENT_LAWS, check_agent
from villain.checks.findings import CheckFailedError, Finding, examine
from villain.checks.models import MODEL_LAWS, check_model
from villain.checks.predictors import PREDICTOR_LAWS, check_predictor

__all__ = [
    "AGENT_LAWS",
    "MODEL_LAWS",
    "PREDICTOR_LAWS",
    "CheckFailedError",
    "Finding",
    "check_agent",
    "check_model",
    "check_predictor",
    "examine",
]
