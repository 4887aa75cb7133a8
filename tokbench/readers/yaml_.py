"""Reads YAML as PyYAML does (YAML 1.1), and notes where that may be a surprise.

PyYAML's C parser gives events, and this module builds the data. PyYAML's own constructor turns the
key ``on`` into true, keeps the last of two equal keys, and expands a few hundred bytes of aliases
into a billion values. The value of a plain scalar is the one that PyYAML gives it
(:mod:`tokbench.readers.yaml_scalars`).

What is not JSON is refused: ``.nan``, ``.inf``, ``!!binary``, ``!!set`` and every other tag than
those of JSON's types. Dates become ISO text, with a note.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tokbench.errors import CannotRead
from tokbench.payload import MAX_DEPTH, Json
from tokbench.progress import stepping
from tokbench.readers.common import MAX_REPEATED, TOO_DEEP, Reading, collector_paused, fault
from tokbench.readers.yaml_scalars import Doubts, fault_at, is_tag_of, not_json, scalar
from tokbench.text import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    import yaml

_KEY_NOT_TEXT = "a list or mapping cannot be a key in JSON"
_COMMENT = re.compile(r"(?<!\S)#.*")
_SURROGATE_ESCAPE = re.compile(r"\\(?:u|U0000)[dD][89a-fA-F]")


def parse(text: str) -> Json:
    """The data of a YAML text.

    Raises:
        CannotRead: The text is not YAML or has two equal keys, two documents or a value that is not
            JSON; or its aliases expand to more values than a payload may have.
    """
    return read(text).data


def read(text: str) -> Reading:
    """As :func:`parse`, with notes on comments and on plain scalars that are not read as text."""
    import yaml

    builder = _Builder()
    comments = _Comments(text)
    try:
        with collector_paused():
            events = comments.passing(_events(text))
            for event in stepping(events, lambda each: _end_of(each) / len(text)):
                builder.take(event)
    except yaml.MarkedYAMLError as error:
        reason = " ".join((error.problem or error.context or "not YAML").split())
        reason = TOO_DEEP if "nesting depth" in reason else reason
        raise fault_at(error.problem_mark or error.context_mark, reason) from None
    except yaml.reader.ReaderError as error:
        reason = f"the character U+{error.character:04X} must be escaped in YAML"
        raise fault(text, text.find(chr(error.character)), reason) from None
    except UnicodeEncodeError as error:
        reason = "half of a surrogate pair must be escaped in YAML"
        raise fault(text, error.start, reason) from None
    reading = Reading(builder.root(), builder.doubts.notes())
    return reading.with_comments(comments.sizes, text)


def _events(text: str) -> Iterator[yaml.Event]:
    """The events of the C parser; a text with escaped surrogates, which it refuses, of the slow."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    if _SURROGATE_ESCAPE.search(text):
        loader = yaml.SafeLoader
    parser = loader(text)
    try:
        while not isinstance(event := parser.get_event(), yaml.StreamEndEvent):
            yield event
    finally:
        parser.dispose()


def _end_of(event: yaml.Event) -> int:
    return event.end_mark.index if event.end_mark else 0


class _Comments:
    """Finds the comments of a text.

    Attributes:
        sizes: The characters of each.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.sizes: list[int] = []

    def passing(self, events: Iterator[yaml.Event]) -> Iterator[yaml.Event]:
        """The events themselves; comments are looked for between their scalars."""
        if not _COMMENT.search(self._text):
            yield from events
            return
        import yaml

        end = 0
        for event in events:
            if isinstance(event, yaml.ScalarEvent):
                marks: Any = event  # the parsers always set them
                self._search(end, marks.start_mark.index)
                end = marks.end_mark.index
            yield event
        self._search(end, len(self._text))

    def _search(self, start: int, end: int) -> None:
        found = _COMMENT.finditer(self._text, start, end)
        self.sizes += [match.end() - match.start() for match in found]


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end event has not come yet.

    Attributes:
        data: The list or dictionary to fill.
        anchor: Its name for aliases.
        key: The key whose value comes next.
        merging: Whether the value of a ``<<`` comes next.
        merged: The mappings that ``<<`` adds.
    """

    data: list[Json] | dict[str, Json]
    anchor: str | None = None
    key: str | None = None
    merging: bool = False
    merged: list[dict[str, Json]] = field(default_factory=list)

    def awaits_key(self) -> bool:
        """Whether it is a mapping, and the next scalar a key of it."""
        return self.key is None and not self.merging and isinstance(self.data, dict)


@dataclass(slots=True)
class _Anchored:
    """The data of an anchor, which aliases refer to.

    Attributes:
        data: The data; shared, because nothing changes them later.
        source: The scalar as it is written, for an alias as a key; None for a list or mapping.
        closed: Whether its end was reached; an alias before the end would put it inside itself.
        size: How many values it expands to, once counted.
        height: How deep it nests, once counted.
    """

    data: Json
    source: str | None = None
    closed: bool = True
    size: int = 0
    height: int = 0

    def measure(self) -> None:
        """Count values and levels; aliases inside are within the limit already."""
        level: list[Json] = [self.data]
        while level:
            self.size += len(level)
            parents = [value for value in level if isinstance(value, (list, dict))]
            self.height += bool(parents)
            level = [
                child
                for parent in parents
                for child in (parent.values() if isinstance(parent, dict) else parent)
            ]


