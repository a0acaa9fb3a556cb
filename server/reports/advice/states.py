"""Levels, states and units of advice."""

from django.db.models import TextChoices


class AdviceLevel(TextChoices):
    """Most severe first."""

    BAD = "bad"
    WARNING = "warning"
    HINT = "hint"


class AdviceState(TextChoices):
    """Open advice can be dismissed or followed; both can be undone."""

    OPEN = "open"
    DISMISSED = "dismissed"
    FOLLOWED = "followed"


class AdviceSubjectKind(TextChoices):
    """The kind of record the advice is about."""

    TEAM = "team"
    CAMPAIGN = "campaign"
    LINK = "link"
    DESTINATION = "destination"
    DOMAIN = "domain"
    LABEL = "label"


class Unit(TextChoices):
    """Unit of `value` and `asked`: a share from 0 to 1, a number, or an hour of the day in the team’s time zone."""

    SHARE = "share"
    COUNT = "count"
    HOUR = "hour"
