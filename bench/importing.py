"""What the bench and the proof of imports share: a team that no limit holds back."""

from pathlib import Path

from django.conf import settings

from server.contacts.schemas.fields import FieldIn
from server.contacts.services import fields
from server.contacts.values import FieldType
from server.plans.features import feature_groups
from tests.cast import Person, make_person, make_plan, make_team

FIELDS = (
    ("Score", FieldType.NUMBER),
    ("Plan", FieldType.DROPDOWN),
    ("Joined", FieldType.DATE),
    ("Likes tea", FieldType.CHECKBOX),
)
PLANS = ["free", "pro", "team"]


def make_team_without_limits(folder: Path, name: str = "Bench") -> Person:
    """Somebody whose team has every limit at -1, files of any size, and the custom fields of the file of people."""
    settings.UPLOAD_FOLDER = folder
    plan = make_plan("BENCH", features=feature_groups(unlimited=True), import_bytes=1 << 40)
    person = make_person("Alice", make_team(name, plan=plan), role="admin")
    for title, kind in FIELDS:
        wanted = FieldIn(name=title, type=kind, values=PLANS if kind == FieldType.DROPDOWN else [])
        fields.create(team_id=person.team.pk, fields=wanted, by=person.caller)
    return person
