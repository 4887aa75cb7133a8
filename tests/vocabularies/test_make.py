"""Making the embedded files: from the right bytes only, the same every time."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha1
from pathlib import Path

import pytest
from support.tiktoken_oracle import published_sources

from tokbench.errors import CounterError
from tokbench.vocabularies import DEFINITIONS, load, make
from tokbench.vocabularies.cache import SOURCES, cache_folder
from tokbench.vocabularies.data_files import path_of
from tokbench.vocabularies.rank_table import table_bytes, table_file

NAME = "cl100k_base"


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A tiktoken cache that holds the published files, on a machine with no registry package."""
    monkeypatch.setattr(make, "PACKAGES", ())
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    for name in DEFINITIONS:
        (tmp_path / SOURCES[name][0].cache_name).write_bytes(load(name).rank_file())
    return tmp_path


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("name", DEFINITIONS)
def test_the_committed_tables_are_what_is_made(name: str) -> None:
    """Byte for byte from the published file; test_classes.py compares the classes."""
    tokens = make.tokens_of(make.rank_file(DEFINITIONS[name]))
    assert table_bytes(tokens) == path_of(table_file(name)).read_bytes()


def test_check_changes_nothing_and_making_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is missing is reported by the one and written by the other."""
    monkeypatch.setattr(make, "path_of", lambda file: tmp_path / "data" / file)
    monkeypatch.setattr(make, "make", lambda: {"a.ranks": b"content"})
    assert make.main(["--check"]) == 1
    assert not (tmp_path / "data").exists()
    assert make.main([]) == 0
    assert (tmp_path / "data" / "a.ranks").read_bytes() == b"content"
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["a.ranks"]
    assert capsys.readouterr().out == "a.ranks: would change\na.ranks: written\n"


def test_bytes_with_another_hash_are_refused(cache: Path) -> None:
    """One changed byte is enough, and the message says where it was found and what to do."""
    path = cache / SOURCES[NAME][0].cache_name
    path.write_bytes(path.read_bytes().replace(b"IQ== 0", b"IQ== 1", 1))
    with pytest.raises(CounterError, match=f"{path} has another one; pip install"):
        make.rank_file(DEFINITIONS[NAME])


def test_no_bytes_at_all(cache: Path) -> None:
    """The message names the places that were looked at."""
    (cache / SOURCES[NAME][0].cache_name).unlink()
    with pytest.raises(CounterError, match="neither an installed package nor tiktoken's cache"):
        make.rank_file(DEFINITIONS[NAME])


@pytest.mark.parametrize("ranks", [(0, 2), (1, 0), (1, 2)])
def test_ranks_with_gaps_are_refused(ranks: tuple[int, int]) -> None:
    """A table cannot hold them."""
    lines = [
        b64encode(token) + b" %d\n" % rank for token, rank in zip([b"a", b"b"], ranks, strict=True)
    ]
    with pytest.raises(CounterError, match="without a gap"):
        make.tokens_of(b"".join(lines))


def test_usage() -> None:
    """Anything but ``--check`` is refused."""
    with pytest.raises(SystemExit, match="usage: python -m tokbench"):
        make.main(["--force"])


@pytest.mark.parametrize("name", SOURCES)
def test_addresses_and_hashes_are_the_installed_tiktokens(name: str) -> None:
    """For every encoding that tiktoken downloads."""
    assert [(source.address, source.sha256) for source in SOURCES[name]] == published_sources(name)


def test_the_cache_name_is_the_sha1_of_the_address() -> None:
    """Known names from tiktoken's own cache."""
    assert SOURCES["o200k_base"][0].cache_name == "fb374d419588a4632f3f557e76b4b70aebbca790"
    assert SOURCES["cl100k_base"][0].cache_name == "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
    address = SOURCES["p50k_base"][0].address
    assert SOURCES["p50k_base"][0].cache_name == sha1(address.encode()).hexdigest()  # noqa: S324


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        ({"TIKTOKEN_CACHE_DIR": "/one", "DATA_GYM_CACHE_DIR": "/two"}, "/one"),
        ({"DATA_GYM_CACHE_DIR": "/two"}, "/two"),
        ({"TIKTOKEN_CACHE_DIR": "", "DATA_GYM_CACHE_DIR": "/two"}, None),
    ],
)
def test_the_folder_follows_tiktokens_rule(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], folder: str | None
) -> None:
    """The first variable that is set decides; an empty one turns the cache off."""
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    monkeypatch.delenv("DATA_GYM_CACHE_DIR", raising=False)
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    assert cache_folder() == (Path(folder) if folder else None)


def test_the_folder_without_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in the temporary folder."""
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    monkeypatch.delenv("DATA_GYM_CACHE_DIR", raising=False)
    folder = cache_folder()
    assert folder
    assert folder.name == "data-gym-cache"
