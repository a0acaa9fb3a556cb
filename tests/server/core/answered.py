"""For each error code a way to get it from the real server: `ANSWERED[code](cast)` causes it over HTTP."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from threading import Event, Thread
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client

from server.accounts.models import Session, User
from server.accounts.services import passwords
from server.accounts.states import EndReason
from server.contacts import reading_slots
from server.contacts.models import Contact, ContactDeletion, ImportJob
from server.contacts.states import ContactState
from server.core import clock, disk_space, idempotency, unfinished
from server.core.bodies import MAX_BODY_BYTES
from server.core.callers import TokenKind
from server.delivery.models import SendingPause, Suppression
from server.delivery.states import SuppressionReason
from server.documents import selectors as document_selectors
from server.documents.services import versions
from server.identity.models import TwoFactorCode
from server.identity.services import captcha
from server.lookups import api as lookups_api
from server.plans import quota
from server.plans.features import CUSTOM_FIELD, EMAIL_SENT, SENDER, PlanLimit
from server.plans.models import FeatureSwitch, Plan, Subscription
from server.segments.columns import building
from server.segments.selectors import matches
from server.senders.errors import RegistrarUnavailable
from server.senders.models import DomainRecord, Sender, SenderDomain
from server.senders.registrar.sandbox import Sandbox
from server.teams.models import Member, MultiLogin, Team
from server.transactional import http_submissions
from server.transactional.intake import free_space
from server.transactional.models import MessageBody, Subaccount
from server.webhooks.services import endpoints
from tests.cast import Person, make_operator
from tests.cast import sign_in as sign_in_as
from tests.conftest import ApiClient
from tests.proof_of_work import solved
from tests.server.campaigns.ab.making import make_test
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender
from tests.server.contacts.importing import imported, prepare, start
from tests.server.documents.sheets import make_document
from tests.server.transactional.calling import by_person
from tests.server.transactional.factories import make_domain as make_trx_domain
from tests.server.transactional.factories import make_key

PASSWORD = "correct horse battery"
NOBODY = "01a1fc3d-0000-7000-8000-000000000000"
WAY_OUT_FOR_SOME = 'Hi {% if city %}<a href="{{ unsubscribe_url }}">Leave</a>{% endif %}'
PEOPLE = "Email,Name\na@x.com,Ayu\n"


@dataclass(frozen=True)
class Cast:
    """The participants: Alice owns Kopi, Bob is a member of it, and one client is not signed in."""

    alice: Person
    bob: Person
    anonymous: ApiClient
    patch: pytest.MonkeyPatch

    @property
    def api(self) -> ApiClient:
        return self.alice.api

    @property
    def team(self) -> Team:
        return self.alice.team


Case = Callable[[Cast], Any]
ANSWERED: dict[str, Case] = {}


def answers(code: str) -> Callable[[Case], Case]:
    def keep(case: Case) -> Case:
        assert code not in ANSWERED
        ANSWERED[code] = case
        return case

    return keep


# --- signing in ----------------------------------------------------------------------------------------------------
ANSWERED["sessionExpired"] = lambda cast: cast.anonymous.get("me")
ANSWERED["tokenException"] = lambda cast: ApiClient("no token of ours").get("me")


@answers("forceOutException")
def _(cast: Cast) -> Any:
    Session.objects.filter(pk=cast.alice.session.pk).update(ended_at=clock.now(), end_reason=EndReason.FORCED_OUT)
    return cast.api.get("me")


def sign_in(cast: Cast, password: str = PASSWORD, **fields: str) -> Any:
    User.objects.filter(pk=cast.alice.user.pk).update(password=passwords.hash_password(PASSWORD))
    body = {"email": cast.alice.user.email, "password": password, "captcha": solved(cast.anonymous)} | fields
    return cast.anonymous.post("signin", body)


ANSWERED["loginException"] = lambda cast: sign_in(cast, "wrong password!")
ANSWERED["captchaInvalid"] = lambda cast: sign_in(cast, captcha="x")


@answers("noTeam")
def _(cast: Cast) -> Any:
    Member.objects.all().delete()
    return sign_in(cast)


@answers("userLocked")
def _(cast: Cast) -> Any:
    User.objects.filter(pk=cast.alice.user.pk).update(locked_at=clock.now())
    return cast.api.get("me")


@answers("tooManyRequests")
def _(cast: Cast) -> Any:
    cast.api.post("senders", {"name": "Kopi", "email": "news@kopi.example"})
    sender = Sender.objects.for_team(cast.team).get()
    return cast.api.post(f"senders/{sender.pk}/revalidate")


def second_sign_in(cast: Cast, multi_login: MultiLogin) -> Any:
    """Alice is signed in already, and her team restricts that."""
    Team.objects.filter(pk=cast.team.pk).update(multi_login=multi_login)
    return sign_in(cast)


ANSWERED["signInConfirmException"] = lambda cast: second_sign_in(cast, MultiLogin.ASK)
ANSWERED["signInConfirmMode1Exception"] = lambda cast: second_sign_in(cast, MultiLogin.DENY)


def half_way(cast: Cast) -> ApiClient:
    """Alice, whose team requires a code that was just emailed."""
    Team.objects.filter(pk=cast.team.pk).update(enable_2fa=True)
    half = ApiClient(sign_in(cast).json()["token2fa"])
    half.post("checkToken-2FA")
    return half


ANSWERED["otpInvalid"] = lambda cast: half_way(cast).post("auth-otp", {"code": "000000"})
ANSWERED["otpTooSoon"] = lambda cast: half_way(cast).post("auth-otp", {})


@answers("otpExpired")
def late_code(cast: Cast) -> Any:
    half = half_way(cast)
    TwoFactorCode.objects.update(code_hash=b"x" * 32, expires_at=clock.now() - timedelta(seconds=1))
    return half.post("auth-otp", {"code": "123456"})


ANSWERED["resetInvalidToken"] = lambda cast: cast.anonymous.post(
    "reset-password", {"token": "nobody-was-mailed-this", "password": PASSWORD}
)


@answers("needValidateEmail")
def code_to_an_address_of_unknown_owner(cast: Cast) -> Any:
    User.objects.filter(pk=cast.alice.user.pk).update(validated_at=None)
    return cast.api.put("companies/settings/enable-2FA", {"enable": True})


def register(cast: Cast, **fields: str) -> Any:
    given = {"email": "dewi@example.com", "password": "a long enough phrase", "company": "Teh", "phone": "+62812345678"}
    return cast.anonymous.post("register", given | {"g-recaptcha-response": solved(cast.anonymous)} | fields)


ANSWERED["emailRegistered"] = lambda cast: register(cast, email=cast.alice.user.email)
ANSWERED["passwordInvalid"] = lambda cast: register(cast, password="short")
ANSWERED["tokenExpired"] = lambda cast: cast.anonymous.post("users/validate", {"token": "x" * 43})


@answers("currentPasswordWrong")
def _(cast: Cast) -> Any:
    User.objects.filter(pk=cast.alice.user.pk).update(password=passwords.hash_password(PASSWORD))
    return cast.api.put("users/change-password", {"currentPassword": "wrong password!", "password": "another phrase"})


# --- the team's limits ---------------------------------------------------------------------------------------------
ANSWERED["notAuthorized"] = lambda cast: cast.bob.api.put("companies", {"name": "Mine"})


@answers("userSuspended")
def _(cast: Cast) -> Any:
    Team.objects.update(suspended_at=clock.now())
    return cast.api.get("contacts")


@answers("userExpired")
def _(cast: Cast) -> Any:
    Subscription.objects.update(expires_at=clock.now() - timedelta(days=1))
    return cast.api.post("contacts", {"email": "ani@example.com"})


@answers("featureDisabled")
def _(cast: Cast) -> Any:
    FeatureSwitch.objects.create(name="contactManagement", enabled=False)
    return cast.api.get("contacts")


def full(cast: Cast, limit: PlanLimit) -> None:
    quota.use(team_id=cast.team.pk, limit=limit, amount=quota.get_state(team_id=cast.team.pk, limit=limit).left)


@answers("quotaLimitExceeded")
def _(cast: Cast) -> Any:
    full(cast, CUSTOM_FIELD)
    return cast.api.post("contacts/field", {"name": "Fifth", "type": "text"})


@answers("senderUsageExceeded")
def _(cast: Cast) -> Any:
    full(cast, SENDER)
    return cast.api.post("senders", {"name": "Kopi", "email": "news@kopi.example"})


def allow(name: str, limit: int) -> None:
    """Changes a limit of the team's plan."""
    plan = Plan.objects.get(code="SAMPLE")
    for sub in (sub for group in plan.features for sub in group["subFeatures"]):
        if sub["name"] == name:
            sub["limit"] = limit
    plan.save()


