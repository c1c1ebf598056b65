"""Where compiled code is kept."""

from pathlib import Path

import pytest

from villain.kernels import compiled


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
