"""The result of a training and the log of its merges, as text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokbench.bpe.insight import TrainingReport
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


def summary(report: TrainingReport) -> str:
    """The result of a training, in a few lines."""
    return "\n".join([_learned(report), *_shares(report), *_held_out(report), *_words(report)])


def _learned(report: TrainingReport) -> str:
    learned = len(report.model.merges)
    early = "" if learned == report.asked else "; no other pair occurs often enough"
    name = report.model.pre_tokenizer.name
    return (
        f"learned {learned:,} of {report.asked:,} merges on {name} pre-tokens{early}: "
        f"{len(report.model.by_id):,} tokens in all"
    )


def _shares(report: TrainingReport) -> Iterator[str]:
    learned = len(report.model.merges)
    for kind, share in report.shares.items():
        part = f"{share.merges / learned:6.1%}" if learned else ""
        yield f"  {kind:<12}{share.merges:>8,} merges {part}"


def _held_out(report: TrainingReport) -> Iterator[str]:
    if report.characters_per_token is not None:
        yield (
            f"held-out text: {report.characters:,} characters in {report.tokens:,} tokens, "
            f"{report.characters_per_token:.2f} characters per token"
        )


def _words(report: TrainingReport) -> Iterator[str]:
    for word, tokens in report.words.items():
        parts = "|".join(_quoted(token)[1:-1] for token in tokens)
        number = "a single token" if len(tokens) == 1 else f"{len(tokens)} tokens"
        yield f"{word}: {number}, {parts}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
