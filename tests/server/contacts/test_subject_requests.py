import csv
import io
import json
import zipfile
from typing import Any

import pytest
from django.test import TestCase

from server.activity.models import Activity
from server.contacts.models import Contact, ContactConsent, ContactEntry, ContactExport, ContactNote
from server.contacts.services.export_downloads import FILES
from server.core import jobs, unfinished
from server.core.models import Job, JobState
from server.notifications.models import Notification
from server.plans import quota
from server.plans.features import CONTACT
from tests.cast import Person
from tests.conftest import ApiClient
from tests.server.contacts.factories import make_contact, make_label

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("uploads")]


def work() -> None:
    """Runs the waiting data export."""
    claim = jobs.claim(Job.objects.get(name=ContactExport.job, state=JobState.WAITING).pk)
    assert claim is not None
    jobs.run(claim)


def test_a_person_is_handed_everything_that_is_kept(alice: Person) -> None:
    label = make_label(alice.team, "VIP")
    field = alice.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]
    contact = alice.api.post(
        "contacts",
        {"email": "ayu@example.com", "firstname": "=1+1", "labelIds": [label.pk], "customField": {str(field): 7}},
    ).json()["contactId"]
    alice.api.post(f"contacts/{contact}/notes", {"text": "Prefers mornings"})

    answer = alice.api.post(f"contacts/{contact}/data", {})

    export = ContactExport.objects.get()
    assert (answer.status_code, answer.json()["code"], answer.json()["payload"]) == (
        202,
        "accepted",
        {"exportId": str(export.pk)},
    )
    running = alice.api.get("contacts/bulk").json()["items"]
    assert [(row["kind"], row["total"], row["done"]) for row in running] == [("subject", 1, 0)]
    work()
    [listed] = alice.api.get("contacts/export").json()["items"]
    assert (listed["contactId"], listed["format"], listed["state"], listed["done"]) == (contact, "zip", "DONE", 1)
    file = ApiClient().get(listed["downloadUrl"].removeprefix("/api/"))
    assert (file.status_code, file["Content-Type"]) == (200, "application/zip")
    assert file["Content-Disposition"].startswith(f'attachment; filename="contact-{contact}-')
    packed = zipfile.ZipFile(io.BytesIO(b"".join(file.streaming_content)))
    assert packed.namelist() == ["contact.json", "contact.csv", "consents.csv", "timeline.csv"]
    whole = json.loads(packed.read("contact.json"))
    assert (whole["contact"]["email"], whole["contact"]["firstname"]) == ("ayu@example.com", "=1+1")
    assert (whole["contact"]["labels"], whole["contact"]["Score"]) == ("VIP", 7)
    assert [item["kind"] for item in whole["timeline"]] == ["noted", "agreed", "added"]
    assert [consent["way"] for consent in whole["consents"]] == ["person"]
    rows = dict(csv.reader(io.StringIO(packed.read("contact.csv").decode("utf-8-sig"))))
    assert rows["firstname"] == "'=1+1"
    newest = Activity.objects.for_team(alice.team).order_by("-pk")[0]
    assert (newest.action, newest.user_id) == ("EXPORT", alice.user.pk)
    notice = Notification.objects.get(kind="export.finished")
    assert (notice.user_id, notice.params) == (alice.user.pk, {"rows": 1})


def test_what_was_packed_goes_with_the_person(alice: Person) -> None:
    ayu, budi = make_contact(alice.team, "ayu@example.com"), make_contact(alice.team, "budi@example.com")
    for contact in (ayu, budi):
        alice.api.post(f"contacts/{contact.pk}/data", {})
        work()
    of_ayu, of_budi = ContactExport.objects.order_by("pk")
    assert FILES.path_of(of_ayu).exists()

    with TestCase.captureOnCommitCallbacks(execute=True):
        assert alice.api.post(f"contacts/{ayu.pk}/erase", {"email": "ayu@example.com"}).status_code == 204

    assert list(ContactExport.objects.all()) == [of_budi]
    assert (FILES.path_of(of_ayu).exists(), FILES.path_of(of_budi).exists()) == (False, True)


@pytest.mark.parametrize(
    ("path", "body"),
    [("contacts/delete", {"ids": ["ayu"]}), ("contacts/budi/merge", {"otherId": "ayu", "take": []})],
)
def test_what_was_packed_goes_when_a_person_is_deleted_or_merged(
    alice: Person, path: str, body: dict[str, Any]
) -> None:
    people = {name: make_contact(alice.team, f"{name}@example.com").pk for name in ("ayu", "budi")}
    for contact_id in people.values():
        alice.api.post(f"contacts/{contact_id}/data", {})
        work()
    of_ayu, of_budi = ContactExport.objects.order_by("pk")
    address = FILES.url(of_ayu)
    assert address is not None
    assert ApiClient().get(address.removeprefix("/api/")).status_code == 200
    filled = json.loads(json.dumps(body).replace('"ayu"', str(people["ayu"])))

    with TestCase.captureOnCommitCallbacks(execute=True):
        answer = alice.api.post(path.replace("budi", str(people["budi"])), filled)

    assert answer.status_code == 200, answer.json()
    assert list(ContactExport.objects.all()) == [of_budi]
    assert (FILES.path_of(of_ayu).exists(), FILES.path_of(of_budi).exists()) == (False, True)
    assert ApiClient().get(address.removeprefix("/api/")).status_code == 404


