"""What your data costs in LLM tokens, in every format you could send it in.

Each public name is imported when it is first used: a program that only counts, or a test run that
only has the plugin installed, loads nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tokbench.version import __version__

if TYPE_CHECKING:
    from tokbench import bpe
    from tokbench.comparison import Comparison
    from tokbench.counters import Counter, Scheme
    from tokbench.counters.tokenized import Tokenized
    from tokbench.errors import CannotRead, CannotRender, CounterError, TokbenchError
    from tokbench.explained import Explained
    from tokbench.payload import Payload, Table
    from tokbench.public import compare, count, explain, render, tokenize
    from tokbench.result import CounterInfo
    from tokbench.serializers import Format

__all__ = [
    "CannotRead",
    "CannotRender",
    "Comparison",
    "Counter",
    "CounterError",
    "CounterInfo",
    "Explained",
    "Format",
    "Payload",
    "Scheme",
    "Table",
    "TokbenchError",
    "Tokenized",
    "__version__",
    "bpe",
    "compare",
    "count",
    "explain",
    "render",
    "tokenize",
]

_HOMES = {
    "comparison": ("Comparison",),
    "counters": ("Counter", "Scheme"),
    "counters.tokenized": ("Tokenized",),
    "errors": ("CannotRead", "CannotRender", "CounterError", "TokbenchError"),
    "payload": ("Payload", "Table"),
    "explained": ("Explained",),
    "public": ("compare", "count", "explain", "render", "tokenize"),
    "result": ("CounterInfo",),
    "serializers": ("Format",),
}
"""The modules, and the public names that are imported from them."""


def __getattr__(name: str) -> Any:
    if name == "bpe":
        return import_module("tokbench.bpe")
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"tokbench.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
