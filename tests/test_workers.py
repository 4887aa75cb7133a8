"""Work spread over processes."""

from __future__ import annotations

import os

import pytest

from tokbench.errors import TokbenchError, UsageError
from tokbench.workers import spread


def test_results_come_in_order_from_other_processes() -> None:
    """What is computed elsewhere arrives as if it had been computed here."""
    here = os.getpid()
    results = list(spread(lambda n: (n, os.getpid()), 20, 2))
    assert [n for n, _ in results] == list(range(20))
    assert here not in {process for _, process in results}


def test_one_job_stays_in_this_process() -> None:
    """No process is started for nothing."""
    assert list(spread(lambda n: os.getpid(), 3, 1)) == [os.getpid()] * 3
    assert list(spread(lambda n: os.getpid(), 1, 8)) == [os.getpid()]


def test_an_error_comes_back_as_itself() -> None:
    """The caller sees the kind and the text."""

    def refuse(number: int) -> int:
        raise UsageError(f"not {number}")

    with pytest.raises(UsageError, match="not 0"):
        list(spread(refuse, 2, 2))


def test_a_process_that_dies_is_one_line() -> None:
    """Whatever killed it, the way out is named."""
    with pytest.raises(TokbenchError, match="--jobs 1"):
        list(spread(lambda n: os._exit(9), 2, 2))
