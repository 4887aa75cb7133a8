"""What your data costs in LLM tokens, in every format you could send it in.

Each public name is imported when it is first asked for: a program that only counts, or a test run
that only has the plugin installed, loads nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tokbench.version import __version__

if TYPE_CHECKING:
    from tokbench import bpe
    from tokbench.comparison import Comparison
    from tokbench.errors import TokbenchError
    from tokbench.public import compare, count, render

__all__ = ["Comparison", "TokbenchError", "__version__", "bpe", "compare", "count", "render"]

_HOMES = {
    "Comparison": "tokbench.comparison",
    "TokbenchError": "tokbench.errors",
    "compare": "tokbench.public",
    "count": "tokbench.public",
    "render": "tokbench.public",
}


def __getattr__(name: str) -> Any:
    if name == "bpe":
        return import_module("tokbench.bpe")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
