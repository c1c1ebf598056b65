"""Files, folders and archives of every kind, whole and damaged, and what becomes of them."""

import bz2
import gzip
import io
import lzma
import os
import random
import subprocess
import sys
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from villain.errors import VillainError
from villain.hands.files import zips
from villain.hands.files.archives import ArchiveError, Member, UnreadableFile, members, size

Pack = Callable[[bytes], bytes]


def zstd(data: bytes) -> bytes:
    return bytes(pa.Codec("zstd").compress(data, asbytes=True))


COMPRESSIONS: dict[str, Pack] = {
    "gz": gzip.compress,
    "xz": lzma.compress,
    "bz2": bz2.compress,
    "zst": zstd,
}


def text(lines: int, seed: int = 0) -> bytes:
    """Lines that do not shrink to nothing."""
    rng = random.Random(seed)
    return b"".join(b"hand %d of %d\n" % (line, rng.getrandbits(64)) for line in range(lines))


def tar_of(files: dict[str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=form) as tar:
        for name, data in files.items():
            header = tarfile.TarInfo(name)
            header.size = len(data)
            tar.addfile(header, io.BytesIO(data))
    return packed.getvalue()


def zip_of(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def header(kind: bytes, length: int, name: str = "a") -> bytes:
    """The header of a tar, for a file of any length."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, length
    return info.tobuf(tarfile.GNU_FORMAT)


def whole(member: Member, most: int = 1000) -> tuple[bytes, str]:
    """All that a member gives, and the error it ends with."""
    pieces = []
    try:
        while piece := member.read(most):
            pieces.append(piece)
    except ArchiveError as error:
        assert error.name == member.name
        return b"".join(pieces), error.reason
    return b"".join(pieces), ""


def contents(*paths: Path) -> dict[str, bytes | str]:
    """What is in the files, or what is wrong with them, by their names in the test's folder."""
    found: dict[str, bytes | str] = {}
    for member in members(paths):
        name = member.name.removeprefix(f"{paths[0].parent}/")
        assert name not in found
        if isinstance(member, UnreadableFile):
            found[name] = member.reason
            continue
        data, reason = whole(member)
        found[name] = data if not reason else f"{len(data)} bytes, then: {reason}"
    return found


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


FILES = {"2009/a.phhs": text(3000), "2009/b.phhs": b"", "c": text(5, seed=1)}


class TestKinds:
    @pytest.mark.parametrize("kind", COMPRESSIONS)
    def test_compressed_file(self, tmp_path: Path, kind: str) -> None:
        path = put(tmp_path, "no-suffix", COMPRESSIONS[kind](text(20_000)))
        assert contents(path) == {"no-suffix": text(20_000)}

    @pytest.mark.parametrize("kind", COMPRESSIONS)
    def test_compressed_files_one_after_the_other(self, tmp_path: Path, kind: str) -> None:
        pack = COMPRESSIONS[kind]
        path = put(tmp_path, "two", pack(b"one\n") + pack(text(9000)) + pack(b"") + pack(b"two\n"))
        assert contents(path) == {"two": b"one\n" + text(9000) + b"two\n"}

    @pytest.mark.parametrize("kind", ["gz", "xz", "bz2"])
    def test_zeros_behind_a_compressed_file(self, tmp_path: Path, kind: str) -> None:
        pack = COMPRESSIONS[kind]
        path = put(
            tmp_path, "padded", pack(b"one\n") + bytes(200_000) + pack(b"two\n") + bytes(512)
        )
        assert contents(path) == {"padded": b"one\ntwo\n"}

    def test_zst_with_a_frame_to_skip(self, tmp_path: Path) -> None:
        skip = b"\x50\x2a\x4d\x18" + (3).to_bytes(4, "little") + b"abc"
        assert contents(put(tmp_path, "a", skip + zstd(b"hand\n") + skip)) == {"a": b"hand\n"}

    @pytest.mark.parametrize("kind", ["", *COMPRESSIONS])
    @pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
    def test_tar(self, tmp_path: Path, kind: str, form: int) -> None:
        pack = COMPRESSIONS.get(kind, bytes)
        path = put(tmp_path, "hands", pack(tar_of(FILES, form)))
        assert contents(path) == {f"hands/{name}": data for name, data in FILES.items()}

    def test_tar_from_before_ustar(self, tmp_path: Path) -> None:
        old = bytearray(header(tarfile.REGTYPE, 5))
        old[257:265] = bytes(8)
        old[148:156] = b" " * 8
        old[148:156] = b"%06o\0 " % sum(old)
        path = put(tmp_path, "old", bytes(old) + b"hand\n".ljust(512, b"\0") + bytes(1024))
        assert contents(path) == {"old/a": b"hand\n"}

    @pytest.mark.parametrize(
        "compression",
        [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA],
    )
    def test_zip(self, tmp_path: Path, compression: int) -> None:
        path = put(tmp_path, "hands", zip_of(FILES, compression))
        assert contents(path) == {f"hands/{name}": data for name, data in FILES.items()}

    def test_names_say_nothing(self, tmp_path: Path) -> None:
        for name in ("a.zip", "b.tar", "c.gz", "d.zst"):
            put(tmp_path / "all", name, b"no archive\n")
        put(tmp_path / "all", "empty.xz", b"")
        put(tmp_path / "all", "one.xz", b"\xfd")
        found = contents(tmp_path / "all")
        assert [found[f"all/{name}.zip"] for name in "a"] == [b"no archive\n"]
        assert (found["all/empty.xz"], found["all/one.xz"]) == (b"", b"\xfd")
        assert len(found) == 6

    def test_what_we_cannot_open(self, tmp_path: Path) -> None:
        put(tmp_path / "all", "a", b"7z\xbc\xaf\x27\x1c rest")
        put(tmp_path / "all", "b", b"Rar!\x1a\x07\x01\x00 rest")
        assert contents(tmp_path / "all") == {
            "all/a": "7z archives cannot be read; unpack it first",
            "all/b": "rar archives cannot be read; unpack it first",
        }

    @pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
    @pytest.mark.parametrize("pack", [gzip.compress, lambda data: zip_of({"x": data})])
    def test_pipe(self, tmp_path: Path, pack: Pack) -> None:
        packed = put(tmp_path, "packed", pack(b"hand\n"))
        os.mkfifo(pipe := tmp_path / "pipe")
        with subprocess.Popen(["sh", "-c", f"cat '{packed}' > '{pipe}'"]):
            assert list(contents(pipe).values()) == [b"hand\n"]


class TestNested:
    def test_three_deep_and_no_deeper(self, tmp_path: Path) -> None:
        third = lzma.compress(tar_of({"deep/x": b"hand\n"}))
        second = zip_of({"third.tar.xz": third, "y.gz": gzip.compress(b"hand y\n")})
        first = zstd(tar_of({"in/second.zip": second, "z": b"hand z\n"}))
        path = put(tmp_path, "first", first)
        assert contents(path) == {
            "first/in/second.zip/third.tar.xz/deep/x": b"hand\n",
            "first/in/second.zip/y.gz": b"hand y\n",
            "first/z": b"hand z\n",
        }
        zeroth = put(tmp_path, "zeroth", zip_of({"first": first, "last": b"hand\n"}))
        reason = "an archive in 3 archives is not opened; unpack it first"
        assert contents(zeroth) == {
            "zeroth/first/in/second.zip/third.tar.xz": reason,
            "zeroth/first/in/second.zip/y.gz": reason,
            "zeroth/first/z": b"hand z\n",
            "zeroth/last": b"hand\n",
        }

    def test_gz_in_gz_in_gz_in_gz(self, tmp_path: Path) -> None:
        data = b"hand\n"
        for _ in range(3):
            data = gzip.compress(data)
        assert contents(put(tmp_path, "a", data)) == {"a": b"hand\n"}
        (found,) = contents(put(tmp_path, "b", gzip.compress(data))).values()
        assert "not opened" in str(found)

    def test_a_zip_too_large_to_copy(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(zips, "MOST_SPOOLED", 10_000)
        files = {"a.zip": zip_of({"x": text(5000)}), "b.zip": zip_of({"x": b"hand\n"})}
        found = contents(put(tmp_path, "t", tar_of(files)))
        assert "more than 10,000 bytes" in str(found["t/a.zip"])
        assert found["t/b.zip/x"] == b"hand\n"

    def test_a_huge_list_of_contents(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(zips, "MOST_OF_A_DIRECTORY", 70_000)
        path = put(tmp_path, "z", zip_of({f"{number}": b"" for number in range(2000)}))
        assert "list of contents has" in str(contents(path)["z"])


class TestFolders:
    def test_order_hidden_files_and_grouping(self, tmp_path: Path) -> None:
        for name in ("b/2", "b/1", "a", "c/.hidden", ".git/x", "b/d/3"):
            put(tmp_path / "top", name, name.encode())
        (tmp_path / "top" / "empty").mkdir()
        files = {"./pdb/p1": b"1", "./pdb/p2": b"2", "./.DS_Store": b"", "__MACOSX/._x": b""}
        put(tmp_path / "top", "b/t.tar", tar_of(files))
        top = str(tmp_path / "top")
        found = [(m.name.removeprefix(top), m.folder) for m in members([tmp_path / "top"])]
        assert found == [
            ("/a", top),
            ("/b/1", f"{top}/b"),
            ("/b/2", f"{top}/b"),
            ("/b/d/3", f"{top}/b/d"),
            ("/b/t.tar/pdb/p1", f"{top}/b/t.tar/pdb"),
            ("/b/t.tar/pdb/p2", f"{top}/b/t.tar/pdb"),
        ]

    def test_each_file_once_and_a_hidden_one_if_asked_for(self, tmp_path: Path) -> None:
        first = put(tmp_path / "top", ".a", b"1")
        second = put(tmp_path / "top", "b", b"22")
        paths = [second, tmp_path / "top", first]
        assert [Path(member.name).name for member in members(paths)] == ["b", ".a"]
        assert size(paths) == 3

    def test_links(self, tmp_path: Path) -> None:
        put(tmp_path, "outside/x", b"outside")
        real = put(tmp_path, "top/real", b"hand\n")
        (tmp_path / "top" / "loop").symlink_to(tmp_path / "top", target_is_directory=True)
        (tmp_path / "top" / "myself").symlink_to(tmp_path / "top" / "myself")
        (tmp_path / "top" / "again").symlink_to(real)
        (tmp_path / "top" / "out").symlink_to(tmp_path / "outside", target_is_directory=True)
        (tmp_path / "link").symlink_to(tmp_path / "top", target_is_directory=True)
        reason = "a symbolic link out of the folder is not followed"
        assert contents(tmp_path / "top") == {"top/out": reason, "top/real": b"hand\n"}
        assert contents(tmp_path / "link") == {"link/out": reason, "link/real": b"hand\n"}

    @pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names")
    def test_a_pipe_in_a_folder_does_not_stop_us(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        put(tmp_path, "x", b"hand\n")
        assert [Path(member.name).name for member in members([tmp_path])] == ["x"]

    def test_a_missing_path_is_told_before_any_work(self, tmp_path: Path) -> None:
        there = put(tmp_path, "there", b"")
        for missing in (tmp_path / "gone", there / "below", Path("a\0b")):
            with pytest.raises(VillainError, match="there is no file or folder"):
                members([there, missing])
            with pytest.raises(VillainError, match="there is no file or folder"):
                size([there, missing])

    def test_without_permission(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """As root everything can be read, so the system is made to say no."""
        put(tmp_path, "top/a", b"1")
        put(tmp_path, "top/b", b"2")
        put(tmp_path, "top/closed/x", b"3")
        real_file, real_list = io.FileIO, Path.iterdir

        def no_file(path: Path) -> io.FileIO:
            if path.name == "a":
                raise PermissionError(13, "Permission denied")
            return real_file(path)

        def no_list(path: Path) -> object:
            if path.name == "closed":
                raise PermissionError(13, "Permission denied")
            return real_list(path)

        monkeypatch.setattr(io, "FileIO", no_file)
        monkeypatch.setattr(Path, "iterdir", no_list)
        reason = "there is no permission to read it"
        assert contents(tmp_path / "top") == {"top/a": reason, "top/b": b"2", "top/closed": reason}


class TestNames:
    @pytest.mark.parametrize("pack", [tar_of, zip_of])
    def test_no_name_reaches_the_file_system(
        self, tmp_path: Path, pack: Callable[[dict[str, bytes]], bytes]
    ) -> None:
        names = ["../../up", "/etc/absolute", "a/../../b", "bad\x1b[2J\r\n\u202e", "n" * 5000]
        path = put(tmp_path / "deep" / "er", "evil", pack(dict.fromkeys(names, b"hand\n")))
        before = sorted(tmp_path.rglob("*"))
        found = [member.name.removeprefix(f"{path}/") for member in members([path])]
        assert found[:4] == ["up", "etc/absolute", "a/b", "bad\ufffd[2J\ufffd\ufffd\ufffd"]
        assert len(found[4]) < 1100
        assert sorted(tmp_path.rglob("*")) == before

    def test_backslashes_in_a_zip(self, tmp_path: Path) -> None:
        path = put(tmp_path, "z", zip_of({"2009\\a": b"1"}))
        assert [member.folder for member in members([path])] == [f"{path}/2009"]

    def test_names_in_no_known_encoding(self, tmp_path: Path) -> None:
        path = put(tmp_path, "t", tar_of({"a\udcff": b"1"}, tarfile.GNU_FORMAT))
        assert contents(path) == {"t/a\ufffd": b"1"}

    def test_links_in_a_tar_are_passed_over(self, tmp_path: Path) -> None:
        link = tarfile.TarInfo("passwords")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        data = link.tobuf() + header(tarfile.FIFOTYPE, 0) + tar_of({"x": b"hand\n"})
        assert contents(put(tmp_path, "t", data)) == {"t/x": b"hand\n"}


@cache
def archives_of_all_kinds() -> list[bytes]:
    """The same ones each time: archives have the time in them."""
    files = {"a": text(40), "x/b": zip_of({"c": text(9)}), "x/" + "d" * 150: b"1"}
    kinds = [tar_of(files), tar_of(files, tarfile.GNU_FORMAT), zip_of(files)]
    return kinds + [pack(kinds[0]) for pack in COMPRESSIONS.values()]


class TestDamage:
    @pytest.mark.parametrize("kind", COMPRESSIONS)
    def test_compressed_file_cut_anywhere(self, tmp_path: Path, kind: str) -> None:
        data = text(3000)
        packed = COMPRESSIONS[kind](data)
        longest = 0
        for cut in [*range(10, 40), *range(40, len(packed), 997), len(packed) - 1]:
            for found in members([put(tmp_path, "cut", packed[:cut])]):
                if isinstance(found, UnreadableFile):
                    part, reason = b"", found.reason
                else:
                    part, reason = whole(found)
                    assert part
                assert reason == "it breaks off before its end"
                assert data.startswith(part)
                longest = max(longest, len(part))
        assert longest == len(data) or kind in ("bz2", "zst")

    @pytest.mark.parametrize("pack", [bytes, *COMPRESSIONS.values()])
    def test_tar_cut_anywhere(self, tmp_path: Path, pack: Pack) -> None:
        files = {f"{number}": text(400, number) for number in range(12)}
        packed = pack(tar_of(files))
        for cut in [*range(600, len(packed) - 1, len(packed) // 60), len(packed) - 1]:
            path = put(tmp_path, "t", packed[:cut])
            got, troubles = [], 0
            for found in members([path, put(tmp_path, "next", b"next\n")]):
                if isinstance(found, UnreadableFile):
                    troubles += 1
                    assert found.reason == "it breaks off before its end"
                else:
                    data, reason = whole(found)
                    got.append(data)
                    troubles += bool(reason)
            assert got.pop() == b"next\n"
            *intact, last = got or [b""]
            assert intact == list(files.values())[: len(intact)]
            assert files[str(len(intact))].startswith(last)
            # In an uncompressed one the last zeros may be missing.
            assert troubles == 1 or (pack is bytes and cut > len(packed) - 10240)

    def test_damage_that_nobody_read_so_far_is_told(self, tmp_path: Path) -> None:
        packed = lzma.compress(tar_of({"a": text(5000), "b": text(5000)}))
        path = put(tmp_path, "t", packed[: len(packed) // 3])
        found = []
        for member in members([path]):
            found.append(member.name)
            if isinstance(member, Member):
                assert member.read(10) == text(1)[:10]
        assert found == [f"{path}/a", str(path)]

    def test_a_damaged_archive_in_an_archive(self, tmp_path: Path) -> None:
        inner = tar_of({"x": text(500), "y": text(500)})
        files = {"1.tar": inner[:5000], "2.tar": inner, "3.gz": gzip.compress(text(9))[:-9]}
        found = contents(put(tmp_path, "t", tar_of(files)))
        assert found.pop("t/1.tar/x") == "4488 bytes, then: it breaks off before its end"
        assert "it breaks off" in str(found.pop("t/3.gz"))
        assert found == {"t/2.tar/x": text(500), "t/2.tar/y": text(500)}

    def test_a_header_in_the_middle(self, tmp_path: Path) -> None:
        """tarfile takes it for the end of the archive, and says nothing."""
        packed = bytearray(tar_of({"a": b"1", "b": b"2", "c": b"3"}))
        packed[1024 + 10] = 77
        path = put(tmp_path, "t", bytes(packed))
        assert contents(path) == {"t/a": b"1", "t": "it cannot be read: bad checksum"}

    def test_a_tar_behind_a_tar(self, tmp_path: Path) -> None:
        path = put(tmp_path, "t", tar_of({"a": b"1"}) + tar_of({"b": b"2"}))
        assert contents(path) == {"t/a": b"1", "t": "what follows its end is not read"}

    def test_wrong_checksums(self, tmp_path: Path) -> None:
        for kind, pack in COMPRESSIONS.items():
            packed = bytearray(pack(text(50_000)))
            packed[len(packed) * 9 // 10] ^= 0xFF
            (reason,) = contents(put(tmp_path, kind, bytes(packed))).values()
            assert "then: it cannot be read: " in str(reason)

    def test_zip(self, tmp_path: Path) -> None:
        files = {"a": text(900), "b": text(900, 1), "c": text(900, 2), "d": text(900, 3)}
        packed = bytearray(zip_of(files))
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            b, c, d = (archive.getinfo(name).header_offset for name in "bcd")
        packed[c - 3000] ^= 0xFF  # in the data of b
        packed[c] ^= 0xFF  # the header of c
        found = contents(put(tmp_path, "z", bytes(packed)))
        assert (found["z/a"], found["z/d"]) == (files["a"], files["d"])
        assert "it cannot be read: " in str(found["z/b"])
        assert found["z/c"] == "it cannot be read: Bad magic number for file header"
        assert b < c < d
        for cut in (4, 30, len(packed) // 2, len(packed) - 1):
            reason = contents(put(tmp_path, "z", bytes(packed[:cut])))["z"]
            assert "list of contents, at its end, is missing" in str(reason)

    def test_encrypted_and_exotic_zip(self, tmp_path: Path) -> None:
        packed = bytearray(zip_of({"a": b"1", "b": b"2", "c": b"3"}))
        first = packed.index(b"PK\x01\x02")
        second = packed.index(b"PK\x01\x02", first + 1)
        packed[first + 8] |= 1
        packed[second + 10] = 9
        assert contents(put(tmp_path, "z", bytes(packed))) == {
            "z/a": "it is encrypted; unpack it first",
            "z/b": "it cannot be read: That compression method is not supported",
            "z/c": b"3",
        }

    def test_read_too_late(self, tmp_path: Path) -> None:
        for packed in (tar_of({"a": b"1", "b": b"2"}), zip_of({"a": b"1", "b": b"2"})):
            row = members([put(tmp_path, "t", packed)])
            first = next(row)
            next(row)
            assert isinstance(first, Member)
            with pytest.raises(ValueError, match="too late"):
                first.read(1)

    @given(st.data())
    def test_any_change_anywhere(
        self, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
    ) -> None:
        """Whatever the bytes are, there is nothing but members, troubles and archive errors."""
        packed = bytearray(data.draw(st.sampled_from(archives_of_all_kinds())))
        for place in data.draw(st.lists(st.integers(0, len(packed) - 1), max_size=4)):
            packed[place] = data.draw(st.integers(0, 255))
        path = put(tmp_path_factory.getbasetemp(), "changed", bytes(packed))
        for found in members([path]):
            assert isinstance(found, UnreadableFile) or len(whole(found)[0]) < 1_000_000


class TestHostile:
    def peak(self, path: Path) -> float:
        """The most memory it takes to read all, in MB."""
        tracemalloc.start()
        try:
            for found in members([path]):
                while isinstance(found, Member) and found.read(100_000):
                    pass
            return tracemalloc.get_traced_memory()[1] / 1e6
        except ArchiveError:
            return tracemalloc.get_traced_memory()[1] / 1e6
        finally:
            tracemalloc.stop()

    @pytest.mark.parametrize("kind", COMPRESSIONS)
    def test_a_bomb_takes_no_memory(self, tmp_path: Path, kind: str) -> None:
        packed = COMPRESSIONS[kind](bytes(60_000_000))
        most = 11 if kind == "xz" else 3  # its dictionary has eight
        assert self.peak(put(tmp_path, "bomb", packed)) < most
        assert self.peak(put(tmp_path, "bomb.tar", tar_of({"bomb": packed}))) < most

    def test_a_bomb_in_a_zip(self, tmp_path: Path) -> None:
        path = put(tmp_path, "bomb", zip_of({"x": bytes(60_000_000)}))
        assert self.peak(path) < 3
        assert self.peak(put(tmp_path, "t", tar_of({"z": path.read_bytes()}))) < 3

    @pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE])
    def test_a_name_without_end(self, tmp_path: Path, kind: bytes) -> None:
        path = put(tmp_path, "t", gzip.compress(header(kind, 10**8) + b"n" * 10**8))
        assert contents(path) == {"t": "a header in it is too long"}
        assert self.peak(path) < 3

    def test_names_of_names(self, tmp_path: Path) -> None:
        one = header(tarfile.GNUTYPE_LONGNAME, 1) + b"n".ljust(512, b"\0")
        (reason,) = contents(put(tmp_path, "t", one * 5000)).values()
        assert "too long" in str(reason) or "recursion" in str(reason)

    @pytest.mark.parametrize("kind", [tarfile.REGTYPE, b"Z", tarfile.GNUTYPE_SPARSE])
    def test_a_length_beyond_measure(self, tmp_path: Path, kind: bytes) -> None:
        path = put(tmp_path, "t", header(kind, 2**62) + bytes(2000))
        found = [found for found in members([path]) if isinstance(found, UnreadableFile)]
        assert found[-1].reason == "it breaks off before its end"
        assert len(found) == 1 + (kind == tarfile.GNUTYPE_SPARSE)

    def test_a_file_with_holes(self, tmp_path: Path) -> None:
        data = header(tarfile.GNUTYPE_SPARSE, 0) + tar_of({"x": b"hand\n"})
        found = contents(put(tmp_path, "t", data))
        assert found == {
            "t/a": "a file with holes is not read; unpack it first",
            "t/x": b"hand\n",
        }

    def test_many_files_in_a_tar_take_no_memory(self, tmp_path: Path) -> None:
        path = put(tmp_path, "t", header(tarfile.REGTYPE, 0) * 10_000 + bytes(1024))
        assert self.peak(path) < 2


class TestProgress:
    def test_done_grows_to_size(self, tmp_path: Path) -> None:
        files = {f"{number}": text(2000, number) for number in range(9)}
        put(tmp_path / "top", "1.tar", tar_of(files))
        put(tmp_path / "top", "2.tar.xz", lzma.compress(tar_of(files)))
        put(tmp_path / "top", "3.zip", zip_of(files))
        put(tmp_path / "top", "4", text(9000))
        put(tmp_path / "top", "5.zip", b"PK\x03\x04")
        total = size([tmp_path / "top"])
        assert total == sum(path.stat().st_size for path in (tmp_path / "top").iterdir())
        steps = []
        for member in members([tmp_path / "top"]):
            steps.append(member.done)
            if isinstance(member, Member):
                while member.read(20_000):
                    steps.append(member.done)
        assert steps == sorted(steps)
        assert len(set(steps)) > 20
        assert steps[-1] == member.done == total


DATA = Path(os.environ.get("VILLAIN_DATA", "../shared/data")) / "irc"


@pytest.mark.data
@pytest.mark.skipif(not DATA.exists(), reason=f"no data at {DATA}; set VILLAIN_DATA")
def test_real_archive() -> None:
    found = list(members([DATA]))
    assert not [member for member in found if isinstance(member, UnreadableFile)]
    assert sum(member.name.endswith("/hdb") for member in found) == 1
    assert len({member.folder for member in found if "/pdb/" in member.name}) == 1
