"""Mailings and what became of them.

A mailing is one compiled document for a frozen list of recipients. Recipients are cut into batches, which senders
lease. The send log is append-only and holds one row per recipient; events are what recipients did. Both are
partitioned by month (migrations 0002), so nothing points at them.
"""

from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.core.ids import uuid7
from server.core.teamscope import HasTeamId, TeamManager
from server.delivery.states import FeedbackKind, PauseReason, SuppressionReason, SuppressionSource
from server.plans.models import Plan
from server.teams.models import Team

BATCH_SIZE = 500  # positions n*500 to n*500+499: a batch follows from a position, so recipients need no column for it
EMAIL_LENGTH = 254


class Origin(models.TextChoices):
    """What a mailing was made for; `origin_id` names it there."""

    CAMPAIGN = "campaign"
    TEST = "test"
    SYSTEM = "system"
    CONFIRMATION = "confirmation"  # asks whom an import brought; `origin_id` is the import's


class Stream(models.TextChoices):
    """Mail of one purpose, kept apart from the others on its way: a refused campaign costs no receipt its place."""

    MARKETING = "marketing"
    TRANSACTIONAL = "transactional"
    SYSTEM = "system"


class IpPool(models.Model):
    """Addresses that mail of a stream, a plan or a team leaves from. The installation's own, of no team."""

    id = models.BigAutoField(primary_key=True)
    name = models.CharField(max_length=60, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class RelayTls(models.TextChoices):
    """As `smtp/relay.py` defines them."""

    NEVER = "never"
    OPPORTUNISTIC = "opportunistic"
    REQUIRED = "required"
    IMPLICIT = "implicit"


class RelayAddress(models.Model):
    """An address of a pool: the relay endpoint that mail goes through. The password is sealed (`core/sealing.py`)."""

    id = models.BigAutoField(primary_key=True)
    pool = models.ForeignKey(IpPool, on_delete=models.CASCADE, related_name="addresses")
    host = models.CharField(max_length=253)
    port = models.PositiveIntegerField()
    tls = models.CharField(max_length=13, choices=RelayTls, default=RelayTls.REQUIRED)
    user = models.CharField(max_length=200, blank=True)
    password = models.BinaryField(null=True)
    # Of this machine, to connect from; null: the system chooses.
    source = models.GenericIPAddressField(null=True)
    helo = models.CharField(max_length=253)
    connections = models.PositiveSmallIntegerField(default=10)  # per sender process
    # The first day of its warming-up, in UTC; null once it is warm.
    warming_since = models.DateField(null=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "host", "port", "source", "user"], name="relay_address_once", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=Q(port__gte=1, port__lte=65535, connections__gte=1), name="relay_address_bounds"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class PoolUse(models.Model):
    """Which pool a stream uses: for one team, else for the teams of a plan, else for all."""

    id = models.BigAutoField(primary_key=True)
    pool = models.ForeignKey(IpPool, on_delete=models.CASCADE, related_name="uses")
    stream = models.CharField(max_length=13, choices=Stream)
    team = models.ForeignKey(Team, null=True, on_delete=models.CASCADE, related_name="+")
    plan = models.ForeignKey(Plan, null=True, on_delete=models.CASCADE, related_name="+")

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "team", "plan"], name="pool_use_once", nulls_distinct=False),
            models.CheckConstraint(condition=Q(team__isnull=True) | Q(plan__isnull=True), name="pool_use_of_one"),
        ]


