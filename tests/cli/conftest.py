"""Running a command in the tests' own process."""

from __future__ import annotations

from typing import Any

import pytest

from tokbench import cli


@pytest.fixture
def call(capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Run one command in this process: exit status, standard output, standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = cli.run(arguments)
        out, err = capfdbinary.readouterr()
        return status, out.decode("utf-8"), err.decode("utf-8")

    return run
