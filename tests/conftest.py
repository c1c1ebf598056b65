"""What all tests share: Hypothesis without a clock, and boards to draw."""

from hypothesis import HealthCheck, settings

import villain.cli  # noqa: F401  first: it says how many threads NumPy may use

settings.register_profile(
    "villain", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("villain")
