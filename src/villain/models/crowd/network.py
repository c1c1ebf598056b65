"""The crowd's network in NumPy: a transformer over one player's decisions, position by position.

Every position looks back over the last so many of its stream, so that the keys and values of a
window are all that is kept of a player (`Window`). Asking about a situation leaves them as they
are; `Window.add` takes a position in. `training/transformer.py` is the same network in PyTorch.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from villain.errors import VillainError
from villain.models.crowd.recent_answers import RecentAnswers
from villain.models.crowd.situations import SIZES, TABLES, Codes, Floats
from villain.models.crowd.statistics import KINDS, STATISTICS
from villain.models.crowd.threads import OneThread
from villain.models.crowd.window import Window

FILE = Path(__file__).with_name("crowd.npz")
KNOTS = np.array([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.93, 0.97, 1.0], np.float32)
"""Knots at which the strength of a hand is looked at: more closely where it is high."""

UNKNOWN = 255
FAR_OFF = 1e9
"""Taken from the attention to a position that is not seen."""

HATS = np.zeros((UNKNOWN + 1, len(KNOTS)), np.float32)
"""The nearness of each percentile (0 to 254) to each of the knots; nothing where it is unknown."""
HATS[:UNKNOWN] = np.stack(
    [np.interp(np.arange(UNKNOWN) / 254, KNOTS, row) for row in np.eye(len(KNOTS))], axis=-1
)

LOOKS, POLICIES = 2_000, 300
"""Answers that are remembered, of about 9 and 30 kB: those of a hand at fifty tables."""

Look = tuple[Floats, Floats, Floats]
Attend = Callable[[int, Floats, Floats, Floats], Floats]
_STARTS = np.cumsum([0, *(len(table) for table in TABLES[:-1])])
_LITTLE = np.float32(1e-5)
_HALF_PI = np.float32(np.sqrt(2 / np.pi))


@dataclass(frozen=True)
class Earlier:
    """The decision before: its situation, what he did, and the strengths of what he showed."""

    situation: Codes
    action: int
    size: int
    held: tuple[int, int] = (UNKNOWN, UNKNOWN)


class CrowdNetwork:
    """Weights, and what they say about situations after what a player did before.

    ``path`` is where the weights came from; copies share them, and pickles name the file alone.
    """

    def __init__(
        self, weights: dict[str, Floats], shape: dict[str, int], path: Path | None = None
    ) -> None:
        self.weights, self._shape, self.path = weights, shape, path
        self.width, self.layers = int(shape["width"]), int(shape["layers"])
        self.heads, self.window = int(shape["heads"]), int(shape["window"])
        self.part = self.width // self.heads
        self.expected = weights["expected"]
        self._across = {
            name: np.ascontiguousarray(weight.T)
            for name, weight in weights.items()
            if weight.ndim == 2
        }
        self._biases = {name: weight for name, weight in weights.items() if weight.ndim == 1}
        self._take_in_norms()
        self._looks = RecentAnswers[Look](LOOKS)
        self._policies = RecentAnswers[Floats](POLICIES)
        self._slopes = (2.0 ** -np.linspace(1, 8, self.heads)).astype(np.float32)[:, None, None]
        size = self.window - 1
        ages = (size - 1 - np.arange(2 * size)) % size + 1
        self._penalties = self._slopes * ages.astype(np.float32)

    def _take_in_norms(self) -> None:
        """Let the weights after a norm do what it would do after bringing numbers to one scale."""
        for layer in range(self.layers):
            for norm, name in (("norm1", "attention.into"), ("norm2", "up")):
                factor, shift = (
                    self.weights[f"blocks.{layer}.{norm}.{what}"] for what in ("weight", "bias")
                )
                name = f"blocks.{layer}.{name}"
                across = self._across[f"{name}.weight"]
                self._biases[f"{name}.bias"] = self._biases[f"{name}.bias"] + shift @ across
                self._across[f"{name}.weight"] = factor[:, None] * across

    def empty_window(self) -> Window:
        """The window of somebody who has decided nothing yet."""
        return Window(self.layers, self.heads, self.part, self.window - 1)

    def __deepcopy__(self, memo: dict[int, object]) -> "CrowdNetwork":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        if self.path is None:
            return CrowdNetwork, (self.weights, self._shape)
        return crowd_network, () if self.path == FILE else (self.path,)

    @cached_property
    def _now(self) -> Floats:
        return self._folded("now.weight")

    @cached_property
    def _earlier(self) -> Floats:
        return self._folded("earlier.weight")

    def _folded(self, name: str) -> Floats:
        """The vector that each code of each column adds to a position."""
        weight, rows, at = self.weights[name], [], 0
        for table in TABLES:
            rows.append(table @ weight[:, at : at + table.shape[1]].T)
            at += table.shape[1]
        return np.concatenate(rows)

    def embed(
        self, situations: Codes, fresh: npt.NDArray[np.bool_], before: Earlier | None
    ) -> Floats:
        """Positions (n, width) for situations that may follow the same decision."""
        positions: Floats = self._now[situations + _STARTS].sum(axis=-2)
        positions += self.weights["now.bias"]
        positions += self.weights["fresh.weight"][fresh.astype(np.intp)]
        if before is not None:
            positions += self._earlier[before.situation + _STARTS].sum(axis=-2)
            positions += self.weights["action.weight"][before.action]
            positions += self.weights["size.weight"][before.size]
            if before.held[0] != UNKNOWN:
                shown = HATS[list(before.held)].ravel() @ self._across["held.weight"]
                positions += fresh[:, None] * shown
        return positions

    def look(self, positions: Floats, window: Window | None, statistics: Floats) -> Look:
        """Each of these positions as the next one: what is known there, and its keys and values.

        ``positions`` is (n, width), ``statistics`` (n, 29); None is for the window of a stranger.
        What is known is (n, width), keys and values are (layers, heads, n, part).
        """
        digest = b"" if window is None else window.digest
        if len(positions) != 1 or digest is None:
            return self._look(positions, window, statistics)
        question = digest, positions.tobytes(), statistics.tobytes()
        return self._looks.of(
            question, lambda: _unchanging(*self._look(positions, window, statistics))
        )

    @OneThread()
    def _look(self, positions: Floats, window: Window | None, statistics: Floats) -> Look:
        def attend(layer: int, query: Floats, key: Floats, value: Floats) -> Floats:
            kept = 0 if window is None else len(window)
            if window is None or not kept:
                return value
            own = (query * key).sum(axis=-1, keepdims=True)
            start = window.size - 1 - (window.positions - 1) % window.size
            scores = query @ window.keys[layer, :, :, :kept]
            scores -= self._penalties[:, :, start : start + kept]
            most = np.maximum(scores.max(axis=-1, keepdims=True), own)
            scores, own = np.exp(scores - most), np.exp(own - most)
            seen: Floats = scores @ window.values[layer, :, :kept] + own * value
            seen /= scores.sum(axis=-1, keepdims=True) + own
            return seen

        return self._through(positions, statistics, attend)

    @OneThread()
    def read(self, positions: Floats, statistics: Floats) -> tuple[Floats, Floats, Floats]:
        """The same of positions that follow one another, from the first of a player on."""
        places = np.arange(len(positions))
        ages = places[:, None] - places
        seen = (ages >= 0) & (ages < self.window)
        penalties = np.where(seen, self._slopes * ages.astype(np.float32), np.float32(FAR_OFF))

        def attend(_: int, query: Floats, key: Floats, value: Floats) -> Floats:
            scores = query @ key.swapaxes(1, 2) - penalties
            scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
            scores /= scores.sum(axis=-1, keepdims=True)
            seen: Floats = scores @ value
            return seen

        return self._through(positions, statistics, attend)

    def _through(
        self, values: Floats, statistics: Floats, attend: Attend
    ) -> tuple[Floats, Floats, Floats]:
        """All layers, the positions mixed with others by ``attend``: (heads, n, part) each."""
        count, shape = len(values), (self.layers, self.heads, len(values), self.part)
        keys, kept = np.empty(shape, np.float32), np.empty(shape, np.float32)
        for layer in range(self.layers):
            name = f"blocks.{layer}."
            into = self._linear(level(values), f"{name}attention.into")
            query, key, value = into.reshape(count, 3, self.heads, self.part).transpose(1, 2, 0, 3)
            mixed = attend(layer, query * np.float32(self.part**-0.5), key, value)
            mixed = mixed.swapaxes(0, 1).reshape(count, self.width)
            values = values + self._linear(mixed, f"{name}attention.out")
            hidden = gelu(self._linear(level(values), f"{name}up"))
            values = values + self._linear(hidden, f"{name}down")
            keys[layer], kept[layer] = key, value
        trunk = level(values) * self.weights["norm.weight"] + self.weights["norm.bias"]
        hidden = gelu(self._linear(np.concatenate([trunk, statistics], axis=1), "late_in"))
        return trunk + self._linear(hidden, "late_out"), keys, kept

    def actions(self, trunk: Floats) -> Floats:
        """Scores of fold, call and raise."""
        return self._linear(trunk, "actions")

    def sizes(self, trunk: Floats) -> Floats:
        """Scores of the sizes of a raise."""
        return self._linear(trunk, "sizes")

    def policy(self, trunk: Floats, held: Codes) -> Floats:
        """Scores of fold, call and raises of five sizes: (n, hands, 7) for hands (hands, 3).

        A hand is told by its two strengths now, and by its starting class.
        """
        if trunk.ndim > 1:
            return self._policy(trunk, held)
        question = trunk.tobytes(), held.tobytes()
        return self._policies.of(question, lambda: _unchanging(self._policy(trunk, held))[0])

    @OneThread()
    def _policy(self, trunk: Floats, held: Codes) -> Floats:
        first, second, cards = self._hands
        hand = first[held[:, 0]] + second[held[:, 1]] + cards[held[:, 2]]
        hidden = gelu(self._linear(trunk, "policy_trunk")[..., None, :] + hand)
        return self._linear(hidden, "policy_out")

    @cached_property
    def _hands(self) -> tuple[Floats, Floats, Floats]:
        """The vector that each code of a hand adds to the neurons of the policy."""
        across, cards = self._across["policy_hand.weight"], self.weights["policy_cards.weight"]
        first, second = HATS @ across[: len(KNOTS)], HATS @ across[len(KNOTS) :]
        none = np.zeros((UNKNOWN + 1 - len(cards), cards.shape[1]), np.float32)
        return first, second, np.concatenate([cards, none])

    def _linear(self, values: Floats, name: str) -> Floats:
        sums: Floats = values @ self._across[f"{name}.weight"]
        sums += self._biases[f"{name}.bias"]
        return sums


def _unchanging(*answers: Floats) -> Any:  # noqa: ANN401
    """The same, to be shared."""
    for answer in answers:
        answer.flags.writeable = False
    return answers


def level(values: Floats) -> Floats:
    """Numbers (n, width) with a mean of nothing and a spread of one, each row by itself."""
    share = np.float32(1 / values.shape[1])
    mean: Floats = np.add.reduce(values, axis=1, keepdims=True)
    levelled: Floats = values - mean * share
    levelled /= np.sqrt(np.add.reduce(levelled * levelled, axis=1, keepdims=True) * share + _LITTLE)
    return levelled


def gelu(values: Floats) -> Floats:
    """The curve of the neurons, by its usual approximation."""
    curve: Floats = values * values
    curve *= values
    curve *= np.float32(0.044715)
    curve += values
    curve *= _HALF_PI
    np.tanh(curve, out=curve)
    curve += np.float32(1)
    curve *= values
    curve *= np.float32(0.5)
    return curve


@cache
def crowd_network(path: Path = FILE) -> CrowdNetwork:
    """The shipped network, or that of another file."""
    if not path.is_file():
        raise VillainError(f"there is no file {path.name}")
    try:
        with np.load(path) as file:
            header = json.loads(file["told"].tobytes().decode())
            names = [name for name in file.files if name != "told"]
            weights = {name: file[name].astype(np.float32) for name in names}
        network = CrowdNetwork(weights, header["shape"], path)
        _try_out(network)
    except (OSError, EOFError, ValueError, TypeError, KeyError, IndexError, BadZipFile):
        raise VillainError(
            f"{path.name} has no weights of the crowd's network; training/train.py writes them"
        ) from None
    return network


def _try_out(network: CrowdNetwork) -> None:
    """Ask it once; what is no network of this kind fails, or says what is no number."""
    nothing = np.zeros((1, len(TABLES)), np.uint8)
    position = network.embed(nothing, np.array([True]), Earlier(nothing[0], 0, 0, (0, 0)))
    known, _, _ = network.look(position, None, np.zeros((1, STATISTICS), np.float32))
    held = np.zeros((1, 3), np.uint8)
    said = network.actions(known), network.sizes(known), network.policy(known[0], held)
    blocks = {name.split(".")[1] for name in network.weights if name.startswith("blocks.")}
    shapes = [one.shape for one in said] == [(1, 3), (1, SIZES), (1, 7)]
    if not shapes or len(blocks) != network.layers or network.expected.shape != (KINDS, 3):
        raise ValueError("another shape")
    if not all(np.isfinite(one).all() for one in network.weights.values()):
        raise ValueError("no numbers")