@answers("contactLimitExceeded")
def _(cast: Cast) -> Any:
    allow("contact", 0)
    return cast.api.post("contacts", {"email": "ani@example.com"})


# --- calls ---------------------------------------------------------------------------------------------------------
ANSWERED["badRequest"] = lambda cast: cast.api._client.post(
    "/api/contacts", "{", content_type="application/json", headers=cast.api._headers
)
ANSWERED["badGateway"] = lambda cast: cast.api.get("nothing-here")
ANSWERED["methodNotAllowed"] = lambda cast: cast.api.delete("me")
ANSWERED["noEntity"] = lambda cast: cast.api.get(f"email-marketing/{NOBODY}")
ANSWERED["requiredFieldsNotSet"] = lambda cast: cast.api.post("contacts/field", {"type": "text"})
ANSWERED["invalidData"] = lambda cast: cast.api.post("contacts", {"email": "nobody"})


@answers("serverException")
def _(cast: Cast) -> Any:
    def broken() -> None:
        raise RuntimeError("nobody thought of this")

    cast.patch.setattr(lookups_api, "get_timezones", broken)
    return cast.anonymous.get("lookups/timezone")


@answers("idempotencyKeyReused")
def _(cast: Cast) -> Any:
    key = {"Idempotency-Key": "one"}
    cast.api.post("contacts", {"email": "ani@example.com"}, **key)
    return cast.api.post("contacts", {"email": "budi@example.com"}, **key)


