"""The figures of a mailing (docs/figures.md): as a whole, by link, minute, device, place, domain and reply."""

from django.db import models

from server.core.teamscope import TeamManager
from server.delivery.models.mailings import EMAIL_LENGTH, Mailing
from server.teams.models import Team


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


class DestinationFigures(models.Model):
    """What became of a mailing by the domain of its recipients; the small ones together under an empty name. Of a
    standing mailing for each day (UTC) on which it was sent."""

    pk = models.CompositePrimaryKey("mailing_id", "mailed_at", "domain")
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
