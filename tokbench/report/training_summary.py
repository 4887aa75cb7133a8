"""The result of a training and the log of its merges, as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokbench.bpe.evaluation import Evaluation
    from tokbench.bpe.model import Model


def merge_log(model: Model) -> str:
    """One line a merge: number, left, right, result and count, separated by tabs.

    The tokens are quoted as JSON, so that spaces and line ends show; bytes that are no whole
    character are shown as ``�``.
    """
    lines = ["number\tleft\tright\tresult\tcount"]
    for number, merge in enumerate(model.merges, 1):
        shown = (_quoted(model.shown(part)) for part in (merge.left, merge.right, merge.token))
        lines.append("\t".join((str(number), *shown, str(merge.count))))
    return "\n".join(lines)


def summary(evaluation: Evaluation) -> str:
    """The result of a training, in a few lines."""
    return "\n".join(_summary_lines(evaluation))


def _summary_lines(evaluation: Evaluation) -> Iterator[str]:
    learned = len(evaluation.model.merges)
    early = "" if learned == evaluation.requested else "; no other pair occurs often enough"
    yield (
        f"learned {learned:,} of {evaluation.requested:,} merges on "
        f"{evaluation.model.pre_tokenizer.name} pre-tokens{early}: "
        f"{len(evaluation.model.by_id):,} tokens in all"
    )
    for kind, merges in evaluation.kinds.items():
        part = f"{merges / learned:6.1%}" if learned else ""
        yield f"  {kind:<12}{merges:>8,} merges {part}"
    if evaluation.characters_per_token is not None:
        yield (
            f"held-out text: {evaluation.characters:,} characters in {evaluation.tokens:,} tokens, "
            f"{evaluation.characters_per_token:.2f} characters per token"
        )
    for word, tokens in evaluation.words.items():
        parts = "|".join(_quoted(token)[1:-1] for token in tokens)
        number = "a single token" if len(tokens) == 1 else f"{len(tokens)} tokens"
        yield f"{word}: {number}, {parts}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
