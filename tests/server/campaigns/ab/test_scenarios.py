"""A/B tests with variants built in the email editor: roots of one document."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

import pycrdt
import pytest

from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.models import Campaign
from server.core.models import OutboxEvent
from server.delivery.compiling import CompiledEmail
from server.documents.errors import DocumentLocked
from server.documents.models import Document, DocumentVersion
from server.documents.pieces import Piece, build_document
from server.documents.services import documents, storing
from server.documents.starters.parts import button, column, row, text
from server.senders.models import Sender
from tests.cast import Person
from tests.server.campaigns.ab.making import make_people, parts_of, sent_test
from tests.server.campaigns.conftest import make_sender

pytestmark = pytest.mark.django_db

BUILT = {"content": {"kind": "document"}, "test": {"tested": "content"}}
Roots = Any


def create_test(person: Person, **body: Any) -> Mapping[str, Any]:
    """Creates a test and returns the response."""
    answer = person.api.post("ab-test", {"name": "Two mails", **BUILT, **body})
    assert answer.status_code == 200, answer.content
    answered: Mapping[str, Any] = answer.json()
    return answered


def built(person: Person, *mails: Piece, people: int = 20) -> Campaign:
    """Creates a complete draft with a variant for each of these parts."""
    make_people(person.team, people)
    share = 20 // len(mails)
    body = {
        "subject": "Harvest",
        "senderId": str(make_sender(person.team).pk),
        "recipients": {"all": True},
        "variants": [{"share": share} for _ in mails],
    }
    campaign = Campaign.objects.get(pk=create_test(person, **body)["id"])
    update = build_document(
        {root: [row(column(part))] for root, part in zip(roots_of(campaign), mails, strict=True)}, {}
    )
    document = documents.create(person.team, "email", by=None, update=update)
    Campaign.objects.filter(pk=campaign.pk).update(document=document)
    return Campaign.objects.get(pk=campaign.pk)


def document_of(campaign: Campaign) -> Document:
    """Returns the current document of the test."""
    assert campaign.document_id is not None
    return Document.objects.get(pk=campaign.document_id)


def roots_of(campaign: Campaign) -> list[str]:
    """Returns the roots of the variants."""
    rows = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign)
    return list(rows.order_by("number").values_list("root", flat=True))


def shares_of(campaign: Campaign) -> tuple[list[int], int]:
    rows = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign).order_by("number")
    return list(rows.values_list("share", flat=True)), AbTest.objects.get(pk=campaign.pk).winner_share


def change(person: Person, campaign: Campaign, act: Callable[[Roots], None]) -> None:
    """Applies a change of the roots as the editor stores it."""
    document = document_of(campaign)
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(documents.get_update(document))
    before = doc.get_state()
    act(doc.get("roots", type=pycrdt.Map))
    storing.store(document.pk, doc.get_update(before), person.caller)


def add(name: str, order: str) -> Callable[[Roots], None]:
    def act(roots: Roots) -> None:
        roots[str(uuid4())] = pycrdt.Map({"order": order, "name": name})

    return act


def without_root(root: str) -> Callable[[Roots], None]:
    def act(roots: Roots) -> None:
        del roots[root]

    return act


def named(root: str, name: str) -> Callable[[Roots], None]:
    def act(roots: Roots) -> None:
        roots[root]["name"] = name

    return act


def texts(campaign: Campaign) -> list[str]:
    return [str(CompiledEmail.from_data(part.compiled).text) for part in parts_of(campaign)]


# --- creation ---


def test_a_built_test_begins_with_a_root_for_each_variant(alice: Person) -> None:
    answered = create_test(alice, newsletter="harvest")

    campaign = Campaign.objects.get(pk=answered["id"])
    assert campaign.document is not None
    snapshot = documents.load_snapshot(campaign.document)
    assert list(snapshot.tree) == [variant["root"] for variant in answered["variants"]]
    assert answered["variants"][0]["root"] == campaign.root == "body"
    first, second = (len(rows) for rows in snapshot.tree.values())
    assert first == second > 3
    assert [variant["content"]["kind"] for variant in answered["variants"]] == ["document", "document"]
    assert answered["content"]["kind"] == "document"


def test_a_written_test_does_not_come_into_the_builder_nor_a_built_one_out_of_it(alice: Person) -> None:
    plain = alice.api.post("ab-test", {"name": "Plain", "test": {"tested": "content"}}).json()
    kept = create_test(alice, newsletter="event")
    into = {"variants": [{"share": 10, "content": {"kind": "document"}}, {"share": 10}]}
    out = {"variants": [{"share": 10, "content": {"kind": "markdown", "body": "x"}}, {"share": 10}]}

    for test, variants in ((plain, into), (kept, out)):
        answer = alice.api.put(f"ab-test/{test['id']}", variants)
        assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "variants")

    kinds = CampaignVariant.objects.order_by("campaign_id", "number").values_list("content_kind", flat=True)
    assert list(kinds) == ["markdown", "markdown", "document", "document"]


def test_a_test_of_subjects_can_be_built_too_and_all_variants_are_one_mail(alice: Person) -> None:
    campaign = built(alice, text("For all"), text("For nobody"))
    body = {
        "test": {"tested": "subject"},
        "variants": [{"share": 10, "subject": "One"}, {"share": 10, "subject": "Two"}],
    }
    assert alice.api.put(f"ab-test/{campaign.pk}", body).status_code == 200

    sent_test(alice, campaign)

    assert all("For all" in said and "For nobody" not in said for said in texts(campaign))


# --- following the document ---


def test_a_variant_that_is_added_in_the_editor_shares_the_sample(alice: Person) -> None:
    campaign = Campaign.objects.get(pk=create_test(alice, newsletter="harvest")["id"])
    OutboxEvent.objects.all().delete()

    change(alice, campaign, add(" Short  one ", "a5"))

    shown = alice.api.get(f"ab-test/{campaign.pk}").json()
    assert [variant["name"] for variant in shown["variants"]] == ["", "", "Short one"]
    assert shares_of(campaign) == ([7, 7, 6], 80)
    assert shown["revision"] == campaign.revision + 1
    assert [event.name for event in OutboxEvent.objects.all()] == ["campaigns.campaign.changed"]
    assert alice.api.get("ab-test").json()["items"][0]["variantCount"] == 3


def test_a_variant_that_is_taken_out_goes_with_its_plain_text_and_the_others_keep_theirs(alice: Person) -> None:
    campaign = Campaign.objects.get(pk=create_test(alice)["id"])
    change(alice, campaign, add("C", "a5"))
    body = {"variants": [{"share": 10, "plainText": f"In words {each}"} for each in "AB"] + [{"share": 5}]}
    body["test"] = {"tested": "content", "winnerShare": 75}  # type: ignore[assignment]
    assert alice.api.put(f"ab-test/{campaign.pk}", body).status_code == 200
    first, second, third = roots_of(campaign)

    change(alice, campaign, without_root(first))

    assert roots_of(campaign) == [second, third]
    rows = CampaignVariant.objects.for_team(alice.team).filter(campaign=campaign).order_by("number")
    assert list(rows.values_list("number", "name", "plain_text")) == [(0, "", "In words B"), (1, "C", "")]
    assert shares_of(campaign) == ([13, 12], 75)
    # The campaign itself has the first variant's content, as for written variants.
    assert Campaign.objects.get(pk=campaign.pk).root == second


def test_what_follows_the_document_is_an_edit_of_the_variants_and_of_the_setting(alice: Person) -> None:
    body = {"test": {"tested": "content", "winnerShare": 98}, "variants": [{"share": 1}, {"share": 1}]}
    campaign = Campaign.objects.get(pk=create_test(alice, **body)["id"])

    change(alice, campaign, named(roots_of(campaign)[0], "First"))
    renamed = Campaign.objects.get(pk=campaign.pk)
    change(alice, campaign, add("Third", "a5"))
    added = Campaign.objects.get(pk=campaign.pk)

    assert shares_of(campaign) == ([1, 1, 1], 97)
    first, second = ({"revision": campaign.revision + number, "by": ""} for number in (1, 2))
    assert renamed.field_edits == {"variants": first}
    assert added.field_edits == {"variants": second, "test": second}
    late = {"variants": [{"share": 1, "plainText": "Mine"}, {"share": 1}], "baseRevision": campaign.revision}
    assert alice.api.put(f"ab-test/{campaign.pk}", late).json()["code"] == "editConflict"


def orders_of(campaign: Campaign) -> dict[str, str]:
    doc: pycrdt.Doc[Any] = pycrdt.Doc()
    doc.apply_update(documents.get_update(document_of(campaign)))
    return {root: entry["order"] for root, entry in doc.get("roots", type=pycrdt.Map).items()}


def put_back(root: str, order: str) -> Callable[[Roots], None]:
    def act(roots: Roots) -> None:
        roots[root] = pycrdt.Map({"order": order})

    return act


def test_a_variant_that_is_brought_back_has_its_plain_text_and_its_share_again(alice: Person) -> None:
    campaign = built(alice, text("one"), text("two"), text("three"), text("four"))
    first, second, third, fourth = roots_of(campaign)
    rows = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign)
    for root, share in ((first, 8), (second, 5), (third, 4), (fourth, 3)):
        rows.filter(root=root).update(share=share, plain_text=f"text of {root}", delay_minutes=share)
    before = list(rows.order_by("number").values("root", "share", "plain_text", "delay_minutes"))
    winner = shares_of(campaign)[1]
    orders = orders_of(campaign)

    change(alice, campaign, without_root(second))
    assert (roots_of(campaign), shares_of(campaign)) == ([first, third, fourth], ([7, 7, 6], winner))
    assert [kept["root"] for kept in AbTest.objects.get(pk=campaign.pk).parted] == [second]
    change(alice, campaign, put_back(second, orders[second]))

    assert list(rows.order_by("number").values("root", "share", "plain_text", "delay_minutes")) == before
    assert shares_of(campaign)[1] == winner
    assert AbTest.objects.get(pk=campaign.pk).parted == []


def test_where_the_winner_has_another_part_since_the_shares_are_even(alice: Person) -> None:
    campaign = built(alice, text("one"), text("two"), text("three"), text("four"))
    last = roots_of(campaign)[-1]
    rows = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign)
    rows.filter(root=last).update(plain_text="own")
    change(alice, campaign, without_root(last))
    rows.update(share=10)
    AbTest.objects.filter(pk=campaign.pk).update(winner_share=70)

    change(alice, campaign, put_back(last, "b00"))

    assert shares_of(campaign) == ([8, 8, 7, 7], 70)
    assert rows.get(root=last).plain_text == "own"


def test_a_new_name_is_the_variants_and_nothing_is_told_of_what_changes_no_variant(alice: Person) -> None:
    campaign = Campaign.objects.get(pk=create_test(alice)["id"])
    change(alice, campaign, named(roots_of(campaign)[1], "With a picture"))
    OutboxEvent.objects.all().delete()

    change(alice, campaign, named(roots_of(campaign)[1], "With a picture "))

    names = CampaignVariant.objects.filter(campaign=campaign).order_by("number").values_list("name", flat=True)
    assert list(names) == ["", "With a picture"]
    assert not OutboxEvent.objects.exists()


def test_more_variants_than_a_test_may_have_are_not_taken_over(alice: Person) -> None:
    campaign = Campaign.objects.get(pk=create_test(alice)["id"])

    for number in range(6):
        change(alice, campaign, add(f"{number}", f"b0{number}"))

    assert len(roots_of(campaign)) == 5
    assert shares_of(campaign) == ([4, 4, 4, 4, 4], 80)


def test_one_variant_alone_leaves_the_other_empty_and_is_not_sent(alice: Person) -> None:
    campaign = built(alice, text("Here"), text("Gone"))

    change(alice, campaign, without_root(roots_of(campaign)[1]))

    found = alice.api.get(f"ab-test/{campaign.pk}/checks").json()["items"]
    assert [(one["code"], one["variant"]) for one in found if one["level"] == "blocking"] == [("contentMissing", 1)]
    answer = alice.api.post(f"ab-test/{campaign.pk}/send")
    assert (answer.status_code, answer.json()["code"]) == (400, "requiredFieldsNotSet")
    assert not parts_of(campaign)


def test_the_composer_does_not_add_to_what_is_built(alice: Person) -> None:
    campaign = Campaign.objects.get(pk=create_test(alice)["id"])
    before = roots_of(campaign)
    body = {"test": {"tested": "content", "winnerShare": 70}, "variants": [{"share": 10}, {"share": 10}, {"share": 10}]}

    answer = alice.api.put(f"ab-test/{campaign.pk}", body)

    assert answer.status_code == 200
    assert [variant["root"] for variant in answer.json()["variants"]] == before
    assert shares_of(campaign) == ([15, 15], 70)


def test_what_is_tested_again_by_content_has_the_variants_of_the_document(alice: Person) -> None:
    campaign = Campaign.objects.get(pk=create_test(alice)["id"])
    before = roots_of(campaign)
    three = [{"share": 5, "subject": each} for each in ("One", "Two", "Three")]
    subjects = {"test": {"tested": "subject", "winnerShare": 85}, "variants": three}
    assert alice.api.put(f"ab-test/{campaign.pk}", subjects).status_code == 200

    answer = alice.api.put(f"ab-test/{campaign.pk}", {"test": {"tested": "content", "winnerShare": 85}})

    assert answer.status_code == 200
    assert roots_of(campaign) == before
    assert shares_of(campaign) == ([8, 7], 85)


# --- previews and checks ---


def test_preview_size_and_test_mail_are_those_of_the_variant(alice: Person) -> None:
    campaign = built(alice, text("First words"), text("Second words " + "and more " * 300))
    shown = alice.api.get(f"ab-test/{campaign.pk}").json()["variants"]
    at = [f"variantId={variant['variantId']}" for variant in shown]

    said = [alice.api.get(f"ab-test/{campaign.pk}/preview?{each}").json()["text"] for each in at]
    sizes = [alice.api.get(f"ab-test/{campaign.pk}/size?{each}").json()["bytes"] for each in at]

    assert ("First words" in said[0], "First words" in said[1], "Second words" in said[1]) == (True, False, True)
    assert sizes[1] - sizes[0] > 2_000
    assert alice.api.get(f"ab-test/{campaign.pk}/size?variantId={uuid4()}").status_code == 404


def test_a_finding_names_the_variant_and_the_part_of_it(alice: Person) -> None:
    campaign = built(alice, text("Fine"), button("Go", "http://kopi.example/plain"))

    found = alice.api.get(f"ab-test/{campaign.pk}/checks").json()["items"]

    [plain] = [one for one in found if one["code"] == "linkPlain"]
    assert campaign.document is not None
    tree = documents.load_snapshot(campaign.document).tree
    assert (plain["variant"], plain["node"]) == (1, tree[roots_of(campaign)[1]][0].children[0].children[0].id)


def test_two_that_are_drawn_alike_are_twins(alice: Person) -> None:
    def codes(*mails: Piece) -> set[str]:
        Campaign.objects.for_team(alice.team).delete()
        Sender.objects.for_team(alice.team).delete()
        campaign = built(alice, *mails, people=0)
        return {one["code"] for one in alice.api.get(f"ab-test/{campaign.pk}/checks").json()["items"]}

    assert "variantsSame" in codes(text("Same"), text("Same"))
    assert "variantsDiffer" in codes(text("Same"), text("Other"))


def test_a_change_takes_the_mark_away(alice: Person) -> None:
    campaign = built(alice, text("First"), text("Second"))
    found = alice.api.get(f"ab-test/{campaign.pk}/checks").json()["items"]
    seen = [one["code"] for one in found if one["level"] == "warning"]
    assert alice.api.post(f"ab-test/{campaign.pk}/ready", {"seen": seen}).status_code == 200

    change(alice, campaign, named(roots_of(campaign)[0], "Short"))

    assert Campaign.objects.get(pk=campaign.pk).ready_at is None


# --- sending ---


def test_each_variant_is_sent_as_its_root_is_drawn_and_the_document_is_kept(alice: Person) -> None:
    campaign = built(alice, text("First words"), text("Second words"))

    sent_test(alice, campaign)

    first, second, rest = texts(campaign)
    assert ("First words" in first, "Second words" in first) == (True, False)
    assert ("First words" in second, "Second words" in second) == (False, True)
    assert "First words" in rest
    assert DocumentVersion.objects.filter(document=document_of(campaign), frozen=True).count() == 1
    with pytest.raises(DocumentLocked):
        change(alice, campaign, named(roots_of(campaign)[0], "Late"))
    names = CampaignVariant.objects.filter(campaign=campaign).values_list("name", flat=True)
    assert list(names) == ["", ""]


def test_who_wins_goes_to_the_others_as_it_was_built(alice: Person) -> None:
    campaign = built(alice, text("First words"), text("Second words"))
    sent_test(alice, campaign)
    second = CampaignVariant.objects.get(campaign=campaign, number=1)

    answer = alice.api.post(f"ab-test/send/winner/{campaign.pk}/{second.pk}")

    assert answer.status_code == 200, answer.content
    assert "Second words" in texts(campaign)[-1]


def test_a_copy_has_a_document_of_its_own(alice: Person) -> None:
    campaign = built(alice, text("First words"), text("Second words"))

    copied = alice.api.post(f"ab-test/{campaign.pk}/duplicate").json()

    copy = Campaign.objects.get(pk=copied["id"])
    assert copy.document_id not in (None, campaign.document_id)
    assert roots_of(copy) == roots_of(campaign)
    change(alice, copy, without_root(roots_of(copy)[1]))
    assert "Second words" in str(documents.load_snapshot(document_of(campaign)).of)
    assert alice.api.get(f"ab-test/{campaign.pk}/checks").json()["items"][0]["code"] != "contentMissing"


def test_the_document_of_another_team_is_not_found(alice: Person, mallory: Person) -> None:
    campaign = built(alice, text("First"), text("Second"))

    for path in ("", "/size", "/preview", "/checks"):
        assert mallory.api.get(f"ab-test/{campaign.pk}{path}").status_code == 404
    assert mallory.api.get(f"documents/{campaign.document_id}").status_code == 404