def test_one_who_is_gone_meanwhile_is_not_packed(alice: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    alice.api.post(f"contacts/{ayu.pk}/data", {})
    alice.api.post("contacts/delete", {"ids": [ayu.pk]})

    work()

    assert not ContactExport.objects.exists()
    assert FILES.folders() == []


def test_a_person_is_packed_once_at_a_time_beside_other_exports(alice: Person, mallory: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")
    assert alice.api.post("contacts/find/export", {"columns": ["email"], "filter": {}}).status_code == 202

    assert alice.api.post(f"contacts/{ayu.pk}/data", {}).status_code == 202
    again = alice.api.post(f"contacts/{ayu.pk}/data", {})
    assert (again.status_code, again.json()["code"]) == (409, "waitDownloadReport")
    assert mallory.api.post(f"contacts/{ayu.pk}/data", {}).status_code == 404
    assert ContactExport.objects.count() == 2


def test_so_many_files_of_a_team_wait_and_one_more_is_refused(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "MAX_UNFINISHED", 2)
    ids = [make_contact(alice.team, f"c{number}@example.com").pk for number in range(3)]
    theirs = make_contact(mallory.team, "ayu@example.com").pk
    assert [alice.api.post(f"contacts/{each}/data", {}).status_code for each in ids[:2]] == [202, 202]

    person = alice.api.post(f"contacts/{ids[2]}/data", {})
    export = alice.api.post("contacts/find/export", {"columns": ["email"], "filter": {}})

    assert [(each.status_code, each.json()["code"]) for each in (person, export)] == [(409, "tooManyUnfinished")] * 2
    assert person.json()["payload"] == {"most": 2}
    assert list(ContactExport.objects.order_by("pk").values_list("contact_id", flat=True)) == ids[:2]
    assert Job.objects.filter(name=ContactExport.job).count() == 2
    assert mallory.api.post(f"contacts/{theirs}/data", {}).status_code == 202


def test_an_erased_person_leaves_nothing_but_that_it_was_done(alice: Person) -> None:
    made = alice.api.post("contacts", {"email": "ayu@example.com", "firstname": "Ayu", "lastname": "Lestari"}).json()
    path = f"contacts/{made['contactId']}"
    alice.api.post(f"{path}/notes", {"text": "Prefers mornings"})
    alice.api.put(path, {"city": "Bogor"})

    assert alice.api.post(f"{path}/erase", {"email": " Ayu@Example.com "}).status_code == 204

    assert [model.objects.count() for model in (Contact, ContactNote, ContactEntry, ContactConsent)] == [0, 0, 0, 0]
    assert quota.get_state(team_id=alice.team.pk, limit=CONTACT).used == 0
    told = Activity.objects.for_team(alice.team).filter(reference="contact")
    assert set(told.values_list("name", flat=True)) == {f"#{made['contactId']}"}
    newest = told.order_by("-pk")[0]
    assert (newest.action, newest.user_id) == ("DELETED", alice.user.pk)


def test_entries_for_several_contacts_lose_the_name_of_an_erased_one(alice: Person) -> None:
    long = f"{'a' * 242}@example.com"
    ayu = make_contact(alice.team, "ayu@example.com", firstname="Ayu (1)", lastname="Lestari")
    nameless = make_contact(alice.team, long)
    other = make_contact(alice.team, "other@example.com", firstname="Ayu (1)", lastname="Lestari +2nd")
    label = make_label(alice.team, "VIP")
    for ids in ([ayu.pk, nameless.pk], [nameless.pk, other.pk], [other.pk]):
        for change in ("add", "remove"):
            body = {"ids": ids, change: [label.pk]}
            assert alice.api.post("contacts/find/apply-label", body).status_code == 200

    assert alice.api.post(f"contacts/{ayu.pk}/erase", {"email": "ayu@example.com"}).status_code == 204
    assert alice.api.post(f"contacts/{nameless.pk}/erase", {"email": long}).status_code == 204

    told = Activity.objects.for_team(alice.team).filter(reference="contact").order_by("pk")
    assert list(told.values_list("name", flat=True)) == [
        *[f"#{ayu.pk} +1"] * 2,
        *[f"#{nameless.pk} "] * 2,  # the rest was cut off after the long address
        *["Ayu (1) Lestari +2nd"] * 2,
        *(f"#{ayu.pk}", f"#{nameless.pk}"),
    ]


def test_without_its_address_nobody_is_erased(alice: Person, mallory: Person) -> None:
    ayu = make_contact(alice.team, "ayu@example.com")

    refused = alice.api.post(f"contacts/{ayu.pk}/erase", {"email": "budi@example.com"})
    assert (refused.status_code, refused.json()["payload"]["field"]) == (400, "email")
    assert mallory.api.post(f"contacts/{ayu.pk}/erase", {"email": "ayu@example.com"}).status_code == 404

    assert Contact.objects.get().pk == ayu.pk