@contextmanager
def at_work_elsewhere(team: Team, key: str) -> Iterator[None]:
    """Another request of the team with the key is still running."""
    locked, done = Event(), Event()

    def work() -> None:
        with transaction.atomic():
            idempotency._lock(str(team.pk), key)
            locked.set()
            done.wait(10)
        connection.close()

    thread = Thread(target=work)
    thread.start()
    assert locked.wait(10)
    yield
    done.set()
    thread.join()


@answers("inProgressException")
def _(cast: Cast) -> Any:
    with at_work_elsewhere(cast.team, "one"):
        return cast.api.post("contacts", {"email": "ani@example.com"}, **{"Idempotency-Key": "one"})


# --- contacts ------------------------------------------------------------------------------------------------------
@answers("contactExists")
def _(cast: Cast) -> Any:
    cast.api.post("contacts", {"email": "ani@example.com"})
    return cast.api.post("contacts", {"email": "ani@example.com"})


@answers("contactTagUsed")
def _(cast: Cast) -> Any:
    make_label(cast.team, "News")
    return cast.api.post("contacts/label", {"name": "News"})


@answers("customFieldExists")
def _(cast: Cast) -> Any:
    cast.api.post("contacts/field", {"name": "Score", "type": "number"})
    return cast.api.post("contacts/field", {"name": "Score", "type": "number"})


@answers("customFieldBusy")
def _(cast: Cast) -> Any:
    field_id = cast.api.post("contacts/field", {"name": "Score", "type": "number"}).json()["id"]
    cast.api.put(f"contacts/field/{field_id}", {"name": "Score", "type": "text"})
    return cast.api.put(f"contacts/field/{field_id}", {"name": "Score", "type": "date"})


def segment(cast: Cast, name: str, rule: dict[str, Any]) -> Any:
    return cast.api.post("contacts/segment", {"name": name, "rules": {"kind": "group", "rules": [rule]}})


IN_JAKARTA = {"kind": "field", "field": "city", "operator": "is", "value": "Jakarta"}


