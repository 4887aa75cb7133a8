"""Counting text files, in batches that bound the memory and give processes something to share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from tokbench import readers
from tokbench.counters import Counter, is_remote
from tokbench.counts import Counts, FileCount, SkippedFile
from tokbench.errors import CannotRead, CounterError, InputError
from tokbench.measure import count_texts, measure_each, processes_for
from tokbench.progress import Progress, no_progress
from tokbench.readers.decoding import decode, is_binary
from tokbench.result import CounterInfo
from tokbench.text import plural
from tokbench.text_files import STDIN, Found, TextFile
from tokbench.version import __version__
from tokbench.watch import Piece

TEXTS_OF_A_COMPARISON: Final = 8
"""A comparison counts this many texts for a payload, so processes pay off for smaller ones."""

BATCH_BYTES: Final = 1_000_000
BATCH_FILES: Final = 200
"""A batch of files ends where it has this many bytes or files."""

Notes = Mapping[str, tuple[str, ...]]
"""What each counter had to say after counting, by its name."""


class _Batch(NamedTuple):
    files: list[FileCount]
    skipped: list[SkippedFile]
    notes: Notes


def count_files(
    found: Found,
    counters: Sequence[Counter],
    max_tokens: int | None = None,
    progress: Progress = no_progress,
    jobs: int | None = None,
) -> Counts:
    """The tokens of each file by each counter.

    Args:
        found: The files.
        counters: What counts; where one is an endpoint, this process does all the work.
        max_tokens: The most tokens that a file may have.
        progress: Shows how far the work has come.
        jobs: How many processes work at once; None for as many as are worth their start.
    """
    batches = list(_batches(found.files))
    size = sum(file.size for file in found.files)
    processes = jobs or processes_for(size // TEXTS_OF_A_COMPARISON)
    if any(map(is_remote, counters)):
        processes = 1
    done = list(
        measure_each(
            lambda index: _counted(batches[index], counters),
            [Piece(_named(batch), sum(file.size for file in batch)) for batch in batches],
            processes,
            progress,
        )
    )
    files = [file for batch in done for file in batch.files]
    unreadable = (SkippedFile(path, reason, is_fault=True) for path, reason in found.unreadable)
    skipped = [*unreadable, *(file for batch in done for file in batch.skipped)]
    infos = tuple(
        _with_notes(counter.info, [batch.notes for batch in done]) for counter in counters
    )
    files.sort(key=lambda file: (-(file.tokens[infos[0].name] or 0), file.path))
    return Counts(__version__, infos, tuple(files), tuple(skipped), max_tokens)


def _batches(files: Iterable[TextFile]) -> Iterator[list[TextFile]]:
    batch: list[TextFile] = []
    size = 0
    for file in files:
        if batch and (size + file.size > BATCH_BYTES or len(batch) == BATCH_FILES):
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += file.size
    if batch:
        yield batch


def _named(batch: Sequence[TextFile]) -> str:
    more = f" and {plural(len(batch) - 1, 'more file')}" if len(batch) > 1 else ""
    return f"{_shown(batch[0])}{more}"


def _counted(batch: Sequence[TextFile], counters: Sequence[Counter]) -> _Batch:
    names: list[str] = []
    texts: list[str] = []
    skipped: list[SkippedFile] = []
    for file in batch:
        read = _read(file)
        if isinstance(read, SkippedFile):
            skipped.append(read)
        else:
            names.append(_shown(file))
            texts.append(read)
    counted = count_texts(texts, counters)
    files = [_file_count(name, counts) for name, counts in zip(names, counted, strict=True)]
    return _Batch(files, skipped, {info.name: info.notes for info in (c.info for c in counters)})


def _read(file: TextFile) -> str | SkippedFile:
    """The text of a file, or why it has none; only a named file must be text."""
    name = _shown(file)
    try:
        content = readers.content_of(file.path)
    except InputError as error:
        return SkippedFile(name, error.reason, is_fault=True)
    try:
        if is_binary(content):
            raise CannotRead("binary data, no text")
        return decode(content).text
    except CannotRead as error:
        return SkippedFile(name, error.reason, is_fault=file.is_named)


def _file_count(name: str, counts: Mapping[str, int | CounterError]) -> FileCount:
    failed = {key: str(each) for key, each in counts.items() if isinstance(each, CounterError)}
    tokens = {key: None if isinstance(n, CounterError) else n for key, n in counts.items()}
    return FileCount(name, tokens, failed)


def _with_notes(info: CounterInfo, later: Iterable[Notes]) -> CounterInfo:
    found = (note for notes in later for note in notes[info.name])
    return replace(info, notes=tuple(dict.fromkeys((*info.notes, *found))))


def _shown(file: TextFile) -> str:
    return readers.STDIN if file.path == STDIN else file.path
