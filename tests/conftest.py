"""Every test runs offline, without a cached vocabulary and without a CI system's environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import hypothesis
import pytest
from support.environment import COMMAND, Command, offline
from support.throwaway import Repository, green_repository

hypothesis.settings.register_profile("suite", deadline=None)  # a busy machine is no fault
hypothesis.settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _offline(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Make this process offline too, so that no test passes only because of a cache."""
    before = dict(os.environ)
    thorough = {key: value for key, value in before.items() if key == "TOKBENCH_THOROUGH"}
    home = tmp_path_factory.getbasetemp()
    _replace_environment({**offline(home), **thorough})
    yield
    _replace_environment(before)


def _replace_environment(environment: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environment)


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """Run the installed command in an empty folder, offline."""

    def run(
        *arguments: str | Path, stdin: str | bytes = b"", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [COMMAND, *arguments],
            input=given,
            capture_output=True,
            cwd=tmp_path,
            env=offline(tmp_path, **environment),
            timeout=120,
            check=False,
        )
        out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


@pytest.fixture
def python() -> Callable[[str], str]:
    """Run a short program in a new interpreter, and return what it printed."""

    def run(program: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run


@pytest.fixture(scope="session")
def _green(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return green_repository(tmp_path_factory.mktemp("green"))


@pytest.fixture
def repository(_green: Repository, tmp_path: Path) -> Repository:
    """A git repository with a check that passes."""
    shutil.copytree(_green.folder, tmp_path / "repository")
    return Repository(tmp_path / "repository", tmp_path)
