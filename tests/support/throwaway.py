"""A temporary git repository to run commands in."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from support.environment import COMMAND, THOROUGH, offline
from tokbench import cli

Json = Any
ORDERS = [{"id": index, "state": "open", "total": 100 * index} for index in range(12)]
CONFIGURATION = """\
[[checks]]
name = "orders"
paths = ["prompts/*.json"]
format = "csv"
message = "Ask the prompts team."
"""
IDENTITY = {
    f"GIT_{who}_{what}": f"tester{end}"
    for who in ("AUTHOR", "COMMITTER")
    for what, end in (("NAME", ""), ("EMAIL", "@example.org"))
}


class Done(NamedTuple):
    """How a command ended."""

    status: int
    out: str
    err: str


@dataclass
class Repository:
    """A git repository with a check that passes."""

    folder: Path
    home: Path
    environment: dict[str, str] = field(default_factory=dict)

    def git(self, *arguments: str) -> None:
        environment = offline(self.home, **IDENTITY, GIT_CONFIG_NOSYSTEM="1")
        subprocess.run(
            ["git", *arguments], cwd=self.folder, env=environment, check=True, capture_output=True
        )

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", "state")

    def installed(self, *arguments: str) -> Done:
        """Run the installed command."""
        done = subprocess.run(
            [COMMAND, *arguments],
            cwd=self.folder,
            env=offline(self.home, **self.environment),
            capture_output=True,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    def tokbench(self, *arguments: str) -> Done:
        """Run the command inside this process."""
        if THOROUGH:
            return self.installed(*arguments)
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            for name, value in self.environment.items():
                patch.setenv(name, value)
            status = cli.run(arguments)
            out.flush()
            err.flush()
        return Done(status, *(stream.buffer.getvalue().decode("utf-8") for stream in (out, err)))

    def check(self, *arguments: str) -> Done:
        return self.tokbench("check", *arguments)

    def write(self, name: str, data: Json) -> None:
        (self.folder / name).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")

    @property
    def lock(self) -> Path:
        return self.folder / "tokbench.lock"

    @property
    def recorded_tokens(self) -> int:
        """What the lock says of the one payload."""
        entries = json.loads(self.lock.read_text(encoding="utf-8"))["checks"]["orders"]
        return int(entries["prompts/orders.json"]["tokens"])


def with_note(orders: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """The orders with one more field each."""
    return [{**order, "note": f"ring twice at the door {order['id']}"} for order in orders]


def green_repository(root: Path) -> Repository:
    """A repository with a configuration and a lock, both committed."""
    made = Repository(root / "repository", root)
    (made.folder / "prompts").mkdir(parents=True)
    (made.folder / "tokbench.toml").write_text(CONFIGURATION, encoding="utf-8")
    made.write("prompts/orders.json", ORDERS)
    made.git("init", "-q", "-b", "main")
    status, _, said = made.check("--update")
    assert (status, said) == (0, "tokbench: tokbench.lock: written: 1 payload; commit it\n")
    made.commit()
    return made
