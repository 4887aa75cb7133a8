"""The guides: every command in them runs, in order, and ends as the page says."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import pytest
import yaml
from support.environment import COMMAND, ROOT, offline
from support.throwaway import IDENTITY, ORDERS, Repository, green_repository, with_note

import tokbench
from tokbench.gate import config
from tokbench.gate.verdict import LimitKind
from tokbench.payload import Shape
from tokbench.report import OUTPUTS
from tokbench.result import CounterKind, RoundTripVerdict
from tokbench.version import __version__

BLOCK = re.compile(
    r"(?:<!-- exit status (?P<status>\d) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)```", re.DOTALL
)
COMMIT = re.compile(r"\b[0-9a-f]{12}\b")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    text: str
    status: int


def blocks(name: str) -> Iterator[Block]:
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    for found in BLOCK.finditer(page):
        yield Block(found["language"], found["text"], int(found["status"] or 0))


def shell(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = f"{COMMAND.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=offline(folder, PATH=path, **IDENTITY, **environment),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def run_page(name: str, tmp_path: Path) -> None:
    """Run a page from top to bottom; what it shows as output is what was printed before it."""
    printed = ""
    for block in blocks(name):
        if block.language == "sh":
            done = shell(block.text, tmp_path)
            assert done.returncode == block.status, (block.text, done.stdout, done.stderr)
            printed = done.stdout
        elif block.language == "text":
            assert COMMIT.sub("", printed) == COMMIT.sub("", block.text)
        elif block.language == "python":
            (tmp_path / "test_prompt.py").write_text(block.text, encoding="utf-8")


def test_the_guide_goes_from_nothing_to_a_failing_check_and_back(tmp_path: Path) -> None:
    shell("git init -q", tmp_path)
    run_page("gate.md", tmp_path)


def test_the_page_on_prices_prints_what_it_shows(tmp_path: Path) -> None:
    run_page("prices.md", tmp_path)


def test_the_page_on_json_prints_what_it_shows(tmp_path: Path) -> None:
    run_page("json.md", tmp_path)


def test_the_page_of_questions_prints_what_it_shows(tmp_path: Path) -> None:
    run_page("faq.md", tmp_path)


def test_the_guide_lists_every_key(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "gate.md").read_text(encoding="utf-8")
    table = "\n".join(line for line in page.splitlines() if line.startswith("| `"))
    assert all(f"`{key}`" in table for key in config.KEYS)


def test_the_snippets_are_yaml_and_name_what_exists() -> None:
    workflow, hooks = (
        yaml.safe_load(block.text) for block in blocks("gate.md") if block.language == "yaml"
    )
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    known = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    checkout, check = workflow["jobs"]["tokens"]["steps"]
    assert checkout["with"] == {"fetch-depth": 0}
    assert set(check["with"]) <= set(action["inputs"])
    assert hooks["repos"][0]["hooks"][0]["id"] == known[0]["id"]


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_what_a_page_links_to_exists(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_files_that_contributors_are_sent_to_exist() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"(?<![\w/])(?:\.ci|docs|tests)/[\w./]*\w", page)
    assert {".ci/run", "tests/support/independent.py", "tests/report/goldens"} <= set(paths)
    assert [path for path in paths if not (ROOT / path).exists()] == []
    modules = [Path(path) for path in re.findall(r"`tokbench/([\w./]+)`", page)]
    assert modules
    assert [path for path in modules if not (Path(tokbench.__file__).parent / path).exists()] == []


def test_the_glossary_has_the_values_of_the_code() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([\w ,]+) \| (.*) \|$", page, re.MULTILINE)
    values = {term: {*re.findall(r"`(\w+)`", meaning)} for term, meaning in reversed(rows)}
    assert values["kind"] == {*get_args(CounterKind)}
    assert values["shape"] == {*get_args(Shape)}
    assert values["verdict"] == {*get_args(RoundTripVerdict)} - {"off"}
    assert values["limit"] == {*get_args(LimitKind)} - {"base"}
    assert values["output"] == {*OUTPUTS}


def test_nothing_is_installed_by_the_bare_name() -> None:
    """It is another project. The pages install a folder, or the repository at a tag."""
    pages = [ROOT / "README.md", ROOT / "action.yml", *(ROOT / "docs").glob("*.md")]
    installs = [
        line
        for page in pages
        for line in page.read_text(encoding="utf-8").splitlines()
        if re.search(r"(pip|pipx|uv tool|uv pip) install\b", line)
    ]
    assert any(f"OWNER/tokbench@v{__version__}" in line for line in installs)
    assert [line for line in installs if re.search(r"[\s'\"]tokbench(?![\w/@-])", line)] == []


def test_the_job_for_gitlab_reports_what_grew(tmp_path: Path) -> None:
    job, _ = (yaml.safe_load(block.text)["tokens"] for block in blocks("gitlab.md"))
    repository: Repository = green_repository(tmp_path)
    repository.write("prompts/orders.json", with_note(ORDERS))
    done = shell("\n".join(job["script"]), repository.folder, CI_MERGE_REQUEST_DIFF_BASE_SHA="main")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
    report = repository.folder / job["artifacts"]["reports"]["junit"]
    assert "[].note +" in report.read_text(encoding="utf-8")
