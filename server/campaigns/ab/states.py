"""The choices of an A/B test, and its bounds."""

from django.db.models import TextChoices

FEWEST_VARIANTS = 2
MOST_VARIANTS = 5
LEAST_RECIPIENTS = 10  # CAMP-14
LONGEST_WAIT_HOURS = 168
LONGEST_DELAY_MINUTES = 7 * 24 * 60
LETTERS = "ABCDE"


class Tested(TextChoices):
    """In what the variants differ."""

    SUBJECT = "subject"  # with the preheader
    SENDER = "sender"
    CONTENT = "content"
    TIME = "time"


class Metric(TextChoices):
    """What decides: recipients who did it at least once, people only (docs/figures.md)."""

    CLICKS = "clicks"
    OPENS = "opens"


class Chooses(TextChoices):
    """Who names the winner when the wait is over."""

    RULE = "rule"
    HAND = "hand"


class WinnerBy(TextChoices):
    """How the winner came to be one."""

    RULE = "rule"
    HAND = "hand"
    TIE = "tie"  # no clear winner: the variant listed first
