"""Campaign checks, each with a case that has the issue and one that has not."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from server.campaigns.checks import all_checks, tag_values
from server.campaigns.checks.findings import CampaignFinding, Level
from server.campaigns.checks.review import CampaignReview
from server.campaigns.checks.spam_phrases import SPAM_PHRASES
from server.campaigns.models import Campaign
from server.contacts.models import ContactLabel
from server.core import clock
from server.delivery.models import Mailing, SendingPause
from server.plans import quota
from server.plans.features import EMAIL_SENT
from server.senders.models import SenderDomain
from server.teams.models import Team
from tests.cast import Person
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
LONG = "Our roastery opens its doors on Saturday: taste six beans, meet those who grow them, and take a bag home. "


@pytest.fixture
def team(alice: Person) -> Team:
    """Kopi with a postal address, so that a draft of it is complete."""
    Team.objects.filter(pk=alice.team.pk).update(address="Jl. Melati 1", city="Bandung")
    alice.team.refresh_from_db()
    return alice.team


@pytest.fixture
def good(team: Team, newsletter: ContactLabel) -> dict[str, Any]:
    """Fields of a campaign without issues."""
    sender = make_sender(team)
    now = clock.now()
    SenderDomain.objects.create(
        team=team, name="kopi.example", state="authenticated", category="OWN", created_at=now, next_check_at=now
    )
    return {
        "sender": sender,
        "label_ids": [newsletter.pk],
        "subject": "Six beans on Saturday",
        "preheader": "Taste them with us",
        "body": LONG,
    }


def run_checks(campaign: Campaign) -> list[CampaignFinding]:
    return list(all_checks.list_findings(CampaignReview(campaign)))


def get_finding(team: Team, good: dict[str, Any], code: str, **fields: Any) -> CampaignFinding:
    """Returns the only finding with this code for a campaign without other issues."""
    (finding,) = [each for each in run_checks(make_campaign(team, **{**good, **fields})) if each.code == code]
    return finding


def codes(campaign: Campaign, *levels: Level) -> list[str]:
    return [finding.code for finding in run_checks(campaign) if finding.level in levels]


def test_a_campaign_with_nothing_to_mend(team: Team, good: dict[str, Any]) -> None:
    campaign = make_campaign(team, **good)

    assert {finding.code for finding in run_checks(campaign)} == {
        "textsWritten",
        "senderConfirmed",
        "domainAuthenticated",
        "recipientsCounted",
        "tagsKnown",
        "unsubscribeThere",
        "sendingOpen",
        "quotaEnough",
        "subjectFine",
        "tagsFilled",
        "sizeFine",
        "addressThere",
        "wordingFine",
    }
    assert codes(campaign, Level.BLOCKING, Level.WARNING) == []


@pytest.mark.parametrize(
    ("fields", "code", "place", "error"),
    [
        ({"subject": ""}, "subjectMissing", "subject", "requiredFieldsNotSet"),
        ({"body": " \n"}, "contentMissing", "content", "requiredFieldsNotSet"),
        ({"sender": None}, "senderMissing", "sender", "senderNotChosen"),
        ({"label_ids": []}, "recipientsMissing", "recipients", "emptyRecipient"),
        ({"label_ids": [2_000_000_000]}, "labelGone", "recipients", "recipientLabelNotFound"),
        ({"segment_ids": [2_000_000_000]}, "segmentGone", "recipients", "invalidData"),
        ({"topic_id": 2_000_000_000}, "topicGone", "recipients", "invalidData"),
        ({"subject": "{{ gone }}"}, "tagInvalid", "subject", "invalidTag"),
        ({"preheader": "{{ gone }}"}, "tagInvalid", "subject", "invalidTag"),
        ({"body": "{{ gone }}"}, "tagInvalid", "content", "invalidTag"),
        (
            {"content_kind": "html", "body": '<p>{% if city %}<a href="{{ unsubscribe_url }}">x</a>{% endif %}</p>'},
            "unsubscribeMissing",
            "content",
            "unsubscribeMissing",
        ),
    ],
)
def test_what_blocks_is_what_sending_is_refused_with(
    alice: Person, team: Team, good: dict[str, Any], fields: dict[str, Any], code: str, place: str, error: str
) -> None:
    campaign = make_campaign(team, **{**good, **fields})

    (finding,) = [each for each in run_checks(campaign) if each.level is Level.BLOCKING]
    assert (finding.code, finding.place) == (code, place)
    for action in ("send", "ready"):
        answer = alice.api.post(f"email-marketing/{campaign.pk}/{action}", {"seen": []} if action == "ready" else None)
        assert answer.json()["code"] == error

    campaign.refresh_from_db()
    assert (campaign.status, campaign.ready_at, campaign.revision) == ("DRAFT", None, 1)
    assert not Mailing.objects.for_team(team).exists()


def test_what_blocks_outside_of_the_text(alice: Person, team: Team, good: dict[str, Any]) -> None:
    campaign = make_campaign(team, **good)
    waiting = make_sender(team, "late@kopi.example", validated=False)
    empty = make_label(team, "Empty")

    assert get_finding(team, good, "senderWaiting", sender=waiting).values["email"] == "late@kopi.example"
    assert get_finding(team, good, "labelEmpty", label_ids=[empty.pk]).items == ("Empty",)
    SenderDomain.objects.for_team(team).update(state="broken")
    assert get_finding(team, good, "domainBroken").place == "domain"
    SenderDomain.objects.for_team(team).update(state="authenticated")
    SendingPause.objects.create(team=team, at=clock.now(), reason="bounces", sent=1_000, counted=60, threshold=0.05)
    quota.use(team_id=team.pk, limit=EMAIL_SENT, amount=quota.get_state(team_id=team.pk, limit=EMAIL_SENT).left - 1)

    assert codes(campaign, Level.BLOCKING) == ["sendingPaused", "quotaShort"]
    assert get_finding(team, good, "quotaShort").values == {"left": 1, "needed": 2}
    assert get_finding(team, good, "sendingPaused").values == {"reason": "bounces"}
    assert alice.api.post(f"email-marketing/{campaign.pk}/send").json()["code"] == "sendingPaused"


@pytest.mark.parametrize(
    ("state", "code"),
    [("pending", "domainPending"), ("breaking", "domainBreaking"), (None, "domainNotSetUp")],
)
def test_a_domain_that_does_not_vouch_for_the_mail(
    team: Team, good: dict[str, Any], state: str | None, code: str
) -> None:
    rows = SenderDomain.objects.for_team(team)
    grace = clock.now() if state == "breaking" else None
    rows.update(state=state, grace_until=grace) if state else rows.delete()

    finding = get_finding(team, good, code)

    assert (finding.level, finding.place, finding.values) == (Level.WARNING, "domain", {"domain": "kopi.example"})


def test_fields_that_would_leave_a_gap_are_counted(team: Team, good: dict[str, Any]) -> None:
    """One of the two recipients has no city. Contacts who are not recipients do not count."""
    finding = get_finding(team, good, "tagEmpty", body=f"{LONG} {{{{ city }}}}")

    assert (finding.level, finding.place) == (Level.WARNING, "content")
    assert finding.values == {"tag": "city", "count": 1, "total": 2}
    assert get_finding(team, good, "tagEmpty", subject="To {{ lastname }}").place == "subject"
    assert get_finding(team, good, "tagEmpty", subject="To {{ lastname }}").values["count"] == 2


@pytest.mark.parametrize(
    "text",
    [
        '{{ city | fallback: "town" }}',
        "{% if city %}{{ city }}{% endif %}",
        '{% if city == "Medan" %}{{ city }}{% endif %}',
        "{% if firstname and city %}{{ city }}{% endif %}",
        "{{ firstname }}",
    ],
)
def test_fields_that_leave_no_gap(team: Team, good: dict[str, Any], text: str) -> None:
    campaign = make_campaign(team, **{**good, "body": f"{LONG} {text}"})

    assert codes(campaign, Level.WARNING) == []
    assert "tagsFilled" in codes(campaign, Level.FINE)


@pytest.mark.parametrize(
    "text",
    [
        "{% if city %}x{% else %}{{ city }}{% endif %}",
        "{% if not city %}{{ city }}{% endif %}",
        "{% if firstname or city %}{{ city }}{% endif %}",
        "[Go](https://kopi.example/?in={{ city }})",
    ],
)
def test_a_condition_that_does_not_help(team: Team, good: dict[str, Any], text: str) -> None:
    assert get_finding(team, good, "tagEmpty", body=f"{LONG} {text}").values["tag"] == "city"


def test_the_count_of_gaps_is_bounded(team: Team, good: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tag_values, "MAX_COUNTED_RECIPIENTS", 1)

    assert get_finding(team, good, "tagEmpty", body="{{ lastname }}").values["total"] == 1


def test_links_by_the_way_they_look(team: Team, good: dict[str, Any]) -> None:
    body = f"{LONG} [a](http://kopi.example/a) [b](https://www.bit.ly/x) [c](https://kopi.example/c)"

    plain, short = get_finding(team, good, "linkPlain", body=body), get_finding(team, good, "linkShort", body=body)

    assert (plain.level, plain.items) == (Level.WARNING, ("http://kopi.example/a",))
    assert (short.level, short.items) == (Level.WARNING, ("https://www.bit.ly/x",))


def test_a_mail_that_gmail_cuts_off(team: Team, good: dict[str, Any]) -> None:
    fine = get_finding(team, good, "sizeFine")
    large = get_finding(team, good, "sizeLarge", content_kind="html", body=f"<p>{'word ' * 100}</p>" * 220)

    assert (fine.level, fine.values["limit"]) == (Level.FINE, 102)
    assert 0 < int(fine.values["percent"]) < 50
    assert large.level is Level.WARNING
    assert 108 <= int(large.values["kilobytes"]) <= 130


def test_pictures_without_words(team: Team, good: dict[str, Any]) -> None:
    body = f"{LONG}\n\n![](https://kopi.example/a.png)\n\n![Beans](https://kopi.example/b.png)"

    finding = get_finding(team, good, "altMissing", body=body)

    assert (finding.items, finding.values) == (("https://kopi.example/a.png",), {"count": 1, "total": 2})
    assert get_finding(team, good, "imagesFine", body=body.replace("![]", "![Cup]")).values == {"count": 2}
    only = get_finding(
        team, good, "imageOnly", body="![A long text that stands in a picture only](https://kopi.example/a.png)"
    )
    assert only.level is Level.WARNING


def test_a_spacer_needs_no_words(team: Team, good: dict[str, Any]) -> None:
    body = f'<p>{LONG}</p><img src="https://kopi.example/s.gif" width="1" height="20">'

    campaign = make_campaign(team, **{**good, "content_kind": "html", "body": body})

    assert codes(campaign, Level.WARNING) == []


@pytest.mark.parametrize(
    "body",
    [
        '<p><a href="{{ unsubscribe_url }}">Leave</a></p>',
        '{% if city %}<a href="{{ unsubscribe_url }}">x</a>{% else %}<a href="{{ unsubscribe_url }}">y</a>{% endif %}',
    ],
)
def test_a_way_out_of_ones_own_is_enough(team: Team, good: dict[str, Any], body: str) -> None:
    campaign = make_campaign(team, **{**good, "content_kind": "html", "body": f"{body}<p>{LONG}</p>"})

    assert codes(campaign, Level.BLOCKING) == []
    assert codes(campaign, Level.WARNING) == ["addressNotShown"]


def test_a_company_without_an_address(team: Team, good: dict[str, Any]) -> None:
    Team.objects.filter(pk=team.pk).update(address="", city="", zipcode="", country="")

    finding = get_finding(team, good, "addressMissing")

    assert (finding.level, finding.place) == (Level.WARNING, "company")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"subject": "A" + "b" * 60}, "subjectLong"),
        ({"subject": "SIX BEANS TODAY"}, "subjectCapitals"),
        ({"subject": "Six beans!!"}, "subjectPunctuation"),
        ({"subject": "Six beans?!"}, "subjectPunctuation"),
        ({"preheader": ""}, "preheaderMissing"),
        ({"body": f"{LONG} Now!!!"}, "punctuation"),
        ({"body": LONG + "Come! " * 6}, "punctuation"),
    ],
)
def test_the_line_that_is_read_first(team: Team, good: dict[str, Any], fields: dict[str, str], code: str) -> None:
    assert codes(make_campaign(team, **{**good, **fields}), Level.WARNING) == [code]


@pytest.mark.parametrize("subject", ["KOPI 2026", "Ready?", "Hi {{ firstname }}, IMPORTANT NEWS", "A" + "b" * 59])
def test_a_subject_that_is_fine(team: Team, good: dict[str, Any], subject: str) -> None:
    assert codes(make_campaign(team, **{**good, "subject": subject}), Level.WARNING) == []


def test_wording_that_filters_dislike(team: Team, good: dict[str, Any]) -> None:
    english = get_finding(team, good, "wording", body=f"{LONG} Act  NOW, and once in a lifetime. Exact nowhere.")
    indonesian = get_finding(team, good, "wording", subject="Anda menang, klaim hadiah")

    assert (english.place, english.values, english.items) == (
        "content",
        {"reason": "hurry"},
        ("act now", "once in a lifetime"),
    )
    assert (indonesian.place, indonesian.values["reason"]) == ("subject", "prize")


def test_an_address_or_a_part_of_a_word_is_no_wording(team: Team, good: dict[str, Any]) -> None:
    body = f"{LONG} [Menu](https://kopi.example/act-now/jackpot) exact nowadays jackpots2"

    assert codes(make_campaign(team, **{**good, "body": body}), Level.WARNING) != ["wording"]
    assert all(word == word.casefold() for words in SPAM_PHRASES.values() for word in words)


def test_every_finding_has_words_in_both_languages() -> None:
    campaigns = ROOT / "server" / "campaigns"
    files = [*(campaigns / "checks").glob("*.py"), campaigns / "ab" / "review.py"]
    source = "\n".join(path.read_text() for path in files)
    said = set(re.findall(r'(?:fine|warning|blocking)\(\s*"(\w+)"', source))
    said |= set(re.findall(r'"(\w+)" if', source)) | set(re.findall(r'else "(\w+)"', source))
    said |= set(re.findall(r'\("(\w+)", FindingPlace\.', source))
    said |= set(re.findall(r'LinkOutcome\.\w+: "(\w+)"', source))

    assert {"linkGone", "domainPending", "recipientsMissing", "senderWaiting", "sizeFine"} <= said
    for language in ("en", "id"):
        texts = json.loads((ROOT / f"client/src/features/campaigns/texts/{language}.json").read_text())["campaigns"]
        words = {key.removesuffix("_one").removesuffix("_other") for key in texts["finding"]}
        assert words == said
        assert set(SPAM_PHRASES) | {"bounces", "complaints"} == set(texts["reasons"])


def test_a_finding_says_the_cause_with_its_code(alice: Person, team: Team, good: dict[str, Any]) -> None:
    campaign = make_campaign(team, **{**good, "body": "{{ gone }}"})

    items = alice.api.get(f"email-marketing/{campaign.pk}/checks").json()["items"]

    [found] = [item for item in items if item["code"] == "tagInvalid"]
    assert (found["values"], found["causeCode"], found["causeParams"]) == (
        {"line": 1, "column": 1},
        "tagFieldUnknown",
        {"name": "gone"},
    )
    assert found["cause"] == "There is no field “gone”. Choose another one."


def test_the_call_answers_what_the_checks_say(alice: Person, team: Team, good: dict[str, Any]) -> None:
    campaign = make_campaign(team, **{**good, "preheader": "", "body": f"{LONG} [a](https://kopi.example/a)"})

    body = alice.api.get(f"email-marketing/{campaign.pk}/checks").json()

    assert body["items"][0] == {
        "code": "preheaderMissing",
        "level": "warning",
        "place": "subject",
        "values": {},
        "items": [],
        "variant": None,
        "node": None,
        "cause": None,
        "causeCode": None,
        "causeParams": None,
    }
    assert body["links"] == {"state": "unasked", "done": 0, "total": 1, "revision": 0}
    assert (body["readyAt"], body["revision"]) == (None, 1)
    levels = [item["level"] for item in body["items"]]
    assert levels == sorted(levels, key=["blocking", "warning", "fine"].index)


def test_the_number_of_queries_does_not_grow(
    alice: Person, team: Team, good: dict[str, Any], django_assert_max_num_queries: Any
) -> None:
    links = " ".join(f"[{number}](https://kopi.example/{number})" for number in range(80))
    tags = " ".join(f"{{{{ {tag} }}}}" for tag in ("city", "lastname", "phone", "company", "country"))
    for number in range(30):
        make_contact(team, f"more{number}@pelanggan.example")
    campaign = make_campaign(team, **{**good, "to_all": True, "body": f"{LONG} {links} {tags}"})

    with django_assert_max_num_queries(32):
        assert alice.api.get(f"email-marketing/{campaign.pk}/checks").status_code == 200


def test_another_team_finds_nothing(alice: Person, mallory: Person, team: Team, good: dict[str, Any]) -> None:
    campaign = make_campaign(team, **good)

    for answer in (
        mallory.api.get(f"email-marketing/{campaign.pk}/checks"),
        mallory.api.post(f"email-marketing/{campaign.pk}/checks/links"),
        mallory.api.post(f"email-marketing/{campaign.pk}/ready", {"seen": []}),
    ):
        assert answer.status_code == 404
    campaign.refresh_from_db()
    assert campaign.ready_at is None