@answers("segmentExists")
def _(cast: Cast) -> Any:
    segment(cast, "Jakarta", IN_JAKARTA)
    return segment(cast, "Jakarta", IN_JAKARTA)


@answers("segmentCircle")
def _(cast: Cast) -> Any:
    made = segment(cast, "Jakarta", IN_JAKARTA).json()
    rules = {"kind": "group", "rules": [{"kind": "segment", "segmentId": made["id"]}]}
    return cast.api.put(f"contacts/segment/{made['id']}", {"name": "Jakarta", "rules": rules})


@answers("countTimeout")
def _(cast: Cast) -> Any:
    make_contact(cast.team, "ani@pelanggan.example")
    building.refresh_team(cast.team.pk)
    cast.patch.setattr(matches, "MAX_EVALUATION_SECONDS", -1)
    return cast.api.post("contacts/segment/size", {"rules": {"kind": "group", "rules": [IN_JAKARTA]}})


@answers("contactTesterExists")
def _(cast: Cast) -> Any:
    cast.api.post("contacts/tester", {"email": "ani@example.com"})
    return cast.api.post("contacts/tester", {"email": "ani@example.com"})


@answers("contactViewExists")
def _(cast: Cast) -> Any:
    cast.api.post("contacts/view", {"name": "Jakarta"})
    return cast.api.post("contacts/view", {"name": "jakarta"})


@answers("topicExists")
def _(cast: Cast) -> Any:
    cast.api.post("contacts/topic", {"name": "News"})
    return cast.api.post("contacts/topic", {"name": "news"})


def export(cast: Cast) -> Any:
    return cast.api.post("contacts/find/export", {"columns": ["email"], "filter": {}})


@answers("waitDownloadReport")
def _(cast: Cast) -> Any:
    export(cast)
    return export(cast)


@answers("tooManyUnfinished")
def _(cast: Cast) -> Any:
    cast.patch.setattr(unfinished, "MAX_UNFINISHED", 0)
    return export(cast)


@answers("complaintStays")
def _(cast: Cast) -> Any:
    row = Suppression.objects.create(
        team=cast.team, email="ani@example.com", reason=SuppressionReason.COMPLAINT, created_at=clock.now()
    )
    return cast.api.delete(f"contacts/suppression/{row.pk}", {"why": "Asked by phone"})


ANSWERED["accepted"] = export
ANSWERED["labelEmpty"] = lambda cast: cast.api.post("contacts/label", {"name": "!!"})
ANSWERED["importEmpty"] = lambda cast: prepare(cast.alice, "Email,Name\n")
ANSWERED["importNoHeader"] = lambda cast: prepare(cast.alice, "a@x.com,Ayu\nb@x.com,Budi\n")
ANSWERED["importHeaderError"] = lambda cast: prepare(cast.alice, "Email,Name,EMAIL\na@x.com,A,B\n")
ANSWERED["importFormatError"] = lambda cast: prepare(cast.alice, "%PDF-1.7", "people.pdf")
ANSWERED["importDelimiterError"] = lambda cast: prepare(cast.alice, "Email#Name\na@x.com#A\n")
ANSWERED["importEncodingError"] = lambda cast: prepare(cast.alice, PEOPLE.encode("utf-32"))
ANSWERED["importDataError"] = lambda cast: prepare(cast.alice, PEOPLE + 'b@x.com,"Bagas\n' + "c@x.com,C\n")
ANSWERED["invalidExcelFile"] = lambda cast: prepare(cast.alice, PEOPLE, "people.xlsx")
ANSWERED["emailFieldNotFound"] = lambda cast: prepare(cast.alice, "Name,City\nAyu,Depok\n")
ANSWERED["importMappingError"] = lambda cast: start(cast.alice, prepare(cast.alice, PEOPLE), mapping=["email", "email"])
ANSWERED["importConsentMissing"] = lambda cast: start(cast.alice, prepare(cast.alice, PEOPLE), consent=False)


ANSWERED["bodyTooLarge"] = lambda cast: cast.alice.api.post("contacts/find", b" " * (MAX_BODY_BYTES + 1))


