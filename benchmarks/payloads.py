"""Payloads of any size, the same on every run: flat employees and nested orders."""

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
    """Endless flat records of seven fields."""
    rng = random.Random(1)
    number = 0
    while True:
        number += 1
        first, last = rng.choice(FIRST), rng.choice(LAST)
        yield {
            "id": number,
            "name": f"{first} {last}",
            "email": f"{first}.{last}{rng.randrange(1000)}@example.com".lower(),
            "department": rng.choice(DEPARTMENTS),
            "salary": rng.randrange(40_000, 150_000),
            "yearsExperience": rng.randrange(1, 30),
            "active": rng.random() < 0.8,
        }


def orders() -> Iterator[dict[str, Any]]:
    """Endless orders, each with a nested customer and one to four items."""
    rng = random.Random(2)
    number = 0
    while True:
        number += 1
        first, last = rng.choice(FIRST), rng.choice(LAST)
        items: list[dict[str, Any]] = [
            {
                "sku": f"SKU-{rng.randrange(10**6):06d}",
                "name": f"{rng.choice(GOODS)} {rng.choice(GOODS)}",
                "quantity": rng.randrange(1, 6),
                "price": round(rng.uniform(5, 500), 2),
            }
            for _ in range(rng.randrange(1, 5))
        ]
        yield {
            "orderId": f"ORD-{number:08d}",
            "customer": {
                "id": rng.randrange(10**5),
                "name": f"{first} {last}",
                "email": f"{first}.{last}@example.org".lower(),
                "phone": f"+{rng.randrange(10**10, 10**11)}",
                "address": {
                    "street": f"{rng.randrange(1, 300)} {rng.choice(STREETS)}",
                    "city": rng.choice(CITIES),
                    "zip": f"{rng.randrange(10**5):05d}",
                },
            },
            "items": items,
            "total": round(sum(item["quantity"] * item["price"] for item in items), 2),
            "status": rng.choice(STATUSES),
            "orderDate": f"2026-{rng.randrange(1, 13):02d}-{rng.randrange(1, 29):02d}",
            "note": None if rng.random() < 0.7 else "ring twice, then leave it at the door",
        }


KINDS: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
    "employees": employees,
    "orders": orders,
}


def write(kind: str, megabytes: float, folder: Path) -> Path:
    """The file of a payload of this size as minified JSON; it is written once."""
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