class _Builder:
    """Builds data from events."""

    def __init__(self) -> None:
        import yaml

        self.doubts = Doubts()
        self._document: list[Json] = []
        self._stack = [_Open(self._document)]
        self._anchors: dict[str, _Anchored] = {}
        self._repeated = 0
        self._handlers: dict[type, Any] = {
            yaml.ScalarEvent: self._scalar,
            yaml.SequenceStartEvent: self._start_list,
            yaml.MappingStartEvent: self._start_mapping,
            yaml.SequenceEndEvent: self._end,
            yaml.MappingEndEvent: self._end,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._start_document,
        }

    def take(self, event: yaml.Event) -> None:
        """Handle the next event."""
        handler = self._handlers.get(type(event))
        if handler is not None:
            handler(event)

    def root(self) -> Json:
        """The data of the one document.

        Raises:
            CannotRead: There was none.
        """
        if not self._document:
            raise CannotRead("there is no document, only comments or nothing")
        return self._document[0]

    def _start_document(self, event: yaml.DocumentStartEvent) -> None:
        if self._document:
            raise fault_at(
                event.start_mark, "a second document starts here", hint="a payload is one document"
            )

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        top = self._stack[-1]
        if top.awaits_key():
            self._key(top, event.value, event, plain=event.implicit[0])
            if event.anchor is None:
                return
            value = scalar(event, self.doubts)
        else:
            value = scalar(event, self.doubts)
            self._add(value, event)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, source=event.value)

    def _key(self, top: _Open, key: str, event: yaml.Event, *, plain: bool) -> None:
        """Use a scalar as a key, as it is written: ``on`` and ``1`` are ``"on"`` and ``"1"``."""
        if plain and key == "<<":
            top.merging = True
            return
        if key in top.data:
            raise fault_at(event.start_mark, f"key {shown(key)} appears twice in one mapping")
        top.key = key

    def _add(self, value: Json, event: yaml.Event) -> None:
        top = self._stack[-1]
        if isinstance(top.data, list):
            top.data.append(value)
        elif top.merging:
            top.merging = False
            top.merged += _mappings(value, event)
        elif top.key is None:
            raise fault_at(event.start_mark, _KEY_NOT_TEXT)
        else:
            top.data[top.key] = value
            top.key = None

    def _start_list(self, event: yaml.SequenceStartEvent) -> None:
        if not is_tag_of("seq", event.tag):
            raise fault_at(event.start_mark, not_json(event.tag).reason)
        self._open([], event)

    def _start_mapping(self, event: yaml.MappingStartEvent) -> None:
        if not is_tag_of("map", event.tag):
            raise fault_at(event.start_mark, not_json(event.tag).reason)
        self._open({}, event)

    def _open(self, data: list[Json] | dict[str, Json], event: yaml.CollectionStartEvent) -> None:
        if len(self._stack) > MAX_DEPTH:
            raise fault_at(event.start_mark, TOO_DEEP)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(data, closed=False)
        self._stack.append(_Open(data, event.anchor))

    def _end(self, event: yaml.CollectionEndEvent) -> None:
        ended = self._stack.pop()
        if ended.merged:
            _merge(ended)
        if ended.anchor is not None:
            self._anchors[ended.anchor] = _Anchored(ended.data)
        self._add(ended.data, event)

    def _alias(self, event: yaml.AliasEvent) -> None:
        found = self._anchors.get(event.anchor or "")
        if found is None:
            raise fault_at(
                event.start_mark, f"the alias *{event.anchor:.40} has no anchor before it"
            )
        if not found.closed:
            raise fault_at(
                event.start_mark,
                f"*{event.anchor:.40} is inside the data that it refers to",
            )
        top = self._stack[-1]
        if top.awaits_key():
            if found.source is None:
                raise fault_at(event.start_mark, _KEY_NOT_TEXT)
            self._key(top, found.source, event, plain=False)
            return
        self._count(found, event)
        self._add(found.data, event)

    def _count(self, found: _Anchored, event: yaml.AliasEvent) -> None:
        if not found.size:
            found.measure()
        self._repeated += found.size
        if self._repeated > MAX_REPEATED:
            raise fault_at(
                event.start_mark,
                f"the aliases up to here expand to more than {MAX_REPEATED:,} values",
            )
        if len(self._stack) - 1 + found.height > MAX_DEPTH:
            raise fault_at(event.start_mark, TOO_DEEP)


def _mappings(value: Json, event: yaml.Event) -> list[dict[str, Json]]:
    values = value if isinstance(value, list) else [value]
    mappings = [each for each in values if isinstance(each, dict)]
    if len(mappings) < len(values):
        raise fault_at(
            event.start_mark,
            "<< takes a mapping or a list of mappings",
            hint="quote it to use it as a key",
        )
    return mappings


def _merge(ended: _Open) -> None:
    """Put the keys that ``<<`` adds before the mapping's own; own keys win, then earlier ones."""
    if not isinstance(ended.data, dict):
        return
    own = dict(ended.data)
    ended.data.clear()
    for mapping in ended.merged:
        for key, value in mapping.items():
            ended.data.setdefault(key, value)
    ended.data.update(own)
