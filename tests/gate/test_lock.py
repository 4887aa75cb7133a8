"""The lock: equal states are equal bytes, and a damaged file is never taken for a lock."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokbench.errors import LockError
from tokbench.gate.lock import Entry, Lock, hash_of, parse
from tokbench.payload import Json, Payload

SHA = "0123456789abcdef" * 4


def a_lock(tokens: int = 343) -> Lock:
    return Lock(
        tokbench="0.1.0",
        libraries={"toon-format": "1.2.0"},
        vocabularies={"o200k_base": SHA, "chars": None},
        checks={
            "users": {"b.json": Entry(12, "json-min", "chars", SHA)},
            "orders": {
                "orders.json": Entry(tokens, "toon", "o200k_base", SHA, "toon-format"),
                "data/a.csv": Entry(9, "csv", "o200k_base", SHA, None, {"strings": True}),
            },
        },
        tests={"tests/test_x.py::test_prompt": Entry(5, "as-given", "chars", SHA)},
    )


GOLDEN = f"""\
{{
  "checks": {{
    "orders": {{
      "data/a.csv": {{"counter": "o200k_base", "data_sha256": "{SHA}", "format": "csv", \
"options": {{"strings": true}}, "tokens": 9}},
      "orders.json": {{"counter": "o200k_base", "data_sha256": "{SHA}", "format": "toon", \
"library": "toon-format", "tokens": 343}}
    }},
    "users": {{
      "b.json": {{"counter": "chars", "data_sha256": "{SHA}", "format": "json-min", "tokens": 12}}
    }}
  }},
  "libraries": {{
    "toon-format": "1.2.0"
  }},
  "schema": "tokbench.lock/1",
  "tests": {{
    "tests/test_x.py::test_prompt": {{"counter": "chars", "data_sha256": "{SHA}", \
"format": "as-given", "tokens": 5}}
  }},
  "tokbench": "0.1.0",
  "vocabularies": {{
    "chars": null,
    "o200k_base": "{SHA}"
  }}
}}
"""


def test_a_lock_is_sorted_json_with_one_entry_a_line() -> None:
    """So git merges what two branches changed in different lines, and diffs are readable."""
    text = a_lock().to_text()
    assert text == GOLDEN
    assert json.loads(text) == json.loads(json.dumps(json.loads(text), sort_keys=True))


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
entries = st.builds(
    Entry,
    tokens=st.integers(0, 2**70),
    format=st.sampled_from(("csv", "toon", "as-given")),
    counter=st.sampled_from(("o200k_base", "bpe:mine.json")),
    data_sha256=st.just(SHA),
    library=st.sampled_from((None, "pyyaml")),
    options=st.dictionaries(st.sampled_from(("records", "strings")), st.just("data.items")),
)
locks = st.builds(
    Lock,
    tokbench=names,
    libraries=st.just({"pyyaml": "6"}),
    vocabularies=st.just({"o200k_base": SHA, "bpe:mine.json": None}),
    checks=st.dictionaries(names, st.dictionaries(names, entries, max_size=3), max_size=3),
    tests=st.dictionaries(names, entries, max_size=3),
)


@given(locks)
def test_a_lock_comes_back_equal_whatever_the_line_ends(lock: Lock) -> None:
    text = lock.to_text()
    assert parse(text.encode()) == lock
    assert parse(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == lock


def broken(change: Callable[[dict[str, Any]], object]) -> bytes:
    document = json.loads(a_lock().to_text())
    change(document)
    return json.dumps(document).encode()


def with_tokens(value: object) -> bytes:
    return broken(lambda lock: lock["checks"]["orders"]["orders.json"].update(tokens=value))


CONFLICT = (
    a_lock()
    .to_text()
    .replace(
        '  "tokbench": "0.1.0",\n',
        '<<<<<<< ours\n  "tokbench": "0.1.0",\n=======\n  "tokbench": "0.2.0",\n>>>>>>> theirs\n',
    )
)

BAD = {
    "empty": (b"", "is empty"),
    "blank": (b" \n", "is empty"),
    "truncated": (a_lock().to_text()[:200].encode(), "is not JSON"),
    "conflict": (CONFLICT.encode(), "tokbench.lock:18: has a merge conflict"),
    "conflict at the top": (b"<<<<<<< ours\n{\n", "tokbench.lock:1: has a merge conflict"),
    "a list": (b"[1, 2]", "tokbench.lock: must be an object, not […]"),
    "null": (b"null", "tokbench.lock: must be an object, not null"),
    "null tokens": (
        with_tokens(None),
        'checks.orders["orders.json"].tokens: must be a whole number',
    ),
    "text tokens": (with_tokens("60"), 'tokens: must be a whole number of tokens, not "60"'),
    "negative tokens": (with_tokens(-60), "tokens: must be at least 0 tokens, not -60"),
    "fractional tokens": (with_tokens(60.0), "tokens, without a decimal point, not 60.0"),
    "true tokens": (with_tokens(True), "tokens: must be a whole number of tokens, not true"),
    "later schema": (broken(lambda lock: lock.update(schema="tokbench.lock/99")), "install the"),
    "no schema": (broken(lambda lock: lock.pop("schema")), "schema: is missing"),
    "another schema": (broken(lambda lock: lock.update(schema=1)), "schema: must be text, not 1"),
    "another tool's": (b'{"name": "app", "lockfileVersion": 3}', "schema: is missing"),
    "twice": (
        GOLDEN.replace('"data/a.csv"', '"orders.json"').encode(),
        'tokbench.lock:5:7: is not JSON: key "orders.json"',
    ),
    "not UTF-8": (GOLDEN.encode("utf-16"), "is not UTF-8"),
    "no checks": (broken(lambda lock: lock.pop("checks")), "checks: is missing"),
    "checks as a list": (
        broken(lambda lock: lock.update(checks=[])),
        "checks: must be an object, not […]",
    ),
    "entry as a number": (
        broken(lambda lock: lock["checks"]["users"].update({"b.json": 12})),
        'checks.users["b.json"]: must be an object, not 12',
    ),
    "no hash": (
        broken(lambda lock: lock["checks"]["users"]["b.json"].pop("data_sha256")),
        "data_sha256: is missing",
    ),
    "unknown vocabulary": (
        broken(lambda lock: lock["vocabularies"].pop("chars")),
        "vocabularies: lacks the counter 'chars'",
    ),
    "number as version": (
        broken(lambda lock: lock.update(tokbench=1)),
        "tokbench: must be text, not 1",
    ),
    "too deep": (b"[" * 100_000, "is not JSON"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_lock_is_refused_in_one_line_with_file_reason_and_hint(
    name: str,
) -> None:
    content, reason = BAD[name]
    with pytest.raises(LockError) as caught:
        parse(content)
    message = str(caught.value)
    assert message.startswith("tokbench.lock")
    assert reason in message
    assert "\n" not in message
    assert "tokbench check --update" in message or "install the tokbench" in message


def test_an_update_of_checks_keeps_what_tests_recorded() -> None:
    now = Lock("0.2.0", {}, {"chars": None}, {"new": {"c.json": Entry(1, "csv", "chars", SHA)}})
    updated = a_lock().with_checks_of(now)
    assert set(updated.checks) == {"new"}
    assert updated.tests == a_lock().tests
    assert updated.vocabularies == {"chars": None}
    assert updated.libraries == {}
    assert updated.tokbench == "0.2.0"


def test_recorded_tests_join_those_that_are_there() -> None:
    recorded = Lock("0.2.0", {}, {"chars": None}, {}, {"t2": Entry(1, "csv", "chars", SHA)})
    updated = a_lock().with_tests_of(recorded)
    assert updated.checks == a_lock().checks
    assert updated.tests == {**a_lock().tests, **recorded.tests}
    assert updated.vocabularies == a_lock().vocabularies


def test_one_lock_never_mixes_counts_of_two_vocabularies_under_one_name() -> None:
    recorded = Lock("0.2.0", {}, {"o200k_base": "f" * 64}, {}, {})
    with pytest.raises(LockError, match="another vocabulary of o200k_base"):
        a_lock().with_tests_of(recorded)


def test_a_hash_is_over_the_data_and_not_over_the_bytes_of_the_file() -> None:
    data: Json = {"a": [1, "x\r\ny"]}
    unix = Payload("p.json", data, '{"a": [1]}\n')
    windows = Payload("q.json", data, '{"a": [1]}\r\n')
    assert hash_of(unix, "json-min") == hash_of(windows, "json-min")
    assert hash_of(unix, "as-given") == hash_of(windows, "as-given")
    assert hash_of(unix, "json-min") != hash_of(Payload("p", {"a": [1, "x\ny"]}), "json-min")
    assert hash_of(unix, "json-min") != hash_of(Payload("p", {"b": [1, "x\r\ny"]}), "json-min")


def test_the_order_of_keys_is_part_of_the_data() -> None:
    """It decides what is rendered, so it can change the count."""
    assert hash_of(Payload("p", {"a": 1, "b": 2}), "csv") != hash_of(
        Payload("p", {"b": 2, "a": 1}), "csv"
    )
