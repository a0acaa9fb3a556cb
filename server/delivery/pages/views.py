"""The subscription pages on the pages origin. They need no sign-in, and a GET changes nothing.

Only the public subscribe form needs a script, for its proof of work.

    manage-subscription/<token>       topics, a pause, and consent to tracking
    replace-subscription/<token>      a new address: requests it, and confirms it with the emailed token
    unsubscribe-subscription/<token>  with an optional reason
    email-complaint/<token>           reports an email as spam
    confirm-subscription/<token>      confirms a double opt-in
    subscribe/<team>                  a team's sign-up form

Each has a success page. A POST responds with a redirect, so that a reload submits nothing twice.
"""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from server.contacts.models import Contact
from server.contacts.selectors import preferences
from server.contacts.selectors.preferences import ContactPreferences, TopicChoice
from server.contacts.services import preferences as wishes
from server.contacts.states import ContactState, UnsubscribeReason
from server.contacts.values import MAX_CONTACT_NAME_LENGTH, clean_email, clean_lines, clean_text
from server.core.errors import NotFound
from server.core.network import get_client_address
from server.delivery.pages.visit import Visit, handle_page
from server.delivery.schemas import MAX_UNSUBSCRIBE_COMMENT_CHARACTERS
from server.delivery.services import replacing, signing_up, subscribers, subscriptions, unsubscribing
from server.delivery.services.signing_up import SignUpRequest
from server.delivery.services.subscribers import Subscriber
from server.identity.errors import CaptchaInvalid
from server.identity.schemas import MAX_SOLUTION_CHARACTERS
from server.identity.services import captcha
from server.teams.models import Team
from server.teams.time_zones import parse_zone

MANAGE, REPLACE, REPLACED = "manage-subscription", "replace-subscription", "success-replace-subscription"
SUBSCRIBED, UNSUBSCRIBE, UNSUBSCRIBED = (
    "success-subscription",
    "unsubscribe-subscription",
    "success-unsubscribe-subscription",
)
COMPLAIN, REPORTED, CONFIRM, SUBSCRIBE = "email-complaint", "email-success", "confirm-subscription", "subscribe"


@handle_page("POST")
def manage_preferences(request: HttpRequest, key: str) -> HttpResponse:
    """Redirects to the unsubscribe page if the contact's address has changed since the email."""
    who = subscribers.get_subscriber(key)
    if not who.is_tester and not who.reads_as_contact:
        return HttpResponseRedirect(f"/{UNSUBSCRIBE}/{key}", status=303)
    visit = _build_visit(request, who)
    if request.method == "POST":
        return _save_preferences(visit, who)
    wanted = _get_preferences(who)
    until = wanted.paused_until
    return visit.page(
        "manage",
        state=who.contact.state if who.contact else ContactState.SUBSCRIBED,
        may_come_back=who.contact and subscriptions.can_resubscribe(team_id=who.team.pk, contact=who.contact),
        said=visit.words[done] if (done := request.GET.get("done", "")) in ("saved", "resumed") else "",
        topics=wanted.topics,
        follows=wanted.follows,
        paused=until
        and visit.words.say("paused", date=visit.words.day(until.astimezone(parse_zone(who.team.timezone)))),
        pauses=[{"days": days, "name": visit.words.say("pauseDays", days=days)} for days in wishes.PAUSE_DAYS],
        addresses=_build_addresses(visit, key),
    )


def _save_preferences(visit: Visit, who: Subscriber) -> HttpResponse:
    here, form = f"/{MANAGE}/{who.token}", visit.request.POST
    act = form.get("act", "")
    if who.is_tester:
        return visit.to(here, done="saved")
    contact = who.own()
    team_id, contact_id = contact.team_id, contact.pk
    match act:
        case "save":
            wishes.set_preferences(
                team_id=team_id,
                contact_id=contact_id,
                topic_ids=_parse_numbers(form.getlist("topic")),
                follows=form.get("follows") == "1",
            )
            return visit.to(here, done="saved")
        case "pause":
            wishes.pause(
                team_id=team_id, contact_id=contact_id, days=(_parse_numbers([form.get("days", "")]) or [0])[0]
            )
            return visit.to(here)
        case "resume":
            wishes.resume(team_id=team_id, contact_id=contact_id)
            return visit.to(here, done="resumed")
        case "comeBack":
            proof = visit.proof(page=MANAGE, words=visit.words["comeBack"])
            subscriptions.resubscribe(team_id=team_id, contact_id=contact_id, proof=proof)
            return visit.to(f"/{SUBSCRIBED}/{who.token}")
    raise NotFound


