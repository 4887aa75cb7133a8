from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tokbench.counters import hf, mistral, sentencepiece
from tokbench.errors import CounterError, UsageError
from tokbench.optional import extra


@pytest.mark.parametrize(
    ("package", "name", "make", "rest"),
    [
        ("tokenizers", "hf", hf.make, "{path}"),
        ("sentencepiece", "sentencepiece", sentencepiece.make, "{path}"),
        ("mistral_common", "mistral", mistral.make, "v3"),
    ],
)
def test_a_missing_package_is_one_line_with_its_install_command(
    package: str,
    name: str,
    make: object,
    rest: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"{}")
    monkeypatch.setitem(sys.modules, package, None)  # as if it were not installed
    assert callable(make)
    with pytest.raises(CounterError) as caught:
        make(rest.format(path=path))
    assert str(caught.value) == (
        f"{name}:{rest.format(path=path)} needs the package {package}: "
        f"pip install 'tokbench[{name}]'"
    )


def test_an_installed_package_that_does_not_import_says_why() -> None:
    """It must not look as if the package were missing."""
    with (
        pytest.raises(UsageError, match=r"^x: y is installed and cannot be imported: no part$"),
        extra("e", "y", needed_by="x", error=UsageError),
    ):
        raise ModuleNotFoundError("no part", name="y.part")
