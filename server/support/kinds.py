"""Actions of operators on teams, users, sessions, pools and relays."""

from django.db.models import TextChoices


class AuditEntryKind(TextChoices):
    """Kinds of audit entries, named `<noun>.<past participle>`."""

    SESSION_ENDED = "session.ended"
    USER_SESSIONS_ENDED = "user.sessionsEnded"
    TEAM_SESSIONS_ENDED = "team.sessionsEnded"
    TEAM_SUSPENDED = "team.suspended"
    TEAM_RESTORED = "team.restored"
    TEAM_SENDING_RESUMED = "team.sendingResumed"
    USER_LOCKED = "user.locked"
    USER_UNLOCKED = "user.unlocked"
    USER_CODES_CLEARED = "user.codesCleared"
    OPERATOR_GIVEN = "operator.given"
    OPERATOR_TAKEN = "operator.taken"
    POOL_CREATED = "pool.created"
    POOL_RENAMED = "pool.renamed"
    POOL_REMOVED = "pool.removed"
    POOL_USED = "pool.used"
    POOL_RELEASED = "pool.released"
    RELAY_ADDED = "relay.added"
    RELAY_CHANGED = "relay.changed"
    RELAY_REMOVED = "relay.removed"
