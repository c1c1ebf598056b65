"""The crowd's network in NumPy: a transformer over one player's decisions, position by position.

Every position looks back over the last so many of its stream, so that the keys and values of a
window are all that is kept of a player (`Window`). Asking about a situation leaves them as they
are; `Window.add` takes a position in. `training/transformer.py` is the same network in PyTorch.
"""

import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.models.crowd.situations import TABLES, Codes, Floats

FILE = Path(__file__).with_name("crowd.npz")
KNOTS = np.array([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.93, 0.97, 1.0], np.float32)
"""Where the strength of a hand is looked at: more closely where it is high."""

UNKNOWN = 255
_STARTS = np.cumsum([0, *(len(table) for table in TABLES[:-1])])
_HALF_PI = np.float32(np.sqrt(2 / np.pi))


@dataclass(frozen=True)
class Earlier:
    """The decision before: its situation, what he did, and the strengths of what he showed."""

    situation: Codes
    action: int
    size: int
    held: tuple[int, int] = (UNKNOWN, UNKNOWN)


class Window:
    """The keys and values of a player's last positions, by layer."""

    def __init__(self, network: "CrowdNetwork") -> None:
        layers, heads, width = network.layers, network.heads, network.width // network.heads
        self._keys = np.zeros((layers, heads, network.window, width), np.float32)
        self._values = np.zeros_like(self._keys)
        self.positions = 0

    def __len__(self) -> int:
        return min(self.positions, self._keys.shape[2])

    def add(self, keys: Floats, values: Floats) -> None:
        """Take in a position; the oldest goes where there are too many."""
        place = self.positions % self._keys.shape[2]
        self._keys[:, :, place], self._values[:, :, place] = keys, values
        self.positions += 1

    def before(self, layer: int, most: int) -> tuple[Floats, Floats, Floats]:
        """Keys, values and how long ago each was, of the last ``most`` positions, in any order."""
        window = self._keys.shape[2]
        kept = len(self)
        ages = (self.positions - 1 - np.arange(kept)) % window if kept == window else (
            kept - 1 - np.arange(kept)
        )  # fmt: skip
        near = ages < most
        if near.all():
            return self._keys[layer, :, :kept], self._values[layer, :, :kept], ages + 1.0
        return self._keys[layer][:, :kept][:, near], self._values[layer][:, :kept][:, near], (
            ages[near] + 1.0
        )  # fmt: skip