class AddressDay(models.Model):
    """How much of its day an address that is warming up has handed to senders."""

    pk = models.CompositePrimaryKey("address_id", "day")
    address = models.ForeignKey(RelayAddress, on_delete=models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    taken = models.PositiveIntegerField(default=0)


class AddressReport(models.Model):
    """What one sender process last said of an address; 0 is the relay of SMTP_URL."""

    pk = models.CompositePrimaryKey("address_id", "worker")
    address_id = models.BigIntegerField()
    worker = models.CharField(max_length=60)
    connections = models.PositiveIntegerField(default=0)
    sent = models.PositiveBigIntegerField(default=0)
    deferred = models.PositiveBigIntegerField(default=0)
    failed = models.PositiveBigIntegerField(default=0)
    answer = models.CharField(max_length=310, blank=True)
    answered_at = models.DateTimeField(null=True)
    reported_at = models.DateTimeField()


class DestinationReport(models.Model):
    """What one sender process last said of a destination that gets less than the others; pool 0 is the relay of
    SMTP_URL."""

    pk = models.CompositePrimaryKey("pool_id", "destination", "worker")
    pool_id = models.BigIntegerField()
    destination = models.CharField(max_length=255)
    worker = models.CharField(max_length=60)
    # Messages under way at once: now, and when all is well.
    at_once = models.PositiveIntegerField()
    most = models.PositiveIntegerField()
    pause_seconds = models.FloatField()  # between two messages; 0: none
    per_second = models.FloatField(null=True)  # null: no rate is set
    deferred = models.PositiveBigIntegerField()  # answers that asked for less, since it is slowed
    answer = models.CharField(max_length=310)
    answered_at = models.DateTimeField()
    slowed_at = models.DateTimeField()
    reported_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["worker"], name="destination_report_worker")]


class TeamTurn(models.Model):
    """When a team last had its turn: among teams of one priority the one served longest ago is next."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    claimed_at = models.DateTimeField()

    objects = TeamManager()


class MailingState(models.TextChoices):
    """The allowed moves are in services/mailings.py."""

    PREPARING = "preparing"
    SENDING = "sending"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    DONE = "done"


class Mailing(models.Model):
    """A document on its way to its recipients. Everything about its content is frozen when it is made."""

    id = models.BigAutoField(primary_key=True)
    # Null for mail of the product itself, such as a validation mail.
    team = models.ForeignKey(Team, null=True, on_delete=models.CASCADE, related_name="+")
    origin = models.CharField(max_length=12, choices=Origin)
    origin_id = models.UUIDField(default=uuid7)
    # Of a campaign that is tested: which variant this is. Null for what gets the winner, and where nothing is tested.
    variant = models.PositiveSmallIntegerField(null=True)
    # Lower goes first: system mail 0, tests 1, confirmations 3, campaigns 5.
    priority = models.PositiveSmallIntegerField(default=5)
    state = models.CharField(max_length=10, choices=MailingState, default=MailingState.PREPARING)
    # Where it leaves from, chosen when it starts; null: the relay of SMTP_URL.
    pool = models.ForeignKey(IpPool, null=True, on_delete=models.SET_NULL, related_name="+")
    subject = models.CharField(max_length=998)
    from_name = models.CharField(max_length=200, blank=True)
    from_address = models.CharField(max_length=EMAIL_LENGTH)
    reply_to = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    compiled = models.JSONField()
    # The same without pixel and numbered links, for who doesn't want to be followed. Null where nobody is.
    plain = models.JSONField(null=True)
    # What it is about: a contact that has refused the topic gets none of it.
    topic_id = models.IntegerField(null=True)
    follows = models.BooleanField(default=True)
    unsubscribes = models.BooleanField(default=True)
    recipients = models.PositiveIntegerField(default=0)
    # At most so many an hour begin to be sent (slots.py); null: as fast as it goes.
    per_hour = models.PositiveIntegerField(null=True)
    settled = models.PositiveIntegerField(default=0)  # units of quota already counted as used
    # When a sender last took a batch of it: among mailings of one team the one served longest ago is next.
    claimed_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        indexes = [
            models.Index(fields=["team", "origin", "origin_id"], name="mailing_origin"),
            models.Index(fields=["priority", "claimed_at"], name="mailing_sending", condition=Q(state="sending")),
            models.Index(fields=["team", "-started_at"], name="mailing_recent"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=MailingState.values), name="mailing_state"),
            models.UniqueConstraint(
                fields=["team", "origin_id", "variant"],
                condition=Q(origin="campaign"),
                nulls_distinct=False,
                name="mailing_campaign_once",
            ),
            models.UniqueConstraint(
                fields=["team", "origin_id"], condition=Q(origin="confirmation"), name="mailing_confirmation_once"
            ),
        ]


class MailingPace(models.Model):
    """When a throttled mailing may begin its next batch, whatever was due meanwhile: claiming one takes the slot."""

    mailing = models.OneToOneField(Mailing, on_delete=models.CASCADE, primary_key=True, related_name="+")
    gap = models.DurationField()  # slots.gap_of
    free_at = models.DateTimeField()
    # Which batch took the last slot: until the next one it may be gone on with.
    batch_id = models.BigIntegerField(null=True)


class MailingCounters(models.Model):
    """The live figures of a mailing (docs/figures.md). Changed only by adding: writers can't undo each other."""

    mailing = models.OneToOneField(Mailing, on_delete=models.CASCADE, primary_key=True, related_name="counters")
    team = models.ForeignKey(Team, null=True, on_delete=models.CASCADE, related_name="+")
    revision = models.PositiveBigIntegerField(default=0)
    sent = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    suppressed = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)
    in_doubt = models.PositiveIntegerField(default=0)
    hard_bounced = models.PositiveIntegerField(default=0)
    soft_bounced = models.PositiveIntegerField(default=0)
    # Of the soft bounces those by reputation or a rule of the recipient's side.
    blocked = models.PositiveIntegerField(default=0)
    # Of the sent those that came back by mail.
    returned = models.PositiveIntegerField(default=0)
    deferred = models.PositiveIntegerField(default=0)
    opened = models.PositiveIntegerField(default=0)
    opens = models.PositiveIntegerField(default=0)
    machine_opened = models.PositiveIntegerField(default=0)
    machine_opens = models.PositiveIntegerField(default=0)
    clicked = models.PositiveIntegerField(default=0)
    clicks = models.PositiveIntegerField(default=0)
    machine_clicks = models.PositiveIntegerField(default=0)
    # Recipients with an open or click, and with a click, by anybody: a person or a machine.
    any_opened = models.PositiveIntegerField(default=0)
    any_clicked = models.PositiveIntegerField(default=0)
    unsubscribed = models.PositiveIntegerField(default=0)
    complained = models.PositiveIntegerField(default=0)
    # How many outcomes the figures by destination were made of (services/destinations.py).
    by_destination = models.PositiveIntegerField(default=0)

    objects = TeamManager()


