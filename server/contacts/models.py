"""Contacts, their labels and custom fields, and imports of them.

Contacts are loaded by COPY, a million at a time: their team column has its index but no foreign key,
which would look the team up again for every row. A team is never deleted but by the job that deletes its rows first.
"""

from datetime import tzinfo

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.functions import Collate, Lower

from server.accounts.models import EMAIL_LENGTH
from server.contacts.states import (
    BulkState,
    ConsentWay,
    ContactState,
    Doubt,
    Existing,
    ExportFormat,
    ImportState,
    LeavingReason,
    Stage,
)
from server.contacts.values import (
    COMPANY_LENGTH,
    FIELD_NAME_LENGTH,
    LABEL_LENGTH,
    MAPPING_NAME_LENGTH,
    NAME_LENGTH,
    NOTE_LENGTH,
    PHONE_LENGTH,
    STAGE_NAME_LENGTH,
    TOPIC_DESCRIPTION_LENGTH,
    TOPIC_NAME_LENGTH,
    VIEW_NAME_LENGTH,
    WORDS_LENGTH,
    FieldType,
    Kept,
)
from server.core.ids import uuid7
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


class StageName(models.Model):
    """What a team calls a stage; without a row the stage bears its usual name, in the language of who reads it."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    stage = models.CharField(max_length=10, choices=Stage)
    name = models.CharField(max_length=STAGE_NAME_LENGTH)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "stage"], name="stage_name_once"),
            models.UniqueConstraint("team", Lower("name"), name="stage_name_in_team"),
        ]


class StageMove(models.Model):
    """A contact came into a stage, went on to another, or left the last: written by triggers (migration 0040), in the
    transaction of the change, by whatever way it was made.

    `since` is when the contact had come into `before`. Who did it is signed afterwards (services/history.py).
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    before = models.CharField(max_length=10, blank=True)
    after = models.CharField(max_length=10, blank=True)
    since = models.DateTimeField(null=True)
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201, blank=True, db_default="")

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["contact_id", "-at", "-id"], name="stage_move_newest"),
            models.Index(fields=["team_id", "at"], name="stage_move_period"),
        ]


class CustomField(models.Model):
    """CONT-32 to 35. `tag` names it in merge tags and never changes."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=FIELD_NAME_LENGTH)
    tag = models.CharField(max_length=FIELD_NAME_LENGTH)
    type = models.CharField(max_length=12, choices=FieldType)
    values = models.JSONField(default=list)
    category = models.CharField(max_length=10, default="CONTACT")
    created_at = models.DateTimeField()
    # Gone for everybody; the row stays until a job has taken its values off the last contact.
    deleted_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "tag"], condition=Q(deleted_at__isnull=True), name="field_tag"),
            models.UniqueConstraint(
                "team", Lower("name"), condition=Q(deleted_at__isnull=True), name="field_name_in_team"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def kept(self, zone: tzinfo) -> Kept:
        """What its values have to be; moments without a zone are of this one."""
        return Kept(self.type, self.values, zone)


class ImportJob(models.Model):
    """CONT-37, CONT-38. `offset` and the counters are one truth: both move in the transaction of a chunk."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    file = models.CharField(max_length=255)
    state = models.CharField(max_length=8, choices=ImportState, default=ImportState.PREPARED)
    size_bytes = models.BigIntegerField()
    # How the file's name ended, of those that are taken; empty for imports of before it was kept.
    form = models.CharField(max_length=7, blank=True, default="")
    encoding = models.CharField(max_length=12)
    # The names of a workbook's sheets, and the place of the one that is imported.
    sheets = models.JSONField(default=list)
    sheet = models.PositiveSmallIntegerField(null=True)
    # Which number of 3/4/2025 is the day, told from the file: "dmy" or "mdy".
    date_order = models.CharField(max_length=3, default="dmy")
    delimiter = models.CharField(max_length=1)
    header = models.JSONField()
    # One target per column of the file, null for a column that is left out.
    mapping = models.JSONField()
    preview = models.JSONField(default=list)
    label_ids = ArrayField(models.IntegerField(), default=list)
    # Labels that its rows named and that there were not.
    made_label_ids = ArrayField(models.IntegerField(), default=list)
    # What is done with contacts that are there already, and with rows that may do harm.
    existing = models.CharField(max_length=9, choices=Existing, default=Existing.OVERWRITE)
    leave_out = ArrayField(models.CharField(max_length=10, choices=Doubt), default=list)
    # What the file would do as of its preparation; `exact` is false where time ran out.
    forecast = models.JSONField(default=dict)
    # How good the list looked then, and which saved mapping was suggested for it.
    verdict = models.JSONField(default=dict)
    mapping_from = models.JSONField(null=True)
    # Whom it brings is asked to confirm. Then: how many are to be asked, were, have confirmed, and have said no; and
    # whether that waits, since the plan has no mail left for so many.
    confirms = models.BooleanField(default=False)
    to_ask = models.BigIntegerField(default=0)
    asked = models.BigIntegerField(default=0)
    confirmed = models.BigIntegerField(default=0)
    declined = models.BigIntegerField(default=0)
    ask_waits = models.BooleanField(default=False)
    data_offset = models.BigIntegerField()
    offset = models.BigIntegerField()
    total = models.BigIntegerField()
    done = models.BigIntegerField(default=0)
    added = models.BigIntegerField(default=0)
    updated = models.BigIntegerField(default=0)
    failed = models.BigIntegerField(default=0)
    # Rows of contacts that were left as they were, and rows that were left out by choice.
    skipped = models.BigIntegerField(default=0)
    left_out = models.BigIntegerField(default=0)
    rows_read = models.BigIntegerField(default=0)
    error_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    # Until then it can be undone: its before-images are kept so long.
    undo_until = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            # CONT-58, also against two that start at once. Taking an import back is as exclusive.
            models.UniqueConstraint(
                fields=["team"], condition=Q(state__in=["RUNNING", "UNDOING"]), name="import_at_work_once"
            ),
        ]
        indexes = [
            models.Index(fields=["team", "-created_at"], name="import_newest"),
            models.Index(fields=["undo_until"], name="import_undo", condition=Q(undo_until__isnull=False)),
        ]


