"""Comparison of a send log with the ledger of the sink."""

from collections import Counter
from collections.abc import Collection, Mapping

Wrong = Mapping[str, Collection[str]]


def compare(states: Mapping[str, str], ledger: "Counter[str]") -> dict[str, list[str]]:
    """Messages that differ from their log, by kind of difference. Both sides identify messages in the same way."""
    doubts = {name for name, state in states.items() if state == "inDoubt"}
    return {
        "called sent and never received": [n for n, state in states.items() if state == "sent" and not ledger[n]],
        "called failed or suppressed and received": [
            n for n, state in states.items() if state in ("failed", "suppressed", "skipped") and ledger[n]
        ],
        "received twice outside of what is in doubt": [
            n for n, times in ledger.items() if times > 1 and n not in doubts
        ],
        "received and no recipients": [name for name in ledger if name not in states],
    }


def sentences(wrong: Wrong) -> list[str]:
    return [f"{len(names)} are {what}: {sorted(names)[:5]}" for what, names in wrong.items() if names]