@handle_page("POST")
def replace(request: HttpRequest, key: str) -> HttpResponse:
    who = _find_subscriber(key)
    if who is None:
        return _confirm_replacing(request, key)
    if not who.is_tester:
        who.own()
    visit = _build_visit(request, who)
    faults: dict[str, str] = {}
    given = request.POST.get("email", "")
    if request.method == "POST":
        email = clean_email(given)
        if email is None:
            faults["email"] = visit.words["invalid"]
        elif email == who.email:
            faults["email"] = visit.words["replaceSame"]
        else:
            if not who.is_tester:
                replacing.request_replacement(team=who.team, contact=who.own(), email=email, language=visit.language)
            return visit.to(f"/{REPLACE}/{key}", done="mailed")
    if request.GET.get("done") == "mailed" and not faults:
        return visit.plain("replaceSentTitle", "replaceSent", manage=visit.address(f"/{MANAGE}/{key}"))
    status = 422 if faults else 200
    return visit.page(
        "replace", status=status, given={"email": given}, faults=faults, addresses=_build_addresses(visit, key)
    )


def _confirm_replacing(request: HttpRequest, key: str) -> HttpResponse:
    contact, email = replacing.read_request(key)
    visit = Visit(request, _get_team(contact), email=email, old=contact.email)
    if request.method == "POST":
        moved = replacing.replace_address(
            token=key, proof=visit.proof(page=REPLACE, words=visit.words["replaceConfirm"])
        )
        return visit.to(f"/{REPLACED}/{subscribers.create_token(moved)}")
    return _show_confirmation(visit, "replaceConfirm")


@handle_page()
def show_replaced(request: HttpRequest, key: str) -> HttpResponse:
    return _show_success(request, key, "replacedTitle", "replaced")


@handle_page("POST")
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    contact = signing_up.get_waiting_contact(key)
    visit = Visit(request, _get_team(contact), email=contact.email)
    if request.method == "POST":
        proof = visit.proof(page=CONFIRM)
        confirmed = signing_up.confirm(token=key, ip=proof.ip, user_agent=proof.user_agent)
        return visit.to(f"/{SUBSCRIBED}/{subscribers.create_token(confirmed)}")
    return _show_confirmation(visit, "confirm")


@handle_page()
def show_subscribed(request: HttpRequest, key: str) -> HttpResponse:
    return _show_success(request, key, "subscribedTitle", "subscribed")


@handle_page("POST")
def unsubscribe(request: HttpRequest, key: str) -> HttpResponse:
    who = subscribers.get_subscriber(key)
    visit = _build_visit(request, who)
    topic = _find_topic(who)
    if request.method == "POST" and request.POST.get("act") == "leaveTopic" and topic:
        unsubscribing.unsubscribe_from_topic(who, topic)
        return visit.to(f"/{MANAGE}/{key}", done="saved")
    if request.method == "POST":
        reason = request.POST.get("reason", "")
        words = clean_lines(request.POST.get("words", ""))[:MAX_UNSUBSCRIBE_COMMENT_CHARACTERS]
        given = reason if reason in UnsubscribeReason.values else ""
        unsubscribing.unsubscribe(who, visit.proof(page=UNSUBSCRIBE, words=words, reason=given))
        return visit.to(f"/{UNSUBSCRIBED}/{key}")
    return visit.page(
        "leave",
        reasons=[{"code": reason.value, "name": visit.words[reason.value]} for reason in UnsubscribeReason],
        topic=topic and visit.words.say("leaveTopic", topic=topic.topic.name),
        manage=visit.address(f"/{MANAGE}/{key}") if who.is_tester or who.reads_as_contact else "",
    )


@handle_page()
def show_unsubscribed(request: HttpRequest, key: str) -> HttpResponse:
    who = subscribers.get_subscriber(key)
    visit = _build_visit(request, who)
    if not who.is_tester and not unsubscribing.is_unsubscribed(who):
        return visit.to(f"/{UNSUBSCRIBE}/{key}")
    back = who.reads_as_contact and subscriptions.can_resubscribe(team_id=who.team.pk, contact=who.own())
    return visit.page("left", may_come_back=back, addresses=_build_addresses(visit, key))


@handle_page("POST")
def report_spam(request: HttpRequest, key: str) -> HttpResponse:
    who = subscribers.get_subscriber(key)
    visit = _build_visit(request, who)
    if request.method == "POST":
        unsubscribing.report_spam(who, visit.proof(page=COMPLAIN))
        return visit.to(f"/{REPORTED}/{key}")
    return visit.page("complaint", addresses=_build_addresses(visit, key))


@handle_page()
def show_reported(request: HttpRequest, key: str) -> HttpResponse:
    who = subscribers.get_subscriber(key)
    visit = _build_visit(request, who)
    if not who.is_tester and not unsubscribing.has_complained(who):
        return visit.to(f"/{COMPLAIN}/{key}")
    return visit.plain("reportedTitle", "reported")