class ImportImage(models.Model):
    """What contacts were before an import wrote over them: a row for those of a chunk and a block of keys.

    Parallel: `changes[n]` of `contact_ids[n]`, whose revision the import made `revisions[n]`. A change has
    `[before, written]` for each column that it changed, the same by key in `custom`, and in `labels` those it put on.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    import_id = models.UUIDField()
    block = models.BigIntegerField()
    contact_ids = ArrayField(models.BigIntegerField())
    revisions = ArrayField(models.IntegerField())
    changes = models.JSONField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["import_id", "block"], name="import_image_block")]


class ImportUndo(models.Model):
    """An import on its way back. `last_id`, `last_block`, the counters and the report are one truth: they move with
    each range. What it made is taken back first, then what it changed.
    """

    import_job = models.OneToOneField(ImportJob, on_delete=models.CASCADE, primary_key=True, related_name="undo")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    # As the import had ended.
    former = models.CharField(max_length=8, choices=ImportState)
    last_id = models.BigIntegerField(default=0)
    last_block = models.BigIntegerField(default=-1)
    total = models.BigIntegerField()
    done = models.BigIntegerField(default=0)
    removed = models.BigIntegerField(default=0)
    restored = models.BigIntegerField(default=0)
    kept = models.BigIntegerField(default=0)
    report_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    objects = TeamManager()


class ImportMapping(models.Model):
    """What the columns of a file became: kept under a name, or remembered of the last import with this header."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    # Empty where it was remembered without being asked.
    name = models.CharField(max_length=MAPPING_NAME_LENGTH, blank=True, default="")
    # Headings as they are compared, sorted, a digest of them, and what each became.
    headings = ArrayField(models.CharField(max_length=200))
    digest = models.CharField(max_length=64)
    targets = models.JSONField()
    date_order = models.CharField(max_length=3)
    file = models.CharField(max_length=255)
    fullname = models.CharField(max_length=201)
    used_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint("team", Lower("name"), condition=~Q(name=""), name="import_mapping_name"),
            models.UniqueConstraint(fields=["team", "digest"], condition=Q(name=""), name="import_mapping_remembered"),
        ]
        indexes = [models.Index(fields=["team", "-used_at"], name="import_mapping_newest")]


