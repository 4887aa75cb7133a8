"""The counters that ask a provider, against endpoints on the loopback."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from support.api_counters import Clock, CounterOf
from support.counting import count_many
from support.loopback import FRAME, KEY, FakeProvider, Reply, fake_provider, refusal

from tokbench.counters import outcomes
from tokbench.counters.providers import PROVIDERS, Provider
from tokbench.counters.remote import SCHEMES, make
from tokbench.errors import CounterError, UsageError

ANTHROPIC = PROVIDERS[0]


@pytest.fixture(params=PROVIDERS, ids=lambda provider: provider.scheme)
def provider(request: pytest.FixtureRequest) -> Provider:
    chosen: Provider = request.param
    return chosen


_NO_JSON = "answered with something that is not JSON"
TEXTS = ["alpha", "", "naïve 😀", "alpha", "x" * 3000]
COUNTS = [5, 0, 11, 5, 3000]


def _nothing_holds_the_key(folder: Path, *texts: str) -> bool:
    kept = [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()]
    names = [str(path) for path in folder.rglob("*")]
    return not any(KEY[:8] in text or KEY[-8:] in text for text in [*kept, *names, *texts])


def test_the_frame_is_subtracted_and_every_text_is_sent_once(
    provider: Provider, fake: FakeProvider, counter_of: CounterOf
) -> None:
    """An empty text is 0 without a request, and a text given twice is one request."""
    counter = counter_of(provider)
    assert count_many(counter, TEXTS) == COUNTS
    assert count_many(counter, TEXTS[:1]) == COUNTS[:1]
    assert sorted(fake.texts) == sorted(["x", "alpha", "naïve 😀", "x" * 3000])


def test_a_second_run_sends_nothing_and_needs_no_key(
    provider: Provider,
    fake: FakeProvider,
    counter_of: CounterOf,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    count_many(counter_of(provider), TEXTS)
    asked = len(fake.requests)
    monkeypatch.delenv(provider.key_variables[-1])
    assert count_many(counter_of(provider), TEXTS) == COUNTS
    assert len(fake.requests) == asked
    assert _nothing_holds_the_key(tmp_path)
    assert not any("alpha" in path.read_text("utf-8") for path in tmp_path.rglob("*.json"))


def test_the_answers_of_a_model_are_not_used_for_another(
    provider: Provider, fake: FakeProvider, counter_of: CounterOf
) -> None:
    counter_of(provider).count("alpha")
    with pytest.raises(CounterError, match="has no such model"):
        counter_of(provider, "other").count("alpha")


def test_the_host_and_the_frame_are_shown(
    provider: Provider, fake: FakeProvider, counter_of: CounterOf
) -> None:
    counter = counter_of(provider)
    host = fake.url.removeprefix("http://")
    sent = f"every rendering that is not in the cache is sent to {host}"
    assert counter.info.notes == (sent,)
    counter.count("alpha")
    frame = f"the {FRAME} tokens of the message around a rendering are left out"
    assert counter.info.notes[:1] == (sent,)
    assert frame in " ".join(counter.info.notes)
    assert (counter.info.name, counter.info.kind) == (f"{provider.scheme}:m", "api")


def test_progress_is_called_after_each_answer(fake: FakeProvider, counter_of: CounterOf) -> None:
    counter = counter_of(ANTHROPIC)
    calls: list[tuple[int, int]] = []
    counter.outcomes(["a", "b", "b", "", "c"], lambda done, total: calls.append((done, total)))
    assert calls == [(1, 3), (2, 3), (3, 3)]


def test_anthropic_is_asked_with_its_version(fake: FakeProvider, counter_of: CounterOf) -> None:
    counter_of(ANTHROPIC).count("alpha")
    _, headers, _ = fake.requests[-1]
    assert headers["x-api-key"] == KEY
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["anthropic-version"] == "2026-10-21"
    assert headers["content-type"] == "application/json"
    assert headers["user-agent"].startswith("tokbench/")


def test_half_a_pair_is_sent_as_the_replacement_character(
    provider: Provider, fake: FakeProvider, counter_of: CounterOf
) -> None:
    assert counter_of(provider).count("a\ud83d") == 4
    assert fake.texts[-1] == "a�"


@pytest.mark.parametrize("blank", [" ", "\n\t \n"])
def test_whitespace_alone_is_not_sent_where_it_is_refused(
    blank: str, fake: FakeProvider, counter_of: CounterOf
) -> None:
    counter = counter_of(ANTHROPIC)
    with pytest.raises(CounterError, match=r"^Anthropic counts no text that is all whitespace"):
        counter.count(blank)
    assert fake.texts == ["x"]
    assert counter.count("alpha") == 5
    assert counter_of(PROVIDERS[1]).count(blank) == len(blank)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (refusal(400, "messages: bad\nrequest"), "refused (HTTP 400): messages: bad request"),
        (refusal(413, "too large"), "finds the text too long (HTTP 413): too large"),
        (refusal(422, f"not with {KEY}!"), "refused (HTTP 422): not with ***!"),
        (refusal(400, f"not with {KEY[:12]}..."), "refused (HTTP 400): not with ***..."),
        (refusal(400, "long " * 1000), f"refused (HTTP 400): {('long ' * 1000)[:200]}"),
    ],
)
def test_a_refused_text_does_not_affect_the_others(
    reply: Reply, reason: str, fake: FakeProvider, counter_of: CounterOf, tmp_path: Path
) -> None:
    """Its error is one line without the key, and it is not sent again."""
    counter = counter_of(ANTHROPIC)
    counter.count("")
    assert fake.requests == []
    counter.count("alpha")
    fake.script = [reply]
    for _ in range(2):
        with pytest.raises(CounterError) as caught:
            counter.count("bad")
        host = fake.url.removeprefix("http://")
        assert str(caught.value) == f"{host} {reason}"
    assert fake.texts == ["x", "alpha", "bad"]
    counts = outcomes(counter, ["alpha", "bad", "beta"])
    assert [counts[0], str(counts[1]), counts[2]] == [5, str(caught.value), 4]
    assert _nothing_holds_the_key(tmp_path, str(caught.value), repr(counter), *counter.info.notes)


def test_an_outcome_does_not_keep_the_request(fake: FakeProvider, counter_of: CounterOf) -> None:
    """Its traceback would, with the key."""
    counter = counter_of(ANTHROPIC)
    fake.script = [Reply(200, b'{"input_tokens": 8}'), refusal(400, "no"), refusal(401, "no")]
    for text in ("bad", "worse", "any"):
        (error,) = counter.outcomes([text])
        assert isinstance(error, CounterError)
        assert error.__traceback__ is None
    fake.script = [refusal(401, "no")]
    (error,) = counter_of(ANTHROPIC, "other").outcomes(["any"])
    assert isinstance(error, CounterError)
    assert error.__traceback__ is None


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (refusal(401, f"wrong key {KEY}"), "refused the key in ANTHROPIC_API_KEY (HTTP 401)"),
        (refusal(403, f"wrong key {KEY}"), "refused the key in ANTHROPIC_API_KEY (HTTP 403)"),
        (refusal(402, "no credit"), "requires a payment (HTTP 402): no credit"),
        (refusal(404, "model: m"), "no such endpoint (HTTP 404): model: m"),
        (
            Reply(307, b"", {"location": "http://example.invalid/"}),
            "set ANTHROPIC_BASE_URL instead (HTTP 307)",
        ),
        (Reply(418, b"[[[[[["), "refused (HTTP 418)"),
        (Reply(418, b'{"error": "text"}'), "refused (HTTP 418)"),
        (Reply(200, b"<html>"), _NO_JSON),
        (Reply(200, b"[" * 100_000), _NO_JSON),
        (
            Reply(200, b" " * 2_000_000 + b'{"input_tokens": 5}'),
            "answered with something that is not JSON",
        ),
        (
            Reply(200, b"{", {"content-length": "9" * 5000}),
            "answered with something that is not JSON",
        ),
        (Reply(200, b"[]"), "no whole number of tokens in 'input_tokens'"),
        (Reply(200, b'{"tokens": 5}'), "no whole number of tokens in 'input_tokens'"),
        (Reply(200, b'{"input_tokens": "12"}'), "no whole number of tokens in 'input_tokens'"),
        (Reply(200, b'{"input_tokens": true}'), "no whole number of tokens in 'input_tokens'"),
        (Reply(200, b'{"input_tokens": 12.5}'), "no whole number of tokens in 'input_tokens'"),
        (Reply(200, b'{"input_tokens": -1}'), "no whole number of tokens in 'input_tokens'"),
        (Reply(200, b'{"input_tokens": 0}'), "counts 0 tokens for 'x'"),
    ],
)
def test_a_broken_endpoint_is_asked_once(
    reply: Reply, reason: str, fake: FakeProvider, counter_of: CounterOf, tmp_path: Path
) -> None:
    """Every text fails with the same line, without another request."""
    counter = counter_of(ANTHROPIC)
    fake.script = [reply]
    lines = set()
    for text in ("alpha", "beta"):
        with pytest.raises(CounterError) as caught:
            counter.count(text)
        lines.add(str(caught.value))
    (line,) = lines
    assert line.startswith("127.0.0.1:")
    assert line.endswith(reason)
    assert "\n" not in line
    assert len(fake.requests) == 1
    assert _nothing_holds_the_key(tmp_path, line)


@pytest.mark.parametrize("status", [429, 529, 503])
def test_a_busy_endpoint_is_asked_again_after_the_time_that_it_gives(
    status: int, provider: Provider, fake: FakeProvider, clock: Clock, counter_of: CounterOf
) -> None:
    date = "Thu, 01 Jan 1970 00:17:00 GMT"  # 1,020 s after the epoch; by then the clock says 1,003
    fake.script = [refusal(status, "busy", retry_after="3"), refusal(status, "b", retry_after=date)]
    assert counter_of(provider).count("alpha") == 5
    assert clock.waits == [3.0, 17.0]
    assert fake.texts == ["x", "x", "x", "alpha"]


def test_the_waits_double_where_the_endpoint_gives_no_time(
    fake: FakeProvider, clock: Clock, counter_of: CounterOf
) -> None:
    for times in (("soon", "nan", "inf"), ("", "-1", "Thu, 01 Jan 1970 00:00:00 GMT")):
        fake.script = [refusal(529, "busy", retry_after=time) for time in times]
        assert counter_of(ANTHROPIC).count(times[0] + "alpha") == len(times[0]) + 5
    assert clock.waits == [0.5, 1.0, 2.0, 0.5, 0.0, 0.0]


def test_a_slow_answer_ends_at_the_time_limit(fake: FakeProvider, counter_of: CounterOf) -> None:
    clock = count(step=50)
    counter = counter_of(ANTHROPIC, clock=lambda: next(clock), total=60)
    with pytest.raises(CounterError, match=r"no answer in time, and 60 seconds have passed$"):
        counter.count("alpha")
    assert len(fake.requests) == 1


@pytest.mark.parametrize(
    ("script", "changes", "reason", "calls"),
    [
        ([refusal(429, "busy")] * 9, {}, "HTTP 429 (tried 4 times)", 4),
        ([Reply(cut=True)] * 9, {}, "the connection was cut (tried 4 times)", 4),
        ([Reply(headers={"content-length": "9"})] * 9, {}, "connection was cut (tried 4 times)", 4),
        ([refusal(429, "b", retry_after="3600")], {}, "asks to wait 3,600 seconds", 1),
        ([refusal(429, "b", retry_after="50")] * 9, {}, "HTTP 429, and 120 seconds have passed", 3),
        ([Reply(silent=True)], {"timeout": 0.05, "attempts": 1}, "no answer in time", 1),
    ],
    ids=["busy", "cut", "short", "long-wait", "total", "silent"],
)
def test_the_retries_end(
    script: list[Reply],
    changes: dict[str, object],
    reason: str,
    calls: int,
    fake: FakeProvider,
    counter_of: CounterOf,
) -> None:
    """The endpoint counts as broken after them, and the next text does not wait."""
    counter = counter_of(ANTHROPIC, **changes)
    fake.script = list(script)
    for text in ("alpha", "beta"):
        with pytest.raises(CounterError, match=r"^127\.0\.0\.1:") as caught:
            counter.count(text)
        assert reason in str(caught.value)
    assert len(fake.requests) == calls


def test_an_address_without_a_server_is_one_line(
    clock: Clock, counter_of: CounterOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fake_provider() as gone:
        pass
    monkeypatch.setenv("ANTHROPIC_BASE_URL", gone.url)
    with pytest.raises(CounterError, match=r"Connection refused \(tried 4 times\)$"):
        counter_of(ANTHROPIC).count("alpha")
    assert clock.waits == [0.5, 1.0, 2.0]


def test_an_impossible_host_name_is_one_line(
    counter_of: CounterOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://{'a' * 70}.example")
    with pytest.raises(CounterError, match=r"^a{70}\.example: .* \(tried 4 times\)$"):
        counter_of(ANTHROPIC).count("alpha")


def test_a_key_is_needed(counter_of: CounterOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", " ")
    with pytest.raises(CounterError, match="set GOOGLE_API_KEY or GEMINI_API_KEY to your key for"):
        counter_of(PROVIDERS[2]).count("alpha")


def test_a_key_that_no_header_can_have_is_not_shown(
    fake: FakeProvider, counter_of: CounterOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", f"{KEY}\r\nx: y")
    with pytest.raises(CounterError) as caught:
        counter_of(ANTHROPIC).count("alpha")
    assert str(caught.value) == "ANTHROPIC_API_KEY has characters that no key has"
    assert fake.requests == []


@pytest.mark.parametrize(
    "url",
    [
        "ftp://host",
        "file:///etc/passwd",
        "host",
        "http://",
        "http://u:p@host",
        "https://a b",
        "http://h:x",
        "http://h:99999",
        "http://[",
        "http://h?q",
        "http://é",
    ],
)
def test_a_base_url_that_is_no_address_is_refused(
    url: str, counter_of: CounterOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
    with pytest.raises(UsageError, match=r"^ANTHROPIC_BASE_URL "):
        make(ANTHROPIC, "m")


def test_a_model_is_needed() -> None:
    with pytest.raises(UsageError, match=r"^openai needs a model after a colon: openai:MODEL$"):
        make(PROVIDERS[1], "")


def test_making_a_counter_sends_nothing(fake: FakeProvider, counter_of: CounterOf) -> None:
    for scheme in SCHEMES:
        assert scheme.make("m").info.kind == scheme.kind == "api"
    assert fake.requests == []


def test_a_gemini_model_cannot_leave_its_place_in_the_path() -> None:
    assert PROVIDERS[2].path("models/a/b?c") == "/v1/models/a%2Fb%3Fc:countTokens"
