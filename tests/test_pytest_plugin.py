"""The pytest plugin: assertions on tokens, recorded ones, and nothing imported until used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tokbench.pytest_plugin import Counts

pytest_plugins = ("pytester",)

PLUGIN = ("-p", "pytest_tokbench", "-p", "no:cacheprovider", "-p", "no:hypothesispytest")

RECORDED = """
import pytest

def test_prompt(tokbench):
    tokbench.assert_recorded("You are a helpful assistant.")

@pytest.mark.parametrize("size", [1, 2])
def test_rows(tokbench, size):
    rows = [{"id": index, "name": "x"} for index in range(size * FACTOR)]
    tokbench.assert_recorded(rows, name="csv", format="csv")
    tokbench.assert_recorded(rows, name="toon", format="toon", max_increase="100%")
"""


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*PLUGIN, *arguments)


def recorded(pytester: pytest.Pytester, factor: int = 1) -> None:
    pytester.makepyfile(test_recorded=RECORDED.replace("FACTOR", str(factor)))


def test_what_a_worker_sends_arrives_complete(tmp_path: Path) -> None:
    alone, controller, *workers = (Counts(tmp_path, update=True) for _ in range(4))
    for counts in (alone, workers[0]):
        counts.of_test("test_a").assert_recorded([{"id": 1}], format="toon")
    for counts in (alone, workers[1]):
        counts.of_test("test_b").assert_recorded("text")
        counts.of_test("test_b").assert_tokens("text", max_tokens=1)
    for worker in workers:
        controller.add(worker.to_text())
    assert controller == alone


def test_texts_are_counted_as_they_are_and_data_are_rendered(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_meets(tokbench):
            assert tokbench.assert_tokens("one two three", max_tokens=3) == 3
            data = [{"id": 1, "ok": True}]
            minified = tokbench.assert_tokens(data, max_tokens=12)
            assert minified == tokbench.assert_tokens('[{"id":1,"ok":true}]', max_tokens=12)
            assert tokbench.assert_tokens(data, max_tokens=19, format="csv", counter="chars") == 12

        def test_passes_over(tokbench):
            tokbench.assert_tokens("one two three four", max_tokens=3)

        def test_says_how_it_is_meant(tokbench):
            tokbench.assert_tokens("text", max_tokens=3, format="csv")
        """
    )
    result = run(pytester)
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        [
            "E  *AssertionError: 4 tokens, 1 over max_tokens 3 (as-given, o200k_base)",
            "E  *UsageError: a text is counted as it is: give data to have it rendered as csv",
            "*= tokbench =*",
            "        3 tokens, at most 3: *::test_meets (as-given, o200k_base)",
            "       12 tokens, at most 19: *::test_meets (csv, chars)",
            "        4 tokens, at most 3: *::test_passes_over (as-given, o200k_base)",
        ]
    )


def test_recorded_counts_may_not_grow_until_they_are_updated(pytester: pytest.Pytester) -> None:
    recorded(pytester)
    result = run(pytester)
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(
        ["E  *tokbench.lock has no entry for *::test_prompt: pytest --tokbench-update adds it"]
    )
    assert not (pytester.path / "tokbench.lock").exists()

    result = run(pytester, "--tokbench-update")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["5 recorded in tokbench.lock: commit it"])
    lock = (pytester.path / "tokbench.lock").read_bytes()

    run(pytester).assert_outcomes(passed=3)
    result = run(pytester, "-k", "prompt")
    result.stdout.fnmatch_lines(["4 more in tokbench.lock did not run"])

    recorded(pytester, factor=2)
    result = run(pytester)
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        ["E  * tokens, was * as csv: max_increase 0 allows at most *--tokbench-update accepts it"]
    )
    assert (pytester.path / "tokbench.lock").read_bytes() == lock

    run(pytester, "--tokbench-update", "-k", "rows").assert_outcomes(passed=2, deselected=1)
    run(pytester).assert_outcomes(passed=3)


def test_an_update_keeps_the_entries_of_checks(pytester: pytest.Pytester) -> None:
    recorded(pytester)
    run(pytester, "--tokbench-update")
    path = pytester.path / "tokbench.lock"
    lock = json.loads(path.read_text())
    lock["checks"] = {"orders": {"a.json": next(iter(lock["tests"].values()))}}
    path.write_text(json.dumps(lock))
    run(pytester, "--tokbench-update").assert_outcomes(passed=3)
    assert json.loads(path.read_text()) == lock


def test_two_records_of_one_test_need_names(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_twice(tokbench):
            tokbench.assert_recorded("a")
            tokbench.assert_recorded("b")
        """
    )
    result = run(pytester, "--tokbench-update")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E  *::test_twice: is recorded twice: give each assertion a *"])


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("446a9538", "00000000", "was counted with the vocabulary 00000000cb6c… of o200k_base"),
        ('"o200k_base"', '"cl100k_base"', "was counted with cl100k_base and is now counted with"),
        ("tokbench.lock/1", "tokbench.lock/2", "install the tokbench that wrote it"),
        ("{", "<<<<<<< ours\n{", "tokbench.lock:1: has a merge conflict"),
    ],
)
def test_a_lock_that_cannot_be_compared_with_fails_the_test(
    pytester: pytest.Pytester, old: str, new: str, reason: str
) -> None:
    pytester.makepyfile("def test_it(tokbench): tokbench.assert_recorded('a')")
    run(pytester, "--tokbench-update")
    path = pytester.path / "tokbench.lock"
    path.write_text(path.read_text().replace(old, new))
    result = run(pytester)
    result.assert_outcomes(failed=1)
    assert reason in result.stdout.str()


@pytest.mark.parametrize(
    ("lock", "way_out"),
    [
        ('{"schema": "tokbench.lock/2"}', "install the tokbench that wrote it"),
        ("<<<<<<< ours\n{}", "tokbench.lock:1: has a merge conflict: resolve it"),
    ],
)
def test_a_lock_that_cannot_be_read_is_never_overwritten(
    pytester: pytest.Pytester, lock: str, way_out: str
) -> None:
    """It also holds the entries of checks."""
    pytester.makepyfile("def test_it(tokbench): tokbench.assert_recorded('a')")
    (pytester.path / "tokbench.lock").write_text(lock)
    result = run(pytester, "--tokbench-update")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert way_out in result.stderr.str() + result.stdout.str()
    assert (pytester.path / "tokbench.lock").read_text() == lock


def test_nothing_is_imported_until_the_fixture_is_used(pytester: pytest.Pytester) -> None:
    """Not even tokbench: the plugin is loaded in every run of pytest in its environment."""
    pytester.makepyfile(
        """
        import sys

        def test_before():
            assert "pytest_tokbench" in sys.modules
            assert [name for name in sys.modules if name.partition(".")[0] == "tokbench"] == []

        def test_use(tokbench):
            tokbench.assert_tokens("text", max_tokens=1)
            assert "tokbench.pytest_plugin" in sys.modules
        """
    )
    result = pytester.runpytest_subprocess(*PLUGIN)
    result.assert_outcomes(passed=2)


def test_workers_of_xdist_send_their_records_to_the_process_that_writes(
    pytester: pytest.Pytester,
) -> None:
    recorded(pytester)
    result = run(pytester, "-n1", "--tokbench-update")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*::test_prompt (as-given, o200k_base)"])
    result.stdout.fnmatch_lines(["5 recorded in tokbench.lock: commit it"])
    parallel = (pytester.path / "tokbench.lock").read_bytes()
    run(pytester, "--tokbench-update").assert_outcomes(passed=3)
    assert (pytester.path / "tokbench.lock").read_bytes() == parallel
