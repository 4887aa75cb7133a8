"""Work spread over processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys

import pytest

from tokbench.errors import TokbenchError, UsageError
from tokbench.workers import spread


def test_results_come_in_order_from_other_processes() -> None:
    """The results of other processes are the results of this one."""
    here = os.getpid()
    results = list(spread(lambda n: (n, os.getpid()), 20, 2))
    assert [n for n, _ in results] == list(range(20))
    assert here not in {process for _, process in results}


def test_one_job_stays_in_this_process() -> None:
    """Another process would cost time and gain none."""
    assert list(spread(lambda n: os.getpid(), 3, 1)) == [os.getpid()] * 3
    assert list(spread(lambda n: os.getpid(), 1, 8)) == [os.getpid()]


def test_an_error_comes_back_as_itself() -> None:
    """The caller sees the kind and the text."""

    def refuse(number: int) -> int:
        raise UsageError(f"not {number}")

    with pytest.raises(UsageError, match="not 0"):
        list(spread(refuse, 2, 2))


def test_a_process_that_dies_is_one_line() -> None:
    """Whatever killed it, the line says what to do."""
    with pytest.raises(TokbenchError, match="jobs=1"):
        list(spread(lambda n: os._exit(9), 2, 2))


WAITING = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts this may ignore it
from tokbench.workers import spread

def wait(number):
    os.write(1, b"ready\\n")
    signal.pause()

print(list(spread(wait, 4, 2)))
"""


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_one_that_started_it(by: signal.Signals) -> None:
    """Interrupted or killed while they work: the pipe that they share is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == [b"ready\n"] * 2
        process.send_signal(by)
        rest, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert rest == b""
    assert process.returncode == -by


def test_an_error_ends_only_the_processes_that_were_started_for_it() -> None:
    """A caller may have processes of its own."""
    theirs = multiprocessing.get_context("fork").Process(target=signal.pause)
    theirs.start()

    def refuse_or_wait(number: int) -> None:
        if not number:
            raise UsageError("no")
        signal.pause()

    try:
        with pytest.raises(UsageError, match="no"):
            list(spread(refuse_or_wait, 2, 2))
        assert theirs.is_alive()
    finally:
        theirs.terminate()
        theirs.join()


def test_without_fork_this_process_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""
    monkeypatch.delattr(os, "fork")
    assert list(spread(lambda n: os.getpid(), 3, 2)) == [os.getpid()] * 3