class Recipient(models.Model):
    """One address of a mailing, with the fields that its tags are filled from, as they were at the start."""

    pk = models.CompositePrimaryKey("mailing_id", "position")
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+", db_index=False)
    position = models.PositiveIntegerField()
    contact_id = models.BigIntegerField(null=True)
    email = models.CharField(max_length=EMAIL_LENGTH)
    fields = models.JSONField(default=dict)

    class Meta:
        indexes = [
            # By which what was sent to a contact is found, too: the log names recipients alone.
            models.Index(
                fields=["contact_id", "mailing_id"], name="recipient_contact", condition=Q(contact_id__isnull=False)
            ),
        ]


class BatchState(models.TextChoices):
    WAITING = "waiting"
    LEASED = "leased"
    DONE = "done"


class Batch(models.Model):
    """Positions that one sender works on at a time. `fence` counts the leases: who holds an old one may not write.

    A batch of the frozen list has `positions` null and covers `first` to `first + size - 1`. A batch of what is to be
    tried again names its positions, and the batch that they were first handed out from.
    """

    id = models.BigAutoField(primary_key=True)
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+")
    first = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField()
    positions = ArrayField(models.PositiveIntegerField(), null=True)
    parent_id = models.BigIntegerField(null=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=7, choices=BatchState, default=BatchState.WAITING)
    due_at = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    worker = models.CharField(max_length=60, blank=True)
    fence = models.PositiveIntegerField(default=0)
    # How many of the batch, in order, may have been handed to a relay. Committed before the first of them is.
    high_water = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(fields=["mailing", "due_at"], name="batch_open", condition=~Q(state="done")),
            models.Index(fields=["parent_id"], name="batch_parent", condition=Q(parent_id__isnull=False)),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=BatchState.values), name="batch_state"),
            models.CheckConstraint(condition=Q(high_water__lte=models.F("size")), name="batch_high_water"),
        ]


class LogState(models.TextChoices):
    """What became of a recipient; final, but for a doubt that a late answer resolves."""

    SENT = "sent"
    FAILED = "failed"
    SUPPRESSED = "suppressed"
    SKIPPED = "skipped"  # would have got more marketing mail than the team allows itself
    IN_DOUBT = "inDoubt"


