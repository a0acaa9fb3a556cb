"""The crash proof's campaigns: made and sent through the API, their books held against the sink's ledger."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.prove.crash_http import Api
from bench.prove.crash_product import Product
from bench.prove.crash_shaking import Shaker, Watcher
from bench.sink import read_ledger

ENDS = ("SENT", "CANCELLED")
LEAVING = 40
# Batches that a sender has in its hands, and recipients whose answer may be open in each: two windows of 100.
BATCHES, OPEN_IN_BATCH = 4, 200
MAY_LEAVE_DOUBT = ("sender", "postgres")


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
    failures: list[str] = field(default_factory=list)


def write_readers(file: Path, count: int) -> Path:
    """A file of recipients."""
    file.write_bytes(b"".join(_readers(count)))
    return file


def _readers(count: int) -> Iterator[bytes]:
    yield b"Email,First name\r\n"
    for number in range(count):
        yield f"r{number}@dest{number % 40}.example,Ani\r\n".encode()


def shake(product: Product, api: Api, shaker: Shaker, *, left: list[str]) -> CampaignRound:
    """Sends a campaign to all contacts of the team under the faults that are left."""
    before, struck, began = len(read_ledger(product.ledger)), len(shaker.strikes), time.monotonic()
    campaign_id = _make(api)
    done = CampaignRound(campaign_id, recipients=api.get(f"email-marketing/{campaign_id}/count-recipient")["count"])
    api.post(f"email-marketing/{campaign_id}/send")
    path = f"email-marketing/{campaign_id}"
    watcher = Watcher(api, path, read=_standing, state="status", ends=ENDS, grows="sent")
    watcher.start()
    left_early = set(product.books("leave", campaign_id, str(LEAVING)))

    def share() -> float | None:
        if watcher.last.get("status") in ENDS:
            return None
        return (_lines(product.ledger) - before) / max(1, done.recipients)

    shaker.shake("campaign", left, share)
    last = _end(product, watcher, campaign_id)
    strikes = shaker.strikes[struck:]
    done.strikes, done.seconds = len(strikes), round(time.monotonic() - began, 2)
    done.failures = watcher.failures
    if last.get("status") != "SENT":
        done.failures.append(f"The campaign ended as {last}")
    ledger = Counter(str(line["recipient"]) for line in read_ledger(product.ledger)[before:])
    doubtful = sum(strike.kind in MAY_LEAVE_DOUBT for strike in strikes)
    _judge(
        done, product.books("campaign", campaign_id), ledger, left_early, most_doubts=doubtful * BATCHES * OPEN_IN_BATCH
    )
    return done


def _make(api: Api) -> str:
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
    """Waits for the end, without the minutes that a retry would wait."""
    for _ in range(24):
        watcher.join(10)
        if not watcher.is_alive():
            break
        product.books("hurry", campaign_id)
    return watcher.end(0.1)


def _lines(ledger: Path) -> int:
    return ledger.read_bytes().count(b"\n") if ledger.exists() else 0


def _judge(
    done: CampaignRound, books: dict[str, Any], ledger: "Counter[str]", left_early: set[str], *, most_doubts: int
) -> None:
    """Fills in the figures and says what does not hold."""
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
    wrong = {
        "called sent and never received": [e for e, state in states.items() if state == "sent" and not ledger[e]],
        "called failed or suppressed and received": [
            e for e, state in states.items() if state in ("failed", "suppressed") and ledger[e]
        ],
        "received twice outside of what is in doubt": [email for email in doubled if email not in doubts],
        "received and no recipients": [email for email in ledger if email not in states],
        "gone by the unsubscribe link and neither sent before nor suppressed": [
            email for email in left_early if states.get(email) in (None, "inDoubt") and email not in doubts
        ],
    }
    done.failures += [sentence for sentence, holds in found.items() if holds]
    done.failures += [f"{len(emails)} are {what}: {sorted(emails)[:5]}" for what, emails in wrong.items() if emails]
    if len(doubts) > most_doubts:
        done.failures.append(f"{len(doubts)} in doubt are more than two windows a batch and strike ({most_doubts})")
