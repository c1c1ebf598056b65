"""The crowd's network in NumPy says what the one in PyTorch says."""

import hashlib
import pickle
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from villain.errors import VillainError
from villain.models.crowd.network import FILE, CrowdNetwork, Earlier, crowd_network
from villain.models.crowd.statistics import STATISTICS, Running
from villain.models.crowd.window import Window

RECORDED = Path(__file__).with_name("crowd_recorded.npz")
UNKNOWN = 255

Recorded = dict[str, npt.NDArray[Any]]


@pytest.fixture(scope="module")
def recorded() -> Recorded:
    with np.load(RECORDED) as file:
        return {name: file[name] for name in file.files}


def test_the_recorded_answers_are_those_of_the_shipped_weights(recorded: Recorded) -> None:
    digest = hashlib.sha256(FILE.read_bytes()).digest()
    assert recorded["digest"].tobytes() == digest, "run: python -m training.crowd.record"


def test_numpy_says_what_pytorch_says(recorded: Recorded) -> None:
    """Decision by decision, over more of them than a window spans."""
    network, told = crowd_network(), Running(crowd_network().expected)
    window, earlier, every = network.empty_window(), None, int(recorded["every"])
    held_before = (UNKNOWN, UNKNOWN)
    for place, codes in enumerate(recorded["situations"]):
        fresh = bool(recorded["fresh"][place])
        counted = told.inputs(codes[None], [fresh])
        assert counted[0] == pytest.approx(recorded["statistics"][place], abs=1e-5)
        if place:
            action, size = (int(recorded[what][place - 1]) for what in ("actions", "sizes"))
            earlier = Earlier(recorded["situations"][place - 1], action, size, held_before)
        position = network.embed(codes[None], np.array([fresh]), earlier)
        known, keys, values = network.look(position, window, counted)
        assert near(network.actions(known)[0], recorded["actions_said"][place])
        if place % every == 0:
            assert near(network.sizes(known)[0], recorded["sizes_said"][place // every])
            said = network.policy(known[0], recorded["held"])
            assert near(said, recorded["policy_said"][place // every])
        window.add(keys, values)
        action, size = int(recorded["actions"][place]), int(recorded["sizes"][place])
        told.add(codes, action, size, fresh=fresh)
        held_before = UNKNOWN, UNKNOWN
        if recorded["shown"][place]:
            first, second = recorded["strengths"][place].tolist()
            held_before = first, second
            if first != UNKNOWN:
                told.show(first)
    assert window.positions > network.window


def near(ours: npt.NDArray[Any], theirs: npt.NDArray[Any]) -> bool:
    return bool(np.abs(ours - theirs).max() < 1e-4)


def test_situations_are_looked_at_together_as_each_alone() -> None:
    network, rng = crowd_network(), np.random.default_rng(1)
    window = filled(network, 40)
    positions = rng.normal(size=(3, network.width)).astype(np.float32)
    counted = rng.normal(size=(3, STATISTICS)).astype(np.float32)
    together = network.look(positions, window, counted)[0]
    for place in range(3):
        one = slice(place, place + 1)
        alone = network.look(positions[one], window, counted[one])[0]
        assert alone[0] == pytest.approx(together[place], abs=1e-4)


def test_a_stream_is_read_at_once_as_one_by_one() -> None:
    network, rng = small_network(), np.random.default_rng(2)
    positions = rng.normal(size=(20, network.width)).astype(np.float32)
    counted = rng.normal(size=(20, STATISTICS)).astype(np.float32)
    known, keys, values = network.read(positions, counted)
    window = network.empty_window()
    for place in range(20):
        one = slice(place, place + 1)
        alone = network.look(positions[one], window, counted[one])
        assert alone[0][0] == pytest.approx(known[place], abs=1e-5)
        window.add(alone[1], alone[2])
    at_once = network.empty_window()
    at_once.add(keys, values)
    assert len(at_once) == len(window) == network.window - 1
    assert at_once.keys == pytest.approx(window.keys, abs=1e-5)
    assert at_once.values == pytest.approx(window.values, abs=1e-5)


def test_statistics_change_what_is_known_and_not_the_keys() -> None:
    network, rng = small_network(), np.random.default_rng(3)
    position = rng.normal(size=(1, network.width)).astype(np.float32)
    nothing, much = (np.full((1, STATISTICS), value, np.float32) for value in (0.0, 1.0))
    without, with_them = (network.look(position, None, counted) for counted in (nothing, much))
    assert (without[0] != with_them[0]).any()
    assert (without[1] == with_them[1]).all()


def test_the_same_question_is_answered_once_whoever_asks() -> None:
    """Windows that have taken in the same are one question, and others another."""
    network, other = small_network(), small_network()
    position = np.ones((1, network.width), np.float32)
    told = np.zeros((1, STATISTICS), np.float32)
    window = filled(network, 3)
    answer = network.look(position, window, told)
    assert network.look(position, deepcopy(window), told) is answer
    assert network.look(position, pickle.loads(pickle.dumps(window)), told) is answer
    longer = deepcopy(window)
    longer.add(*answer[1:])
    for one in (longer, filled(network, 2), None):
        known = network.look(position, one, told)
        assert known is not answer
        np.testing.assert_array_equal(known[0], other._look(position, one, told)[0])
    network, held = crowd_network(), np.zeros((2, 3), np.uint8)
    trunk = np.ones(network.width, np.float32)
    policy = network.policy(trunk, held)
    assert network.policy(trunk.copy(), held.copy()) is policy
    assert network.policy(trunk, held + 1) is not policy
    with pytest.raises(ValueError, match="read-only"):
        policy += 1


def test_weights_are_shared_by_copies_and_named_by_pickles() -> None:
    network = crowd_network()
    assert deepcopy(network) is network
    told = pickle.dumps(network)
    assert len(told) < 200
    assert pickle.loads(told) is network


def test_a_window_is_kept_as_large_as_it_is_full() -> None:
    window = filled(crowd_network(), 3)
    again = pickle.loads(pickle.dumps(window))
    assert len(pickle.dumps(window)) < 50_000
    assert (again.keys == window.keys).all()
    assert (again.values == window.values).all()
    assert len(again) == 3


def test_what_is_no_file_of_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VillainError, match=r"there is no file none\.npz"):
        crowd_network(tmp_path / "none.npz")
    path = tmp_path / "weights.npz"
    with np.load(FILE) as file:
        right = {name: file[name] for name in file.files}
    deeper = right["told"].tobytes().replace(b'"layers": 4', b'"layers": 3', 1)
    for number, wrong in enumerate(
        (
            {},
            {name: one for name, one in right.items() if name != "expected"},
            right | {"told": np.frombuffer(deeper, np.uint8)},
            right | {"now.weight": right["now.weight"][:, :100]},
            right | {"actions.weight": right["actions.weight"] * np.float16(np.nan)},
        )
    ):
        path = tmp_path / f"{number}.npz"
        np.savez(path, **wrong)
        with pytest.raises(VillainError, match=f"{path.name} has no weights"):
            crowd_network(path)
    for content in (b"", b"PK no"):
        path = tmp_path / f"bytes{len(content)}.npz"
        path.write_bytes(content)
        with pytest.raises(VillainError, match=f"{path.name} has no weights"):
            crowd_network(path)


def filled(network: CrowdNetwork, count: int) -> Window:
    rng, window = np.random.default_rng(5), network.empty_window()
    shape = (network.layers, network.heads, count, network.part)
    window.add(*(rng.normal(size=shape).astype(np.float32) for _ in range(2)))
    return window


def small_network() -> CrowdNetwork:
    """Random weights of another shape, whose window is soon full."""
    rng, shape = np.random.default_rng(4), {"width": 16, "layers": 2, "heads": 2, "window": 8}
    width = shape["width"]
    weights = {"expected": np.full((960, 3), 1 / 3)}
    for layer in range(shape["layers"]):
        name = f"blocks.{layer}."
        for norm in ("norm1", "norm2"):
            weights |= {
                f"{name}{norm}.{what}": rng.normal(size=width) for what in ("weight", "bias")
            }
        for what, rows, columns in (
            ("attention.into", 3 * width, width),
            ("attention.out", width, width),
            ("up", 4 * width, width),
            ("down", width, 4 * width),
        ):
            weights[f"{name}{what}.weight"] = rng.normal(size=(rows, columns)) / 4
            weights[f"{name}{what}.bias"] = rng.normal(size=rows)
    weights |= {f"norm.{what}": rng.normal(size=width) for what in ("weight", "bias")}
    weights["late_in.weight"] = rng.normal(size=(width, width + STATISTICS)) / 4
    weights["late_out.weight"] = rng.normal(size=(width, width)) / 4
    weights |= {f"late_{what}.bias": rng.normal(size=width) for what in ("in", "out")}
    return CrowdNetwork({name: one.astype(np.float32) for name, one in weights.items()}, shape)
