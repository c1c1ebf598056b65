"""Where compiled code is kept."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numba.core.errors import NumbaError

from villain.kernels import compiled
from villain.kernels.arrays import CountArray


def test_folder_is_named_after_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = compiled.cache_folder()
    assert folder is not None
    assert folder.parent == tmp_path / "villain"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    other = compiled.cache_folder()
    assert other == tmp_path / "numba" / "villain" / folder.name

    # Other sources, another folder, and of the old ones only the newest are kept.
    copy = tmp_path / "sources"
    copy.mkdir()
    monkeypatch.setattr(compiled, "__file__", str(copy / "compiled.py"))
    for number in range(5):
        (copy / "kernel.py").write_text(f"x = {number}")
        assert compiled.cache_folder() != other
    assert len(list((tmp_path / "numba" / "villain").iterdir())) == 3


def test_damaged_files_and_full_disks_cost_time_only() -> None:
    class Cache:
        def load_overload(self, *_: object) -> object:
            raise EOFError("damaged")

        def save_overload(self, *_: object) -> None:
            raise OSError("no space left on device")

    cache = Cache()
    compiled._forgive(cache)
    assert cache.load_overload("signature", "target") is None
    cache.save_overload("signature", "code")


def test_nowhere_to_write_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert compiled.cache_folder() is None

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", no_home)
    assert compiled.cache_folder() is None


@compiled.borrowing_kernel
def _sum_of_rows(table: CountArray) -> int:
    total = 0
    for place in range(len(table)):
        row = table[place]
        total += row[0] + row[-1]
    return total


def test_a_kernel_that_borrows_arrays_leaves_them_to_their_owner() -> None:
    table = np.arange(12).reshape(4, 3)
    rows, before = table[1:], sys.getrefcount(table)
    for _ in range(100):
        assert _sum_of_rows(table) == 44
        assert _sum_of_rows(rows) == 42
    assert sys.getrefcount(table) == before
    del table
    assert rows.tolist() == [[3, 4, 5], [6, 7, 8], [9, 10, 11]]


class _Table(NamedTuple):
    rows: CountArray
    more: CountArray


@compiled.shared_kernel
def _add_to_row(table: _Table, number: int, sums: CountArray) -> None:
    row = table.rows[number]
    for place in range(len(row)):
        sums[place] = row[place] + table.more[place]


@compiled.kernel
def _add_to_last(table: _Table, sums: CountArray) -> None:
    _add_to_row(table, -1, sums[1:])


def test_a_shared_kernel_leaves_arrays_to_their_owner() -> None:
    rows, more, sums = np.arange(12).reshape(4, 3), np.array([10, 20, 30]), np.zeros(4, np.int64)
    table = _Table(rows, more)
    before = [sys.getrefcount(array) for array in (rows, more, sums)]
    for _ in range(100):
        _add_to_row(table, 1, sums)
        assert sums[:3].tolist() == [13, 24, 35]
        _add_to_last(table, sums)
        assert sums.tolist() == [13, 19, 30, 41]
    assert [sys.getrefcount(array) for array in (rows, more, sums)] == before


@pytest.mark.parametrize("kind", [compiled.borrowing_kernel, compiled.shared_kernel])
def test_a_kernel_that_counts_no_references_cannot_make_an_array(
    kind: Callable[[Callable[[int], CountArray]], Callable[[int], CountArray]],
) -> None:
    @kind
    def make(count: int) -> CountArray:
        return np.zeros(count, np.int64)

    with pytest.raises(NumbaError, match="array passed into the function"):
        make(3)