class SendLogQuerySet(models.QuerySet["SendLog"]):
    def for_team(self, team: HasTeamId | UUID) -> "SendLogQuerySet":
        """What became of the recipients of this team's mailings and no other's."""
        return self.filter(mailing_id__in=Mailing.objects.for_team(team).values("pk"))


class SendLog(models.Model):
    """One row per recipient; whose it is, and who that was, its mailing and the recipient say.

    `mailed_at`, by which it is partitioned, is the mailing's start, the same for all rows of a mailing: so that the
    database itself refuses a second row for a recipient.
    """

    pk = models.CompositePrimaryKey("mailing_id", "position")
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    mailed_at = models.DateTimeField()
    at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=LogState)
    bounce = models.CharField(max_length=10, blank=True)
    code = models.PositiveSmallIntegerField(default=0)
    enhanced = models.CharField(max_length=11, blank=True)
    reply = models.CharField(max_length=300, blank=True)
    attempt = models.PositiveSmallIntegerField(default=1)
    # When a mail said that what had been sent could not be delivered; bounce, code and reply are that mail's then.
    bounced_at = models.DateTimeField(null=True)

    objects = models.Manager.from_queryset(SendLogQuerySet)()

    class Meta:
        db_table = "delivery_send_log"


class EventKind(models.TextChoices):
    OPEN = "open"
    CLICK = "click"
    BOUNCE = "bounce"
    UNSUBSCRIBE = "unsubscribe"
    COMPLAINT = "complaint"


class Event(models.Model):
    """What a recipient, or a machine on the way, did.

    `why` says by which signs it was taken for a machine, of which kind a bounce is, and why somebody unsubscribed.
    """

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField(null=True)
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    at = models.DateTimeField()
    contact_id = models.BigIntegerField(null=True)
    kind = models.CharField(max_length=11, choices=EventKind)
    link = models.PositiveSmallIntegerField(default=0)
    machine = models.BooleanField(default=False)
    why = models.CharField(max_length=60, blank=True)
    device = models.CharField(max_length=10, blank=True)
    os = models.CharField(max_length=30, blank=True)
    browser = models.CharField(max_length=30, blank=True)
    # Where the reader's network is, as far as it is known; its address is kept nowhere.
    country = models.CharField(max_length=2, blank=True, default="")
    city = models.CharField(max_length=60, blank=True, default="")

    objects = TeamManager()

    class Meta:
        db_table = "delivery_event"


class RecipientActivity(models.Model):
    """How often a recipient of a mailing opened and clicked: what makes a figure unique."""

    pk = models.CompositePrimaryKey("mailing_id", "position")
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    opens = models.PositiveIntegerField(default=0)
    clicks = models.PositiveIntegerField(default=0)
    machine_opens = models.PositiveIntegerField(default=0)
    machine_clicks = models.PositiveIntegerField(default=0)
    first_opened_at = models.DateTimeField(null=True)
    first_clicked_at = models.DateTimeField(null=True)
    unsubscribed_at = models.DateTimeField(null=True)
    complained_at = models.DateTimeField(null=True)


class MailingLink(models.Model):
    """A tracked address of a mailing and its clicks. The target is in the mailing's compiled document."""

    pk = models.CompositePrimaryKey("mailing_id", "number")
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveSmallIntegerField()
    shown = models.TextField()
    clicks = models.PositiveIntegerField(default=0)
    clicked = models.PositiveIntegerField(default=0)  # recipients
    machine_clicks = models.PositiveIntegerField(default=0)
    any_clicked = models.PositiveIntegerField(default=0)  # recipients whose link a person or a machine followed


class LinkClicker(models.Model):
    """That a recipient's link was followed at least once, and whether by machines only: what makes a link's `clicked`
    unique."""

    pk = models.CompositePrimaryKey("mailing_id", "number", "position")
    mailing_id = models.BigIntegerField()
    number = models.PositiveSmallIntegerField()
    position = models.PositiveIntegerField()
    machine = models.BooleanField(default=False, db_default=False)


