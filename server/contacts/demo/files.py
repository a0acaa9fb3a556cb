"""Custom fields of the demo and the contact files that it imports."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from server.contacts.demo import people
from server.contacts.demo.people import ContactMix
from server.contacts.services import fields
from server.contacts.services.importing import imports, runs
from server.contacts.services.importing.imports import ImportChoices
from server.contacts.values import FieldType
from server.core import jobs
from server.core.callers import Caller
from server.core.demo import DemoAction, DemoTeam
from server.core.models import Job
from server.teams import demo as teams

KOPI_MIX = ContactMix(labels=(("Newsletter", 0.72), ("VIP", 0.06), ("Wholesale", 0.07), ("Cafe owner", 0.05)))
WARUNG_MIX = ContactMix(labels=(), cafes=0.02, abroad=0.02)
LOYAL_MIX = ContactMix(labels=(("Pelanggan setia", 1.0),), cafes=0, abroad=0.01)
WARUNG_CONTACTS, WARUNG_LOYAL_CONTACTS = 14_700, 992


@dataclass(slots=True)
class _Files:
    """Contact files of one team. No contact is in two files."""

    team: DemoTeam
    random: Random
    spoilt: bool = True
    made: int = 0

    def imported(
        self, days: int, hour: int, name: str, count: int, *, by: str | None = None, mix: ContactMix = KOPI_MIX
    ) -> DemoAction:
        rows = list(
            people.generate_rows(self.random, count=count, mix=mix, today=self.team.now.date(), first=self.made)
        )
        self.made += count
        run = partial(_import, self.team, name, _add_bad_rows(rows) if self.spoilt else rows, by=by)
        return DemoAction(self.team.at(days=days, hour=hour), run)


def plan_kopi_selatan(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    files = _Files(team, random)
    yield DemoAction(team.at(days=118, hour=10), partial(_create_fields, team))
    yield files.imported(96, 14, "pelanggan-toko.csv", 2_640)
    yield files.imported(41, 16, "mitra-kafe.csv", 820, by=teams.BAGUS.email)
    yield files.imported(9, 10, "pameran-kopi-jakarta.csv", 460, by=teams.SARI.email)


def plan_warung_kita(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    files = _Files(team, random, spoilt=False)
    yield files.imported(4, 10, "pelanggan-setia.csv", WARUNG_LOYAL_CONTACTS, mix=LOYAL_MIX)
    yield files.imported(4, 11, "semua-pelanggan.csv", WARUNG_CONTACTS - WARUNG_LOYAL_CONTACTS, mix=WARUNG_MIX)


def plan_sample(team: DemoTeam, random: Random) -> Iterator[DemoAction]:
    files = _Files(team, random)
    yield DemoAction(team.at(days=30, hour=10), partial(_create_fields, team))
    yield files.imported(29, 14, "customers.csv", 360)
    yield files.imported(12, 16, "exhibition.csv", 150)


def _create_fields(team: DemoTeam) -> None:
    wanted = (
        ("Favourite drink", FieldType.DROPDOWN, people.DRINKS),
        ("Loyalty points", FieldType.NUMBER, ()),
        ("Member since", FieldType.DATE, ()),
        ("Home delivery", FieldType.CHECKBOX, ()),
    )
    for name, kind, choices in wanted:
        fields.create(team_id=team.team_id, name=name, kind=kind, values=choices, by=team.owner)


def _add_bad_rows(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    bad = [["siti.at.surel.example", *rows[7][1:]], [*rows[11][:11], "banyak", *rows[11][12:]], ["", *rows[19][1:]]]
    return [*rows[:20], *bad, *rows[20:]]


def _import(team: DemoTeam, name: str, rows: Sequence[Sequence[str]], *, by: str | None) -> None:
    caller: Caller = team.callers[by] if by else team.owner
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(people.format_csv([people.HEADER, *rows]), encoding="utf-8")
        prepared = imports.prepare(team_id=team.team_id, upload=path, name=name, by=caller)
    imports.start(team_id=team.team_id, import_id=prepared.pk, choices=ImportChoices(consent=True), by=caller)
    claim = jobs.claim(Job.objects.get(key=imports.build_job_key(prepared.pk)).pk)
    if claim is None:
        raise RuntimeError(f"The import of {name} could not be claimed")
    runs.run_import(team_id=team.team_id, import_id=prepared.pk, claim=claim)
    jobs.mark_done(claim)
