"""The configuration of checks: tokbench.toml, or the same tables in pyproject.toml.

In pyproject.toml they are under ``[tool.tokbench]``.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from tokbench import serializers
from tokbench.counters import DEFAULT_COUNTER
from tokbench.counters.choice import choose, for_models
from tokbench.counters.models import ModelChoice
from tokbench.errors import ConfigError
from tokbench.fields import Fields, as_choice, as_flag, as_integer, as_text
from tokbench.gate.limits import NO_INCREASE, Increase, Saving, percentage
from tokbench.pricing.money import MOST_TOKENS, decimal_of
from tokbench.readers import DEFAULTS, INPUT_FORMATS, ReadOptions
from tokbench.result import AS_GIVEN

T = TypeVar("T")
D = TypeVar("D")

OWN_FILE = "tokbench.toml"
SHARED_FILE = "pyproject.toml"
LOCK_FILE = "tokbench.lock"

START = """\
# What prompts may cost in tokens. Check: tokbench check. Accept what it costs now, on purpose:
# tokbench check --update, and commit tokbench.lock.

# Defaults for all checks; each key except name and paths may be here.
[defaults]
counter = "o200k_base"          # or, in its place, model = "gpt-5"
max_increase = 0                # growth allowed over tokbench.lock: "5%", or a number of tokens

