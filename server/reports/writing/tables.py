"""The parts of a report as tables, for workbooks and PDFs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from server.reports.schemas.breakdowns import ShareOut
from server.reports.schemas.metrics import MetricsOut
from server.reports.writing.content import ReportContent
from server.reports.writing.texts import ReportTexts


@dataclass(frozen=True, slots=True)
class Share:
    """A share between 0 and 1, shown as a percentage."""

    value: float


Cell = str | int | Share


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `name` identifies it in every language."""

    name: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def build_tables(read: ReportContent, words: ReportTexts, zone: ZoneInfo) -> Sequence[Table]:
    """Leaves out parts without rows, except the overview, which comes first."""
    share = [words["count"], words["share"]]
    made = [
        Table(
            "overview",
            words["overview"],
            [words["figure"], words["count"], words["rate"]],
            _build_overview_rows(read.basic.figures, words),
        ),
        Table(
            "former",
            words["former"],
            _list_texts(words, "rate own median lowest highest"),
            _build_comparison_rows(read, words),
        ),
        Table("links", words["links"], _list_texts(words, "address clicks clicked share"), _build_link_rows(read)),
        Table(
            "devices", words["devices"], [words["devices"], *share], _build_share_rows(read.devices.items, words.device)
        ),
        Table(
            "clients",
            words["clients"],
            [words["clients"], *share],
            _build_share_rows(read.browsers.clients, words.client),
        ),
        Table(
            "systems",
            words["systems"],
            [words["systems"], *share],
            _build_share_rows(read.browsers.systems, words.client),
        ),
        Table(
            "places", words["places"], _list_texts(words, "country city count share"), _build_location_rows(read, words)
        ),
        Table(
            "domains",
            words["domains"],
            _list_texts(words, "domain sent delivered bounced opened clicked complained"),
            _build_domain_rows(read, words),
        ),
        Table(
            "bounces", words["bounces"], _list_texts(words, "class code words count"), _build_bounce_rows(read, words)
        ),
        Table("leaving", words["leaving"], _list_texts(words, "reason count"), _build_unsubscribe_rows(read, words)),
        Table(
            "overTime",
            words["overTime"],
            _list_texts(words, "time sent opened clicked"),
            _build_time_rows(read, words, zone),
        ),
    ]
    return [table for table in made if table.rows or table.name == "overview"]


def _list_texts(words: ReportTexts, names: str) -> list[str]:
    return [words[name] for name in names.split()]


def _build_overview_rows(figures: MetricsOut, words: ReportTexts) -> list[list[Cell]]:
    rates = figures.rates
    bounced = figures.hard_bounced + figures.soft_bounced
    rows: list[list[Cell]] = [
        [words["recipients"], figures.recipients, ""],
        [words["sent"], figures.sent, ""],
        [words["delivered"], figures.delivered, Share(rates.delivered)],
        [words["bounced"], bounced, Share(rates.bounced)],
        [words["opened"], figures.opened, Share(rates.opened)],
        [words["clicked"], figures.clicked, Share(rates.clicked)],
        [words["clickedOfOpened"], "", Share(rates.clicked_of_opened)],
        [words["unsubscribed"], figures.unsubscribed, Share(rates.unsubscribed)],
        [words["complained"], figures.complained, Share(rates.complained)],
    ]
    if figures.any_opened > figures.opened:
        rows.append([words["machineOpens"], figures.machine_opens, ""])
    if figures.any_clicked > figures.clicked:
        rows.append([words["machineClicks"], figures.machine_clicks, ""])
    for name, count in (
        ("suppressed", figures.suppressed),
        ("skipped", figures.skipped),
        ("inDoubt", figures.in_doubt),
        ("waiting", figures.waiting),
    ):
        if count:
            rows.append([words[name], count, ""])
    return rows


def _build_comparison_rows(read: ReportContent, words: ReportTexts) -> list[list[Cell]]:
    return [
        [words[row.rate], Share(row.own), Share(row.median), Share(row.lowest), Share(row.highest)]
        for row in read.compare.items
    ]


def _build_link_rows(read: ReportContent) -> list[list[Cell]]:
    return [[link.address, link.clicks, link.clicked, Share(link.share)] for link in read.links.items]


def _build_share_rows(items: Sequence[ShareOut], named: Callable[[str], str]) -> list[list[Cell]]:
    return [[named(item.name), item.count, Share(item.share)] for item in items]


def _build_location_rows(read: ReportContent, words: ReportTexts) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    for country in read.location.countries:
        name = words.country(country.code)
        rows.append([name, "", country.count, Share(country.share)])
        rows += [["", city.name, city.count, Share(city.share)] for city in country.cities]
    if rows and read.location.unknown:
        rows.append([words["unknown"], "", read.location.unknown, ""])
    return rows


def _build_domain_rows(read: ReportContent, words: ReportTexts) -> list[list[Cell]]:
    found = [*read.domains.items, *([read.domains.others] if read.domains.others else [])]
    return [
        [
            row.domain or words["others"],
            row.sent,
            Share(row.rates.delivered),
            Share(row.rates.bounced),
            Share(row.rates.opened),
            Share(row.rates.clicked),
            Share(row.rates.complained),
        ]
        for row in found
    ]


def _build_bounce_rows(read: ReportContent, words: ReportTexts) -> list[list[Cell]]:
    rows: list[list[Cell]] = [
        [words.bounce(row.bounce), " ".join(filter(None, (str(row.code or ""), row.enhanced))), row.words, row.count]
        for row in read.bounces.replies
    ]
    if read.bounces.others:
        rows.append([words["others"], "", "", read.bounces.others])
    return rows


def _build_unsubscribe_rows(read: ReportContent, words: ReportTexts) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[words.reason(row.reason), row.count] for row in read.leaving.reasons]
    if read.leaving.untold:
        rows.append([words["untold"], read.leaving.untold])
    return rows


def _build_time_rows(read: ReportContent, words: ReportTexts, zone: ZoneInfo) -> list[list[Cell]]:
    return [[words.moment(point.at, zone), point.sent, point.opened, point.clicked] for point in read.peak.items]
