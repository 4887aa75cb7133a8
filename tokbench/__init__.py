"""What your data costs in LLM tokens, in every format you could send it in."""

from tokbench import bpe
from tokbench.api import compare, count, render
from tokbench.comparison import Comparison
from tokbench.errors import TokbenchError
from tokbench.version import __version__

__all__ = ["Comparison", "TokbenchError", "__version__", "bpe", "compare", "count", "render"]