@answers("formUnreadable")
def _(cast: Cast) -> Any:
    return Client().post(
        "/api/contacts/import/prepare",
        b"no parts",
        content_type="multipart/form-data",
        headers={"host": settings.APP_HOSTS[0], "authorization": f"Bearer {cast.alice.token}"},
    )


@answers("importSizeError")
def _(cast: Cast) -> Any:
    Plan.objects.update(import_bytes=10)
    return prepare(cast.alice, PEOPLE)


@answers("importRowCountError")
def _(cast: Cast) -> Any:
    allow("contact", 1)
    return prepare(cast.alice, PEOPLE + "b@x.com,B\n")


@answers("lastImportNotFinished")
def _(cast: Cast) -> Any:
    first, second = prepare(cast.alice, PEOPLE), prepare(cast.alice, PEOPLE)
    start(cast.alice, first)
    return start(cast.alice, second)


@answers("importUndoLate")
def _(cast: Cast) -> Any:
    done = imported(cast.alice, PEOPLE)
    ImportJob.objects.update(undo_until=clock.now())
    return cast.api.post(f"contacts/import/{done['importId']}/undo")


@answers("deletionUndoLate")
def _(cast: Cast) -> Any:
    deletion = ContactDeletion.objects.create(team=cast.team, deleted_at=clock.now())
    return cast.api.post(f"contacts/delete/{deletion.pk}/undo")


@answers("importMappingExists")
def _(cast: Cast) -> Any:
    body = {"importId": prepare(cast.alice, PEOPLE).json()["importId"], "name": "Shop", "mapping": ["email", None]}
    cast.api.post("contacts/import/mapping", body)
    return cast.api.post("contacts/import/mapping", body)


# --- senders and campaigns -----------------------------------------------------------------------------------------
@answers("senderExists")
def _(cast: Cast) -> Any:
    make_sender(cast.team)
    return cast.api.post("senders", {"name": "Kopi", "email": "news@kopi.example"})


ANSWERED["senderFreeDomain"] = lambda cast: cast.api.post("domains", {"name": "gmail.com"})
ANSWERED["senderDomainUnsupported"] = lambda cast: cast.api.post("domains", {"name": "printer.local"})


@answers("senderOtherDomain")
def _(cast: Cast) -> Any:
    Team.objects.filter(pk=cast.team.pk).update(website="https://kopi.example")
    return cast.api.post("domains", {"name": "teh.example"})


def make_domain(cast: Cast, *, spf: str = "unchecked", state: str = "pending") -> SenderDomain:
    """A domain with this result for its SPF record."""
    now = clock.now()
    domain = SenderDomain.objects.create(
        team=cast.team, name="kopi.example", state=state, created_at=now, next_check_at=now
    )
    DomainRecord.objects.create(team=cast.team, domain=domain, kind="spf", reason=spf)
    return domain


def default_domain(cast: Cast, spf: str) -> Any:
    """An unverified domain is made the default."""
    return cast.api.put(f"domains/{make_domain(cast, spf=spf).pk}/default")


ANSWERED["spfNone"] = lambda cast: default_domain(cast, "spfNone")
ANSWERED["spfDouble"] = lambda cast: default_domain(cast, "spfDouble")
ANSWERED["spfSingle"] = lambda cast: default_domain(cast, "spfSingle")
ANSWERED["domainNotYetValidated"] = lambda cast: default_domain(cast, "spfGood")


@answers("senderDomainExists")
def _(cast: Cast) -> Any:
    make_domain(cast)
    return cast.api.post("domains", {"name": "kopi.example"})


ANSWERED["domainNotAvailable"] = lambda cast: cast.api.post(
    "billings/domain", {"selectedDomain": "taken", "selectedTld": "example"}
)


@answers("registrarUnavailable")
def _(cast: Cast) -> Any:
    cast.patch.setattr(Sandbox, "available", unanswered)
    return cast.api.get("domains/available?name=kopi")


def unanswered(*_: object) -> None:
    raise RegistrarUnavailable


@answers("senderAlreadyValidated")
def _(cast: Cast) -> Any:
    return cast.api.post(f"senders/{make_sender(cast.team).pk}/revalidate")


