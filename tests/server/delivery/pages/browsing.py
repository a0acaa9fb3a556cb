"""A browser without scripts, and its effects."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import Client

from server.contacts import timeline
from server.contacts.models import Contact
from server.core import jobs
from server.core.models import Job
from server.delivery import jobs as delivery_jobs
from server.delivery.models import Recipient
from server.delivery.origins import SYSTEM
from server.delivery.sealed_fields import open_fields
from server.delivery.services import signing_up
from tests.proof_of_work import solve

WRITES = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_xact_user_tables"
BROWSER = "Mozilla/5.0 Firefox/140.0"


def browse(path: str, *, language: str = "en", post: dict[str, Any] | None = None, address: str = "203.0.113.9") -> Any:
    """A request like a browser's; without cookies and redirects."""
    headers = {"host": settings.PAGES_HOST, "accept-language": language, "user-agent": BROWSER}
    if post is None:
        return Client().get(path, headers=headers, REMOTE_ADDR=address)
    return Client().post(path, post, headers=headers, REMOTE_ADDR=address)


def solved(answer: Any) -> str:
    """The proof of work that the script of a form would send."""
    found = re.search(r'data-challenge="([^"]+)"', answer.content.decode())
    assert found is not None
    return solve(json.loads(unescape(found[1])))


def words(answer: Any) -> str:
    """The visible text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode().partition("<main>")[2])).split())


@contextmanager
def nothing_written() -> Iterator[None]:
    def writes() -> int:
        with connection.cursor() as cursor:
            cursor.execute(WRITES)
            return int(cursor.fetchone()[0])

    before = writes()
    yield
    assert writes() == before


def kinds(contact: Contact) -> list[str]:
    page = timeline.list_page(team_id=contact.team_id, contact_id=contact.pk, wanted=[], after=None, size=50)
    return [entry.kind for _, entry in page.items]


def mailed() -> list[tuple[str, str, str]]:
    """System emails: address, subject, link."""
    rows = Recipient.objects.filter(mailing__origin=SYSTEM).select_related("mailing").order_by("mailing_id")
    return [
        (row.email, row.mailing.subject, open_fields(bytes(row.sealed_fields), mailing_id=row.mailing_id)["link"])
        for row in rows
    ]


def path_of(link: str) -> str:
    return link.removeprefix(settings.PAGES_ORIGIN)


def run_jobs() -> None:
    for job in Job.objects.filter(name=signing_up.JOB, state="waiting"):
        delivery_jobs.sign_up(**job.arguments, claim=jobs.Claim(job.pk, job.name, job.arguments, 1))
        job.delete()
