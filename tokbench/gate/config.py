"""The configuration: ``[tool.tokbench]`` of pyproject.toml, or the same tables in tokbench.toml."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from tokbench import serializers
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import choose, for_models
from tokbench.counters.models import ModelChoice
from tokbench.errors import ConfigError, TokbenchError, UnknownNameError
from tokbench.gate.limits import NO_INCREASE, Increase, Saving, percentage
from tokbench.pricing.money import MOST_TOKENS, decimal_of
from tokbench.readers import DEFAULTS, INPUT_FORMATS, ReadOptions
from tokbench.result import AS_GIVEN

T = TypeVar("T")

OWN_FILE = "tokbench.toml"
SHARED_FILE = "pyproject.toml"
LOCK_FILE = "tokbench.lock"


@dataclass(frozen=True, slots=True)
class Check:
    """What is measured, and what it may cost.

    Attributes:
        name: The check's name, the key of its entries in the lock.
        paths: Globs for its payloads, relative to the configuration's folder.
        format: The format that is sent, or ``as-given``.
        counter: The counter's name.
        max_tokens: The ceiling of each payload, or None.
        max_increase: The growth allowed over the lock.
        min_saving_vs: What must be saved against another format, or None.
        message: What to tell those whose change fails it.
        reading: How payloads are read; what is not left at its default is part of each entry.
        model: The model that the counter was chosen for, and why; None where it was named itself.
    """

    name: str
    paths: tuple[str, ...]
    format: str = AS_GIVEN
    counter: str = DEFAULT_COUNTER
    max_tokens: int | None = None
    max_increase: Increase = NO_INCREASE
    min_saving_vs: Saving | None = None
    message: str = ""
    reading: ReadOptions = DEFAULTS
    model: ModelChoice | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """The checks, and where they stand.

    Attributes:
        file: The configuration's file; globs and the lock are relative to its folder.
        checks: At least one, with names of their own.
    """

    file: Path
    checks: tuple[Check, ...]

    @property
    def folder(self) -> Path:
        """Where the globs begin."""
        return self.file.parent

    @property
    def lock_file(self) -> Path:
        """The lock, beside the configuration."""
        return self.folder / LOCK_FILE


def load(folder: Path, file: Path | None = None) -> Config:
    """The configuration of a folder, or of a named file.

    Raises:
        ConfigError: There is none, there are two, or it is wrong; the text carries file and key.
    """
    if file is not None:
        table = _table_of(file)
        if table is None:
            raise ConfigError(f"{file}: has no [tool.tokbench]: add it, or name another file")
        return Config(file, parse(table, str(file), _prefix(file)))
    candidates = ((path, _table_of(path)) for path in _candidates(folder))
    found = [(path, table) for path, table in candidates if table is not None]
    if not found:
        raise ConfigError(
            f"no checks are configured: neither {OWN_FILE} nor [tool.tokbench] in {SHARED_FILE} "
            "exists here: tokbench check --init writes a start"
        )
    if len(found) > 1:
        raise ConfigError(
            f"both {OWN_FILE} and [tool.tokbench] in {SHARED_FILE} configure the checks: "
            "remove one of them"
        )
    path, table = found[0]
    return Config(path, parse(table, path.name, _prefix(path)))


def existing(folder: Path) -> list[str]:
    """The names of the files that configure checks in a folder.

    Raises:
        ConfigError: A file cannot be read.
    """
    return [path.name for path in _candidates(folder) if _table_of(path) is not None]


def _candidates(folder: Path) -> Iterator[Path]:
    return (path for name in (OWN_FILE, SHARED_FILE) if (path := folder / name).exists())


def _prefix(file: Path) -> str:
    return "tool.tokbench." if file.name == SHARED_FILE else ""


def _table_of(file: Path) -> dict[str, Any] | None:
    """The tables of tokbench in a file, or None where pyproject.toml holds none."""
    try:
        text = file.read_bytes().decode()
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: is not UTF-8: save it as UTF-8") from error
    document = _document(text, file)
    if file.name != SHARED_FILE:
        return document
    top = _Table(document, str(file), "")
    tools = _Table(top.take("tool", _table, {}), str(file), "tool.")
    return tools.take("tokbench", _table, None)


def _document(text: str, file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=decimal_of)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file}: is not TOML: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"{file}: is nested too deeply: no key of tokbench needs that") from error
    except ValueError as error:  # the only other one: Python converts no longer integers
        raise ConfigError(f"{file}: {_long_integer(text)}") from error


def _long_integer(text: str) -> str:
    """Where a number with more digits stands than Python converts."""
    most = sys.get_int_max_str_digits()
    found = re.search(rf"^([^\n=]*?)\s*=[^\n]*?\d(?:_?\d){{{most}}}", text, re.MULTILINE)
    line = f"line {text.count(chr(10), 0, found.start()) + 1}: {found[1]}: " if found else ""
    return f"{line}has a number of more than {most:,} digits: write a smaller one"


def parse(table: Mapping[str, Any], file: str, prefix: str = "") -> tuple[Check, ...]:
    """The checks of a configuration.

    Args:
        table: The tables ``defaults`` and ``checks``; numbers with a point are Decimal.
        file: What errors call the file.
        prefix: What stands before every key, such as ``tool.tokbench.``.

    Raises:
        ConfigError: A key is unknown or its value wrong; the text carries file and key.
    """
    top = _Table(table, file, prefix)
    top.refuse_unknown(("checks", "defaults"))
    defaults = _Table(top.take("defaults", _table, {}), file, f"{prefix}defaults.")
    defaults.refuse_unknown(KEYS[2:])
    checks = [
        _check(defaults, _Table(each, file, f"{prefix}checks[{index}]."))
        for index, each in enumerate(top.take("checks", _tables, _NO_TABLES))
    ]
    if not checks:
        raise top.error("checks", "no checks are configured: add a table [[checks]]")
    names = [check.name for check in checks]
    for index, name in enumerate(names):
        if name in names[:index]:
            first = names.index(name)
            raise top.error(f"checks[{index}].name", f"{name!r} is the name of checks[{first}] too")
    return tuple(checks)


KEYS = (
    "name",
    "paths",
    "format",
    "counter",
    "model",
    "max_tokens",
    "max_increase",
    "min_saving_vs",
    "message",
    "records",
    "strings",
    "input_format",
)
"""The keys of a check; all but the first two may be defaults."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of the configuration that knows what to call its keys."""

    values: Mapping[str, Any]
    file: str
    prefix: str

    def error(self, key: str, reason: str) -> ConfigError:
        return ConfigError(f"{self.file}: {self.prefix}{key}: {reason}")

    def refuse_unknown(self, known: tuple[str, ...]) -> None:
        for key in self.values:
            if key not in known:
                raise self.error(key, str(UnknownNameError("key", key, known)))

    def take(self, key: str, convert: Callable[[Any], T], default: T) -> T:
        """The converted value of a key, or the default where it is missing."""
        if key not in self.values:
            return default
        try:
            return convert(self.values[key])
        except (ValueError, TokbenchError) as error:
            raise self.error(key, str(error)) from error


