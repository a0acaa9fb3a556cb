"""Assesses the quality of a list before its import: findings, their counts and an overall rating."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

import polars as pl

from server.contacts import unmailable
from server.contacts.importing import address_risks
from server.contacts.importing.target_columns import EMAIL_COLUMN
from server.contacts.states import LIST_FINDING_KINDS, ListFindingKind, ListRating
from server.contacts.unmailable import UnmailableReason

MAX_SAMPLES = 5
MAX_SAMPLE_LENGTH = 100
# Shares from which a finding rates the list as worth checking and as risky. Mailbox providers treat complaints over
# 0.3% and bounces over 2% as signs of a bought list.
RATING_THRESHOLDS: Mapping[ListFindingKind, tuple[float, float]] = {
    "syntax": (0.02, 0.15),
    "duplicate": (0.2, 2.0),
    "role": (0.05, 0.3),
    "disposable": (0.005, 0.05),
    "bounced": (0.005, 0.02),
    "complained": (0.0001, 0.003),
    "unsubscribed": (0.02, 0.2),
    "suppressed": (0.02, 0.2),
}


@dataclass(frozen=True, slots=True)
class ListFinding:
    """A finding in a list, with its count and sample addresses."""

    kind: ListFindingKind
    count: int
    samples: list[str]


@dataclass(frozen=True, slots=True)
class ListAssessment:
    """The assessment of a list of `rows` rows and `addresses` distinct addresses, stored with its import."""

    word: ListRating
    rows: int
    addresses: int
    findings: list[ListFinding]


@dataclass(slots=True)
class AssessmentCounter:
    """Running counts of findings. Rows are counted individually, addresses once."""

    rows: int = 0
    addresses: int = 0
    counts: Counter[ListFindingKind] = field(default_factory=Counter)
    samples: defaultdict[ListFindingKind, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add_rows(self, rows: pl.DataFrame, cell: str) -> None:
        """Adds cleaned rows. `cell` is the column with the original address."""
        self.rows += rows.height
        wrong = rows.filter(pl.col(EMAIL_COLUMN.target).is_null())
        self._add("syntax", wrong[cell].fill_null(""))

    def add_repeated(self, emails: pl.Series) -> None:
        self._add("duplicate", emails)

    def add_addresses(self, team_id: UUID, emails: pl.Series, known: pl.Series) -> None:
        """Adds addresses that are new in the file. `known` are those that the team already has."""
        self.addresses += len(emails)
        frame = emails.to_frame("email")
        email = pl.col("email")
        self._add("role", frame.filter(address_risks.is_role(email))["email"])
        self._add("disposable", frame.filter(address_risks.is_disposable(email))["email"])
        self._add("free", frame.filter(address_risks.is_free(email))["email"])
        self._add("existing", known)
        refusing: defaultdict[UnmailableReason, list[str]] = defaultdict(list)
        for address, why in unmailable.find_unmailable(team_id, emails.to_list()).items():
            refusing[why].append(address)
        for why, found in refusing.items():
            self._add(why.value, pl.Series(sorted(found)))

    def verdict(self) -> ListAssessment:
        found = [
            ListFinding(kind=kind, count=self.counts[kind], samples=self.samples[kind])
            for kind in LIST_FINDING_KINDS
            if self.counts[kind]
        ]
        return ListAssessment(word=self._rate(), rows=self.rows, addresses=self.addresses, findings=found)

    def _rate(self) -> ListRating:
        shares = {kind: self.counts[kind] / max(1, self.rows) for kind in RATING_THRESHOLDS}
        if any(share >= RATING_THRESHOLDS[kind][1] for kind, share in shares.items()):
            return "risky"
        return "look" if any(share >= RATING_THRESHOLDS[kind][0] for kind, share in shares.items()) else "good"

    def _add(self, kind: ListFindingKind, found: pl.Series) -> None:
        self.counts[kind] += len(found)
        known = self.samples[kind]
        if len(known) < MAX_SAMPLES:
            some = [text[:MAX_SAMPLE_LENGTH] for text in found.unique(maintain_order=True)[: 2 * MAX_SAMPLES]]
            self.samples[kind] = list(dict.fromkeys(known + some))[:MAX_SAMPLES]
