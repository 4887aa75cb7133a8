"""What a run imports, and how it ends while it still imports."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from tokbench.cli.app import COMMANDS

MODULES = set(COMMANDS.values())
INTERRUPTED = """
import sys

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
sys.argv = ["tokbench", "compare", "missing.json"]
from tokbench.cli import main
main()
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_imports_the_module_of_its_own_command(
    name: str, python: Callable[[str], str]
) -> None:
    program = f"""if True:
        import sys
        from tokbench import cli
        cli.run([{name!r}, "--no-such-option"])
        print(*sorted({MODULES!r} & {{name.rpartition(".")[2] for name in sys.modules
            if name.startswith("tokbench.cli.")}}))
    """
    assert python(program) == COMMANDS[name]


@pytest.mark.parametrize("module", ["typer", "tokbench.cli.output", "tokbench.cli.compare"])
def test_an_interrupt_during_an_import_is_one_line(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(module=module)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "tokbench: interrupted\n")
