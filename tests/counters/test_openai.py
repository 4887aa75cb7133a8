"""The counters of OpenAI's encodings: those in the package, and those from tiktoken's cache."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest
import requests
from support.tiktoken_oracle import BYTES, encoding, published

from tokbench import counters
from tokbench.counters import openai
from tokbench.counters.openai import SCHEMES, EncodingCounter
from tokbench.errors import CounterError
from tokbench.vocabularies import DEFINITIONS
from tokbench.vocabularies import cache as cache_module
from tokbench.vocabularies.cache import Source

MAKE = {scheme.name: scheme.make for scheme in SCHEMES}
OLD = "p50k_base"
RANK_FILE = b"".join(b64encode(token) + b" %d\n" % rank for token, rank in BYTES.items())


def embedded(name: str) -> EncodingCounter:
    counter = MAKE[name]("")
    assert isinstance(counter, EncodingCounter)
    return counter


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty tiktoken cache, and an old encoding that consists of the 256 bytes."""
    source = Source("https://nowhere.invalid/old.tiktoken", sha256(RANK_FILE).hexdigest())
    monkeypatch.setattr(cache_module, "SOURCES", {OLD: (source,)})
    defined = {"pat_str": published(OLD)["pat_str"], "mergeable_ranks": BYTES}
    published_encodings = import_module("tiktoken_ext.openai_public").ENCODING_CONSTRUCTORS
    monkeypatch.setitem(published_encodings, OLD, lambda: defined)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def file_in(folder: Path) -> Path:
    return folder / cache_module.SOURCES[OLD][0].cache_name


def test_every_encoding_of_tiktoken_has_a_counter() -> None:
    """Under its own name, which tiktoken's table of models uses."""
    theirs = set(import_module("tiktoken_ext.openai_public").ENCODING_CONSTRUCTORS)
    assert set(MAKE) == theirs


@pytest.mark.parametrize("name", DEFINITIONS)
def test_an_embedded_counter(name: str) -> None:
    """It has the tokens of tiktoken and the hash of the published vocabulary."""
    text = "{\"naïve\": 'It''s', <|endoftext|>: [1234, 🫠]}\n"
    counter = embedded(name)
    ids = encoding(name).encode_ordinary(text)
    assert (counter.info.name, counter.info.kind, counter.info.notes) == (name, "exact", ())
    assert counter.info.vocabulary_sha256 == DEFINITIONS[name].sha256
    assert counter.count_many([text, "", text]) == [len(ids), 0, len(ids)]
    assert [token.id for token in counter.tokens(text)] == ids
    assert b"".join(token.content for token in counter.tokens(text)) == text.encode()
    assert "".join(counter.pre_tokens(text)) == text


def test_harmony_has_the_ranks_of_o200k() -> None:
    """It counts ordinary text the same, under its own name."""
    theirs, ours = published("o200k_harmony"), published("o200k_base")
    assert theirs["pat_str"] == ours["pat_str"]
    harmony = embedded("o200k_harmony")
    assert harmony.info.name == "o200k_harmony"
    assert harmony.info.vocabulary_sha256 == DEFINITIONS["o200k_base"].sha256
    assert harmony.count("<|start|>text") == embedded("o200k_base").count("<|start|>text")


def test_a_file_in_the_cache_is_enough(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is downloaded, and the counter does all that the embedded ones do."""
    monkeypatch.setattr(openai, "_download", _never)
    folder.mkdir()
    file_in(folder).write_bytes(RANK_FILE)
    counter = embedded(OLD)
    assert counter.info.vocabulary_sha256 == sha256(RANK_FILE).hexdigest()
    assert counter.count_many(["It's é", " " * 200_000]) == [7, 200_000]
    assert [token.content for token in counter.tokens("aé")] == [b"a", b"\xc3", b"\xa9"]
    assert counter.pre_tokens("It's so  far") == ["It", "'s", " so", " ", " far"]


def test_what_is_not_in_the_cache_is_downloaded_into_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the name that tiktoken looks for, without any other file."""
    monkeypatch.setattr(openai, "_download", lambda address: RANK_FILE)
    assert embedded(OLD).count("abc") == 3
    assert [path.read_bytes() for path in folder.iterdir()] == [RANK_FILE]
    assert file_in(folder).exists()


@pytest.mark.parametrize("damaged", [b"", RANK_FILE[:100], b"something else"])
def test_offline_a_damaged_file_is_named_and_kept(folder: Path, damaged: bytes) -> None:
    """tiktoken would delete it; our one line has the encoding, folder, file and what to do."""
    folder.mkdir()
    file_in(folder).write_bytes(damaged)
    with pytest.raises(CounterError) as caught:
        embedded(OLD)
    message = str(caught.value)
    assert message.startswith(f"{OLD}: tiktoken's cache {folder} has no good file ")
    assert file_in(folder).name in message
    assert "ProxyError" in message
    assert "set TIKTOKEN_CACHE_DIR" in message
    assert "\n" not in message
    assert file_in(folder).read_bytes() == damaged


def test_a_damaged_download_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No other vocabulary than the published one counts."""
    monkeypatch.setattr(openai, "_download", lambda address: RANK_FILE[:-1])
    with pytest.raises(CounterError, match="the download has another SHA-256"):
        embedded(OLD)
    assert not folder.exists()


def test_a_folder_that_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one line too."""
    monkeypatch.setattr(openai, "_download", lambda address: RANK_FILE)
    folder.write_text("a file in the folder's place")
    with pytest.raises(CounterError, match="FileExistsError"):
        embedded(OLD)


@pytest.mark.usefixtures("folder")
def test_a_cache_that_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says which variable to set."""
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    with pytest.raises(CounterError, match="TIKTOKEN_CACHE_DIR turns off: name a folder"):
        embedded(OLD)


def test_a_download_never_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind a firewall that drops packets it ends in a message after a while."""
    seen: list[object] = []

    def get(address: str, *, timeout: tuple[int, int]) -> requests.Response:
        seen.append(timeout)
        response = requests.Response()
        response.status_code = 404
        return response

    monkeypatch.setattr(requests, "get", get)
    with pytest.raises(OSError, match="404"):
        openai._download("https://nowhere.invalid/file")
    assert seen == [(10, 60)]


def test_a_counter_is_made_once() -> None:
    assert counters.get("o200k_base") is counters.get("o200k_base")
    assert counters.get("o200k_base").count("hello") == 1


def _never(address: str) -> bytes:
    raise AssertionError("nothing must be downloaded")