class ImportConsent(models.Model):
    """CONT-63: the team has said, once, that its contacts have opted in."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    given_at = models.DateTimeField()

    objects = TeamManager()


class BulkAction(models.Model):
    """One act on all contacts that a filter finds, walked by key. `last_id` and the counters move with each range."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    # A key of services.bulk.ACTS, and what that act is told.
    kind = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    filter = models.JSONField()
    state = models.CharField(max_length=7, choices=BulkState, default=BulkState.RUNNING)
    # A contact that came after the decision is not meant by it.
    until_id = models.BigIntegerField()
    last_id = models.BigIntegerField(default=0)
    # What the filter finds in all; null until the job has counted.
    total = models.BigIntegerField(null=True)
    done = models.BigIntegerField(default=0)
    changed = models.BigIntegerField(default=0)
    # How the activity calls the first of them.
    name = models.CharField(max_length=EMAIL_LENGTH, default="")
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "id"], name="bulk_running", condition=Q(state="RUNNING"))]


class SelectionPart(models.Model):
    """Some of the contacts that rules chose for an act or an export (services/selections.py), until that has ended."""

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    # The key of the act or the export.
    selection_id = models.UUIDField()
    first_id = models.BigIntegerField()
    last_id = models.BigIntegerField()
    size = models.PositiveIntegerField()
    # From key to key, as an Arrow IPC file.
    steps = models.BinaryField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["selection_id", "last_id"], name="selection_place")]


class ContactExport(models.Model):
    """Contacts on their way into a file. `last_id`, `gathered` and `rows_bytes` are one truth: they move together.

    With `contact_id` it is everything that is kept about that one person, at its request.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    format = models.CharField(max_length=4, choices=ExportFormat)
    # [name, heading] of each column, as they were called when the export was asked for.
    columns = models.JSONField()
    # Chosen by id, or else by filter.
    ids = ArrayField(models.BigIntegerField(), null=True)
    filter = models.JSONField(null=True)
    contact_id = models.BigIntegerField(null=True)
    zone = models.CharField(max_length=60)
    state = models.CharField(max_length=7, choices=BulkState, default=BulkState.RUNNING)
    # A contact that came after the decision is not meant by it.
    until_id = models.BigIntegerField()
    last_id = models.BigIntegerField(default=0)
    # What is to be written; null until the job has counted.
    total = models.BigIntegerField(null=True)
    gathered = models.BigIntegerField(default=0)  # rows in the plain file, whose committed length is `rows_bytes`
    rows_bytes = models.BigIntegerField(default=0)
    done = models.BigIntegerField(default=0)  # rows in the file that is handed out
    size_bytes = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=200, default="")
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # Its file is gone after that.
    expires_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            # One at a time for each person, also against two that start at once.
            models.UniqueConstraint(
                fields=["team", "user_id"], condition=Q(state="RUNNING", contact_id=None), name="export_once"
            ),
            models.UniqueConstraint(
                fields=["team", "contact_id"], condition=Q(state="RUNNING"), name="subject_export_once"
            ),
        ]
        indexes = [models.Index(fields=["team", "-created_at"], name="export_newest")]


class ContactTester(models.Model):
    """CONT-36, CONT-38: somebody whom trial mails are sent to."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    email = models.CharField(max_length=EMAIL_LENGTH)
    firstname = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    lastname = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "email"], name="tester_email")]


class ContactMark(models.Model):
    """Contacts that a statement has changed, made or deleted: written by triggers (migration 0003), in the transaction
    of the change. Who keeps something derived from contacts reads the marks, and drops those that it has worked in.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_ids = ArrayField(models.BigIntegerField())

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id"], name="contact_mark_team")]


class ActivityNote(models.Model):
    """What happened to contacts, many at a time: parallel arrays of contact, moment (µs since 1970) and thing.

    Noted by triggers in the transaction in which it happened; `subjects` holds 0 for none.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    kind = models.CharField(max_length=24)
    contact_ids = ArrayField(models.BigIntegerField())
    moments = ArrayField(models.BigIntegerField())
    subjects = ArrayField(models.BigIntegerField())

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id", "kind"], name="activity_note_team")]