def send(cast: Cast, **fields: Any) -> Any:
    """Sends a campaign to one contact of the label News, with the given changes."""
    label = make_label(cast.team, "News")
    make_contact(cast.team, "ani@pelanggan.example", label)
    draft = {"sender": make_sender(cast.team), "label_ids": [label.pk]} | fields
    return cast.api.post(f"email-marketing/{make_campaign(cast.team, **draft).pk}/send")


@answers("inUse")
def _(cast: Cast) -> Any:
    send(cast)
    return cast.api.delete(f"senders/{Sender.objects.for_team(cast.team).get().pk}")


ANSWERED["senderNotChosen"] = lambda cast: send(cast, sender=None)
ANSWERED["recipientLabelNotFound"] = lambda cast: send(cast, label_ids=[2_000_000_000])
ANSWERED["invalidTag"] = lambda cast: cast.api.post("email-marketing", {"name": "May", "subject": "{{ nobody }}"})
ANSWERED["headerUnsafe"] = lambda cast: cast.api.post("email-marketing", {"name": "May", "subject": "=?utf-8?q?x?="})
ANSWERED["lessThanTenContacts"] = lambda cast: cast.api.post(f"ab-test/{make_test(cast.team, people=9).pk}/send")
ANSWERED["winnerZero"] = lambda cast: cast.api.post(
    "ab-test", {"name": "May", "test": {"winnerShare": 0}, "variants": [{"share": 50}, {"share": 50}]}
)
ANSWERED["winnerMissing"] = lambda cast: cast.api.post(
    f"ab-test/{make_test(cast.team, people=0, campaign={'status': 'CANCELLED', 'started_at': clock.now()}).pk}/resend"
)
ANSWERED["reportNotStarted"] = lambda cast: cast.api.get(
    f"email-marketing/reports/basic?id={make_campaign(cast.team).pk}"
)


ANSWERED["documentTooLarge"] = lambda cast: send(cast, body="{{ firstname }}" * 6_000)


@answers("senderDomainMisconfigured")
def _(cast: Cast) -> Any:
    make_domain(cast, state="broken")
    return send(cast)


@answers("senderNotValidated")
def _(cast: Cast) -> Any:
    return send(cast, sender=make_sender(cast.team, "new@kopi.example", validated=False))


@answers("recipientLabelEmpty")
def _(cast: Cast) -> Any:
    return send(cast, label_ids=[make_label(cast.team, "Empty").pk])


@answers("emptyRecipient")
def _(cast: Cast) -> Any:
    label = make_label(cast.team, "Left")
    make_contact(cast.team, "gone@pelanggan.example", label)
    Contact.objects.for_team(cast.team).update(state=ContactState.UNSUBSCRIBED)
    return send(cast, label_ids=[label.pk])


@answers("sendLimitExceeded")
def _(cast: Cast) -> Any:
    full(cast, EMAIL_SENT)
    return send(cast)


@answers("actionNotAllowed")
def _(cast: Cast) -> Any:
    campaign = make_campaign(cast.team, status="SENT", started_at=clock.now())
    return cast.api.post(f"email-marketing/{campaign.pk}/send")


@answers("unsubscribeMissing")
def _(cast: Cast) -> Any:
    return send(cast, body=WAY_OUT_FOR_SOME, content_kind="html")


@answers("warningsNotSeen")
def _(cast: Cast) -> Any:
    campaign = make_campaign(cast.team, sender=make_sender(cast.team), to_all=True)
    make_contact(cast.team, "ani@pelanggan.example")
    return cast.api.post(f"email-marketing/{campaign.pk}/ready", {"seen": []})


@answers("editConflict")
def _(cast: Cast) -> Any:
    campaign = make_campaign(cast.team)
    path = f"email-marketing/{campaign.pk}"
    cast.api.put(path, {"subject": "First", "baseRevision": 1})
    return cast.api.put(path, {"subject": "Second", "baseRevision": 1})


@answers("sendingPaused")
def _(cast: Cast) -> Any:
    SendingPause.objects.create(
        team=cast.team, at=clock.now(), reason="bounces", sent=1_000, counted=60, threshold=0.05
    )
    return send(cast)


