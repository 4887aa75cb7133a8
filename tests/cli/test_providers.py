"""The counters that ask a provider, through the command line and over the loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from support.environment import ROOT, Command
from support.loopback import KEY, FakeProvider, Reply, fake_provider, refusal

TOOLS = ROOT / "fixtures" / "tools.json"
FORMATS = ("-f", "json-pretty,json-min,csv")


@pytest.fixture
def fake() -> Iterator[FakeProvider]:
    with fake_provider() as running:
        yield running


def _environment(fake: FakeProvider, folder: Path) -> dict[str, str]:
    return {
        "no_proxy": "127.0.0.1",
        "ANTHROPIC_BASE_URL": fake.url,
        "ANTHROPIC_API_KEY": KEY,
        "OPENAI_BASE_URL": fake.url,
        "OPENAI_API_KEY": KEY,
        "GEMINI_API_KEY": KEY,
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def _key_is_nowhere(folder: Path, *outputs: str) -> bool:
    kept = [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()]
    return not any(KEY in text for text in [*kept, *outputs])


def test_a_second_run_takes_its_counts_from_the_cache(
    fake: FakeProvider, command: Command, tmp_path: Path
) -> None:
    """One call a rendering, one for the text as given and one for the frame; no key is shown."""
    arguments = ("compare", TOOLS, *FORMATS, "-c", "anthropic:m,bytes", "-o", "json")
    done = command(*arguments, **_environment(fake, tmp_path))
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    for row in result["payloads"][0]["rows"]:
        assert row["tokens"]["anthropic:m"] == row["tokens"]["bytes"]
    counter = result["counters"][0]
    assert (counter["name"], counter["kind"]) == ("anthropic:m", "api")
    assert fake.url.removeprefix("http://") in " ".join(counter["notes"])
    assert "the 7 tokens of the message" in " ".join(counter["notes"])
    assert len(fake.requests) == 5
    again = command(*arguments, **_environment(fake, tmp_path))
    assert again.stdout == done.stdout
    assert len(fake.requests) == 5
    assert _key_is_nowhere(tmp_path, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("replies", "calls"),
    [
        ([refusal(401, f"bad key {KEY}")], 1),
        ([refusal(404, "model: m")], 1),
        ([refusal(429, "slow down", retry_after="9999")], 1),
        ([Reply(200, b"<html>")], 1),
        ([Reply(200, b'{"input_tokens": "12"}')], 1),
    ],
    ids=["401", "404", "429", "malformed", "wrong type"],
)
def test_a_provider_that_fails_leaves_only_its_column_empty(
    replies: list[Reply], calls: int, fake: FakeProvider, command: Command, tmp_path: Path
) -> None:
    """The result has the reason and the counts of the other counters; the exit status is 3."""
    fake.script = replies
    arguments = ("compare", TOOLS, *FORMATS, "-c", "anthropic:m,chars", "-o", "json")
    done = command(*arguments, **_environment(fake, tmp_path))
    assert done.returncode == 3
    for row in json.loads(done.stdout)["payloads"][0]["rows"]:
        assert row["tokens"] == {"anthropic:m": None, "chars": row["chars"]}
        assert row["skipped_counters"]["anthropic:m"].startswith("127.0.0.1:")
    assert len(fake.requests) == calls
    assert _key_is_nowhere(tmp_path, done.stdout, done.stderr)


def test_a_text_that_is_too_long_leaves_only_its_cell_empty(
    fake: FakeProvider, command: Command, tmp_path: Path
) -> None:
    fake.script = [Reply(body=b'{"input_tokens": 8}'), refusal(413, "too large")]
    arguments = ("compare", TOOLS, *FORMATS, "-c", "anthropic:m", "-o", "json")
    done = command(*arguments, **_environment(fake, tmp_path))
    assert done.returncode == 3
    rows = json.loads(done.stdout)["payloads"][0]["rows"]
    assert sum(row["tokens"]["anthropic:m"] is None for row in rows) == 1


def test_many_texts_are_asked_for_at_once(
    fake: FakeProvider, command: Command, tmp_path: Path
) -> None:
    """Two payloads and two processes: still one call a text, and one for the frame."""
    other = tmp_path / "other.json"
    other.write_text('[{"a": 1}]', "utf-8")
    arguments = ("compare", TOOLS, other, *FORMATS, "-c", "openai:m", "--jobs", "2", "-o", "json")
    done = command(*arguments, **_environment(fake, tmp_path))
    assert done.returncode == 0, done.stderr
    assert len(fake.requests) == len(set(fake.texts)) == 9
    assert fake.texts.count("x") == 1


def test_a_model_is_priced_by_its_providers_count(
    fake: FakeProvider, command: Command, tmp_path: Path
) -> None:
    """The price is that of the model's name, the tokens those of the counter that is given too."""
    environment = _environment(fake, tmp_path)
    prices = tmp_path / "prices.toml"
    prices.write_text('["anthropic/m"]\ninput = 3\n', "utf-8")
    arguments = ("compare", TOOLS, *FORMATS, "--model", "anthropic/m", "--calls", "10")
    done = command(
        *(*arguments, "-c", "anthropic:m", "--prices", prices, "-o", "json"), **environment
    )
    assert done.returncode == 0, done.stderr
    for row in json.loads(done.stdout)["payloads"][0]["rows"]:
        (cost,) = (row["costs"][name] for name in row["costs"] if name == "anthropic/m")
        assert Decimal(cost["call"]) * 1_000_000 == 3 * row["tokens"]["anthropic:m"]


def test_nothing_is_sent_unless_a_provider_is_named(
    fake: FakeProvider, command: Command, tmp_path: Path
) -> None:
    """Not for a model whose tokenizer is the provider's secret either."""
    environment = _environment(fake, tmp_path)
    done = command("compare", TOOLS, *FORMATS, "-c", "claude~,chars/4", **environment)
    assert done.returncode == 0
    done = command("compare", TOOLS, *FORMATS, "--model", "claude-sonnet-4-5", **environment)
    assert done.returncode == 2
    assert "-c anthropic:claude-sonnet-4-5" in done.stderr
    assert done.stderr.count("\n") == 1
    assert fake.requests == []


def test_without_a_key_one_line_says_which(
    fake: FakeProvider, command: Command, tmp_path: Path
) -> None:
    environment = {**_environment(fake, tmp_path), "ANTHROPIC_API_KEY": ""}
    done = command("compare", TOOLS, *FORMATS, "-c", "anthropic:m", **environment)
    assert done.returncode == 3
    assert "set ANTHROPIC_API_KEY to your key" in done.stdout + done.stderr
    assert fake.requests == []
