"""The recipients and their results as CSV."""

import csv
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from server.core.exports.files import BOM
from server.reports.models import ReportFile
from server.reports.schemas.recipients import RecipientOut
from server.reports.selectors.reports import CampaignReport
from server.reports.writing.content import Renew, iterate_recipients
from server.reports.writing.texts import ReportTexts

# Characters that start a formula in spreadsheets.
_ACTIVE = ("=", "+", "-", "@", "\t", "\r")
COLUMNS = (
    *("email", "state", "at", "bounce", "reply", "opens", "clicks", "machineOpens", "machineClicks"),
    *("firstOpened", "firstClicked", "left", "complaint", "returned"),
)


def write(found: CampaignReport, row: ReportFile, target: Path, renew: Renew) -> None:
    """Escapes formulas with an apostrophe."""
    words, zone = ReportTexts(row.language), ZoneInfo(row.zone)
    with target.open("w", encoding="utf-8", newline="") as file:
        file.write(BOM.decode())
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow([words[name] for name in COLUMNS])
        for part in iterate_recipients(found, renew):
            lines.writerows([escape_formula(cell) for cell in build_cells(one, words, zone)] for one in part)


def build_cells(one: RecipientOut, words: ReportTexts, zone: ZoneInfo) -> list[str | int]:
    """In the order of COLUMNS."""
    return [
        one.email,
        words[one.state.value],
        _format_timestamp(one.at, zone),
        words.bounce(one.bounce) if one.bounce else "",
        one.reply,
        one.opens,
        one.clicks,
        one.machine_opens,
        one.machine_clicks,
        _format_timestamp(one.first_opened_at, zone),
        _format_timestamp(one.first_clicked_at, zone),
        _format_timestamp(one.unsubscribed_at, zone),
        _format_timestamp(one.complained_at, zone),
        _format_timestamp(one.bounced_at, zone),
    ]


def escape_formula(cell: str | int) -> str | int:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_ACTIVE) else cell


def _format_timestamp(at: datetime | None, zone: ZoneInfo) -> str:
    return at.astimezone(zone).strftime("%Y-%m-%d %H:%M:%S") if at else ""
