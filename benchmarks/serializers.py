"""How fast renderings are written, beside the libraries whose bytes they have.

    python benchmarks/serializers.py [MEGABYTES]

makes two payloads of that size (default 2, as minified JSON): a flat table of employees and orders
that nest a customer and items. For each it prints what every format takes, and three ratios:

* YAML against PyYAML's C emitter, which gives the same bytes, emoji apart;
* indented JSON against ``json.dumps(indent=2)``, the same bytes;
* TOON against the official package, the same bytes (1.0 without ``tokbench[fast]``).

Each pair alternates, and processor time is compared, which a busy machine changes least.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

import yaml

from tokbench import serializers
from tokbench.errors import CannotRender
from tokbench.payload import Payload
from tokbench.serializers import json_writer, toon, yaml_writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from tokbench.payload import Json, Record

ROUNDS = 5

FIRST = ["Ada", "Bo", "Carla", "Dmitri", "Esra", "Femi", "Grace", "Hiro", "Ines", "Jonas", "Kavya"]
LAST = ["Silva", "Okafor", "Novak", "Tanaka", "Brandt", "Moreau", "Haddad", "Larsen", "Costa"]
PLACES = ["Engineering", "Sales", "Marketing", "Finance", "Support", "Operations"]
CITIES = ["Lisbon", "Lagos", "Prague", "Osaka", "Bremen", "Lyon", "Beirut", "Bergen", "Porto"]


class _NoAliases(yaml.CSafeDumper):
    def ignore_aliases(self, data: object) -> bool:
        return True


def employee(dice: random.Random, number: int) -> Record:
    """One flat record of seven fields."""
    first, last = dice.choice(FIRST), dice.choice(LAST)
    return {
        "id": number,
        "name": f"{first} {last}",
        "email": f"{first}.{last}{number}@example.com".lower(),
        "department": dice.choice(PLACES),
        "salary": dice.randrange(40_000, 120_000),
        "yearsExperience": dice.randrange(1, 30),
        "active": dice.random() < 0.8,
    }


def order(dice: random.Random, number: int) -> Record:
    """One record that nests a customer and a few items."""
    items: list[Json] = [
        {
            "sku": f"SKU-{dice.randrange(10**6):06}",
            "name": f"{dice.choice(PLACES)} kit",
            "quantity": dice.randrange(1, 5),
            "price": dice.randrange(100, 30_000) / 100,
        }
        for _ in range(dice.randrange(1, 4))
    ]
    customer: Json = {
        "id": number % 997,
        "name": f"{dice.choice(FIRST)} {dice.choice(LAST)}",
        "city": dice.choice(CITIES),
        "phone": f"+49 30 {dice.randrange(10**7):07}",
    }
    return {
        "orderId": f"ORD-{number:06}",
        "customer": customer,
        "items": items,
        "status": dice.choice(["pending", "shipped", "delivered"]),
        "orderDate": f"2025-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}",
    }


def payload(name: str, make: Callable[[random.Random, int], Record], megabytes: float) -> Payload:
    """So many records, the same every time, that their minified JSON has that size."""
    dice = random.Random(7)  # noqa: S311  it draws names, not secrets
    each = len(json.dumps([make(dice, number) for number in range(100)])) / 100
    records = [make(dice, number) for number in range(int(megabytes * 1e6 / each))]
    return Payload(name, {name: [*records]})


def seconds(run: Callable[[], object]) -> float:
    """Processor time of one call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def ratio(ours: Callable[[], object], theirs: Callable[[], object]) -> float:
    """How many times as long theirs takes: the median of alternating pairs."""
    return statistics.median(seconds(theirs) / seconds(ours) for _ in range(ROUNDS))


def by_c_emitter(data: Json) -> str:
    """PyYAML's fastest, with the options that give our bytes."""
    text: str = yaml.dump(
        data,
        Dumper=_NoAliases,
        sort_keys=False,
        allow_unicode=True,
        width=2**31 - 1,
        default_flow_style=False,
    )
    return text


def report(sent: Payload) -> None:
    """Print the ratios and every format's pace for one payload."""
    data = sent.data
    size = len(serializers.get("json-min").render(sent)) / 1e6
    if yaml_writer.write(data) != by_c_emitter(data).removesuffix("\n"):
        raise SystemExit("the YAML writers do not agree: their times mean nothing")
    pairs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "YAML, PyYAML's C emitter": (
            lambda: yaml_writer.write(data),
            lambda: by_c_emitter(data),
        ),
        "indented JSON, json.dumps": (
            lambda: json_writer.write(data),
            lambda: json.dumps(data, indent=2, ensure_ascii=False),
        ),
        "TOON, toon-format": (
            lambda: toon.render(sent),
            lambda: toon.by_definition(data),
        ),
    }
    print(f"{sent.name}: {size:.1f} MB of minified JSON")
    for what, (ours, theirs) in pairs.items():
        print(f"  {what:28} {ratio(ours, theirs):5.1f} times as long as ours")
    for form in serializers.formats():
        try:
            took = min(seconds(partial(form.render, sent)) for _ in range(3))
        except CannotRender as error:
            print(f"  {form.name:18} skipped: {error}")
        else:
            print(f"  {form.name:18} {size / took:6.1f} MB/s of minified JSON")


def main() -> None:
    """Make both payloads and report on them."""
    megabytes = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for name, make in (("employees", employee), ("orders", order)):
        report(payload(name, make, megabytes))


if __name__ == "__main__":
    main()
