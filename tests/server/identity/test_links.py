"""Sign-in and payment links (signin-token)."""

from typing import Any

import pytest

from server.accounts.models import Session, User
from server.identity.errors import NoTeam
from server.identity.models import EmailedToken
from server.identity.services import links
from server.teams.models import Member, Team
from tests.cast import Person, make_team
from tests.conftest import ApiClient
from tests.server.identity.conftest import Postbox

pytestmark = pytest.mark.django_db


def token_of(person: Person, **given: Any) -> str:
    link = links.create_link(user=person.user, **given)
    assert link.startswith("http://localhost:8000/signin-token#")
    return link.rsplit("#", 1)[1]


def test_a_link_signs_in_once(alice: Person, anonymous: ApiClient) -> None:
    token = token_of(alice)

    first = anonymous.post("signin-token", {"token": token})
    again = anonymous.post("signin-token", {"token": token})

    complete = ApiClient(first.json()["token2fa"]).post("checkToken-2FA").json()
    me = ApiClient(complete["token"]).get("me").json()
    assert (me["user"]["email"], me["paymentAuth"]) == (alice.user.email, False)
    assert (again.status_code, again.json()["code"]) == (410, "tokenExpired")
    assert token.encode() not in bytes(EmailedToken.objects.get().token_hash)


def test_a_link_opens_the_team_that_it_was_made_for(alice: Person, anonymous: ApiClient) -> None:
    gula = make_team("Gula")
    Member.objects.create(team=gula, user=alice.user, role="member")

    half = anonymous.post("signin-token", {"token": token_of(alice, team_id=gula.pk)}).json()["token2fa"]

    token = ApiClient(half).post("checkToken-2FA").json()["token"]
    assert ApiClient(token).get("me").json()["team"]["name"] == "Gula"


def test_no_link_is_made_to_a_team_of_others(alice: Person, mallory: Person) -> None:
    with pytest.raises(NoTeam):
        links.create_link(user=alice.user, team_id=mallory.team.pk)

    assert not EmailedToken.objects.exists()


@pytest.mark.parametrize("payment", [False, True])
@pytest.mark.parametrize("why", ["late", "locked", "out of the team"])
def test_a_link_that_opens_nothing(alice: Person, anonymous: ApiClient, clock: Any, why: str, payment: bool) -> None:
    token = token_of(alice, payment_only=payment)
    if why == "late":
        clock.shift(7 * 86_400 if payment else 900)
    if why == "locked":
        User.objects.update(locked_at="2026-01-01T00:00:00Z")
    if why == "out of the team":
        Member.objects.update(active=False)

    answer = anonymous.post("signin-token", {"token": token})

    code = {"late": "tokenExpired", "locked": "userLocked", "out of the team": "noTeam"}[why]
    assert answer.json()["code"] == code
    assert Session.objects.count() == 1


def test_a_link_minds_another_sign_in_and_stays_good(alice: Person, anonymous: ApiClient) -> None:
    Team.objects.update(multi_login="ask")
    token = token_of(alice)

    asked = anonymous.post("signin-token", {"token": token})
    confirmed = anonymous.post("signin-token", {"token": token, "logoutFromOthers": True})

    assert (asked.status_code, asked.json()["code"]) == (409, "signInConfirmException")
    assert confirmed.status_code == 200


def test_a_link_is_no_way_round_the_second_factor(alice: Person, anonymous: ApiClient, postbox: Postbox) -> None:
    Team.objects.update(enable_2fa=True)

    for payment in (False, True):
        half = anonymous.post("signin-token", {"token": token_of(alice, payment_only=payment)}).json()["token2fa"]

        assert ApiClient(half).post("checkToken-2FA").json()["state"] == "otpRequired"


def test_a_payment_link_s_session_pays_and_does_nothing_else(alice: Person, anonymous: ApiClient) -> None:
    Team.objects.update(multi_login="deny")
    half = anonymous.post("signin-token", {"token": token_of(alice, payment_only=True)}).json()["token2fa"]

    complete = ApiClient(half).post("checkToken-2FA").json()

    payer = ApiClient(complete["token"])
    assert complete["trxToken"] is None
    assert payer.get("me").json()["paymentAuth"] is True
    assert [payer.get(path).status_code for path in ("ping", "companies/detail", "companies/plan")] == [200] * 3
    for path in ("users/sessions", "contacts", "companies", "users/profile", "users/two-factor"):
        refused = payer.get(path)
        assert (refused.status_code, refused.json()["code"]) == (403, "notAuthorized"), path
    assert payer.put("users/profile", {"firstname": "Eve"}).status_code == 403
    assert payer.post("signin-current").status_code == 403
    assert payer.post("logout").status_code == 200
    assert payer.get("ping").status_code == 401
    assert alice.api.get("ping").status_code == 200


def test_an_operator_at_the_machine_prints_a_link(alice: Person, anonymous: ApiClient, capsys: Any) -> None:
    from django.core.management import call_command

    call_command("signin_link", alice.user.email.upper(), "--payment")

    link = capsys.readouterr().out.strip()
    half = anonymous.post("signin-token", {"token": link.rsplit("#", 1)[1]}).json()["token2fa"]
    token = ApiClient(half).post("checkToken-2FA").json()["token"]
    assert ApiClient(token).get("me").json()["paymentAuth"] is True
