"""Learning environments in the ecosystem's forms: Gymnasium, PettingZoo and OpenSpiel.

Importing this package makes the environments known to Gymnasium, where that is installed:
``gymnasium.make("villain/NoLimitHoldem-v0")`` and ``gymnasium.make_vec`` of the same names.
"""

from importlib.util import find_spec

GYMNASIUM_IDS = {
    "villain/LimitHoldem-v0": "limit",
    "villain/NoLimitHoldem-v0": "nolimit",
    "villain/PotLimitHoldem-v0": "potlimit",
}
"""The environments as Gymnasium calls them, and their games."""


def _register() -> None:
    import gymnasium

    for name, game in GYMNASIUM_IDS.items():
        gymnasium.register(
            name,
            entry_point="villain.envs.holdem_env:HoldemEnv",
            vector_entry_point="villain.envs.holdem_vector_env:HoldemVectorEnv",
            kwargs={"game": game},
        )


if find_spec("gymnasium") is not None:
    _register()
