"""The report as PDF, laid out by Typst with the template `report.typ`."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import typst

from server.core import clock
from server.delivery.pages.appearance import contrast
from server.delivery.services.branding import get_brand
from server.reports.models import ReportFile
from server.reports.schemas.breakdowns import PeakOut
from server.reports.selectors.reports import CampaignReport
from server.reports.writing import content
from server.reports.writing.content import Renew, ReportContent
from server.reports.writing.tables import Cell, Share, Table, build_tables
from server.reports.writing.texts import ReportTexts
from server.teams.models import Team

TEMPLATE = Path(__file__).with_name("report.typ")
MAX_ROWS = 40  # per table; a workbook has all rows
MAX_POINTS = 200
# Tables with a share in the last column, shown as a bar.
BARS = frozenset({"links", "devices", "clients", "systems", "places"})
# Shown as a chart instead.
CHARTED_TABLES = frozenset({"overTime"})
FLEXIBLE_COLUMNS = {"bounces": 2, "leaving": 0}  # the column with the flexible width, by default the first
_TEXT_COLORS = ("#ffffff", "#14161b")


def write(found: CampaignReport, row: ReportFile, target: Path, renew: Renew) -> None:
    read = content.load_content(found)
    renew()
    data = _build_data(found, read, row)
    target.write_bytes(typst.compile(_load_template(), format="pdf", sys_inputs={"data": json.dumps(data)}))


@lru_cache(maxsize=1)
def _load_template() -> bytes:
    return TEMPLATE.read_bytes()


def _build_data(found: CampaignReport, read: ReportContent, row: ReportFile) -> dict[str, Any]:
    words, zone = ReportTexts(row.language), ZoneInfo(row.zone)
    campaign, figures = found.campaign, read.basic.figures
    brand = get_brand(Team.objects.get(pk=found.team_id))
    facts = [
        (words["subject"], campaign.subject),
        (words["sender"], " · ".join(filter(None, (campaign.from_name, campaign.from_email)))),
        (words["began"], words.moment(campaign.started_at, zone) if campaign.started_at else ""),
        (words["made"], words.moment(clock.now(), zone)),
    ]
    bounced = figures.hard_bounced + figures.soft_bounced
    seen = found.figures
    return {
        "language": words.language,
        "name": row.name,
        "brand": {"name": brand.name, "color": brand.color, "words": choose_text_color(brand.color)},
        "words": {name: words[name] for name in ("report", "page", "overTime", "hours", "opened", "clicked")},
        "facts": [fact for fact in facts if fact[1]],
        "machines": words["machinesIn" if found.with_machines else "machinesOut"],
        "headlines": [
            {"name": words[name], "count": words.number(count), "rate": words.rate(rate)}
            for name, count, rate in (
                ("delivered", figures.delivered, figures.rates.delivered),
                ("opened", seen.opened, figures.rates.opened),
                ("clicked", seen.clicked, figures.rates.clicked),
                ("bounced", bounced, figures.rates.bounced),
            )
        ],
        "points": _build_points(read.peak, words, zone),
        "hours": _build_hours(read.peak, words),
        "tables": [
            _build_table(table, read, words)
            for table in build_tables(read, words, zone)
            if table.name not in CHARTED_TABLES
        ],
    }


def choose_text_color(color: str) -> str:
    """Returns the colour with the better contrast on this background."""
    return max(_TEXT_COLORS, key=lambda text: contrast(text, color))


def _build_points(peak: PeakOut, words: ReportTexts, zone: ZoneInfo) -> Sequence[Mapping[str, Any]]:
    """Combines intervals if there are more than MAX_POINTS."""
    step = -(-len(peak.items) // MAX_POINTS) or 1
    parts = [peak.items[first : first + step] for first in range(0, len(peak.items), step)]
    return [
        {
            "label": words.moment(part[0].at, zone) if peak.unit != "day" else words.day(part[0].at, zone),
            "opened": sum(point.opened for point in part),
            "clicked": sum(point.clicked for point in part),
        }
        for part in parts
    ]


def _build_hours(peak: PeakOut, words: ReportTexts) -> Mapping[str, Any]:
    opens = {(hour.weekday, hour.hour): hour.opens for hour in peak.hours}
    return {
        "most": max(opens.values(), default=0),
        "note": words["hoursNote"].format(zone=peak.zone),
        "days": [
            {"name": words.weekday(day), "opens": [opens.get((day, hour), 0) for hour in range(24)]}
            for day in range(1, 8)
        ],
    }


def _build_table(table: Table, read: ReportContent, words: ReportTexts) -> Mapping[str, Any]:
    rows = table.rows[:MAX_ROWS]
    note = words["formerNote"].format(count=len(read.compare.former)) if table.name == "former" else ""
    left = len(table.rows) - len(rows)
    return {
        "title": table.title,
        "note": note,
        "columns": list(table.columns),
        "wide": FLEXIBLE_COLUMNS.get(table.name, 0),
        "numbers": [place for place in range(len(table.columns)) if _is_number(rows, place)],
        "bars": table.name in BARS,
        "rows": [[_build_cell(cell, words) for cell in cells] for cells in rows],
        "more": words["more"].format(count=words.number(left)) if left else "",
    }


def _is_number(rows: Sequence[Sequence[Cell]], place: int) -> bool:
    return any(isinstance(row[place], int | Share) for row in rows)


def _build_cell(cell: Cell, words: ReportTexts) -> object:
    match cell:
        case Share(share):
            return {"share": share, "text": words.rate(share)}
        case int():
            return words.number(cell)
        case _:
            return cell