@answers("reportPastRetention")
def _(cast: Cast) -> Any:
    allow("retentionDays", 7)
    long_ago = clock.now() - timedelta(days=8)
    campaign = make_campaign(cast.team, status="SENT", started_at=long_ago)
    return cast.api.get(f"email-marketing/reports/basic?id={campaign.pk}")


def cheap_captcha(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(captcha, "ITERATIONS", 5)


# --- the support console --------------------------------------------------------------------------------------------
def as_operator(cast: Cast, path: str, **changes: Any) -> Any:
    """Alice is an operator and acts on a user."""
    User.objects.filter(pk=cast.bob.user.pk).update(**changes)
    make_operator(cast.alice.user)
    return cast.api.post(f"admin/users/{path}", {"reason": "The owner asked for it by phone."})


def with_pool(cast: Cast, do: Callable[[int], Any]) -> Any:
    """Alice is an operator and changes a pool that has a relay."""
    make_operator(cast.alice.user)
    pool_id = cast.api.post("admin/pools", {"name": "Receipts", "reason": "Receipts apart"}).json()["poolId"]
    cast.api.post(f"admin/pools/{pool_id}/relays", RELAY)
    return do(pool_id)


RELAY = {"host": "relay.example", "port": 25, "helo": "out.example", "reason": "Receipts apart"}


@answers("poolNameTaken")
def _(cast: Cast) -> Any:
    return with_pool(cast, lambda _: cast.api.post("admin/pools", {"name": "Receipts", "reason": "Receipts apart"}))


@answers("relayAddressTaken")
def _(cast: Cast) -> Any:
    return with_pool(cast, lambda pool_id: cast.api.post(f"admin/pools/{pool_id}/relays", RELAY))


@answers("poolInUse")
def _(cast: Cast) -> Any:
    def use_and_remove(pool_id: int) -> Any:
        cast.api.post(f"admin/pools/{pool_id}/use", {"stream": "marketing", "reason": "Receipts apart"})
        return cast.api.post(f"admin/pools/{pool_id}/remove", {"reason": "Receipts apart"})

    return with_pool(cast, use_and_remove)


@answers("nameTaken")
def _(cast: Cast) -> Any:
    api = by_person(cast.alice)
    api.post("label", {"name": "nota"})
    return api.post("label", {"name": "nota"})


WEBHOOK = {"url": "https://hooks.example.com/mail", "events": ["delivered"]}


@answers("webhookLimitReached")
def _(cast: Cast) -> Any:
    cast.patch.setattr(endpoints, "MAX_ENDPOINTS", 0)
    return by_person(cast.alice).post("webhooks", WEBHOOK)


def with_webhook(cast: Cast, *calls: tuple[str, dict[str, Any]], active: bool = True) -> Any:
    """The response to the last of the calls on a new webhook."""
    api = by_person(cast.alice)
    path = f"webhooks/{api.post('webhooks', WEBHOOK).json()['id']}"
    api.put(path, WEBHOOK | {"active": active})
    return [api.post(f"{path}/{each}", body) for each, body in calls][-1]


A_WINDOW = {"from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z"}
ANSWERED["webhookBusy"] = lambda cast: with_webhook(cast, ("test", {}), ("test", {}))
ANSWERED["webhookNothingToReplay"] = lambda cast: with_webhook(cast, ("replay", A_WINDOW))
ANSWERED["webhookIsOff"] = lambda cast: with_webhook(cast, ("replay", A_WINDOW), active=False)


@answers("secondFactorMissing")
def _(cast: Cast) -> Any:
    User.objects.filter(pk=cast.alice.user.pk).update(is_operator=True)
    return cast.api.get("admin/operators")


ANSWERED["ownAccess"] = lambda cast: as_operator(cast, f"{cast.alice.user.pk}/take-operator", is_operator=True)
ANSWERED["operatorNotValidated"] = lambda cast: as_operator(
    cast, f"{cast.bob.user.pk}/give-operator", validated_at=None
)


@answers("tooManyVersions")
def _(cast: Cast) -> Any:
    cast.patch.setattr(versions, "MAX_NAMED_VERSIONS", 0)
    return cast.api.post(f"documents/{make_document(cast.team).pk}/versions", {"name": "Before the summer"})


@answers("tooManyComments")
def _(cast: Cast) -> Any:
    cast.patch.setattr(document_selectors, "MAX_COMMENTS", 0)
    return cast.api.post(f"documents/{make_document(cast.team).pk}/comments", {"text": "Bigger, please"})


# --- transactional email -------------------------------------------------------------------------------------------
TRX_MESSAGE: dict[str, Any] = {
    "from": "toko@kopi.example",
    "to": ["ani@example.com"],
    "subject": "Halo",
    "text": "Halo",
}


def hand_over(cast: Cast, changes: dict[str, Any] | None = None, *, state: str = "authenticated", **key: Any) -> Any:
    """An application of Kopi submits a message."""
    make_trx_domain(cast.team, state=state)
    return ApiClient(make_key(cast.team, **key)[1]).post("trx-api/messages", TRX_MESSAGE | (changes or {}))


ANSWERED["keyUnknown"] = lambda cast: hand_over(cast, revoked_at=clock.now())
ANSWERED["scopeMissing"] = lambda cast: hand_over(cast, scopes=["read"])
ANSWERED["keyBound"] = lambda cast: ApiClient(make_key(cast.team, sandbox=True)[1]).get("trx-api/settings")
ANSWERED["boundKeyManages"] = lambda cast: by_person(cast.alice).post(
    "apikeys", {"name": "Toko", "scopes": ["manage"], "sandbox": True}
)
ANSWERED["trxDomainNotVerified"] = lambda cast: hand_over(cast, state="pending")
ANSWERED["fromNotAllowed"] = lambda cast: hand_over(cast, {"from": "toko@teh.example"})
ANSWERED["tooManyRecipients"] = lambda cast: hand_over(cast, {"bcc": [f"a{n}@example.com" for n in range(1_000)]})
ANSWERED["recipientInvalid"] = lambda cast: hand_over(cast, {"to": ["nobody"]})
ANSWERED["contentInvalid"] = lambda cast: hand_over(cast, {"headers": {"From": "ceo@bank.example"}})
ANSWERED["templateNotUsable"] = lambda cast: hand_over(cast, {"subject": "", "text": "", "template": "none"})


@answers("importBusy")
def _(cast: Cast) -> Any:
    cast.patch.setattr(reading_slots, "MAX_REQUESTS_PER_TEAM", 0)
    return prepare(cast.alice, PEOPLE)


@answers("storageFull")
def _(cast: Cast) -> Any:
    cast.patch.setattr(disk_space, "get_free_bytes", lambda: -1)
    return prepare(cast.alice, PEOPLE)


@answers("messageTooLarge")
def _(cast: Cast) -> Any:
    cast.patch.setattr(http_submissions, "MAX_ATTACHED_BYTES", 1)
    return hand_over(cast, {"attachments": [{"name": "a", "content": "QUJD"}]})


@answers("serverFull")
def _(cast: Cast) -> Any:
    cast.patch.setattr(free_space, "get_free_bytes", lambda: -1)
    return hand_over(cast)


@answers("subaccountInactive")
def _(cast: Cast) -> Any:
    part = Subaccount.objects.create(team=cast.team, name="Bandung", active=False, created_at=clock.now())
    return hand_over(cast, subaccount=part)


@answers("subaccountLimitReached")
def _(cast: Cast) -> Any:
    part = Subaccount.objects.create(team=cast.team, name="Bandung", monthly_limit=0, created_at=clock.now())
    return hand_over(cast, subaccount=part)


@answers("bodyGone")
def _(cast: Cast) -> Any:
    message_id = hand_over(cast).json()["id"]
    MessageBody.objects.for_team(cast.team).delete()
    at_trx = sign_in_as(cast.alice.user, cast.team, kind=TokenKind.TRX).api
    return at_trx.get(f"trx-api/messages/{message_id}/source")


@answers("trxSearchInvalid")
def _(cast: Cast) -> Any:
    return sign_in_as(cast.alice.user, cast.team, kind=TokenKind.TRX).api.get("trx-api/events?q=colour:red")
