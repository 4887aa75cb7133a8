"""``tokbench check`` in a git repository.

The command is called inside this process, which takes a tenth of the time; with
TOKBENCH_THOROUGH=1 the installed command is run. The test of the guide always runs it.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from support.throwaway import CONFIGURATION, ORDERS, Repository, with_note


def test_growth_fails_until_the_lock_is_updated(repository: Repository) -> None:
    """Status 0; with a field more 1, and that field is named first; after the update 0 again."""
    status, out, err = repository.check()
    assert (status, err) == (0, "")
    assert out.startswith("tokbench check passed: 1 payload compared in 1 check, 0 over a limit")

    before = repository.lock.read_bytes()
    repository.write("prompts/orders.json", with_note(ORDERS))
    status, out, err = repository.check()
    assert (status, err) == (1, "")
    assert "FAILED" in out
    assert "changed since the lock: data\n" in out
    assert re.search(r"grew most since [0-9a-f]{12}: \[\]\.note \+", out)
    assert "Ask the prompts team." in out
    assert "tokbench check --update" in out
    assert repository.lock.read_bytes() == before

    assert repository.check("--update").status == 0
    repository.commit()
    assert repository.check().status == 0
    repository.lock.unlink()
    assert repository.check().status == 2


def test_a_change_of_format_is_named(repository: Repository) -> None:
    configuration = CONFIGURATION.replace('"csv"', '"json-pretty"')
    (repository.folder / "tokbench.toml").write_text(configuration, encoding="utf-8")
    status, out, _ = repository.check()
    assert status == 1
    assert "changed since the lock: format csv -> json-pretty\n" in out
    assert "The change of format from csv to json-pretty alone costs +" in out


def test_a_glob_that_matches_nothing_is_an_error(repository: Repository) -> None:
    (repository.folder / "prompts").rename(repository.folder / "renamed")
    for arguments in ([], ["--update"]):
        status, _, err = repository.check(*arguments)
        assert status == 2
        assert "check 'orders': the glob 'prompts/*.json' matches no file: correct it" in err


def test_what_cannot_be_measured_is_an_error_and_writes_no_lock(repository: Repository) -> None:
    before = repository.lock.read_bytes()
    repository.write("prompts/tree.json", {"no": {"table": 1}})
    (repository.folder / "prompts" / "broken.json").write_text("[1, 2", encoding="utf-8")
    status, _, err = repository.check("--update")
    assert status == 2
    assert "tokbench: prompts/broken.json:1:" in err
    assert "prompts/tree.json: check 'orders' cannot be measured, it was skipped: " in err
    assert repository.lock.read_bytes() == before


@pytest.mark.parametrize("option", ["strings = true", 'records = "orders"'])
def test_reading_options_for_plain_text_are_an_error(repository: Repository, option: str) -> None:
    (repository.folder / "prompts" / "system.txt").write_text("Be brief.", encoding="utf-8")
    configuration = f'[[checks]]\nname = "system"\npaths = "prompts/*.txt"\n{option}\n'
    (repository.folder / "tokbench.toml").write_text(configuration, encoding="utf-8")
    status, _, err = repository.check("--update")
    assert status == 2
    name = option.partition(" ")[0]
    assert err.startswith(f"tokbench: prompts/system.txt: is sent as plain text, and {name} of ")


def test_hints_of_reading_are_keys_of_the_configuration(repository: Repository) -> None:
    """They go into the file, not on the command line."""
    repository.write("prompts/orders.json", {"no": {"table": [{"id": 1}]}})
    _, _, err = repository.check()
    assert 'no is an object; records = "no.table" picks the records out' in err


@pytest.mark.parametrize("output", ["table", "markdown", "json", "junit", "github"])
def test_every_output_says_that_the_counter_of_a_model_is_assumed(
    repository: Repository, output: str
) -> None:
    configuration = CONFIGURATION + '\n[[checks]]\nname = "new"\nmodel = "gpt-6"\n'
    configuration += 'paths = "prompts/orders.json"\n'
    (repository.folder / "tokbench.toml").write_text(configuration, encoding="utf-8")
    assert repository.check("--update").status == 0
    status, out, _ = repository.check("-o", output)
    assert status == 0
    assert "check 'new': model gpt-6: tiktoken does not know gpt-6" in out
    assert " yet; assumed to use o200k_base" in out


@pytest.mark.parametrize(("room", "expected"), [(0, 0), (-1, 1)])
def test_a_limit_may_be_met_but_not_exceeded(
    repository: Repository, room: int, expected: int
) -> None:
    with (repository.folder / "tokbench.toml").open("a", encoding="utf-8") as configuration:
        configuration.write(f"max_tokens = {repository.recorded_tokens + room}\n")
    assert repository.check().status == expected


def test_all_outputs_have_the_same_verdict(repository: Repository) -> None:
    repository.write("prompts/orders.json", with_note(ORDERS))
    status, out, _ = repository.check("--output", "json")
    report = json.loads(out)
    assert status == report["status"] == 1
    (verdict,) = report["verdicts"]
    assert verdict["explanation"]["paths"][0]["path"] == "[].note"
    status, out, _ = repository.check("-o", "junit", "--output-file", "junit.xml")
    assert (status, out) == (1, "")
    assert '<testsuite name="orders" tests="1" failures="1" errors="0">' in (
        repository.folder / "junit.xml"
    ).read_text(encoding="utf-8")


def test_in_github_actions_the_default_output_is_github(
    repository: Repository,
) -> None:
    summary = repository.home / "summary.md"
    repository.environment = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    repository.lock.unlink()
    status, out, _ = repository.check()
    assert status == 2
    assert "\n::error title=tokbench::tokbench.lock: is missing" in out
    assert "- problem: tokbench.lock: is missing" in summary.read_text(encoding="utf-8")
    assert "::error" not in repository.check("--output=table").out


def test_init_writes_a_configuration_to_start_from(tmp_path: Path) -> None:
    empty = Repository(tmp_path, tmp_path)
    status, _, err = empty.check()
    assert status == 2
    assert "no checks are configured" in err
    assert "tokbench check --init writes a start" in err
    assert empty.check("--init").status == 0
    start = (tmp_path / "tokbench.toml").read_bytes()
    assert empty.check("--init") == (
        2,
        "",
        "tokbench: tokbench.toml configures checks already: edit it, or remove it first\n",
    )
    assert (tmp_path / "tokbench.toml").read_bytes() == start


def test_init_may_write_another_file(tmp_path: Path) -> None:
    """A file that exists is not replaced."""
    empty = Repository(tmp_path, tmp_path)
    assert empty.check("--init", "--config", "other.toml").status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["other.toml"]
    for name, what in [
        ("other.toml", "exists already: name another file"),
        ("pyproject.toml", "holds more than checks: name another file"),
        (".", "is a folder: name a file with --config"),
    ]:
        status, _, err = empty.check("--init", "--config", name)
        assert (status, err) == (2, f"tokbench: {name}: {what}" + err.partition(what)[2])
    assert "--config 'a b.toml'" in empty.check("--init", "--config", "a b.toml").err


def test_a_limit_that_no_update_can_meet_says_so(repository: Repository) -> None:
    with (repository.folder / "tokbench.toml").open("a", encoding="utf-8") as configuration:
        configuration.write("max_tokens = 5\n")
    status, out, _ = repository.check()
    assert status == 1
    assert "max_tokens and min_saving_vs do not depend on the lock" in out
    assert "--update" not in out


def test_an_estimate_is_a_warning(repository: Repository) -> None:
    with (repository.folder / "tokbench.toml").open("a", encoding="utf-8") as configuration:
        configuration.write('counter = "chars/4"\n')
    repository.check("--update")
    assert "check 'orders': chars/4 is an estimate" in repository.check().out
    explained = repository.tokbench("explain", "prompts/orders.json", "-f", "csv", "-c", "chars/4")
    assert re.search(r"~\d+ chars/4 tokens, csv", explained.out)
    assert "chars/4: an estimate: code points / 4" in explained.out


def test_a_counter_that_fails_is_no_regression(repository: Repository) -> None:
    """A provider without its key fails with status 3."""
    with (repository.folder / "tokbench.toml").open("a", encoding="utf-8") as configuration:
        configuration.write('counter = "anthropic:some-model"\n')
    repository.environment = {"ANTHROPIC_API_KEY": ""}
    before = repository.lock.read_bytes()
    status, _, err = repository.check("--update")
    assert status == 3
    assert "tokbench: check 'orders', counter anthropic:some-model: " in err
    assert repository.lock.read_bytes() == before


def test_without_git_the_largest_paths_are_listed(repository: Repository) -> None:
    shutil.rmtree(repository.folder / ".git")
    repository.write("prompts/orders.json", with_note(ORDERS))
    status, out, _ = repository.check()
    assert status == 1
    assert "costs most now: [].note " in out


def test_an_earlier_payload_that_the_lock_did_not_count_is_not_compared_with(
    repository: Repository,
) -> None:
    """The committed lock was made from another payload than the committed one."""
    repository.write("prompts/orders.json", ORDERS[:3])
    repository.lock.write_bytes(repository.lock.read_bytes().replace(b'"tests": {}', b'"tests":{}'))
    repository.commit()
    repository.write("prompts/orders.json", with_note(ORDERS))
    assert "costs most now: [].note " in repository.check().out
