"""``tokbench check`` and ``tokbench explain`` in a throw-away git repository.

The command is called inside this process, which takes a tenth of the time; with
TOKBENCH_THOROUGH=1 the installed command is driven. The guide's test always drives it.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from support.throwaway import CONFIGURATION, ORDERS, Json, Repository, green_repository, with_note


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return green_repository(tmp_path_factory.mktemp("repository"))


@pytest.fixture
def repository(template: Repository, tmp_path: Path) -> Repository:
    folder = tmp_path / "repository"
    shutil.copytree(template.folder, folder)
    return Repository(folder, tmp_path)


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


def damaged(change: Callable[[Json], object]) -> Callable[[Path], object]:
    def damage(path: Path) -> None:
        document = json.loads(path.read_text(encoding="utf-8"))
        change(document)
        path.write_text(json.dumps(document), encoding="utf-8")

    return damage


LOCKS: dict[str, tuple[Callable[[Path], object], str]] = {
    "deleted": (Path.unlink, "tokbench.lock: is missing: tokbench check --update writes"),
    "emptied": (lambda path: path.write_bytes(b""), "tokbench.lock: is empty: restore it"),
    "conflicted": (
        lambda path: path.write_bytes(b"<<<<<<< ours\n" + path.read_bytes()),
        "tokbench.lock:1: has a merge conflict: resolve it",
    ),
    "of another vocabulary": (
        damaged(lambda lock: lock["vocabularies"].update(o200k_base="0" * 64)),
        "was counted with the vocabulary 000000000000… of o200k_base and is now",
    ),
    "of another counter": (
        damaged(
            lambda lock: (
                lock["vocabularies"].update(cl100k_base="1" * 64),
                lock["checks"]["orders"]["prompts/orders.json"].update(counter="cl100k_base"),
            )
        ),
        "check 'orders' was counted with cl100k_base and is now counted with o200k_base",
    ),
    "of a later schema": (
        damaged(lambda lock: lock.update(schema="tokbench.lock/2")),
        "has the schema 'tokbench.lock/2' and this tokbench knows 'tokbench.lock/1'",
    ),
}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_that_cannot_be_compared_with_is_an_error_with_its_own_line(
    repository: Repository, name: str
) -> None:
    damage, line = LOCKS[name]
    damage(repository.lock)
    status, out, err = repository.check()
    assert status == 2
    assert "tokbench check failed: 0 payloads compared" in out
    (only,) = err.splitlines()
    assert only.startswith("tokbench: tokbench.lock")
    assert line in only


def test_new_and_missing_payloads_are_errors(repository: Repository) -> None:
    """Each has its own line."""
    repository.write("prompts/new.json", ORDERS)
    (repository.folder / "prompts" / "orders.json").unlink()
    status, _, err = repository.check()
    assert status == 2
    assert err.splitlines() == [
        "tokbench: tokbench.lock: check 'orders' has an entry for prompts/orders.json, which is "
        "not there any more: bring it back, or tokbench check --update accepts it",
        "tokbench: tokbench.lock: check 'orders' has no entry for prompts/new.json: "
        "tokbench check --update adds it",
    ]


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


def tokens_in(lock: Path) -> int:
    entries = json.loads(lock.read_text(encoding="utf-8"))["checks"]["orders"]
    return int(entries["prompts/orders.json"]["tokens"])


@pytest.mark.parametrize(("room", "expected"), [(0, 0), (-1, 1)])
def test_a_limit_may_be_met_but_not_exceeded(
    repository: Repository, room: int, expected: int
) -> None:
    with (repository.folder / "tokbench.toml").open("a", encoding="utf-8") as configuration:
        configuration.write(f"max_tokens = {tokens_in(repository.lock) + room}\n")
    assert repository.check().status == expected


def test_a_change_cannot_raise_its_own_limit(repository: Repository, tmp_path: Path) -> None:
    """With ``--base``; in a clone without the revision the error says how to fetch it."""
    repository.git("checkout", "-qb", "change")
    repository.write("prompts/orders.json", with_note(ORDERS))
    assert repository.check("--update").status == 0
    repository.commit()
    assert repository.check().status == 0
    status, out, err = repository.check("--base", "main")
    assert (status, err) == (1, "")
    assert "max_increase 0 tokens over tokbench.lock at main allows at most" in out
    assert "grew most since main: [].note +" in out
    row = next(line for line in out.splitlines() if line.startswith("FAILED"))
    assert "n/a" not in row
    change = re.search(r"was [\d,]+ \((\S+, \S+ %)\)", out)
    assert change is not None
    assert change[1] in row

    shallow = Repository(tmp_path / "shallow", tmp_path)
    url = f"file://{repository.folder}"
    repository.git("clone", "-q", "--depth=1", "--branch=change", url, str(shallow.folder))
    status, out, err = shallow.check("--base=origin/main")
    assert status == 2
    assert "--base origin/main: git has no such revision here" in err
    assert "git fetch origin main (in GitHub Actions: actions/checkout with fetch-depth: 0)" in err


def test_a_base_without_a_lock_is_an_error(repository: Repository) -> None:
    repository.git("rm", "-q", "--cached", "tokbench.lock")
    repository.git("commit", "-qm", "no lock")
    status, _, err = repository.check("--base", "HEAD")
    assert status == 2
    assert "tokbench.lock at HEAD: is missing" in err


def test_a_checkout_with_other_line_ends_compares_equal(repository: Repository) -> None:
    """Files as they are, and files that are sent as given."""
    text = 'format = "as-given"\n'
    configuration = f'{CONFIGURATION}\n[[checks]]\nname = "texts"\npaths = "*.md"\n{text}'
    (repository.folder / "tokbench.toml").write_text(configuration, encoding="utf-8")
    (repository.folder / "prompt.md").write_bytes(b"You are a helper.\nAnswer in one line.\n")
    assert repository.check("--update").status == 0
    for name in ("prompt.md", "tokbench.toml", "tokbench.lock", "prompts/orders.json"):
        path = repository.folder / name
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    status, _, err = repository.check()
    assert (status, err) == (0, "")


def test_an_update_is_the_same_every_time_and_keeps_recorded_tests(
    repository: Repository,
) -> None:
    document = json.loads(repository.lock.read_text(encoding="utf-8"))
    entry = document["checks"]["orders"]["prompts/orders.json"]
    document["tests"]["tests/test_x.py::test_it"] = {**entry, "tokens": 7}
    repository.write("tokbench.lock", document)
    assert repository.check("--update").status == 0
    first = repository.lock.read_bytes()
    assert json.loads(first)["tests"] == document["tests"]
    status, _, err = repository.check("--update")
    assert (status, err) == (0, "tokbench: tokbench.lock: unchanged: 1 payload\n")
    assert repository.lock.read_bytes() == first


def test_a_damaged_lock_can_be_replaced_but_not_one_of_a_later_tokbench(
    repository: Repository,
) -> None:
    green = repository.lock.read_bytes()
    repository.lock.write_bytes(b"<<<<<<< ours\n" + green)
    status, out, _ = repository.check("--update")
    assert status == 0
    assert "warning: tokbench.lock:1: has a merge conflict: replaced; recorded tests are" in out
    assert repository.lock.read_bytes() == green
    later = green.replace(b"tokbench.lock/1", b"tokbench.lock/2")
    repository.lock.write_bytes(later)
    status, _, err = repository.check("--update")
    assert status == 2
    assert "install the tokbench that wrote it" in err
    assert repository.lock.read_bytes() == later


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


def test_a_payload_without_an_entry_is_not_called_passed(repository: Repository) -> None:
    repository.write("prompts/new.json", ORDERS)
    with (repository.folder / "tokbench.toml").open("a", encoding="utf-8") as configuration:
        configuration.write("max_tokens = 5000\n")
    status, out, _ = repository.check()
    assert status == 2
    assert [line.split("  ")[0] for line in out.splitlines() if "prompts/" in line] == [
        "not compared",
        "passed",
    ]


def test_an_estimate_is_a_warning(repository: Repository) -> None:
    with (repository.folder / "tokbench.toml").open("a", encoding="utf-8") as configuration:
        configuration.write('counter = "chars/4"\n')
    repository.check("--update")
    assert "check 'orders': chars/4 is an estimate" in repository.check().out
    explained = repository.tokbench("explain", "prompts/orders.json", "-f", "csv", "-c", "chars/4")
    assert re.search(r"~\d+ chars/4 tokens, csv", explained.out)
    assert "chars/4: an estimate: code points / 4" in explained.out


def test_the_lock_is_in_the_folder_of_the_configuration(repository: Repository) -> None:
    config = "repository/tokbench.toml"
    outside = Repository(repository.folder.parent, repository.home)
    assert outside.check("--config", config).status == 0
    status, _, err = outside.check("--config", config, "--update", "--base", "main")
    assert status == 2
    assert "--update, --init and --base exclude each other" in err


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


def test_counts_of_two_vocabularies_are_never_compared(tmp_path: Path) -> None:
    """These texts have 54 tokens in one and 43 in the other: that is no saving of 20 percent."""
    repository = Repository(tmp_path, tmp_path)
    texts = [
        "오늘 회의는 세 시에 시작합니다",
        "Встреча начнётся в три часа",
        "会议下午三点开始",
        "naïve café 😀",
    ]
    (tmp_path / "prompts").mkdir()
    text = json.dumps([{"text": text} for text in texts], ensure_ascii=False, separators=(",", ":"))
    (tmp_path / "prompts" / "orders.json").write_text(text, encoding="utf-8")
    for counter, tokens in (("cl100k_base", 54), ("o200k_base", 43)):
        configuration = f'{CONFIGURATION}counter = "{counter}"\n'.replace("csv", "json-min")
        (tmp_path / "tokbench.toml").write_text(configuration, encoding="utf-8")
        if repository.lock.exists():
            status, _, err = repository.check()
            assert status == 2
            assert "was counted with cl100k_base and is now counted with o200k_base" in err
        assert repository.check("--update").status == 0
        assert tokens_in(repository.lock) == tokens


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


def test_explain_lists_what_dropping_and_shortening_would_save(tmp_path: Path) -> None:
    rows = [{"id": 1, "at": "2025-01-02T10:11:12.123456Z", "note": "x"} for _ in range(5)]
    desk = Repository(tmp_path, tmp_path)
    desk.write("rows.json", rows)
    status, out, _ = desk.tokbench("explain", "rows.json", "-f", "json-min", "-o", "csv")
    assert status == 0
    heading, first, *_ = out.splitlines()
    assert heading == "path,dropping saves,of the whole,shortening,saves"
    assert first.startswith("[].at,")
    assert ",timestamp to the second," in first
    assert "do not add up" in desk.tokbench("explain", "rows.json", "-f", "csv").out
    desk.write("scalar.json", 1)
    assert desk.tokbench("explain", "scalar.json", "-f", "csv").status == 2
