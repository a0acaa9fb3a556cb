"""The overview as a file: one line per campaign, totals last."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Final
from zoneinfo import ZoneInfo

from xlsxwriter import Workbook

from server.core.formulas import escape_formula
from server.reports.overview import selectors
from server.reports.overview.schemas import SentMetricsOut
from server.reports.sql.overview import CampaignRow, CampaignTotals
from server.reports.states import BotMode

Cell = str | int | float
COUNTS: Final = (
    "recipients",
    "sent",
    "delivered",
    "failed",
    "hard_bounced",
    "soft_bounced",
    "in_doubt",
    "opened",
    "machine_opened",
    "clicked",
    "unsubscribed",
    "complained",
)
RATES: Final = ("delivered", "bounced", "opened", "clicked", "clicked_of_opened", "unsubscribed", "complained")
HEADINGS: Final = {
    "en": {
        "name": "Campaign",
        "subject": "Subject",
        "category": "Category",
        "started_at": "Started",
        "recipients": "Recipients",
        "sent": "Sent",
        "delivered": "Delivered",
        "failed": "Failed",
        "hard_bounced": "Hard bounces",
        "soft_bounced": "Soft bounces",
        "in_doubt": "Unconfirmed",
        "opened": "Opened",
        "machine_opened": "Bot opens",
        "clicked": "Clicked",
        "unsubscribed": "Unsubscribed",
        "complained": "Spam complaints",
        "delivered_rate": "Delivery rate",
        "bounced_rate": "Bounce rate",
        "opened_rate": "Open rate",
        "clicked_rate": "Click rate",
        "clicked_of_opened_rate": "Click-to-open rate",
        "unsubscribed_rate": "Unsubscribe rate",
        "complained_rate": "Spam complaint rate",
        "all": "All",
    },
    "id": {
        "name": "Kampanye",
        "subject": "Subjek",
        "category": "Kategori",
        "started_at": "Mulai",
        "recipients": "Penerima",
        "sent": "Terkirim",
        "delivered": "Sampai",
        "failed": "Gagal",
        "hard_bounced": "Terpental permanen",
        "soft_bounced": "Terpental sementara",
        "in_doubt": "Belum pasti",
        "opened": "Dibuka",
        "machine_opened": "Pembukaan bot",
        "clicked": "Diklik",
        "unsubscribed": "Berhenti berlangganan",
        "complained": "Laporan spam",
        "delivered_rate": "Tingkat sampai",
        "bounced_rate": "Tingkat terpental",
        "opened_rate": "Tingkat buka",
        "clicked_rate": "Tingkat klik",
        "clicked_of_opened_rate": "Klik dari yang dibuka",
        "unsubscribed_rate": "Tingkat berhenti",
        "complained_rate": "Tingkat laporan spam",
        "all": "Semua",
    },
}


def build_lines(
    rows: Sequence[CampaignRow], sums: CampaignTotals, *, machines: BotMode, zone: str, language: str
) -> Iterator[list[Cell]]:
    """Yields the heading, a line per campaign with local times, and the totals. Rates are between 0 and 1."""
    words = HEADINGS.get(language, HEADINGS["en"])
    about = ("name", "subject", "category", "started_at")
    rates = [words[f"{name}_rate"] for name in RATES]
    yield [*(words[name] for name in (*about, *COUNTS)), *rates]
    clock = ZoneInfo(zone)
    for row in rows:
        at = row.started_at.astimezone(clock).strftime("%Y-%m-%d %H:%M")
        yield [
            row.name,
            row.subject,
            row.category,
            at,
            *_list_cells(selectors.metrics_out(row.figures, row.recipients, machines)),
        ]
    yield [words["all"], "", "", "", *_list_cells(selectors.totals_out(sums, machines))]


def _list_cells(figures: SentMetricsOut) -> Iterator[Cell]:
    yield from (getattr(figures, name) for name in COUNTS)
    yield from (getattr(figures.rates, name) for name in RATES)


def write_csv(found: Iterator[list[Cell]]) -> bytes:
    """Returns UTF-8 with byte order mark, which spreadsheets need. Escapes formulas."""
    file = io.StringIO()
    writer = csv.writer(file)
    for line in found:
        writer.writerow([escape_formula(cell) if isinstance(cell, str) else cell for cell in line])
    return "\ufeff".encode() + file.getvalue().encode()


def write_workbook(found: Iterator[list[Cell]]) -> bytes:
    """Returns a workbook with one sheet. Text cells never become formulas or links."""
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}) as book:
        sheet, bold, percent = book.add_worksheet(), book.add_format({"bold": True}), book.add_format()
        percent.set_num_format("0.00%")
        first_rate = 4 + len(COUNTS)
        for number, line in enumerate(found):
            for column, cell in enumerate(line):
                if isinstance(cell, str):
                    sheet.write_string(number, column, cell, bold if number == 0 else None)
                else:
                    sheet.write_number(number, column, cell, percent if column >= first_rate else None)
        sheet.freeze_panes(1, 1)
        sheet.set_column(0, 1, 32)
    return file.getvalue()
