"""Large mailings for benches of the sender, made by the database, and what became of them."""

import quopri

from django.db import connection
from django.db.models import Count

from server.core import clock
from server.core.ids import uuid7
from server.delivery.compiling import Compiled, Content
from server.delivery.mime.filling import Program
from server.delivery.models import Mailing, MailingState, Origin, SendLog
from server.delivery.services import mailings
from server.delivery.services.mailings import From
from server.teams.models import Team

MANY_FIELDS = frozenset({"firstname", "city", "plan", "points", "voucher"})


def make_team() -> Team:
    """A team without a plan: mailings that are not campaigns use no quota."""
    return Team.objects.create(name="Bench", slug=f"bench-{uuid7()}", created_at=clock.now())


def prepare_many(recipients: int, *, body: str) -> int:
    """A mailing to r<n>@example.com, started; its id."""
    team = make_team()
    mailing = _mailing(team, body, known=MANY_FIELDS)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO delivery_recipient (mailing_id, position, contact_id, email, fields)"
            " SELECT %s, n, n, 'r' || n || '@example.com',"
            " jsonb_build_object('firstname', 'Ani' || n, 'city', 'Bandung', 'plan', 'Gold', 'points', mod(n, 1000),"
            " 'voucher', 'KOPI-' || n) FROM generate_series(0, %s - 1) AS n",
            [mailing.pk, recipients],
        )
        cursor.execute("ANALYZE delivery_recipient")
    mailings.begin(mailing, recipients)
    return mailing.pk


def count(mailing_id: int) -> dict[str, int]:
    """Rows of the send log by state."""
    return dict(SendLog.objects.filter(mailing_id=mailing_id).values_list("state").annotate(rows=Count("position")))


def peer_bodies(body: str) -> tuple[str, str]:
    """The finished HTML and text of a body, with `[[name]]` where its fields and the token go."""
    mailing = _mailing(make_team(), body, known=MANY_FIELDS)
    compiled = Compiled.from_data(mailing.compiled)
    fields = {name: f"[[{name}]]" for name in MANY_FIELDS}
    parts = (Program(part).fill(fields, b"[[token]]") for part in (compiled.html, compiled.text))
    html, text = (quopri.decodestring(b"".join(runs)).decode() for runs in parts)
    return html, text


def _mailing(team: Team, body: str, *, known: frozenset[str]) -> Mailing:
    mailing = mailings.create(
        team=team,
        origin=Origin.TEST,
        content=Content(subject="Hello {{ firstname }}", body=body),
        sender=From("Bench", "news@bench.example"),
        known=known,
    )
    mailing.priority = 5
    mailing.save(update_fields=["priority"])
    return mailing


def is_done(mailing_id: int) -> bool:
    """Whether the mailing has ended."""
    done = Mailing.objects.filter(pk=mailing_id, state=MailingState.DONE).exists()
    connection.close()
    return done
