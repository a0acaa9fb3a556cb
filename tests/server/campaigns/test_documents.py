"""Campaigns built in the email editor."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pycrdt
import pytest
import time_machine
from django.conf import settings
from django.db import connections, transaction
from django.test import Client

from server.accounts.models import User
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.core import clock
from server.core.errors import NotFound
from server.delivery.compiling import CompiledEmail
from server.delivery.models import Mailing
from server.delivery.origins import TEST
from server.documents import owners
from server.documents.errors import DocumentLocked
from server.documents.models import Document, DocumentDelta, DocumentVersion
from server.documents.pieces import Piece, build_document
from server.documents.services import documents, storing
from server.documents.starters import STARTERS
from server.documents.starters.parts import button, column, content, image, row, text
from server.documents.tree import Branch
from server.teams.models import Team
from tests.cast import Person
from tests.server.campaigns.conftest import make_contact, make_sender

BASE = "email-marketing"
DOCUMENT = {"content": {"kind": "document"}}


def create_campaign(person: Person, **body: Any) -> Mapping[str, Any]:
    """Creates a campaign and returns the response."""
    answer = person.api.post(BASE, {"name": "May news", **DOCUMENT, **body})
    assert answer.status_code == 200, answer.content
    answered: Mapping[str, Any] = answer.json()
    return answered


def built(person: Person, *parts: Piece, **fields: Any) -> Campaign:
    """Creates a complete draft with these parts in one column."""
    make_contact(person.team, "ani@pelanggan.example", firstname="Ani")
    now = clock.now()
    update = build_document({"body": [row(column(*parts))]}, {})
    given = {"name": "Built", "subject": "Hello {{ firstname }}", "to_all": True} | fields
    return Campaign.objects.create(
        team=person.team,
        sender=make_sender(person.team),
        content_kind="document",
        document=documents.create(person.team, "email", by=None, update=update),
        created_at=now,
        updated_at=now,
        **given,
    )


def nodes(campaign: Campaign) -> dict[str, str]:
    """Returns the ids of the components by kind."""
    assert campaign.document is not None
    found: dict[str, str] = {}

    def below(branch: Branch) -> None:
        found[branch.kind] = branch.id
        for child in branch.children:
            below(child)

    for branch in documents.load_snapshot(campaign.document).tree["body"]:
        below(branch)
    return found


def written(person: Person, campaign: Campaign) -> int:
    """Applies a change of the document as the editor stores it. Returns its number."""
    assert campaign.document is not None
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(documents.get_update(campaign.document))
    before = doc.get_state()
    doc.get("settings", type=pycrdt.Map)["accent"] = "#113355"
    return storing.store(campaign.document.pk, doc.get_update(before), person.caller)


def compiled_text(campaign: Campaign) -> str:
    mailing = Mailing.objects.get(origin=CAMPAIGN, origin_id=campaign.pk)
    return str(CompiledEmail.from_data(mailing.compiled).text)


# --- creation ---


@pytest.mark.parametrize("newsletter", STARTERS)
def test_a_campaign_begins_as_a_newsletter(alice: Person, newsletter: str) -> None:
    answered = create_campaign(alice, newsletter=newsletter)
    assert (answered["content"], answered["status"]) == (
        {"kind": "document", "starter": "letter", "body": ""},
        "DRAFT",
    )
    document = Document.objects.get(pk=answered["documentId"])
    assert (document.team_id, document.editor, document.revision) == (alice.team.pk, "email", 1)
    assert len(documents.load_snapshot(document).of) > 25
    size = alice.api.get(f"{BASE}/{answered['id']}/size").json()
    assert 10_000 < size["bytes"] < size["limit"] == 102 * 1024


@pytest.mark.parametrize(("language", "title"), [("id", "Panen baru sudah tiba"), ("en", "The new harvest is in")])
def test_a_newsletter_speaks_the_language_of_its_author(alice: Person, language: str, title: str) -> None:
    User.objects.filter(pk=alice.user.pk).update(language=language)
    Team.objects.filter(pk=alice.team.pk).update(language="en" if language == "id" else "id")

    document = Document.objects.get(pk=create_campaign(alice, newsletter="harvest")["documentId"])

    assert title in str(documents.load_snapshot(document).of)


def test_without_a_newsletter_it_is_blank_and_can_not_be_sent(alice: Person) -> None:
    answered = create_campaign(alice)
    found = alice.api.get(f"{BASE}/{answered['id']}/checks").json()["items"]
    assert "contentMissing" in {finding["code"] for finding in found}


def test_a_plain_campaign_has_no_document(alice: Person) -> None:
    answered = alice.api.post(BASE, {"name": "May news"}).json()
    assert answered["documentId"] is None
    assert not Document.objects.exists()


def test_a_draft_stays_what_it_was_begun_as(alice: Person) -> None:
    kept = create_campaign(alice, newsletter="event")
    answer = alice.api.put(f"{BASE}/{kept['id']}", {"content": {"kind": "markdown", "body": "x"}})
    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "content.kind")
    plain = alice.api.post(BASE, {"name": "Plain"}).json()
    answer = alice.api.put(f"{BASE}/{plain['id']}", DOCUMENT)
    assert answer.status_code == 400
    kinds = Campaign.objects.order_by("created_at").values_list("content_kind", flat=True)
    assert list(kinds) == ["document", "markdown"]


def test_what_no_database_holds_is_left_out_of_the_mail(alice: Person) -> None:
    campaign = built(alice, text("Ha\x00rvest"), button("Ta\x00ste", "https://kopi.example/\x00taste"))
    answer = alice.api.post(f"{BASE}/{campaign.pk}/send-test", {"emails": ["me@kopi.example"]})
    assert (answer.status_code, answer.json()) == (200, {"queued": 1})
    mailing = Mailing.objects.get(origin=TEST)
    compiled = CompiledEmail.from_data(mailing.compiled)
    assert "Harvest" in str(compiled.text)
    assert "https://kopi.example/taste" in str(compiled.links)


def test_the_document_is_the_teams_own(alice: Person, mallory: Person) -> None:
    answered = create_campaign(alice, newsletter="harvest")
    document = Document.objects.get(pk=answered["documentId"])
    with pytest.raises(NotFound):
        storing.store(document.pk, documents.get_update(document), mallory.caller)
    assert storing.load(document.pk, b"\0", alice.caller).number == 1
    assert mallory.api.get(f"{BASE}/{answered['id']}/size").status_code == 404


# --- copies, deletion ---


def test_a_copy_has_a_document_of_its_own(alice: Person) -> None:
    original = create_campaign(alice, newsletter="event")
    copy = alice.api.post(f"{BASE}/{original['id']}/duplicate").json()
    assert copy["documentId"] not in (None, original["documentId"])
    ids = (UUID(original["documentId"]), UUID(copy["documentId"]))
    first, second = (documents.load_snapshot(Document.objects.get(pk=one)) for one in ids)
    assert first == second


def test_no_campaign_is_created_or_copied_with_a_part_that_the_plan_lacks(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = create_campaign(alice, newsletter="event")
    owner = owners.get_owner("email")
    kinds = {**owner.editor.kinds, "button": replace(owner.editor.kinds["button"], feature="cinema.film")}
    gated = replace(owner, editor=replace(owner.editor, kinds=kinds))
    monkeypatch.setitem(owners.OWNERS.entries, "email", gated)

    refused = [
        alice.api.post(f"{BASE}/{original['id']}/duplicate"),
        alice.api.post(BASE, {"name": "May news", **DOCUMENT, "newsletter": "event"}),
    ]

    for answer in refused:
        assert (answer.status_code, answer.json()["code"]) == (403, "featureDisabled")
        assert answer.json()["payload"] == {"feature": "cinema", "subfeature": "film"}
    assert (Campaign.objects.count(), Document.objects.count()) == (1, 1)
    create_campaign(alice)


def test_a_deleted_campaign_takes_its_document_along(alice: Person) -> None:
    answered = create_campaign(alice, newsletter="harvest")
    assert alice.api.post(f"{BASE}/{answered['id']}/delete").status_code == 204
    assert not Document.objects.exists()
    assert not DocumentDelta.objects.exists()


# --- previews, checks ---


def test_the_preview_shows_what_stands_in_the_document(alice: Person) -> None:
    campaign = built(alice, text("Dear {{ firstname | default: 'you' }}"), content("Come **soon**."))
    shown = alice.api.get(f"{BASE}/{campaign.pk}/preview").json()
    assert "Dear Ani" in shown["text"]
    page = Client().get(urlsplit(shown["htmlUrl"]).path, headers={"host": settings.PAGES_HOST})
    assert "Dear Ani" in page.content.decode()
    assert "<strong>soon</strong>" in page.content.decode() or "font-weight" in page.content.decode()


def test_a_finding_leads_to_the_part_in_which_it_is_mended(alice: Person) -> None:
    mute = image("https://kopi.example/hill.png", "")
    plain = button("Come", "http://kopi.example/visit")
    campaign = built(alice, text("A line of words that is long enough to be read by everybody here"), mute, plain)
    found = {finding["code"]: finding for finding in alice.api.get(f"{BASE}/{campaign.pk}/checks").json()["items"]}
    of = nodes(campaign)
    assert (found["altMissing"]["node"], found["altMissing"]["items"]) == (
        of["image"],
        ["https://kopi.example/hill.png"],
    )
    assert found["linkPlain"]["node"] == of["button"]
    assert found["preheaderMissing"]["node"] is None


def test_a_tag_that_is_none_is_found_in_its_part_and_holds_the_mail_back(alice: Person) -> None:
    campaign = built(alice, content("Fine"), text("Hello {{ nobody }}"))
    found = {finding["code"]: finding for finding in alice.api.get(f"{BASE}/{campaign.pk}/checks").json()["items"]}
    assert (found["tagInvalid"]["level"], found["tagInvalid"]["node"]) == ("blocking", nodes(campaign)["text"])
    assert alice.api.post(f"{BASE}/{campaign.pk}/send").status_code == 400
    campaign.refresh_from_db()
    assert campaign.status == "DRAFT"
    assert not DocumentVersion.objects.exists()
    assert not Mailing.objects.exists()


def test_a_change_of_the_document_takes_the_mark_of_being_ready_away(alice: Person) -> None:
    with time_machine.travel("2026-05-04T08:00:00Z", tick=False) as frozen:
        campaign = built(alice, content("Words"), ready_at=clock.now(), seen=["preheaderMissing"])
        frozen.shift(90)
        written(alice, campaign)
        campaign.refresh_from_db()
        assert (campaign.ready_at, campaign.seen, campaign.updated_at) == (None, [], clock.now())


@pytest.mark.django_db(transaction=True)
def test_who_writes_does_not_wait_for_who_holds_the_campaign(alice: Person) -> None:
    campaign = built(alice, content("Words"), ready_at=clock.now())

    def write() -> int:
        try:
            return written(alice, campaign)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        Campaign.objects.for_team(alice.team).select_for_update().get(pk=campaign.pk)
        assert pool.submit(write).result(timeout=10) == 2


# --- sending ---


def test_what_is_sent_is_kept_and_can_not_be_changed_any_more(alice: Person) -> None:
    campaign = built(alice, text("Dear {{ firstname }}"), content("The harvest is in."))
    assert alice.api.post(f"{BASE}/{campaign.pk}/send").status_code == 200
    assert "The harvest is in." in compiled_text(campaign)
    version = DocumentVersion.objects.get()
    assert (version.document_id, version.revision, version.frozen) == (campaign.document_id, 1, True)
    with pytest.raises(DocumentLocked):
        written(alice, campaign)
    assert DocumentDelta.objects.count() == 1


def test_while_it_is_scheduled_nobody_writes_in_it_and_after_that_again(alice: Person) -> None:
    campaign = built(alice, content("The harvest is in."))
    later = clock.now() + timedelta(days=2)
    assert alice.api.post(f"{BASE}/{campaign.pk}/send", {"scheduleAt": later.isoformat()}).status_code == 200
    told = alice.api.get(f"{BASE}/{campaign.pk}").json()
    assert (told["subject"], datetime.fromisoformat(told["scheduleAt"])) == (campaign.subject, later)
    with pytest.raises(DocumentLocked):
        written(alice, campaign)
    assert alice.api.post(f"{BASE}/{campaign.pk}/cancel-schedule").status_code == 200
    assert written(alice, campaign) == 2


def test_a_test_mail_is_made_of_the_document(alice: Person) -> None:
    campaign = built(alice, content("The harvest is in."))
    assert alice.api.post(f"{BASE}/{campaign.pk}/send-test", {"emails": ["ani@pelanggan.example"]}).json() == {
        "queued": 1
    }
    mailing = Mailing.objects.get()
    assert "The harvest is in." in str(CompiledEmail.from_data(mailing.compiled).text)


def test_where_a_document_is_opened(alice: Person) -> None:
    campaign = built(alice, content("Words"))
    assert campaign.document is not None
    owner = owners.get_owner("email")
    assert (owner.may_read, owner.may_write) == ("campaign.view", "campaign.edit")
    assert owner.link_of(campaign.document) == f"/email-marketing/compose/{campaign.pk}"
    assert owner.locked(campaign.document) is None
