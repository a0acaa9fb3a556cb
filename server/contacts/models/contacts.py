"""Contacts, and the marks of their changes.

COPY loads contacts, a million at a time. The team column is indexed but has no foreign key, which would cost a lookup
per row. Only the deletion job deletes teams, after it has deleted their rows.
"""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.functions import Collate, Lower

from server.accounts.models import EMAIL_LENGTH
from server.contacts.states import ContactState
from server.contacts.values import (
    MAX_COMPANY_LENGTH,
    MAX_CONTACT_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_PHONE_LENGTH,
    MAX_TIMEZONE_LENGTH,
)
from server.core.teamscope import TeamManager
from server.teams.models import Team

# Characters allowed in a phone number besides digits (values.clean_phone).
PHONE_MARKS = "+ -()./"


def strip_phone_marks(column: str) -> Func:
    return Func(F(column), Value(PHONE_MARKS), Value(""), function="translate", output_field=models.TextField())


class Contact(models.Model):
    """CONT-01 to 15. The address is stored in lower case. Unknown text is empty, never null."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    # The C collation lets one index serve uniqueness, order and prefix search.
    email = models.CharField(max_length=EMAIL_LENGTH, db_collation="C")
    firstname = models.CharField(max_length=MAX_CONTACT_NAME_LENGTH, blank=True, default="")
    lastname = models.CharField(max_length=MAX_CONTACT_NAME_LENGTH, blank=True, default="")
    phone = models.CharField(max_length=MAX_PHONE_LENGTH, blank=True, default="")
    birthday = models.DateField(null=True)
    gender = models.CharField(max_length=6, blank=True, default="")
    city = models.CharField(max_length=MAX_CONTACT_NAME_LENGTH, blank=True, default="")
    country = models.CharField(max_length=MAX_CONTACT_NAME_LENGTH, blank=True, default="")
    # A name of lookups/timezones.py. If empty, it is guessed (zones.py), and the guess is not stored.
    timezone = models.CharField(max_length=MAX_TIMEZONE_LENGTH, blank=True, default="", db_default="")
    company = models.CharField(max_length=MAX_COMPANY_LENGTH, blank=True, default="")
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True, default="")
    # A Stage, or empty.
    funnel = models.CharField(max_length=MAX_CONTACT_NAME_LENGTH, blank=True, default="")
    state = models.CharField(max_length=12, choices=ContactState, default=ContactState.SUBSCRIBED)
    # Custom fields: {"<field id>": value}, without empty ones.
    custom_field = models.JSONField(default=dict)
    label_ids = ArrayField(models.IntegerField(), default=list)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    revision = models.PositiveIntegerField(default=1)

    objects = TeamManager()

    class Meta:
        # The included columns allow index-only scans for searches and far pages: the id, and the column of an
        # expression, without which the planner does not recognise the index as covering.
        constraints = [models.UniqueConstraint(fields=["team", "email"], include=["id"], name="contact_email")]
        indexes = [
            models.Index("team", "id", name="contact_newest"),
            models.Index("team", "updated_at", "id", name="contact_updated"),
            models.Index(
                "team", Collate(Lower("firstname"), "C"), "id", include=["firstname"], name="contact_firstname"
            ),
            models.Index("team", Collate(Lower("lastname"), "C"), "id", include=["lastname"], name="contact_lastname"),
            models.Index(
                "team",
                Collate(Lower("company"), "C"),
                include=["id", "company"],
                name="contact_company",
                condition=~Q(company=""),
            ),
            models.Index(
                "team",
                Collate(strip_phone_marks("phone"), "C"),
                include=["id", "phone"],
                name="contact_phone",
                condition=~Q(phone=""),
            ),
            GinIndex(fields=["label_ids"], name="contact_labels"),
            models.Index("team", "funnel", "id", name="contact_stage", condition=~Q(funnel="")),
        ]

    def __str__(self) -> str:
        return self.email

    @property
    def fullname(self) -> str:
        """CONT-18."""
        return f"{self.firstname} {self.lastname}".strip()


class ContactMark(models.Model):
    """Contacts changed by a statement, written by triggers (migrations/sql/triggers.sql) in the same transaction.

    The maintainer of derived data reads the marks and deletes those that it has processed.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_ids = ArrayField(models.BigIntegerField())

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id"], name="contact_mark_team")]