class CrowdNetwork:
    """Weights, and what they say about situations after what a player did before."""

    def __init__(self, weights: dict[str, Floats], shape: dict[str, int]) -> None:
        self.weights = weights
        self.width, self.layers = int(shape["width"]), int(shape["layers"])
        self.heads, self.window = int(shape["heads"]), int(shape["window"])
        self._slopes = (2.0 ** -np.linspace(1, 8, self.heads)).astype(np.float32)

    @cached_property
    def _now(self) -> Floats:
        return self._folded("now.weight")

    @cached_property
    def _earlier(self) -> Floats:
        return self._folded("earlier.weight")

    def _folded(self, name: str) -> Floats:
        """What each code of each column adds to a position."""
        weight, rows, at = self.weights[name], [], 0
        for table in TABLES:
            rows.append(table @ weight[:, at : at + table.shape[1]].T)
            at += table.shape[1]
        return np.concatenate(rows)

    def embed(
        self, situations: Codes, fresh: npt.NDArray[np.bool_], before: Earlier | None
    ) -> Floats:
        """Positions (…, width) for situations that may follow the same decision."""
        found = self._now[situations + _STARTS].sum(axis=-2) + self.weights["now.bias"]
        found = found + self.weights["fresh.weight"][fresh.astype(np.intp)]
        if before is not None:
            found = found + self._earlier[before.situation + _STARTS].sum(axis=-2)
            found = found + self.weights["action.weight"][before.action]
            found = found + self.weights["size.weight"][before.size]
            if before.held[0] != UNKNOWN:
                found = found + hats(np.array(before.held)).ravel() @ self.weights["held.weight"].T
        return np.asarray(found, np.float32)

    def look(self, positions: Floats, window: Window) -> tuple[Floats, Floats, Floats]:
        """Each of these positions as the next one: what is known there, and its keys and values.

        ``positions`` is (n, width); the others are (n, width) and twice (layers, n, heads, part).
        """
        count, part = len(positions), self.width // self.heads
        values, keys_found, values_found = positions, [], []
        for layer in range(self.layers):
            name = f"blocks.{layer}."
            normal = self._norm(values, f"{name}norm1")
            query, key, value = np.split(self._linear(normal, f"{name}attention.into"), 3, axis=-1)
            query, key, value = (
                one.reshape(count, self.heads, part) for one in (query, key, value)
            )
            kept, seen, ages = window.before(layer, self.window - 1)
            scores = np.einsum("nhd,hkd->nhk", query, kept) / np.float32(np.sqrt(part))
            scores -= self._slopes[:, None] * ages.astype(np.float32)
            own = (query * key).sum(axis=-1, keepdims=True) / np.float32(np.sqrt(part))
            scores = np.concatenate([scores, own], axis=-1)
            scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
            scores /= scores.sum(axis=-1, keepdims=True)
            mixed = np.einsum("nhk,hkd->nhd", scores[..., :-1], seen) + scores[..., -1:] * value
            values = values + self._linear(mixed.reshape(count, -1), f"{name}attention.out")
            hidden = gelu(self._linear(self._norm(values, f"{name}norm2"), f"{name}up"))
            values = values + self._linear(hidden, f"{name}down")
            keys_found.append(key)
            values_found.append(value)
        return self._norm(values, "norm"), np.stack(keys_found), np.stack(values_found)

    def actions(self, trunk: Floats) -> Floats:
        """Scores of fold, call and raise."""
        return self._linear(trunk, "actions")

    def sizes(self, trunk: Floats) -> Floats:
        """Scores of the sizes of a raise."""
        return self._linear(trunk, "sizes")

    def policy(self, trunk: Floats, held: Codes) -> Floats:
        """Scores of fold, call and raises of five sizes: (n, hands, 7) for hands (hands, 3).

        A hand is told by its two strengths now, and by the first of them before the flop.
        """
        hand = hats(held[:, :2]).reshape(len(held), -1) @ self.weights["policy_hand.weight"].T
        hand = hand + self.weights["policy_cards.weight"][held[:, 2]] * (held[:, 2:] < UNKNOWN)
        hidden = gelu(self._linear(trunk, "policy_trunk")[..., None, :] + hand)
        return self._linear(hidden, "policy_out")

    def _linear(self, values: Floats, name: str) -> Floats:
        found: Floats = values @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return found

    def _norm(self, values: Floats, name: str) -> Floats:
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + np.float32(1e-5))
        found: Floats = (
            centred / spread * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
        )
        return found


def hats(codes: npt.ArrayLike) -> Floats:
    """How near percentiles (0 to 254) are to each of the knots; all zero where unknown."""
    codes = np.asarray(codes)
    values = (codes / np.float32(254)).astype(np.float32)
    found = np.stack([np.interp(values, KNOTS, row) for row in np.eye(len(KNOTS))], axis=-1)
    return (found * (codes < UNKNOWN)[..., None]).astype(np.float32)


def gelu(values: Floats) -> Floats:
    """The curve of the neurons, by its usual approximation."""
    found: Floats = 0.5 * values * (1 + np.tanh(_HALF_PI * (values + 0.044715 * values**3)))
    return found


@cache
def crowd_network(path: Path = FILE) -> CrowdNetwork:
    """The shipped network."""
    try:
        with np.load(path) as file:
            told = json.loads(file["told"].tobytes().decode())
            names = [name for name in file.files if name != "told"]
            weights = {name: file[name].astype(np.float32) for name in names}
    except (OSError, ValueError, KeyError, BadZipFile):
        raise VillainError(f"{path.name} cannot be read; see docs/crowd.md") from None
    return CrowdNetwork(weights, told["shape"])
