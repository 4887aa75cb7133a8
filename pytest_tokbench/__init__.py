"""The pytest plugin of tokbench: the fixture ``tokbench``, ``--tokbench-update``, and a summary.

pytest loads this module in every run of every project of an environment. It is outside the
package so that nothing of tokbench is imported until a test asks for the fixture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tokbench.pytest_plugin import Counts, Tokens

_COUNTS = pytest.StashKey["Counts"]()
_WORKER_KEY = "tokbench"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--tokbench-update``."""
    parser.getgroup("tokbench").addoption(
        "--tokbench-update",
        action="store_true",
        help="accept what the recorded assertions cost now: write tokbench.lock",
    )


@pytest.fixture
def tokbench(request: pytest.FixtureRequest) -> Tokens:
    """Assertions on what texts and data cost in tokens."""
    return _counts(request.config).of_test(request.node.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the lock; a worker of xdist hands what it has to the controller instead."""
    counts = session.config.stash.get(_COUNTS, None)
    if counts is None:
        return
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_WORKER_KEY] = counts.to_text()
    else:
        counts.write_lock()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take what a worker of xdist has counted."""
    text = getattr(node, "workeroutput", {}).get(_WORKER_KEY)
    if text is not None:
        _counts(node.config).add(text)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Show every count beside its limit."""
    counts = config.stash.get(_COUNTS, None)
    if counts is None:
        return
    terminalreporter.section("tokbench")
    for line in counts.summary():
        terminalreporter.write_line(line)


def _counts(config: pytest.Config) -> Counts:
    """What this run has counted; made when it is first asked for."""
    if _COUNTS not in config.stash:
        from tokbench.pytest_plugin import Counts

        config.stash[_COUNTS] = Counts(config.rootpath, update=config.getoption("tokbench_update"))
    return config.stash[_COUNTS]
