"""``tokbench check`` and its lock: what it compares with, and when it cannot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.throwaway import CONFIGURATION, ORDERS, Json, Repository, with_note


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


def test_the_lock_is_in_the_folder_of_the_configuration(repository: Repository) -> None:
    config = "repository/tokbench.toml"
    outside = Repository(repository.folder.parent, repository.home)
    assert outside.check("--config", config).status == 0
    status, _, err = outside.check("--config", config, "--update", "--base", "main")
    assert status == 2
    assert "--update, --init and --base exclude each other" in err


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
        assert repository.recorded_tokens == tokens