class MailingMinute(models.Model):
    """Figures by minute, of which the timeline is made; `what` is a figure of MailingCounters."""

    pk = models.CompositePrimaryKey("mailing_id", "minute", "what")
    mailing_id = models.BigIntegerField()
    minute = models.DateTimeField()
    what = models.CharField(max_length=16)
    team_id = models.UUIDField(null=True)
    count = models.PositiveIntegerField(default=0)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id", "minute"], name="minute_team")]


class MailingQuarter(models.Model):
    """The same by quarter of an hour, which a trigger keeps equal: of a long time there are far fewer of them."""

    pk = models.CompositePrimaryKey("mailing_id", "quarter", "what")
    mailing_id = models.BigIntegerField()
    quarter = models.DateTimeField()
    what = models.CharField(max_length=16)
    team_id = models.UUIDField(null=True)
    count = models.IntegerField(default=0)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team_id", "quarter"], name="quarter_team")]


class MailingDevice(models.Model):
    """Opens and clicks by what they were made with, those of machines apart."""

    pk = models.CompositePrimaryKey("mailing_id", "kind", "device", "os", "browser", "machine")
    mailing_id = models.BigIntegerField()
    kind = models.CharField(max_length=11)
    device = models.CharField(max_length=10)
    os = models.CharField(max_length=30)
    browser = models.CharField(max_length=30)
    machine = models.BooleanField(default=False, db_default=False)
    count = models.PositiveIntegerField(default=0)


class MailingPlace(models.Model):
    """Opens and clicks by where they were made, those of machines apart. Without a database of places, nowhere."""

    pk = models.CompositePrimaryKey("mailing_id", "kind", "machine", "country", "city")
    mailing_id = models.BigIntegerField()
    kind = models.CharField(max_length=11)
    machine = models.BooleanField(default=False)
    country = models.CharField(max_length=2, blank=True)
    city = models.CharField(max_length=60, blank=True)
    count = models.PositiveIntegerField(default=0)


class MailingDomain(models.Model):
    """The figures of a mailing by the domain of its recipients, but for those in doubt."""

    pk = models.CompositePrimaryKey("mailing_id", "domain")
    mailing_id = models.BigIntegerField()
    domain = models.CharField(max_length=EMAIL_LENGTH)
    team_id = models.UUIDField()
    sent = models.PositiveIntegerField(default=0, db_default=0)
    failed = models.PositiveIntegerField(default=0, db_default=0)
    returned = models.PositiveIntegerField(default=0, db_default=0)
    hard_bounced = models.PositiveIntegerField(default=0, db_default=0)
    soft_bounced = models.PositiveIntegerField(default=0, db_default=0)
    opened = models.PositiveIntegerField(default=0, db_default=0)
    clicked = models.PositiveIntegerField(default=0, db_default=0)
    any_opened = models.PositiveIntegerField(default=0, db_default=0)
    any_clicked = models.PositiveIntegerField(default=0, db_default=0)
    unsubscribed = models.PositiveIntegerField(default=0, db_default=0)
    complained = models.PositiveIntegerField(default=0, db_default=0)

    objects = TeamManager()


class MailingReply(models.Model):
    """What servers said of refusals, at once or by a mail afterwards, in words that are the same for many."""

    pk = models.CompositePrimaryKey("mailing_id", "bounce", "code", "enhanced", "words")
    mailing_id = models.BigIntegerField()
    bounce = models.CharField(max_length=10, blank=True)
    code = models.PositiveSmallIntegerField(default=0)
    enhanced = models.CharField(max_length=11, blank=True)
    words = models.CharField(max_length=160, blank=True)
    count = models.PositiveIntegerField(default=0)


class ContactActivity(models.Model):
    """When a contact last opened and clicked, over all mailings."""

    pk = models.CompositePrimaryKey("team_id", "contact_id")
    team_id = models.UUIDField()
    contact_id = models.BigIntegerField()
    last_opened_at = models.DateTimeField(null=True)
    last_clicked_at = models.DateTimeField(null=True)

    objects = TeamManager()


