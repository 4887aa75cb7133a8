"""Payloads of any size, the same every time: a flat table of employees and nested orders."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

FIRST = "Ada Ben Chloé Dmitri Elif Farid Grace Hiro Ines João Kofi Lena Mei Nils Olga Priya".split()
LAST = "Adler Brown Costa Dubois Eriksen Fischer Garcia Haas Ito Jansen Kaya López Müller".split()
DEPARTMENTS = "Engineering Sales Marketing Operations Finance Support Legal Research".split()
STREETS = ("Main Street", "Oak Avenue", "Station Road", "Rue de la Paix", "Hauptstraße")
CITIES = "London Köln Lima Oslo Porto Kyoto Austin Lyon Accra".split()
GOODS = "Ergonomic Chair Wireless Mouse Steel Bottle Cotton Shirt Leather Wallet Desk Lamp".split()
STATUSES = ("pending", "processing", "shipped", "delivered", "cancelled")


def employees() -> Iterator[dict[str, Any]]:
    """Flat records of seven fields, without end."""
    chance = random.Random(1)
    number = 0
    while True:
        number += 1
        first, last = chance.choice(FIRST), chance.choice(LAST)
        yield {
            "id": number,
            "name": f"{first} {last}",
            "email": f"{first}.{last}{chance.randrange(1000)}@example.com".lower(),
            "department": chance.choice(DEPARTMENTS),
            "salary": chance.randrange(40_000, 150_000),
            "yearsExperience": chance.randrange(1, 30),
            "active": chance.random() < 0.8,
        }


def orders() -> Iterator[dict[str, Any]]:
    """Orders that nest a customer with an address and one to four items, without end."""
    chance = random.Random(2)
    number = 0
    while True:
        number += 1
        first, last = chance.choice(FIRST), chance.choice(LAST)
        items = [
            {
                "sku": f"SKU-{chance.randrange(10**6):06d}",
                "name": f"{chance.choice(GOODS)} {chance.choice(GOODS)}",
                "quantity": chance.randrange(1, 6),
                "price": round(chance.uniform(5, 500), 2),
            }
            for _ in range(chance.randrange(1, 5))
        ]
        yield {
            "orderId": f"ORD-{number:08d}",
            "customer": {
                "id": chance.randrange(10**5),
                "name": f"{first} {last}",
                "email": f"{first}.{last}@example.org".lower(),
                "phone": f"+{chance.randrange(10**10, 10**11)}",
                "address": {
                    "street": f"{chance.randrange(1, 300)} {chance.choice(STREETS)}",
                    "city": chance.choice(CITIES),
                    "zip": f"{chance.randrange(10**5):05d}",
                },
            },
            "items": items,
            "total": round(sum(item["quantity"] * item["price"] for item in items), 2),
            "status": chance.choice(STATUSES),
            "orderDate": f"2026-{chance.randrange(1, 13):02d}-{chance.randrange(1, 29):02d}",
            "note": None if chance.random() < 0.7 else "ring twice, then leave it at the door",
        }


KINDS: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
    "employees": employees,
    "orders": orders,
}


def write(kind: str, megabytes: float, folder: Path) -> Path:
    """A payload of so many megabytes of minified JSON, in a file that is made once."""
    path = folder / f"{kind}-{megabytes:g}.json"
    if not path.exists():
        size, parts = 0, []
        for record in KINDS[kind]():
            text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
            size += len(text.encode()) + 1
            parts.append(text)
            if size >= megabytes * 1_000_000:
                break
        path.write_text(f'{{"{kind}":[{",".join(parts)}]}}', encoding="utf-8")
    return path
