"""Contacts themselves, and the word that one has changed.

Contacts are loaded by COPY, a million at a time: their team column has its index but no foreign key,
which would look the team up again for every row. A team is never deleted but by the job that deletes its rows first.
"""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.functions import Collate, Lower

from server.accounts.models import EMAIL_LENGTH
from server.contacts.states import ContactState
from server.contacts.values import COMPANY_LENGTH, NAME_LENGTH, NOTE_LENGTH, PHONE_LENGTH, TIMEZONE_LENGTH
from server.core.teamscope import TeamManager
from server.teams.models import Team

# What a phone number may hold beside its digits (values.clean_phone).
PHONE_MARKS = "+ -()./"


def digits_of(column: str) -> Func:
    """The digits of a phone number, however it was written."""
    return Func(F(column), Value(PHONE_MARKS), Value(""), function="translate", output_field=models.TextField())


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
    # As lookups/timezones.py names it. Without one it is guessed (zones.py), and the guess is not stored.
    timezone = models.CharField(max_length=TIMEZONE_LENGTH, blank=True, default="", db_default="")
    company = models.CharField(max_length=COMPANY_LENGTH, blank=True, default="")
    note = models.CharField(max_length=NOTE_LENGTH, blank=True, default="")
    # A Stage, or empty.
    funnel = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    state = models.CharField(max_length=12, choices=ContactState, default=ContactState.SUBSCRIBED)
    # The custom fields: {"<field id>": value}, without the empty ones.
    custom_field = models.JSONField(default=dict)
    label_ids = ArrayField(models.IntegerField(), default=list)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    revision = models.PositiveIntegerField(default=1)

    objects = TeamManager()

    class Meta:
        # What they include lets a search, and the way to a far page, be read from an index alone: the key, and the
        # column of an expression, without which the planner doesn't know that the index has all it needs.
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
                Collate(digits_of("phone"), "C"),
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
    """Contacts that a statement has changed, made or deleted: written by triggers (migrations/sql/triggers.sql), in the
    transaction of the change. Who keeps something derived from contacts reads the marks, and drops those that it has
    worked in.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_ids = ArrayField(models.BigIntegerField())

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id"], name="contact_mark_team")]
