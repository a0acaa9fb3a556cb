"""How bad it is, and what somebody made of it."""

from django.db.models import TextChoices


class AdviceLevel(TextChoices):
    """The worst first."""

    BAD = "bad"
    WARNING = "warning"
    HINT = "hint"


class AdviceState(TextChoices):
    """OPEN is dismissed or followed, and either is taken back."""

    OPEN = "open"
    DISMISSED = "dismissed"
    FOLLOWED = "followed"


class AdvicePlace(TextChoices):
    """What kind of row it is about."""

    TEAM = "team"
    CAMPAIGN = "campaign"
    LINK = "link"
    DESTINATION = "destination"
    DOMAIN = "domain"
    LABEL = "label"


class Unit(TextChoices):
    """What value and asked are: a share of 1, a number, or an hour of the day by the team's clock."""

    SHARE = "share"
    COUNT = "count"
    HOUR = "hour"
