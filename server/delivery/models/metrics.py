"""Statistics of a mailing (docs/metrics.md): in total, and by link, minute, device, place, domain and response."""

from django.db import models

from server.core.teamscope import TeamManager
from server.delivery.models.mailings import MAX_EMAIL_LENGTH, Mailing
from server.teams.models import Team


class MailingCounters(models.Model):
    """The live counters of a mailing (docs/metrics.md).

    Changed only by addition, so concurrent writers don't conflict.
    """

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
    # Soft bounces because of reputation or a rule of the recipient's side.
    blocked = models.PositiveIntegerField(default=0)
    # Sent emails that bounced later.
    returned = models.PositiveIntegerField(default=0)
    deferred = models.PositiveIntegerField(default=0)
    opened = models.PositiveIntegerField(default=0)
    opens = models.PositiveIntegerField(default=0)
    machine_opened = models.PositiveIntegerField(default=0)
    machine_opens = models.PositiveIntegerField(default=0)
    clicked = models.PositiveIntegerField(default=0)
    clicks = models.PositiveIntegerField(default=0)
    machine_clicks = models.PositiveIntegerField(default=0)
    # Recipients with an open or click, and with a click, by a person or a bot.
    any_opened = models.PositiveIntegerField(default=0)
    any_clicked = models.PositiveIntegerField(default=0)
    unsubscribed = models.PositiveIntegerField(default=0)
    complained = models.PositiveIntegerField(default=0)
    # The number of outcomes that the statistics by destination include (services/destinations.py).
    by_destination = models.PositiveIntegerField(default=0)

    objects = TeamManager()


class MailingLink(models.Model):
    """A tracked address of a mailing and its clicks. The target is in the mailing's compiled document."""

    pk = models.CompositePrimaryKey("mailing_id", "number")
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+", db_index=False)
    number = models.PositiveSmallIntegerField()
    shown = models.TextField()
    clicks = models.PositiveIntegerField(default=0)
    clicked = models.PositiveIntegerField(default=0)  # recipients
    machine_clicks = models.PositiveIntegerField(default=0)
    any_clicked = models.PositiveIntegerField(default=0)  # recipients whose link a person or a bot followed


class LinkClicker(models.Model):
    """A recipient who followed a link, and whether only bots did. A link's `clicked` counts these."""

    pk = models.CompositePrimaryKey("mailing_id", "number", "position")
    mailing_id = models.BigIntegerField()
    number = models.PositiveSmallIntegerField()
    position = models.PositiveIntegerField()
    machine = models.BooleanField(default=False, db_default=False)


class MailingMinute(models.Model):
    """Counters by minute, the source of the timeline; `what` is a counter of MailingCounters."""

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
    """The counters of MailingMinute by quarter of an hour, maintained by a trigger: far fewer rows for long periods."""

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
    """Opens and clicks by device and program, those of bots separately."""

    pk = models.CompositePrimaryKey("mailing_id", "kind", "device", "os", "browser", "machine")
    mailing_id = models.BigIntegerField()
    kind = models.CharField(max_length=11)
    device = models.CharField(max_length=10)
    os = models.CharField(max_length=30)
    browser = models.CharField(max_length=30)
    machine = models.BooleanField(default=False, db_default=False)
    count = models.PositiveIntegerField(default=0)


class MailingLocation(models.Model):
    """Opens and clicks by location, those of bots separately.

    Without a location database, all are at an unknown place.
    """

    pk = models.CompositePrimaryKey("mailing_id", "kind", "machine", "country", "city")
    mailing_id = models.BigIntegerField()
    kind = models.CharField(max_length=11)
    machine = models.BooleanField(default=False)
    country = models.CharField(max_length=2, blank=True)
    city = models.CharField(max_length=60, blank=True)
    count = models.PositiveIntegerField(default=0)


class MailingDomain(models.Model):
    """The counters of a mailing by recipient domain, except unconfirmed emails."""

    pk = models.CompositePrimaryKey("mailing_id", "domain")
    mailing_id = models.BigIntegerField()
    domain = models.CharField(max_length=MAX_EMAIL_LENGTH)
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
    """Responses of servers that rejected or bounced the mailing, normalized so that many are equal."""

    pk = models.CompositePrimaryKey("mailing_id", "bounce", "code", "enhanced", "words")
    mailing_id = models.BigIntegerField()
    bounce = models.CharField(max_length=10, blank=True)
    code = models.PositiveSmallIntegerField(default=0)
    enhanced = models.CharField(max_length=11, blank=True)
    words = models.CharField(max_length=160, blank=True)
    count = models.PositiveIntegerField(default=0)


class DestinationMetrics(models.Model):
    """The outcomes of a mailing by recipient domain; small ones are combined under an empty name.

    A continuous mailing has rows for each day (UTC) on which it was sent.
    """

    pk = models.CompositePrimaryKey("mailing_id", "mailed_at", "domain")
    mailing = models.ForeignKey(Mailing, on_delete=models.CASCADE, related_name="+", db_index=False)
    domain = models.CharField(max_length=MAX_EMAIL_LENGTH, blank=True)
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
