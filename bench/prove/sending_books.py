"""Large mailings for benches of the sender, made by the database, and what became of them."""

import quopri

from django.db import connection
from django.db.models import Count

from server.contacts.models import Contact
from server.core import clock
from server.core.ids import uuid7
from server.delivery.compiling import Compiled, Content
from server.delivery.mime.filling import Program
from server.delivery.models import Batch, BatchState, Mailing, MailingCounters, MailingState, SendLog
from server.delivery.origins import TEST
from server.delivery.services import mailings
from server.delivery.services.mailings import From
from server.teams.models import Team

MANY_FIELDS = frozenset({"firstname", "city", "plan", "points", "voucher"})


def make_team() -> Team:
    """A team without a plan: mailings that are not campaigns use no quota."""
    return Team.objects.create(name="Bench", slug=f"bench-{uuid7()}", created_at=clock.now())


def prepare_many(recipients: int, *, body: str, team: Team | None = None) -> int:
    """A mailing to r<n>@example.com, started; its id. Of a team of its own where none is given."""
    mailing = _mailing(team or make_team(), body, known=MANY_FIELDS)
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
        origin=TEST,
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


def hurry(mailing_id: int) -> None:
    """Makes retries due: a measurement does not wait a minute for each."""
    now = clock.now()
    Batch.objects.filter(mailing_id=mailing_id, state=BatchState.WAITING, due_at__gt=now).update(due_at=now)
    connection.close()


def giant(team_id: str, recipients: str) -> int:
    """A mailing of the team to so many, started; its id."""
    team = Team.objects.get(pk=team_id)
    return prepare_many(int(recipients), body="Hi {{ firstname }}, [see](https://shop.example/a).", team=team)


def sent(mailing_id: str) -> int:
    """How many of a mailing are sent by its figures."""
    return MailingCounters.objects.values_list("sent", flat=True).get(pk=int(mailing_id))


def fill(count: str, pattern: str, *team_ids: str) -> int:
    """Gives each team so many contacts; `pattern` takes the number of the team and of the contact."""
    now, made = clock.now(), 0
    for number, team_id in enumerate(team_ids):
        emails = [pattern.format(number, contact) for contact in range(int(count))]
        Contact.objects.bulk_create(
            Contact(team_id=team_id, email=email, firstname="Ani", created_at=now, updated_at=now) for email in emails
        )
        made += len(emails)
    return made


def audience(team_id: str, count: str) -> int:
    """Gives the team so many contacts of 40 domains; the database makes them."""
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO contacts_contact (team_id, email, firstname, lastname, city, company, country, phone, gender,"
            " note, funnel, state, custom_field, label_ids, created_at, updated_at, revision, timezone)"
            " SELECT %s, 'r' || n || '@dest' || mod(n, 40) || '.example', 'Ani' || n, mod(n, 1000)::text, 'Bandung',"
            " 'Gold', 'KOPI-' || n, '', '', '', '', 'subscribed', '{}', '{}', %s, %s, 1, ''"
            " FROM generate_series(0, %s - 1) AS n",
            [team_id, now, now, int(count)],
        )
        cursor.execute("ANALYZE contacts_contact")
    return int(count)