[[checks]]
name = "prompts"
paths = ["prompts/*.json"]      # globs, relative to this file; each must match a file
format = "json-min"             # what you send (see tokbench formats), or "as-given"
# max_tokens = 4000             # the most that any of the payloads may cost
# min_saving_vs = { format = "json-pretty", percentage = 20 }
# message = "Prompts are paid for by team X: ask before they grow."
# records = "data.items"        # take only this part of each payload
# strings = true                # keep every cell of CSV, TSV and Excel text
# text = ["zip"]                # keep the cells of these columns text
# delimiter = ";"               # what separates the cells of CSV, where it is not found
# no_header = true              # CSV and TSV have no header: their columns are numbered
# encoding = "cp1252"           # how the files are encoded, where that is not UTF-8
# input_format = "json"         # read the payloads as this notation, whatever their names say
"""
"""The commented start of a configuration."""


@dataclass(frozen=True, slots=True)
class Check:
    """What is measured, and what it may cost.

    Attributes:
        name: The check's name, the key of its entries in the lock.
        paths: Globs for its payloads, relative to the configuration's folder.
        format: The format that is sent, or ``as-given``.
        max_tokens: The ceiling of each payload, or None.
        max_increase: The growth allowed over the lock.
        min_saving_vs: What must be saved against another format, or None.
        message: A text for the author of a change that fails it.
        reading: How payloads are read; what is not left at its default is part of each entry.
        model: The model that the counter was chosen for, and why; None where a counter is named.
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

    @property
    def needs_data(self) -> bool:
        """Whether more of a payload counts than its text as given."""
        formats = {self.format, self.min_saving_vs.format if self.min_saving_vs else AS_GIVEN}
        return formats != {AS_GIVEN} or self.reading.records is not None


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration file, and its checks: at least one, each with a name of its own."""

    file: Path
    checks: tuple[Check, ...]

    @property
    def folder(self) -> Path:
        """The folder that globs and the lock are relative to."""
        return self.file.parent

    @property
    def lock_file(self) -> Path:
        """The lock, beside the configuration."""
        return self.folder / LOCK_FILE


def load(folder: Path, file: Path | None = None) -> Config:
    """The configuration of a folder, or of a named file.

    Raises:
        ConfigError: There is none, there are two, or it is wrong; the place is the file and key.
    """
    if file is not None:
        named = _fields_of(file, str(file))
        if named is None:
            hint = "add it, or name another file"
            raise ConfigError("has no [tool.tokbench]", place=str(file), hint=hint)
        return Config(file, _checks(named))
    found = _configured(folder)
    if not found:
        raise ConfigError(
            f"no checks are configured: neither {OWN_FILE} nor [tool.tokbench] in {SHARED_FILE} "
            "exists here",
            hint="tokbench check --init writes a start",
        )
    if len(found) > 1:
        both = f"both {OWN_FILE} and [tool.tokbench] in {SHARED_FILE} configure the checks"
        raise ConfigError(both, hint="remove one of them")
    path, fields = found[0]
    return Config(path, _checks(fields))


def existing(folder: Path) -> list[str]:
    """The names of the files that configure checks in a folder.

    Raises:
        ConfigError: A file cannot be read.
    """
    return [path.name for path, _ in _configured(folder)]


def _configured(folder: Path) -> list[tuple[Path, Fields]]:
    paths = (folder / name for name in (OWN_FILE, SHARED_FILE))
    found = ((path, _fields_of(path, path.name)) for path in paths if path.exists())
    return [(path, fields) for path, fields in found if fields is not None]


def _fields_of(file: Path, name: str) -> Fields | None:
    """The tables of tokbench in a file, or None where pyproject.toml has none."""
    try:
        document = _document(file.read_bytes().decode("utf-8-sig"), name)
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", place=name) from error
    except UnicodeDecodeError as error:
        raise ConfigError("is not UTF-8", place=name, hint="save it as UTF-8") from error
    fields = Fields(document, name, ConfigError, noun="a table")
    if file.name != SHARED_FILE:
        return fields
    tools = fields.table("tool", {})
    return tools.table("tokbench") if "tokbench" in tools.values else None


def _document(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=decimal_of)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"is not TOML: {error}", place=name) from error
    except RecursionError as error:
        raise ConfigError("is nested too deeply", place=name) from error
    except ValueError as error:  # the only other one: Python limits the digits of an integer
        raise _long_integer(text).within(name) from error


def _long_integer(text: str) -> ConfigError:
    most = sys.get_int_max_str_digits()
    found = re.search(rf"^([^\n=]*?)\s*=[^\n]*?\d(?:_?\d){{{most}}}", text, re.MULTILINE)
    return ConfigError(
        f"has a number of more than {most:,} digits",
        place=f"line {text.count(chr(10), 0, found.start()) + 1}: {found[1]}" if found else None,
        hint="write a smaller one",
    )


def _checks(fields: Fields) -> tuple[Check, ...]:
    """The checks of a configuration, whose numbers with a point are Decimal."""
    fields.refuse_unknown(("checks", "defaults"))
    defaults = fields.table("defaults", {})
    defaults.refuse_unknown(KEYS[2:])
    if isinstance(fields.values.get("checks"), dict):
        raise fields.fault("must be a list of tables", "checks", hint="write [[checks]]")
    checks = [_check(defaults, own) for own in fields.tables("checks", ())]
    if not checks:
        raise fields.fault("no checks are configured", "checks", hint="add a table [[checks]]")
    names = [check.name for check in checks]
    for index, name in enumerate(names):
        if name in names[:index]:
            taken = f"{name!r} is the name of checks[{names.index(name)}] too"
            raise fields.fault(taken, "checks", index, "name")
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
    "text",
    "delimiter",
    "no_header",
    "encoding",
    "input_format",
)
"""The keys of a check; all but the first two may be defaults."""


def _check(defaults: Fields, own: Fields) -> Check:
    own.refuse_unknown(KEYS)
    for key in ("name", "paths"):
        if key not in own.values:
            raise own.fault("is missing", key, hint="every check needs a name and paths")

    def take(key: str, check: Callable[[Any], T], default: D) -> T | D:
        inherited = defaults.take(key, check, default)
        return own.take(key, check) if key in own.values else inherited

    counter, model = _counted(own, _counted(defaults, (DEFAULT_COUNTER, None)))
    return Check(
        name=own.take("name", _line),
        paths=own.take("paths", _globs),
        format=take("format", _format, AS_GIVEN),
        counter=counter,
        max_tokens=take("max_tokens", _tokens, None),
        max_increase=take("max_increase", Increase.of, NO_INCREASE),
        min_saving_vs=take("min_saving_vs", _saving, None),
        message=take("message", _line, ""),
        reading=ReadOptions(
            input_format=take("input_format", _notation, None),
            records=take("records", _line, None),
            strings=take("strings", as_flag, False),
            text=take("text", _columns, ()),
            delimiter=take("delimiter", _line, None),
            no_header=take("no_header", as_flag, False),
            encoding=take("encoding", _line, None),
        ),
        model=model,
    )


_Counted = tuple[str, ModelChoice | None]
"""A counter, and the model that it was chosen for."""


def _counted(fields: Fields, default: _Counted) -> _Counted:
    if "counter" in fields.values and "model" in fields.values:
        raise fields.fault("counter is set too", "model", hint="keep one of them")
    return fields.take("counter", _counter, fields.take("model", _model, default))


_notation = partial(as_choice, "input format", INPUT_FORMATS)
_tokens = partial(as_integer, unit="tokens", at_most=MOST_TOKENS)


def _line(value: Any) -> str:
    line = " ".join(as_text(value).split())
    if not line:
        raise ValueError("must not be empty")
    return line


def _columns(value: Any) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise ValueError('must be a list of columns, such as ["zip"]')
    return tuple(names)


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


def _counter(value: Any) -> _Counted:
    (counter,) = choose([_line(value)])
    return counter.info.name, None


def _model(value: Any) -> _Counted:
    (choice,) = for_models([_line(value)])
    return choice.counter_name, choice


def _saving(value: Any) -> Saving:
    if not isinstance(value, dict) or set(value) != {"format", "percentage"}:
        raise ValueError('must be such as { format = "json-pretty", percentage = 40 }')
    percent = percentage(value["percentage"])
    if percent > 100:
        raise ValueError("cannot ask for a saving of more than 100%")
    return Saving(_format(value["format"]), percent)