class Suppression(models.Model):
    """An address that a team no longer writes to. `marketing_only`: system mail may still be sent."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    email = models.CharField(max_length=EMAIL_LENGTH)
    reason = models.CharField(max_length=12, choices=SuppressionReason)
    marketing_only = models.BooleanField(default=True)
    mailing_id = models.BigIntegerField(null=True)
    expires_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    # Whether the contact's own state says it, too.
    is_told = models.BooleanField(default=True)
    # The database knows the usual one: senders write by SQL.
    source = models.CharField(max_length=6, choices=SuppressionSource, db_default=SuppressionSource.MAIL)

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "email"], name="suppression_once")]
        indexes = [
            models.Index(fields=["id"], name="suppression_untold", condition=Q(is_told=False)),
            models.Index(fields=["team", "created_at", "id"], name="suppression_newest"),
        ]


class Feedback(models.Model):
    """What came back about a message after it was sent: that it bounced, or that it was reported; each once.

    Kept beside the events because it knows when the message was sent: what is said of mail from before a team went on
    does not count against it afterwards.
    """

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    mailing_id = models.BigIntegerField()
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=9, choices=FeedbackKind)
    at = models.DateTimeField()
    sent_at = models.DateTimeField()
    bounce = models.CharField(max_length=10, blank=True)
    domain = models.CharField(max_length=EMAIL_LENGTH, blank=True)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-at"], name="feedback_newest")]
        constraints = [
            models.UniqueConstraint(fields=["mailing_id", "position", "kind"], name="feedback_once"),
        ]


class DestinationFigures(models.Model):
    """What became of a mailing by the domain of its recipients; the small ones together under an empty name."""

    pk = models.CompositePrimaryKey("mailing_id", "domain")
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+", db_index=False)
    domain = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+", db_index=False)
    mailed_at = models.DateTimeField()
    delivered = models.PositiveIntegerField(default=0)
    hard_bounced = models.PositiveIntegerField(default=0)
    soft_bounced = models.PositiveIntegerField(default=0)
    blocked = models.PositiveIntegerField(default=0)
    complained = models.PositiveIntegerField(default=0)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "mailed_at"], name="destination_team")]


class SendingPause(models.Model):
    """That a team's marketing mail was stopped because of its bounces or complaints, and who let it go on.

    `counted` of `sent` were too many by `threshold`, a share of 1. While one is open no campaign is sent.
    """

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(max_length=10, choices=PauseReason)
    sent = models.PositiveIntegerField()
    counted = models.PositiveIntegerField()
    threshold = models.FloatField()
    campaigns = models.PositiveIntegerField(default=0)  # stopped in the middle by it
    resumed_at = models.DateTimeField(null=True)
    resumed_by = models.CharField(max_length=201, blank=True, default="")
    by_operator = models.BooleanField(default=False)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-at"], name="pause_newest")]
        constraints = [
            models.UniqueConstraint(fields=["team"], condition=Q(resumed_at__isnull=True), name="pause_open_once"),
        ]


class FrequencyCap(models.Model):
    """At most so many campaigns reach a contact of the team in so many days; without a row there is no limit."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    mails = models.PositiveSmallIntegerField()
    days = models.PositiveSmallIntegerField()

    objects = TeamManager()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(mails__gte=1, days__gte=1), name="cap_positive")]


class FrequencyClaim(models.Model):
    """That a campaign on its way counts for a contact already, though the log doesn't know it yet.

    Claimed under the lock of the team's cap with the window's mark, gone with the result; without meaning once the
    mailing has ended.
    """

    pk = models.CompositePrimaryKey("contact_id", "mailing_id")
    contact_id = models.BigIntegerField()
    mailing_id = models.BigIntegerField()
    team_id = models.UUIDField()

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["mailing_id"], name="claim_mailing")]


class SuppressionRemoval(models.Model):
    """That somebody has taken an address off the list, and why: kept, for who asks later."""

    id = models.BigAutoField(primary_key=True)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    email = models.CharField(max_length=EMAIL_LENGTH)
    reason = models.CharField(max_length=12, choices=SuppressionReason)
    why = models.CharField(max_length=200)
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=201)
    removed_at = models.DateTimeField()

    objects = TeamManager()


class IngestedBatch(models.Model):
    """A batch of events that was written: written again, it changes nothing."""

    id = models.UUIDField(primary_key=True, editable=False)
    at = models.DateTimeField(db_index=True)