class ContactEntry(models.Model):
    """What was done to a contact, for its timeline: fields changed, labels put on and taken off, a merge.

    `details` keeps names and values as they were.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=10)
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201, blank=True, default="")
    details = models.JSONField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id", "-at", "-id"], name="contact_entry_newest")]


class ContactNote(models.Model):
    """What somebody of the team wrote down about a contact."""

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    text = models.CharField(max_length=NOTE_LENGTH)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id", "-at", "-id"], name="contact_note_newest")]


class ContactConsent(models.Model):
    """That a contact agreed to marketing mail, or no longer does, with what proves it. Rows are never changed.

    What an import brought has no row: the import itself is the proof (ImportTouch).
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    at = models.DateTimeField()
    given = models.BooleanField()
    way = models.CharField(max_length=6, choices=ConsentWay)
    # What the contact was shown or said, where that is known.
    words = models.CharField(max_length=WORDS_LENGTH, blank=True, default="")
    ip = models.GenericIPAddressField(null=True)
    user_agent = models.CharField(max_length=300, blank=True, default="")
    # The page that it was said on, and why somebody left.
    page = models.CharField(max_length=40, blank=True, db_default="")
    reason = models.CharField(max_length=12, choices=LeavingReason, blank=True, db_default="")
    user_id = models.UUIDField(null=True)
    fullname = models.CharField(max_length=201, blank=True, default="")

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["contact_id", "-at", "-id"], name="contact_consent_newest")]


class Topic(models.Model):
    """What a team writes about. A default one goes to who has not said otherwise, another to who has asked for it."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=TOPIC_NAME_LENGTH)
    description = models.CharField(max_length=TOPIC_DESCRIPTION_LENGTH, blank=True, default="")
    is_default = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint("team", Lower("name"), name="topic_name")]

    def __str__(self) -> str:
        return self.name


class ContactPreference(models.Model):
    """What a contact has said of the mail that it wants. Who has said nothing has no row."""

    contact_id = models.BigIntegerField(primary_key=True)
    team_id = models.UUIDField()
    topics_on = ArrayField(models.IntegerField(), default=list)
    topics_off = ArrayField(models.IntegerField(), default=list)
    paused_until = models.DateTimeField(null=True)
    # Whether its opens and clicks may be followed.
    follows = models.BooleanField(default=True)
    updated_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id"], name="preference_team")]


class SubscriberSetting(models.Model):
    """How a team takes subscriptions. Without a row the defaults hold."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    # Whether anybody may subscribe by the team's page.
    is_open = models.BooleanField(default=False)
    double_optin = models.BooleanField(default=True)
    # What one agrees to; empty: a sentence of ours.
    words = models.CharField(max_length=WORDS_LENGTH, blank=True, default="")
    # Of the team's pages; empty: the vendor's.
    color = models.CharField(max_length=7, blank=True, default="")
    updated_at = models.DateTimeField()

    objects = TeamManager()


class ImportTouch(models.Model):
    """Which contacts a chunk of an import made, or changed: a row for many.

    Contacts made have keys from `low` to `high`, and `at` as their moment of creation. Contacts changed stand in
    `contact_ids`, a row for each block of keys.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    import_id = models.UUIDField()
    at = models.DateTimeField()
    is_new = models.BooleanField()
    block = models.BigIntegerField(null=True)
    low = models.BigIntegerField()
    high = models.BigIntegerField()
    contact_ids = ArrayField(models.BigIntegerField(), default=list)

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["team_id", "-low"], name="import_made", condition=Q(is_new=True)),
            models.Index(fields=["team_id", "block", "-at", "-id"], name="import_changed", condition=Q(is_new=False)),
        ]


class ContactView(models.Model):
    """A name for what narrows the list, its order and its columns; somebody's own, or shared with the team."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    name = models.CharField(max_length=VIEW_NAME_LENGTH)
    is_shared = models.BooleanField(default=False)
    filter = models.JSONField()
    sort = models.CharField(max_length=64, null=True)
    columns = models.JSONField(default=list)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint("team", "user_id", Lower("name"), name="contact_view_name")]

    def __str__(self) -> str:
        return self.name


class DefaultContactView(models.Model):
    """The view that somebody's list opens with."""

    id = models.AutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    user_id = models.UUIDField()
    view = models.ForeignKey(ContactView, on_delete=models.CASCADE, related_name="+")

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user_id"], name="contact_view_default")]
