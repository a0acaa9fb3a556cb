"""The existing calls are those of docs/calls.txt, by path and method (HTTP-20)."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = ROOT / "client" / "src" / "generated" / "openapi.json"
CALLS = ROOT / "docs" / "calls.txt"
BASE = "/api/"
# Named together with an existing one, and not implemented yet.
TO_COME = {"companies": {"POST"}}
Methods = Mapping[str, set[str]]


def with_places(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


def answered() -> Methods:
    """Methods by path below /api."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path, operations in json.loads(CONTRACT.read_text())["paths"].items():
        found[with_places(path.removeprefix(BASE))] |= {method.upper() for method in operations}
    return found


def chosen(lines: Iterable[str]) -> Methods:
    """Methods by path: those of the specification, and with a question mark those chosen for it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines:
        call = line.partition("#")[0].split()
        if call:
            method, path = call
            found[with_places(path)].add(method.removesuffix("?"))
    return found


def breaches(have: Methods, named: Methods, to_come: Methods) -> list[str]:
    """Existing named paths whose methods differ."""
    return sorted(path for path in have.keys() & named.keys() if have[path] | to_come.get(path, set()) != named[path])


def test_a_call_that_is_named_takes_the_methods_chosen_for_it_and_no_other() -> None:
    have, named = answered(), chosen(CALLS.read_text().splitlines())

    assert breaches(have, named, TO_COME) == []
    assert len(have.keys() & named.keys()) >= 90


def test_the_rule_sees_what_breaks_it() -> None:
    named = chosen(["# users", "GET? users/{id}", "PUT users/{id} # PUT update", "POST signin"])

    assert named == {"users/{}": {"GET", "PUT"}, "signin": {"POST"}}
    assert breaches({"users/{}": {"GET"}}, named, {}) == ["users/{}"]
    assert breaches({"users/{}": {"GET"}}, named, {"users/{}": {"PUT"}}) == []
    assert breaches({"signin": {"POST", "GET"}}, named, {}) == ["signin"]
    assert breaches({"admin/users": {"GET"}}, named, {}) == []
