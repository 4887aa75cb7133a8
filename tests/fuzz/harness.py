"""Coverage-guided fuzzing of the readers, the renderings and their verdicts, by atheris.

    python tests/fuzz/harness.py SECONDS [CORPUS]

Bytes are read as one of the notations and what comes out is compared in every format. The
readers and ``compare`` may only raise errors of one line, and a loss is never called lossless. What
atheris finds it prints, and writes to the corpus as ``crash-*``; the exit status is then not 0.
Inputs that reach new code are kept there too. It starts with the fixtures and a few hostile lines.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

TESTS = Path(__file__).parent.parent
SEEDS = TESTS.parent / "fixtures"
LONGEST = 2000
"""Bytes of an input; a short one is enough to find a fault."""

HOSTILE = (
    b'{"a":1,"a":2}', b"[1e999,-0.0,1E5]", b'["\\ud83d"]', b"[" * 400, b'\xef\xbb\xbf{"a":1}',
    '{"é":"a"}'.encode("utf-16"), b'a,b\n"x\ny",2\n', b"a\tb\nx\\ty\t\n",
    b"a: &x [1]\nb: *x\n<<: {}",
    b"- 3.10\n- no\n- 12:30\n- =\n", b"a[2]{x,y}:\n  1,a\n  2,b\n", b'{"a":1}\n\n{"a":null}\n',
    b"# t\na\n1\n\n# u\nb\n2", b"? [a]\n: b\n", b"a: !!python/none 1\n", b'[{"# a":"<br>|\\\\"}]',
)  # fmt: skip


def main(seconds: str, corpus: str | None = None) -> None:
    """Fuzz for this many seconds."""
    atheris: Any = import_module("atheris")
    sys.path.insert(0, str(TESTS))
    with atheris.instrument_imports(include=["tokbench"]):
        _import_all("tokbench.readers", "tokbench.serializers")
        target = _target()
    folder = Path(corpus or tempfile.mkdtemp())
    _sow(folder, len(_notations()))
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        f"-artifact_prefix={folder}/",
        "-timeout=20",
    ]
    atheris.Setup([sys.argv[0], *options, str(folder)], target)
    atheris.Fuzz()


def _import_all(*packages: str) -> None:
    """Import what is otherwise imported when used, too late to be instrumented."""
    for name in packages:
        for module in iter_modules(import_module(name).__path__, f"{name}."):
            import_module(module.name)


def _target() -> Any:
    from support.independent import wrong_verdict

    import tokbench
    from tokbench.errors import TokbenchError
    from tokbench.readers import ReadOptions, read_text

    notations = _notations()

    def once(data: bytes) -> None:
        notation = notations[data[0] % len(notations)] if data else None
        try:
            payload = read_text(data[1:], options=ReadOptions(notation))
            rows = tokbench.compare(payload, "all", "chars", fidelity="full").payloads[0].rows
        except TokbenchError as error:
            if "\n" in str(error):
                raise
            return
        for row in rows:
            if row.skipped is None and row.fidelity.verdict == "lossless":
                wrong = wrong_verdict(
                    row.format, payload.data, tokbench.render(payload, row.format)
                )
                assert wrong is None, (row.format, wrong)

    return once


def _notations() -> list[str | None]:
    """The notation that an input's first byte selects; None to recognise it by its content."""
    from tokbench.readers import INPUT_FORMATS

    return [None, *(name for name, notation in INPUT_FORMATS.items() if not notation.magic)]


def _sow(folder: Path, notations: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    fixtures = [path.read_bytes()[: LONGEST - 1] for path in SEEDS.glob("*.*") if path.is_file()]
    for number, seed in enumerate([*HOSTILE, *fixtures]):
        for notation in range(notations):
            (folder / f"seed-{number}-{notation}").write_bytes(bytes([notation]) + seed)


if __name__ == "__main__":
    main(*sys.argv[1:])
