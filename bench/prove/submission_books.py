"""The database side of the proof of submission: a team that submits email, and the results."""

from collections import Counter
from typing import Any

from django.conf import settings
from django.db import connection

from bench.prove.submission_load import DOMAIN, SMUGGLED
from server.core import clock
from server.plans import quota
from server.plans.features import TRANSACTIONAL_SENT
from server.teams.models import Team
from server.transactional.models import Message, MessageRecipient
from server.transactional.services import bodies, webhooks
from server.transactional.services.settings import get_or_create
from server.transactional.states import OPEN_STATES, RecipientState
from tests.server.transactional.factories import make_domain, make_key

# The events for the webhook: a recipient's final results.
TOLD = ("bounced", "deferred", "delivered", "failed", "inDoubt", "sandboxed")
_ENDS = ("delivered", "bounced", "failed", "suppressed", "sandboxed", "cancelled")

_ROWS = """
SELECT m.id, m.batch_id, m.state, r.email, r.state, count(e.id) FILTER (WHERE e.type = 'accepted'),
    array_remove(array_agg(e.type::text ORDER BY e.type) FILTER (WHERE e.type <> 'accepted'), NULL)
FROM transactional_recipient AS r
JOIN transactional_message AS m ON m.id = r.message_id AND m.accepted_at = r.accepted_at
LEFT JOIN transactional_event AS e ON e.team_id = r.team_id AND e.message_id = r.message_id
    AND e.position = r.position AND e.type = ANY (%(types)s)
WHERE r.team_id = %(team)s
GROUP BY m.id, m.batch_id, m.state, r.position, r.email, r.state
"""


def open_shop(team_id: str, port: str) -> dict[str, str]:
    """Gives the team a verified domain, keys, and a webhook to a port without a listener."""
    settings.EGRESS_LOOPBACK_PORTS = frozenset({int(port)})
    team = Team.objects.get(pk=team_id)
    get_or_create(team.pk)
    make_domain(team, DOMAIN)
    secret, sandbox = make_key(team)[1], make_key(team, sandbox=True)[1]
    endpoint, signing = webhooks.create(
        team_id=team.pk, url=f"http://127.0.0.1:{port}/hook", description="", types=TOLD, domains=[], by=None
    )
    return {"secret": secret, "sandbox": sandbox, "endpoint": str(endpoint.pk), "signing": signing}


def hurry_messages(team_id: str) -> int:
    """Makes retries due immediately, to save minutes of waiting. Returns the number of open recipients."""
    recipients = MessageRecipient.objects.for_team(Team.objects.get(pk=team_id))
    now = clock.now()
    recipients.filter(state=RecipientState.DEFERRED, due_at__gt=now).update(due_at=now)
    return recipients.filter(state__in=OPEN_STATES).count()


def handed_in(team_id: str) -> dict[str, Any]:
    """All stored rows of a team, one per recipient, and their contradictions."""
    team = Team.objects.get(pk=team_id)
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, {"team": team.pk, "types": ["accepted", "inDoubt", *_ENDS]})
        read = cursor.fetchall()
    rows, contradicted = [], []
    for message_id, batch_id, message_state, email, state, accepted, ends in read:
        rows.append([str(message_id), str(batch_id) if batch_id else None, email, state])
        if accepted != 1 or not _fits(state, Counter(ends or ())):
            contradicted.append(f"{email} is {state} and was told of as accepted {accepted} times, then {ends}")
        if message_state != "finished":
            contradicted.append(f"{email}: the message is {message_state}")
    messages = Message.objects.for_team(team)
    counted = sum(messages.filter(sandbox=False).values_list("recipients", flat=True))
    used = quota.get_state(team_id=team.pk, limit=TRANSACTIONAL_SENT).used
    if used != counted:
        contradicted.append(f"The quota says {used}, the messages have {counted} recipients")
    return {"rows": rows, "messages": messages.count(), "contradicted": contradicted}


def smuggled(team_id: str) -> dict[str, Any]:
    """Messages whose sender only appears in hidden envelopes, and bodies with line ends other than CRLF."""
    team = Team.objects.get(pk=team_id)
    messages = Message.objects.for_team(team)
    bare = []
    for message_id in messages.values_list("pk", flat=True).iterator():
        mail = bodies.open_body(team_id=team.pk, message_id=message_id)
        if mail.count(b"\r\n") != mail.count(b"\n") or mail.count(b"\r") != mail.count(b"\n"):
            bare.append(str(message_id))
    hidden = messages.exclude(from_address__endswith=f"@{DOMAIN}") | messages.filter(from_address=SMUGGLED)
    return {
        "messages": messages.count(),
        "smuggled": [f"{message.pk} from {message.from_address}" for message in hidden],
        "bare": bare,
    }


def _fits(state: str, ends: "Counter[str]") -> bool:
    """Whether there is exactly one final event. An unconfirmed delivery can later be confirmed."""
    doubts = ends.pop("inDoubt", 0)
    return ends == ({} if state == "inDoubt" else {state: 1}) and doubts <= 1 and (doubts == 1 or state != "inDoubt")
