"""What an operator may do to a team, a person or a session."""

from django.db.models import TextChoices


class ActKind(TextChoices):
    """The kinds of the record, named `<noun>.<past participle>`."""

    SESSION_ENDED = "session.ended"
    USER_SESSIONS_ENDED = "user.sessionsEnded"
    TEAM_SESSIONS_ENDED = "team.sessionsEnded"
    TEAM_SUSPENDED = "team.suspended"
    TEAM_RESTORED = "team.restored"
    TEAM_SENDING_RESUMED = "team.sendingResumed"
    USER_LOCKED = "user.locked"
    USER_UNLOCKED = "user.unlocked"
    OPERATOR_GIVEN = "operator.given"
    OPERATOR_TAKEN = "operator.taken"
