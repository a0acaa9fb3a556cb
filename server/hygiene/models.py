"""The sunset rule of a team, its runs, and the contacts that each run changed."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.hygiene.states import SunsetAction, SunsetRunState
from server.teams.models import Team

MAX_FULLNAME_LENGTH = 201


class SunsetRule(models.Model):
    """Applies daily to contacts who got at least `least_sent` emails in `months` months without an open or click.

    The first run of a new or changed rule only counts and reports that: `announced`. The rule acts on behalf of
    `user_id`, who set it last.
    """

    team = models.OneToOneField(Team, on_delete=models.CASCADE, primary_key=True, related_name="+")
    enabled = models.BooleanField(default=True)
    months = models.PositiveSmallIntegerField()
    least_sent = models.PositiveSmallIntegerField()
    act = models.CharField(max_length=11, choices=SunsetAction)
    label_id = models.IntegerField(null=True)
    announced = models.BooleanField(default=False)
    next_at = models.DateTimeField()
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=MAX_FULLNAME_LENGTH)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["next_at"], name="sunset_due", condition=Q(enabled=True))]
        constraints = [
            models.CheckConstraint(
                condition=Q(act="label", label_id__isnull=False) | ~Q(act="label"), name="sunset_label"
            )
        ]


class SunsetRun(models.Model):
    """A daily run with the settings of that time.

    `done` is an offset in `keys`, which are cleared when the run ends.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    months = models.PositiveSmallIntegerField()
    least_sent = models.PositiveSmallIntegerField()
    act = models.CharField(max_length=11, choices=SunsetAction)
    label_id = models.IntegerField(null=True)
    # Only counts; changes nothing.
    is_trial = models.BooleanField(default=False)
    state = models.CharField(max_length=7, choices=SunsetRunState, default=SunsetRunState.RUNNING)
    # Matching contacts as consecutive 64-bit integers.
    keys = models.BinaryField(default=b"")
    found = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    changed = models.PositiveIntegerField(default=0)
    user_id = models.UUIDField()
    fullname = models.CharField(max_length=MAX_FULLNAME_LENGTH)
    finished_at = models.DateTimeField(null=True)
    undone_by = models.CharField(max_length=MAX_FULLNAME_LENGTH, blank=True, default="")
    # Also during an undo and after it.
    has_failed = models.BooleanField(default=False)

    objects = TeamManager()

    class Meta:
        indexes = [models.Index(fields=["team", "-at"], name="sunset_run_newest")]
        constraints = [
            # Also if two workers race.
            models.UniqueConstraint(fields=["team"], condition=Q(state="RUNNING"), name="sunset_running_once"),
        ]


class SunsetTouch(models.Model):
    """Contacts that a run changed, many per row. An undo consumes the rows; otherwise they expire."""

    id = models.BigAutoField(primary_key=True)
    team_id = models.UUIDField()
    run = models.ForeignKey(SunsetRun, on_delete=models.CASCADE, related_name="+")
    contact_ids = ArrayField(models.BigIntegerField())

    objects = TeamManager()
