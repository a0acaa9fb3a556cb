"""Checks after the faults: no unfinished work, no reserved quota, and each unit used once."""

from collections.abc import Mapping
from typing import Any

from bench.prove import crash_product
from bench.prove.crash_product import Product

REST_SECONDS = 60.0


def unrested(product: Product, teams: Mapping[str, str], *, sent: Mapping[str, int]) -> list[str]:
    """Everything that is not at rest within a minute, a sentence each. `sent` is the expected usage of each team by
    name."""
    books: dict[str, Any] = {}

    def quiet() -> bool:
        books.update(product.books("rest", *teams.values()))
        return not (books["undone"] or books["waiting"] or books["outbox"] or books["holds"])

    failures = []
    if crash_product.until(quiet, REST_SECONDS) is None:
        failures.append(f"Not at rest after {REST_SECONDS:.0f} s: {books}")
    if books["failed"]:
        failures.append(f"Jobs failed: {books['failed']}")
    for name, team_id in teams.items():
        found = books["teams"][team_id]
        wanted = {
            "contacts_used": found["contacts"],
            "contacts_reserved": 0,
            "sent_used": sent.get(name, 0),
            "sent_reserved": 0,
        }
        if any(found[key] != value for key, value in wanted.items()):
            failures.append(f"The quota of {name} is {found}, not {wanted}")
    return failures
