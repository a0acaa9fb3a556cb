"""Options and limits of A/B tests."""

from django.db.models import TextChoices

AB_TEST = "abTest"  # the kind as stored in campaigns
MIN_VARIANTS = 2
MAX_VARIANTS = 5
MIN_RECIPIENTS = 10  # CAMP-14
MAX_WAIT_HOURS = 168
MAX_DELAY_MINUTES = 7 * 24 * 60
LETTERS = "ABCDE"


class TestedProperty(TextChoices):
    """The property in which the variants differ."""

    SUBJECT = "subject"  # with the preview text
    SENDER = "sender"
    CONTENT = "content"
    TIME = "time"


class Metric(TextChoices):
    """The metric that decides: recipients who opened or clicked at least once, without bots."""

    CLICKS = "clicks"
    OPENS = "opens"


class DecisionMode(TextChoices):
    """How the winner is chosen when the waiting time ends. `rule`: automatically. `hand`: manually."""

    RULE = "rule"
    HAND = "hand"


class WinnerBy(TextChoices):
    """How the winner was chosen."""

    RULE = "rule"
    HAND = "hand"
    TIE = "tie"  # no clear winner: the variant listed first