@handle_page("POST")
def subscribe(request: HttpRequest, key: str) -> HttpResponse:
    """A team's sign-up form. The response is the same for every address."""
    team = signing_up.get_open_team(key)
    visit = Visit(request, team)
    if (done := request.GET.get("done", "")) in ("asked", "done"):
        return visit.plain(f"{done}Title", done)
    agreement = preferences.get_subscriber_setting(team.pk).words or visit.words["agree"]
    faults: dict[str, str] = {}
    form = request.POST
    if request.method == "POST":
        email = clean_email(form.get("email", ""))
        if email is None:
            faults["email"] = visit.words["invalid"]
        if form.get("agree") != "1":
            faults["agree"] = visit.words["agreeMissing"]
        if email is not None and not faults:
            try:
                return _sign_up(visit, team, email, agreement)
            except CaptchaInvalid:
                faults["captcha"] = visit.words["checkFailed"]
    shown = preferences.query_topics(team.pk)
    ticked = set(_parse_numbers(form.getlist("topic"))) if request.method == "POST" else None
    return visit.page(
        "subscribe",
        status=422 if faults else 200,
        challenge=captcha.create_challenge(address=get_client_address(request), account=None),
        given={name: form.get(name, "") for name in ("email", "firstname", "lastname", "agree")},
        faults=faults,
        agreement=agreement,
        topics=[TopicChoice(one, one.is_default if ticked is None else one.pk in ticked) for one in shown],
    )


def _sign_up(visit: Visit, team: Team, email: str, agreement: str) -> HttpResponse:
    form, proof = visit.request.POST, visit.proof(page=SUBSCRIBE, words=agreement)
    wish = SignUpRequest(
        email,
        firstname=clean_text(form.get("firstname", ""))[:MAX_CONTACT_NAME_LENGTH],
        lastname=clean_text(form.get("lastname", ""))[:MAX_CONTACT_NAME_LENGTH],
        topic_ids=_parse_numbers(form.getlist("topic")),
        words=proof.words,
        ip=proof.ip,
        user_agent=proof.user_agent,
    )
    # Only bots fill in the hidden field: they get the same response as people.
    confirms = preferences.get_subscriber_setting(team.pk).double_optin
    if not form.get("website"):
        solution = form.get("captcha", "")[:MAX_SOLUTION_CHARACTERS]
        confirms = signing_up.request_sign_up(team=team, wish=wish, language=visit.language, captcha_solution=solution)
    return visit.to(f"/{SUBSCRIBE}/{team.slug}", done="asked" if confirms else "done")


def _build_visit(request: HttpRequest, who: Subscriber) -> Visit:
    return Visit(request, who.team, is_tester=who.is_tester, email=who.email)


def _find_subscriber(key: str) -> Subscriber | None:
    try:
        return subscribers.get_subscriber(key)
    except NotFound:
        return None


def _show_success(request: HttpRequest, key: str, title: str, text: str) -> HttpResponse:
    who = subscribers.get_subscriber(key)
    visit = _build_visit(request, who)
    is_so = who.contact is not None and who.reads_as_contact and who.contact.state == ContactState.SUBSCRIBED
    if not who.is_tester and not is_so:
        return visit.to(f"/{MANAGE}/{key}")
    return visit.plain(title, text, manage=visit.address(f"/{MANAGE}/{key}"))


def _show_confirmation(visit: Visit, name: str) -> HttpResponse:
    words = visit.words
    return visit.page("confirm", title=words[f"{name}Title"], text=words[name], button=words[f"{name}Button"])


def _get_team(contact: Contact) -> Team:
    return Team.objects.get(pk=contact.team_id)


def _get_preferences(who: Subscriber) -> ContactPreferences:
    if who.contact is not None:
        return preferences.get_preferences(team_id=who.team.pk, contact_id=who.contact.pk)
    topics = [TopicChoice(topic, topic.is_default) for topic in preferences.query_topics(who.team.pk)]
    return ContactPreferences(topics, None, True)


def _find_topic(who: Subscriber) -> TopicChoice | None:
    if who.mailing is None or who.mailing.topic_id is None or not who.reads_as_contact:
        return None
    topics = _get_preferences(who).topics
    return next((one for one in topics if one.topic.pk == who.mailing.topic_id and one.taken), None)


def _build_addresses(visit: Visit, key: str) -> dict[str, Any]:
    pages = {"manage": MANAGE, "replace": REPLACE, "unsubscribe": UNSUBSCRIBE, "complaint": COMPLAIN}
    return {name: visit.address(f"/{path}/{key}") for name, path in pages.items()}


def _parse_numbers(texts: Sequence[str]) -> list[int]:
    return [int(text) for text in texts[:100] if text.isascii() and text.isdecimal() and len(text) <= 9]
