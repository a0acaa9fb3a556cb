"""The parts of a report as tables, for workbooks and PDFs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from server.reports.schemas.breakdowns import ShareOut
from server.reports.schemas.figures import FiguresOut
from server.reports.writing.content import ReportContent
from server.reports.writing.words import ReportWords


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


def tables_of(read: ReportContent, words: ReportWords, zone: ZoneInfo) -> Sequence[Table]:
    """Returns the tables of all parts with rows, the overview first and always."""
    share = [words["count"], words["share"]]
    made = [
        Table(
            "overview",
            words["overview"],
            [words["figure"], words["count"], words["rate"]],
            _overview(read.basic.figures, words),
        ),
        Table("former", words["former"], _names(words, "rate own median lowest highest"), _former(read, words)),
        Table("links", words["links"], _names(words, "address clicks clicked share"), _links(read)),
        Table("devices", words["devices"], [words["devices"], *share], _shares(read.devices.items, words.device)),
        Table("clients", words["clients"], [words["clients"], *share], _shares(read.browsers.clients, words.client)),
        Table("systems", words["systems"], [words["systems"], *share], _shares(read.browsers.systems, words.client)),
        Table("places", words["places"], _names(words, "country city count share"), _places(read, words)),
        Table(
            "domains",
            words["domains"],
            _names(words, "domain sent delivered bounced opened clicked complained"),
            _domains(read, words),
        ),
        Table("bounces", words["bounces"], _names(words, "class code words count"), _bounces(read, words)),
        Table("leaving", words["leaving"], _names(words, "reason count"), _leaving(read, words)),
        Table("overTime", words["overTime"], _names(words, "time sent opened clicked"), _over_time(read, words, zone)),
    ]
    return [table for table in made if table.rows or table.name == "overview"]


def _names(words: ReportWords, names: str) -> list[str]:
    return [words[name] for name in names.split()]


def _overview(figures: FiguresOut, words: ReportWords) -> list[list[Cell]]:
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


def _former(read: ReportContent, words: ReportWords) -> list[list[Cell]]:
    return [
        [words[row.rate], Share(row.own), Share(row.median), Share(row.lowest), Share(row.highest)]
        for row in read.compare.items
    ]


def _links(read: ReportContent) -> list[list[Cell]]:
    return [[link.address, link.clicks, link.clicked, Share(link.share)] for link in read.links.items]


def _shares(items: Sequence[ShareOut], named: Callable[[str], str]) -> list[list[Cell]]:
    return [[named(item.name), item.count, Share(item.share)] for item in items]


def _places(read: ReportContent, words: ReportWords) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    for country in read.location.countries:
        name = words.country(country.code)
        rows.append([name, "", country.count, Share(country.share)])
        rows += [["", city.name, city.count, Share(city.share)] for city in country.cities]
    if rows and read.location.unknown:
        rows.append([words["unknown"], "", read.location.unknown, ""])
    return rows


def _domains(read: ReportContent, words: ReportWords) -> list[list[Cell]]:
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


def _bounces(read: ReportContent, words: ReportWords) -> list[list[Cell]]:
    rows: list[list[Cell]] = [
        [words.bounce(row.bounce), " ".join(filter(None, (str(row.code or ""), row.enhanced))), row.words, row.count]
        for row in read.bounces.replies
    ]
    if read.bounces.others:
        rows.append([words["others"], "", "", read.bounces.others])
    return rows


def _leaving(read: ReportContent, words: ReportWords) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[words.reason(row.reason), row.count] for row in read.leaving.reasons]
    if read.leaving.untold:
        rows.append([words["untold"], read.leaving.untold])
    return rows


def _over_time(read: ReportContent, words: ReportWords, zone: ZoneInfo) -> list[list[Cell]]:
    return [[words.moment(point.at, zone), point.sent, point.opened, point.clicked] for point in read.peak.items]
