"""Contacts, their labels and custom fields, and imports of them.

Contacts and their slots are loaded by COPY, a million at a time: their team column has its index but no foreign key,
which would look the team up again for every row. A team is never deleted but by the job that deletes its rows first.
"""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Collate, Lower

from server.accounts.models import EMAIL_LENGTH
from server.contacts.states import ContactState, ImportState
from server.contacts.values import (
    COMPANY_LENGTH,
    FIELD_NAME_LENGTH,
    LABEL_LENGTH,
    NAME_LENGTH,
    NOTE_LENGTH,
    PHONE_LENGTH,
    FieldType,
)
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.models import Team


class Contact(models.Model):
    """CONT-01 to 15. The address is lower-cased on write; a text that isn't known is empty, never null."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    # The collation C lets one index serve uniqueness, the order and prefix search.
    email = models.CharField(max_length=EMAIL_LENGTH, db_collation="C")
    firstname = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    lastname = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    phone = models.CharField(max_length=PHONE_LENGTH, blank=True, default="")
    birthday = models.DateField(null=True)
    gender = models.CharField(max_length=6, blank=True, default="")
    city = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    country = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    company = models.CharField(max_length=COMPANY_LENGTH, blank=True, default="")
    note = models.CharField(max_length=NOTE_LENGTH, blank=True, default="")
    funnel = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    state = models.CharField(max_length=12, choices=ContactState, default=ContactState.SUBSCRIBED)
    # The record of the custom fields: {"<field id>": value}; what segments read stands in ContactSlots.
    custom_field = models.JSONField(default=dict)
    label_ids = ArrayField(models.IntegerField(), default=list)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    revision = models.PositiveIntegerField(default=1)

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "email"], name="contact_email")]
        indexes = [
            models.Index("team", "id", name="contact_newest"),
            models.Index("team", "updated_at", "id", name="contact_updated"),
            models.Index("team", Collate(Lower("firstname"), "C"), "id", name="contact_firstname"),
            models.Index("team", Collate(Lower("lastname"), "C"), "id", name="contact_lastname"),
            models.Index("team", Collate(Lower("company"), "C"), name="contact_company", condition=~Q(company="")),
            GinIndex(fields=["label_ids"], name="contact_labels"),
        ]

    def __str__(self) -> str:
        return self.email

    @property
    def fullname(self) -> str:
        """CONT-18."""
        return f"{self.firstname} {self.lastname}".strip()


class ContactLabel(models.Model):
    """CONT-30. The count is kept by whatever attaches and detaches it, in the same transaction."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=LABEL_LENGTH)
    contact_count = models.IntegerField(default=0)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    # Gone for everybody; the row stays until a job has taken it off the last contact.
    deleted_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint("team", Lower("name"), condition=Q(deleted_at__isnull=True), name="label_name"),
            models.CheckConstraint(condition=Q(contact_count__gte=0), name="label_count"),
        ]

    def __str__(self) -> str:
        return self.name


class CustomField(models.Model):
    """CONT-32 to 35. `tag` names it in merge tags and never changes; `slot` is its column in ContactSlots."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=FIELD_NAME_LENGTH)
    tag = models.CharField(max_length=FIELD_NAME_LENGTH)
    type = models.CharField(max_length=8, choices=FieldType)
    values = models.JSONField(default=list)
    category = models.CharField(max_length=10, default="CONTACT")
    # Null when all slots of the type are taken: then segments read the record itself.
    slot = models.CharField(max_length=3, null=True)
    created_at = models.DateTimeField()
    # Gone for everybody; the row keeps its slot until a job has emptied it.
    deleted_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "tag"], condition=Q(deleted_at__isnull=True), name="field_tag"),
            models.UniqueConstraint(
                "team", Lower("name"), condition=Q(deleted_at__isnull=True), name="field_name_in_team"
            ),
            models.UniqueConstraint(fields=["team", "slot"], name="field_slot"),
        ]

    def __str__(self) -> str:
        return self.name


class ContactSlots(models.Model):
    """The custom fields of a contact in typed columns, narrow, for segments to read in one scan.

    A contact without custom values has no row. The columns t1.., n1.., d1.. and c1.. are added below.
    """

    contact_id = models.BigIntegerField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)

    objects = TeamManager()


# Letter of the slot, how many a team has, and what a column holds. A free column costs a bit per row.
SLOT_LETTERS = {
    FieldType.TEXT: "t",
    FieldType.DROPDOWN: "t",
    FieldType.NUMBER: "n",
    FieldType.DATE: "d",
    FieldType.CHECKBOX: "c",
}
SLOT_COUNTS = {"t": 16, "n": 16, "d": 8, "c": 8}
SLOT_TYPES: "dict[str, type[models.Field[Any, Any]]]" = {
    "t": models.TextField,
    "n": models.FloatField,
    "d": models.DateField,
    "c": models.BooleanField,
}
for _letter, _count in SLOT_COUNTS.items():
    for _number in range(1, _count + 1):
        ContactSlots.add_to_class(f"{_letter}{_number}", SLOT_TYPES[_letter](null=True))


class ImportJob(models.Model):
    """CONT-37, CONT-38. `offset` and the counters are one truth: both move in the transaction of a chunk."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    file = models.CharField(max_length=255)
    state = models.CharField(max_length=8, choices=ImportState, default=ImportState.PREPARED)
    size_bytes = models.BigIntegerField()
    encoding = models.CharField(max_length=12)
    # Which number of 3/4/2025 is the day, told from the file: "dmy" or "mdy".
    date_order = models.CharField(max_length=3, default="dmy")
    delimiter = models.CharField(max_length=1)
    header = models.JSONField()
    # One target per column of the file, null for a column that is left out.
    mapping = models.JSONField()
    preview = models.JSONField(default=list)
    label_ids = ArrayField(models.IntegerField(), default=list)
    # What the file would do as of its preparation; `exact` is false where time ran out.
    forecast = models.JSONField(default=dict)
    data_offset = models.BigIntegerField()
    offset = models.BigIntegerField()
    total = models.BigIntegerField()
    done = models.BigIntegerField(default=0)
    added = models.BigIntegerField(default=0)
    updated = models.BigIntegerField(default=0)
    failed = models.BigIntegerField(default=0)
    rows_read = models.BigIntegerField(default=0)
    error_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            # CONT-58, also against two that start at once.
            models.UniqueConstraint(fields=["team"], condition=Q(state="RUNNING"), name="import_running_once"),
        ]
        indexes = [models.Index(fields=["team", "-created_at"], name="import_newest")]


class ImportConsent(models.Model):
    """CONT-63: the team has said, once, that its contacts have opted in."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    given_at = models.DateTimeField()

    objects = TeamManager()