def _check(defaults: _Table, own: _Table) -> Check:
    own.refuse_unknown(KEYS)
    for key in ("name", "paths"):
        if key not in own.values:
            raise own.error(key, "is missing: every check needs a name and paths")
    counter, model = _counted(own, _counted(defaults, (DEFAULT_COUNTER, None)))

    def take(key: str, convert: Callable[[Any], T], default: T) -> T:
        return own.take(key, convert, defaults.take(key, convert, default))

    return Check(
        name=own.take("name", _line, ""),
        paths=own.take("paths", _globs, ()),
        format=take("format", _format, AS_GIVEN),
        counter=counter,
        max_tokens=take("max_tokens", _tokens, None),
        max_increase=take("max_increase", Increase.of, NO_INCREASE),
        min_saving_vs=take("min_saving_vs", _saving, None),
        message=take("message", _line, ""),
        reading=ReadOptions(
            input_format=take("input_format", _notation, None),
            records=take("records", _line, None),
            strings=take("strings", _flag, False),
        ),
        model=model,
    )


_Counted = tuple[str, ModelChoice | None]
"""A counter, and the model that it was chosen for."""


def _counted(table: _Table, default: _Counted) -> _Counted:
    if "counter" in table.values and "model" in table.values:
        raise table.error("model", "stands beside counter: keep one of them")
    return table.take("counter", _counter, table.take("model", _model, default))


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("must be a table")
    return value


_NO_TABLES: list[dict[str, Any]] = []


def _tables(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list):
        raise ValueError("must be a list of tables: write [[checks]]")
    return [_table(each) for each in value]


def _line(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"must be text, not {value!r}")
    return " ".join(value.split())


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value


def _globs(value: Any) -> tuple[str, ...]:
    globs = [value] if isinstance(value, str) else value
    if not isinstance(globs, list) or not globs or not all(isinstance(g, str) and g for g in globs):
        raise ValueError('must be a list of globs, such as ["prompts/*.json"]')
    for glob in globs:
        if PurePosixPath(glob).is_absolute() or "\\" in glob:
            raise ValueError(f"{glob!r} must be relative to this file, with / between folders")
    return tuple(globs)


def _format(value: Any) -> str:
    return serializers.get(_line(value)).name


def _notation(value: Any) -> str:
    name = _line(value)
    if name not in INPUT_FORMATS:
        raise UnknownNameError("input format", name, INPUT_FORMATS)
    return name


def _counter(value: Any) -> _Counted:
    (counter,) = choose([_line(value)])
    return counter.info.name, None


def _model(value: Any) -> _Counted:
    (choice,) = for_models([_line(value)])
    return choice.counter_name, choice


def _tokens(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"must be a number of tokens, not {value!r}")
    if value > MOST_TOKENS:
        raise ValueError(f"must be at most {MOST_TOKENS:,} tokens")
    return value


def _saving(value: Any) -> Saving:
    if not isinstance(value, dict) or set(value) != {"format", "percentage"}:
        raise ValueError('must be such as { format = "json-pretty", percentage = 40 }')
    percent = percentage(value["percentage"])
    if percent > 100:
        raise ValueError("cannot ask for a saving of more than 100%")
    return Saving(_format(value["format"]), percent)
