"""The pre-commit hook, in a repository whose payload has grown.

pre-commit would install the hook in an environment of its own, from the network. Here the hook of
the manifest runs as a local one; with TOKBENCH_THOROUGH=1 ``pre-commit try-repo`` does all of it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import yaml
from support.environment import COMMAND, ROOT, THOROUGH
from support.throwaway import ORDERS, green_repository, with_note

MANIFEST = ROOT / ".pre-commit-hooks.yaml"


def pre_commit(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=folder,
        env={
            **({} if THOROUGH else os.environ),
            "HOME": str(folder.parent),
            "PRE_COMMIT_HOME": str(folder.parent / "hooks"),
            "PATH": f"{COMMAND.parent}{os.pathsep}{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_hook_fails_the_commit_of_a_payload_that_has_grown(tmp_path: Path) -> None:
    repository = green_repository(tmp_path)
    repository.write("prompts/orders.json", with_note(ORDERS))
    repository.git("add", "-A")
    if THOROUGH:
        done = pre_commit(repository.folder, "try-repo", ROOT, "tokbench-check")
    else:
        hooks = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))
        local = [{**hook, "language": "system"} for hook in hooks]
        config = repository.folder / ".pre-commit-config.yaml"
        config.write_text(json.dumps({"repos": [{"repo": "local", "hooks": local}]}), "utf-8")
        repository.git("add", "-A")
        done = pre_commit(repository.folder, "run")
    assert done.returncode == 1
    assert "- exit code: 1" in done.stdout
    assert "grew most since" in done.stdout
    assert "[].note +" in done.stdout


def test_the_manifest_is_valid(tmp_path: Path) -> None:
    done = pre_commit(tmp_path, "validate-manifest", MANIFEST)
    assert (done.returncode, done.stdout) == (0, "")
