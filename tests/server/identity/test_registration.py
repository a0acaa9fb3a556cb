from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from server.accounts.models import Session, User
from server.accounts.services import passwords
from server.core import clock
from server.core.models import Job
from server.identity.models import TwoFactorCode
from server.identity.services import codes, notices, recovery, validation
from server.plans.models import Subscription
from server.teams.models import Member, Team
from tests.conftest import ApiClient
from tests.proof_of_work import solved
from tests.server.identity.conftest import Postbox

pytestmark = pytest.mark.django_db

BODY = {
    "email": "Dewi@Example.com",
    "password": "a long enough one",
    "company": "Kopi Kenangan",
    "phone": "+62 811 222",
}


def register(api: ApiClient, **fields: Any) -> Any:
    return api.post("register", BODY | {"g-recaptcha-response": solved(api)} | fields)


def test_registering_makes_a_user_a_team_and_a_plan(anonymous: ApiClient) -> None:
    answer = register(anonymous)

    assert answer.status_code == 200
    user, team = User.objects.get(), Team.objects.get()
    assert (user.email, user.phone, user.validated_at) == ("dewi@example.com", "+62 811 222", None)
    assert (team.name, team.slug) == ("Kopi Kenangan", "kopi-kenangan")
    member = Member.objects.get()
    assert (member.role, member.is_owner, member.is_default) == ("admin", True, True)
    assert Subscription.objects.get().plan.code == "FREE"
    token = ApiClient(answer.json()["token2fa"]).post("checkToken-2FA").json()["token"]
    assert ApiClient(token).get("me").json()["team"]["role"] == "admin"


def test_who_registers_has_agreed_to_the_policy_of_today(anonymous: ApiClient, settings: Settings) -> None:
    settings.POLICY_VERSION = "2.1.0"

    answer = register(anonymous)

    token = ApiClient(answer.json()["token2fa"]).post("checkToken-2FA").json()["token"]
    assert ApiClient(token).get("me").json()["user"]["policyVersion"] == "2.1.0"


def test_the_account_speaks_as_the_page_did_and_so_does_its_first_mail(anonymous: ApiClient, postbox: Postbox) -> None:
    register(anonymous, language="id")

    user = User.objects.get()
    validation.send(user_id=user.pk)
    assert (user.language, [language for *_, language in postbox.mails]) == ("id", ["id"])


def test_the_password_is_stored_as_argon2id_of_19_mib(anonymous: ApiClient) -> None:
    register(anonymous)

    assert User.objects.get().password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_the_validation_mail_is_a_job_of_the_same_transaction(anonymous: ApiClient) -> None:
    register(anonymous)

    job = Job.objects.get()
    assert (job.name, job.arguments) == ("identity.send_validation", {"user_id": str(User.objects.get().pk)})


def test_the_team_of_a_sample_vendor_is_filled_by_a_job(anonymous: ApiClient, settings: Settings) -> None:
    settings.VENDOR, settings.SAMPLE_DATA_VENDORS = "booking", frozenset({"booking"})

    register(anonymous)

    team = Team.objects.get()
    assert team.vendor == "booking"
    assert Job.objects.get(name="dashboard.fill_sample").arguments == {"team_id": str(team.pk)}


@pytest.mark.parametrize("field", ["email", "password", "company", "phone", "g-recaptcha-response"])
@pytest.mark.parametrize("value", [None, "", "  "])
def test_each_missing_field_is_refused(anonymous: ApiClient, field: str, value: str | None) -> None:
    body = BODY | {"g-recaptcha-response": solved(anonymous)}
    body = {name: text for name, text in body.items() if name != field} | ({} if value is None else {field: value})

    answer = anonymous.post("register", body)

    assert (answer.status_code, answer.json()["number"]) == (400, 124)
    assert answer.json()["payload"]["field"] == field
    assert not User.objects.exists()


def test_a_taken_address_is_refused_and_nothing_is_made(anonymous: ApiClient) -> None:
    register(anonymous)

    answer = register(anonymous, email="DEWI@example.com", company="Another")

    assert (answer.status_code, answer.json()["code"], answer.json()["number"]) == (405, "emailRegistered", 121)
    assert answer.json()["message"] == "Email already registered"
    assert (User.objects.count(), Team.objects.count(), Session.objects.count()) == (1, 1, 1)


def test_two_companies_of_one_name_have_two_slugs(anonymous: ApiClient) -> None:
    register(anonymous)
    register(anonymous, email="other@example.com")

    slugs = sorted(Team.objects.values_list("slug", flat=True))

    assert slugs[0] == "kopi-kenangan"
    assert slugs[1].startswith("kopi-kenangan-")


