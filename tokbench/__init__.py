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
    from tokbench.errors import CannotRead, CannotRender, CounterError, TokbenchError
    from tokbench.payload import Payload, Table
    from tokbench.public import compare, count, render
    from tokbench.result import CounterInfo
    from tokbench.serializers import Format

__all__ = [
    "CannotRead",
    "CannotRender",
    "Comparison",
    "Counter",
    "CounterError",
    "CounterInfo",
    "Format",
    "Payload",
    "Scheme",
    "Table",
    "TokbenchError",
    "__version__",
    "bpe",
    "compare",
    "count",
    "render",
]

_HOMES = {
    "CannotRead": "errors",
    "CannotRender": "errors",
    "Comparison": "comparison",
    "Counter": "counters",
    "CounterError": "errors",
    "CounterInfo": "result",
    "Format": "serializers",
    "Payload": "payload",
    "Scheme": "counters",
    "Table": "payload",
    "TokbenchError": "errors",
    "compare": "public",
    "count": "public",
    "render": "public",
}
"""The module of each public name."""


def __getattr__(name: str) -> Any:
    if name == "bpe":
        return import_module("tokbench.bpe")
    if name in _HOMES:
        return getattr(import_module(f"tokbench.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
