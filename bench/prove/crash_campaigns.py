"""Campaigns under faults: created and sent through the API, and compared with the sink's ledger."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.prove import delivered
from bench.prove.crash_faults import HALT
from bench.prove.crash_http import Api
from bench.prove.crash_product import Product
from bench.prove.crash_shaking import Shaker, Watcher
from bench.sink import read_ledger

ENDS = ("SENT", "CANCELLED")
LEAVING = 40
# Batches of one sender, and recipients in each with an open response: two windows of 100.
BATCHES, OPEN_IN_BATCH = 4, 200
# The faults that can leave unconfirmed deliveries: a halted sender can lose its lease to another.
OF_ONE_SENDER, OF_ALL_SENDERS = ("sender", HALT + "sender"), ("postgres",)
HURRY_SECONDS, HURRIES = 2.0, 120


@dataclass
class CampaignRound:
    """One campaign under faults."""

    campaign_id: str
    recipients: int = 0
    strikes: int = 0
    received: int = 0
    sent: int = 0
    failed: int = 0
    suppressed: int = 0
    in_doubt: int = 0
    doubts_received: int = 0
    doubled: int = 0
    seconds: float = 0.0
    # Repeated sends to recipients with unconfirmed deliveries: their number, duplicates, and those unconfirmed again.
    again: int = 0
    again_doubled: int = 0
    again_in_doubt: int = 0
    failures: list[str] = field(default_factory=list)


def write_readers(file: Path, count: int) -> Path:
    file.write_bytes(b"".join(_readers(count)))
    return file


def _readers(count: int) -> Iterator[bytes]:
    yield b"Email,First name\r\n"
    for number in range(count):
        yield f"r{number}@dest{number % 40}.example,Ani\r\n".encode()


def shake(
    product: Product, api: Api, shaker: Shaker, *, left: list[str], senders: int = 1, broken: int = 0
) -> CampaignRound:
    """Sends a campaign to all contacts of the team under the remaining faults.

    `senders` are running, and the sink itself interrupts at most `broken` messages.
    """
    before, struck, began = len(read_ledger(product.ledger)), len(shaker.strikes), time.monotonic()
    lines = LineCounter(product.ledger)
    campaign_id = make(api)
    done = CampaignRound(campaign_id, recipients=api.get(f"email-marketing/{campaign_id}/count-recipient")["count"])
    api.post(f"email-marketing/{campaign_id}/send")
    path = f"email-marketing/{campaign_id}"
    watcher = Watcher(api, path, read=_standing, state="status", ends=ENDS, grows="sent")
    watcher.start()
    left_early = set(product.books("leave", campaign_id, str(LEAVING)))

    def share() -> float | None:
        if watcher.last.get("status") in ENDS:
            return None
        return (lines.count() - before) / max(1, done.recipients)

    shaker.shake("campaign", left, share)
    last = _end(product, watcher, campaign_id)
    strikes = shaker.strikes[struck:]
    done.strikes, done.seconds = len(strikes), round(time.monotonic() - began, 2)
    done.failures = watcher.failures
    if last.get("status") != "SENT":
        done.failures.append(f"The campaign ended as {last}")
    ledger = Counter(str(line["recipient"]) for line in read_ledger(product.ledger)[before:])
    doubtful = sum(strike.kind in OF_ONE_SENDER for strike in strikes)
    doubtful += senders * sum(strike.kind in OF_ALL_SENDERS for strike in strikes)
    most_doubts = doubtful * BATCHES * OPEN_IN_BATCH + broken
    _check_round(done, product.books("campaign", campaign_id), ledger, left_early, most_doubts=most_doubts)
    return done


def send_again(product: Product, api: Api, done: CampaignRound) -> None:
    """Sends a finished campaign again to unconfirmed recipients, without faults, and evaluates the result."""
    before, old = len(read_ledger(product.ledger)), product.books("campaign", done.campaign_id)["states"]
    doubts = {email for email, state in old.items() if state == "inDoubt"}
    path = f"email-marketing/{done.campaign_id}"
    api.post(f"{path}/send-again")
    watcher = Watcher(api, path, read=_standing, state="status", ends=ENDS, grows="sent")
    watcher.start()
    last = _end(product, watcher, done.campaign_id)
    ledger = read_ledger(product.ledger)
    first, second = (Counter(str(line["recipient"]) for line in part) for part in (ledger[:before], ledger[before:]))
    states: dict[str, str] = product.books("campaign", done.campaign_id)["states"]
    done.again, done.again_in_doubt = len(doubts), Counter(states.values())["inDoubt"]
    done.again_doubled = sum(1 for email in second if first[email])
    done.failures += watcher.failures
    wrong = {
        "sent to again and were not in doubt": set(second) - doubts,
        "received twice the second time": {email for email, times in second.items() if times > 1},
        "changed by it and were not in doubt": {
            email for email, state in old.items() if email not in doubts and states.get(email) != state
        },
        "called sent and never received": {e for e in doubts if states.get(e) == "sent" and not second[e]},
    }
    done.failures += [f"{len(emails)} were {what}: {sorted(emails)[:5]}" for what, emails in wrong.items() if emails]
    if last.get("status") != "SENT" or len(states) != done.recipients:
        done.failures.append(f"Sent again it ended as {last} with {len(states)} of {done.recipients} accounted for")


def make(api: Api) -> str:
    """A draft to all contacts of the team. Returns its id."""
    made = api.post(
        "email-marketing",
        {
            "name": "Proof",
            "subject": "Hello {{ firstname }}",
            "content": {"kind": "markdown", "body": "Hi {{ firstname }}, [see](https://shop.example/a)."},
            "recipients": {"all": True},
        },
    )
    return str(made["id"])


def _standing(answer: Any) -> dict[str, Any]:
    return {"status": answer["status"], "sent": (answer["figures"] or {"sent": 0})["sent"]}


def _end(product: Product, watcher: Watcher, campaign_id: str) -> dict[str, Any]:
    """Waits for the end, without the minutes between retries."""
    for _ in range(HURRIES):
        watcher.join(HURRY_SECONDS)
        if not watcher.is_alive():
            break
        product.books("hurry", campaign_id)
    return watcher.end(0.1)


class LineCounter:
    """Counts the lines of a ledger, reading each once."""

    def __init__(self, ledger: Path) -> None:
        self._ledger, self._read, self._lines = ledger, 0, 0

    def count(self) -> int:
        if self._ledger.exists():
            with self._ledger.open("rb") as file:
                file.seek(self._read)
                more = file.read()
            self._read += len(more)
            self._lines += more.count(b"\n")
        return self._lines


def _check_round(
    done: CampaignRound, books: dict[str, Any], ledger: "Counter[str]", left_early: set[str], *, most_doubts: int
) -> None:
    states: dict[str, str] = books["states"]
    counted = Counter(states.values())
    done.received, done.sent, done.failed = sum(ledger.values()), counted["sent"], counted["failed"]
    done.suppressed, done.in_doubt = counted["suppressed"], counted["inDoubt"]
    doubts = {email for email, state in states.items() if state == "inDoubt"}
    doubled = [email for email, times in ledger.items() if times > 1]
    done.doubts_received, done.doubled = sum(1 for email in doubts if ledger[email]), len(doubled)
    counters = books["counters"]
    found = {
        "The sink received nothing": not ledger,
        f"{len(states)} of {done.recipients} recipients are accounted for": len(states) != done.recipients,
        f"The log has {books['rows']} rows for {len(states)} recipients": books["rows"] != len(states),
        f"The counters say {counters}, the log {dict(counted)}": counters
        != {"sent": done.sent, "failed": done.failed, "suppressed": done.suppressed, "in_doubt": done.in_doubt},
    }
    wrong = delivered.compare(states, ledger) | {
        "gone by the unsubscribe link and neither sent before nor suppressed": [
            email for email in left_early if states.get(email) in (None, "inDoubt") and email not in doubts
        ],
    }
    done.failures += [sentence for sentence, holds in found.items() if holds]
    done.failures += delivered.sentences(wrong)
    if len(doubts) > most_doubts:
        done.failures.append(f"{len(doubts)} in doubt are more than two windows a batch and strike ({most_doubts})")