@pytest.mark.parametrize("company", ["咖啡", "***"])
def test_a_name_without_latin_letters_has_a_slug_too(anonymous: ApiClient, company: str) -> None:
    register(anonymous, company=company)

    assert Team.objects.get().slug == "team"


@pytest.mark.parametrize("password", ["ninechars", "x" * 129, "1234567890", "password123", "dewi@example.COM"])
def test_a_weak_password_is_refused(anonymous: ApiClient, password: str) -> None:
    answer = register(anonymous, password=password)

    assert (answer.status_code, answer.json()["number"]) == (400, 125)
    assert answer.json()["message"] == "Password validation error"
    assert not User.objects.exists()


@pytest.mark.parametrize("email", ["nobody", "a@b", "x@example.com\nBcc: y@example.com", "a\x00@example.com"])
def test_what_is_no_address_is_refused(anonymous: ApiClient, email: str) -> None:
    answer = register(anonymous, email=email)

    assert (answer.status_code, answer.json()["number"]) == (400, 123)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("name", "parts"), [("", ("", "")), ("Sukarno", ("Sukarno", "")), (" Dewi Ayu  Lestari ", ("Dewi Ayu", "Lestari"))]
)
def test_a_name_is_kept_in_its_parts(anonymous: ApiClient, name: str, parts: tuple[str, str]) -> None:
    register(anonymous, name=name)

    user = User.objects.get()
    assert (user.firstname, user.lastname) == parts


def test_nothing_that_was_typed_is_written_to_an_address_before_it_is_confirmed(
    anonymous: ApiClient, postbox: Postbox
) -> None:
    token = register(anonymous, name="You won at evil.example", company="Claim now").json()["token2fa"]
    user = User.objects.get()
    validation.send(user_id=user.pk)
    recovery.send(email=user.email)
    code = TwoFactorCode.objects.create(
        user=user, session=Session.objects.get(), created_at=clock.now(), expires_at=clock.now()
    )
    codes.send(code_id=code.pk)

    assert token
    assert [template for _, template, _, _ in postbox.mails] == ["validate-email", "reset-password", "signin-code"]
    assert {context["name"] for _, _, context, _ in postbox.mails} == {""}

    User.objects.update(validated_at=clock.now())
    notices.send(user_id=user.pk, template="password-changed", context={})
    assert postbox.newest("password-changed")["name"] == "You won at evil.example"


@pytest.mark.parametrize("phone", ["abc", "+62 81", "1234567890123456", "0811 222 ext 4"])
def test_what_is_no_phone_number_is_refused(anonymous: ApiClient, phone: str) -> None:
    answer = register(anonymous, phone=phone)

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "phone")
    assert not User.objects.exists()


@pytest.mark.parametrize(("hosts", "code"), [({}, "mt"), ({"localhost:8000": "purify"}, "purify")])
def test_who_registers_at_a_vendor_s_host_gets_a_team_of_that_vendor(
    anonymous: ApiClient, settings: Any, hosts: dict[str, str], code: str
) -> None:
    settings.VENDOR_HOSTS = hosts

    answer = register(anonymous)

    assert Team.objects.get().vendor == code
    token = ApiClient(answer.json()["token2fa"]).post("checkToken-2FA").json()["token"]
    me = ApiClient(token).get("me").json()
    assert (me["team"]["vendor"], me["identity"]["vendor"]) == (code, code)


def test_the_work_is_the_same_for_an_address_that_is_registered(
    anonymous: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compares statements and hashes instead of durations: the same work takes the same time."""
    hashed, make = [], passwords.hash_password

    def counted(password: str) -> str:
        hashed.append(password)
        return make(password)

    monkeypatch.setattr(passwords, "hash_password", counted)

    def trace(email: str) -> tuple[list[str], int]:
        solution, before = solved(anonymous), len(hashed)
        with CaptureQueriesContext(connection) as queries:
            register(anonymous, email=email, **{"g-recaptcha-response": solution})
        told = [query["sql"].split(" ", 3)[:3] for query in queries]
        # Rolling back a savepoint costs as much as releasing one.
        names = [" ".join(words) for words in told if words[0] not in ("SAVEPOINT", "RELEASE", "ROLLBACK")]
        return names, len(hashed) - before

    trace("first@example.com")
    free, taken = trace("second@example.com"), trace("first@example.com")

    assert free == taken
    assert free[1] == 1
    assert [user.email for user in User.objects.order_by("pk")] == ["first@example.com", "second@example.com"]
    assert (Team.objects.count(), Session.objects.count(), Job.objects.count()) == (2, 2, 2)
