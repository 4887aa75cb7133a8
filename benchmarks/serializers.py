"""How fast renderings are written, compared with the libraries that write the same bytes.

    python benchmarks/serializers.py [MEGABYTES]

renders two payloads of this size (default 2, as minified JSON): flat employees and nested orders.
For each it prints how many times as long three libraries take, and the speed of every format:

* YAML and PyYAML's C emitter, which writes the same bytes except for emoji;
* indented JSON and ``json.dumps(indent=2)``;
* TOON and the official package (1.0 without ``tokbench[fast]``, which then uses it).

Both are timed in alternating rounds, in processor time, which a busy machine changes least.
"""

from __future__ import annotations

import json
import re
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import payloads
import yaml
from timing import alternate, seconds

from tokbench import serializers
from tokbench.errors import CannotRender
from tokbench.payload import Payload
from tokbench.serializers import json_writer, toon, yaml_writer
from tokbench.serializers.yaml_definition import NUMBER_IN_YAML_1_2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tokbench.payload import Json

ROUNDS = 5


class _Dumper(yaml.CSafeDumper):
    def ignore_aliases(self, data: object) -> bool:
        return True


_Dumper.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(f"^(?:{NUMBER_IN_YAML_1_2})$"), list("-+.0123456789")
)


def by_c_emitter(value: Json) -> str:
    """PyYAML's fastest emitter, with the options that give our bytes."""
    text: str = yaml.dump(
        value,
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=2**31 - 1,
        default_flow_style=False,
    )
    return text.removesuffix("\n")


def by_json(value: Json) -> str:
    """Python's own indented JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def ratios(payload: Payload) -> Iterator[tuple[str, str, float]]:
    """Each format with a library, and how many times as long the library takes.

    Raises:
        ValueError: The library does not write the same bytes.
    """
    value = payload.data
    writers: dict[tuple[str, str], tuple[Callable[[], str], Callable[[], str]]] = {
        ("yaml", "PyYAML's C emitter"): (
            partial(yaml_writer.write, value),
            partial(by_c_emitter, value),
        ),
        ("json-pretty", "json.dumps"): (partial(json_writer.write, value), partial(by_json, value)),
        ("toon", "toon-format"): (
            partial(toon.render, payload),
            partial(toon.by_definition, value),
        ),
    }
    for (form, library), (ours, theirs) in writers.items():
        if ours() != theirs():
            raise ValueError(f"{form}: {library} does not write the same bytes")
        timings = alternate(ours, theirs, ROUNDS, warm_up=False, clock=time.process_time)
        yield form, library, 1 / timings.ratio


def report(payload: Payload) -> None:
    """Print the ratios, and the speed of every format."""
    size = len(serializers.get("json-min").render(payload)) / 1e6
    print(f"{payload.name}: {size:.1f} MB of minified JSON")
    for form, library, times in ratios(payload):
        print(f"  {form:18} {library} takes {times:.1f} times as long")
    for descriptor in serializers.formats():
        try:
            took = min(
                seconds(partial(descriptor.render, payload), time.process_time) for _ in range(3)
            )
        except CannotRender as error:
            print(f"  {descriptor.name:18} skipped: {error}")
        else:
            print(f"  {descriptor.name:18} {size / took:6.1f} MB/s of minified JSON")


def main() -> None:
    """Report on both payloads."""
    megabytes = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    with TemporaryDirectory() as folder:
        for kind in payloads.KINDS:
            text = payloads.write(kind, megabytes, Path(folder)).read_text(encoding="utf-8")
            report(Payload(kind, json.loads(text)))


if __name__ == "__main__":
    main()
