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
from server.contacts.selectors.preferences import Choice, Preferences
from server.contacts.services import preferences as wishes
from server.contacts.states import ContactState, LeavingReason
from server.contacts.values import NAME_LENGTH, clean_email, clean_lines, clean_text
from server.core.errors import NotFound
from server.core.network import client_address
from server.delivery.pages.visit import Visit, page
from server.delivery.schemas import MAX_LEAVING_COMMENT_CHARACTERS
from server.delivery.services import departures, replacing, signing_up, subscribers, subscriptions
from server.delivery.services.signing_up import Wish
from server.delivery.services.subscribers import Subscriber
from server.identity.errors import CaptchaInvalid
from server.identity.schemas import MAX_SOLUTION_CHARACTERS
from server.identity.services import captcha
from server.teams.models import Team
from server.teams.zones import zone_of

MANAGE, REPLACE, REPLACED = "manage-subscription", "replace-subscription", "success-replace-subscription"
SUBSCRIBED, LEAVE, LEFT = "success-subscription", "unsubscribe-subscription", "success-unsubscribe-subscription"
COMPLAIN, REPORTED, CONFIRM, SUBSCRIBE = "email-complaint", "email-success", "confirm-subscription", "subscribe"


@page("POST")
def manage(request: HttpRequest, key: str) -> HttpResponse:
    """A contact's preferences. Redirects to the unsubscribe page if the contact's address has changed since."""
    who = subscribers.find(key)
    if not who.is_tester and not who.reads_as_contact:
        return HttpResponseRedirect(f"/{LEAVE}/{key}", status=303)
    visit = _visit(request, who)
    if request.method == "POST":
        return _managed(visit, who)
    wanted = _wanted(who)
    until = wanted.paused_until
    return visit.page(
        "manage",
        state=who.contact.state if who.contact else ContactState.SUBSCRIBED,
        may_come_back=who.contact and subscriptions.may_come_back(team_id=who.team.pk, contact=who.contact),
        said=visit.words[done] if (done := request.GET.get("done", "")) in ("saved", "resumed") else "",
        topics=wanted.topics,
        follows=wanted.follows,
        paused=until and visit.words.say("paused", date=visit.words.day(until.astimezone(zone_of(who.team.timezone)))),
        pauses=[{"days": days, "name": visit.words.say("pauseDays", days=days)} for days in wishes.PAUSES],
        addresses=_addresses(visit, key),
    )


def _managed(visit: Visit, who: Subscriber) -> HttpResponse:
    here, form = f"/{MANAGE}/{who.token}", visit.request.POST
    act = form.get("act", "")
    if who.is_tester:
        return visit.to(here, done="saved")
    contact = who.own()
    team_id, contact_id = contact.team_id, contact.pk
    match act:
        case "save":
            wishes.choose(
                team_id=team_id,
                contact_id=contact_id,
                topic_ids=_numbers(form.getlist("topic")),
                follows=form.get("follows") == "1",
            )
            return visit.to(here, done="saved")
        case "pause":
            wishes.pause(team_id=team_id, contact_id=contact_id, days=(_numbers([form.get("days", "")]) or [0])[0])
            return visit.to(here)
        case "resume":
            wishes.resume(team_id=team_id, contact_id=contact_id)
            return visit.to(here, done="resumed")
        case "comeBack":
            proof = visit.proof(page=MANAGE, words=visit.words["comeBack"])
            subscriptions.come_back(team_id=team_id, contact_id=contact_id, proof=proof)
            return visit.to(f"/{SUBSCRIBED}/{who.token}")
    raise NotFound


@page("POST")
def replace(request: HttpRequest, key: str) -> HttpResponse:
    """Requests a new address, or confirms it with the emailed token."""
    who = _or_none(key)
    if who is None:
        return _confirm_replacing(request, key)
    if not who.is_tester:
        who.own()
    visit = _visit(request, who)
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
                replacing.ask(team=who.team, contact=who.own(), email=email, language=visit.language)
            return visit.to(f"/{REPLACE}/{key}", done="mailed")
    if request.GET.get("done") == "mailed" and not faults:
        return visit.plain("replaceSentTitle", "replaceSent", manage=visit.address(f"/{MANAGE}/{key}"))
    status = 422 if faults else 200
    return visit.page("replace", status=status, given={"email": given}, faults=faults, addresses=_addresses(visit, key))


def _confirm_replacing(request: HttpRequest, key: str) -> HttpResponse:
    contact, email = replacing.read_request(key)
    visit = Visit(request, _team(contact), email=email, old=contact.email)
    if request.method == "POST":
        moved = replacing.replace(token=key, proof=visit.proof(page=REPLACE, words=visit.words["replaceConfirm"]))
        return visit.to(f"/{REPLACED}/{subscribers.token_of(moved)}")
    return _asked(visit, "replaceConfirm")


@page()
def replaced(request: HttpRequest, key: str) -> HttpResponse:
    return _done(request, key, "replacedTitle", "replaced")


@page("POST")
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    contact = signing_up.waiting(key)
    visit = Visit(request, _team(contact), email=contact.email)
    if request.method == "POST":
        proof = visit.proof(page=CONFIRM)
        confirmed = signing_up.confirm(token=key, ip=proof.ip, user_agent=proof.user_agent)
        return visit.to(f"/{SUBSCRIBED}/{subscribers.token_of(confirmed)}")
    return _asked(visit, "confirm")


@page()
def subscribed(request: HttpRequest, key: str) -> HttpResponse:
    return _done(request, key, "subscribedTitle", "subscribed")


@page("POST")
def leave(request: HttpRequest, key: str) -> HttpResponse:
    who = subscribers.find(key)
    visit = _visit(request, who)
    topic = _topic_of(who)
    if request.method == "POST" and request.POST.get("act") == "leaveTopic" and topic:
        departures.leave_topic(who, topic)
        return visit.to(f"/{MANAGE}/{key}", done="saved")
    if request.method == "POST":
        reason = request.POST.get("reason", "")
        words = clean_lines(request.POST.get("words", ""))[:MAX_LEAVING_COMMENT_CHARACTERS]
        given = reason if reason in LeavingReason.values else ""
        departures.leave(who, visit.proof(page=LEAVE, words=words, reason=given))
        return visit.to(f"/{LEFT}/{key}")
    return visit.page(
        "leave",
        reasons=[{"code": reason.value, "name": visit.words[reason.value]} for reason in LeavingReason],
        topic=topic and visit.words.say("leaveTopic", topic=topic.topic.name),
        manage=visit.address(f"/{MANAGE}/{key}") if who.is_tester or who.reads_as_contact else "",
    )


@page()
def left(request: HttpRequest, key: str) -> HttpResponse:
    """The success page after unsubscribing. Redirects a contact who is still subscribed to the unsubscribe page."""
    who = subscribers.find(key)
    visit = _visit(request, who)
    if not who.is_tester and not departures.has_left(who):
        return visit.to(f"/{LEAVE}/{key}")
    back = who.reads_as_contact and subscriptions.may_come_back(team_id=who.team.pk, contact=who.own())
    return visit.page("left", may_come_back=back, addresses=_addresses(visit, key))


@page("POST")
def complain(request: HttpRequest, key: str) -> HttpResponse:
    who = subscribers.find(key)
    visit = _visit(request, who)
    if request.method == "POST":
        departures.complain(who, visit.proof(page=COMPLAIN))
        return visit.to(f"/{REPORTED}/{key}")
    return visit.page("complaint", addresses=_addresses(visit, key))


@page()
def reported(request: HttpRequest, key: str) -> HttpResponse:
    """The success page after a spam report. Redirects to the report page if nothing was reported."""
    who = subscribers.find(key)
    visit = _visit(request, who)
    if not who.is_tester and not departures.has_complained(who):
        return visit.to(f"/{COMPLAIN}/{key}")
    return visit.plain("reportedTitle", "reported")


@page("POST")
def subscribe(request: HttpRequest, key: str) -> HttpResponse:
    """A team's sign-up form. The response is the same for every address."""
    team = signing_up.open_team(key)
    visit = Visit(request, team)
    if (done := request.GET.get("done", "")) in ("asked", "done"):
        return visit.plain(f"{done}Title", done)
    agreement = preferences.setting_of(team.pk).words or visit.words["agree"]
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
                return _wished(visit, team, email, agreement)
            except CaptchaInvalid:
                faults["captcha"] = visit.words["checkFailed"]
    shown = preferences.topics_of(team.pk)
    ticked = set(_numbers(form.getlist("topic"))) if request.method == "POST" else None
    return visit.page(
        "subscribe",
        status=422 if faults else 200,
        challenge=captcha.challenge(address=client_address(request), account=None),
        given={name: form.get(name, "") for name in ("email", "firstname", "lastname", "agree")},
        faults=faults,
        agreement=agreement,
        topics=[Choice(one, one.is_default if ticked is None else one.pk in ticked) for one in shown],
    )


def _wished(visit: Visit, team: Team, email: str, agreement: str) -> HttpResponse:
    form, proof = visit.request.POST, visit.proof(page=SUBSCRIBE, words=agreement)
    wish = Wish(
        email,
        firstname=clean_text(form.get("firstname", ""))[:NAME_LENGTH],
        lastname=clean_text(form.get("lastname", ""))[:NAME_LENGTH],
        topic_ids=_numbers(form.getlist("topic")),
        words=proof.words,
        ip=proof.ip,
        user_agent=proof.user_agent,
    )
    # Only bots fill in the hidden field: they get the same response as people.
    confirms = preferences.setting_of(team.pk).double_optin
    if not form.get("website"):
        solution = form.get("captcha", "")[:MAX_SOLUTION_CHARACTERS]
        confirms = signing_up.ask(team=team, wish=wish, language=visit.language, captcha_solution=solution)
    return visit.to(f"/{SUBSCRIBE}/{team.slug}", done="asked" if confirms else "done")


def _visit(request: HttpRequest, who: Subscriber) -> Visit:
    return Visit(request, who.team, is_tester=who.is_tester, email=who.email)


def _or_none(key: str) -> Subscriber | None:
    try:
        return subscribers.find(key)
    except NotFound:
        return None


def _done(request: HttpRequest, key: str, title: str, text: str) -> HttpResponse:
    """The success page of a subscribed address; others are redirected to their preferences."""
    who = subscribers.find(key)
    visit = _visit(request, who)
    is_so = who.contact is not None and who.reads_as_contact and who.contact.state == ContactState.SUBSCRIBED
    if not who.is_tester and not is_so:
        return visit.to(f"/{MANAGE}/{key}")
    return visit.plain(title, text, manage=visit.address(f"/{MANAGE}/{key}"))


def _asked(visit: Visit, name: str) -> HttpResponse:
    words = visit.words
    return visit.page("confirm", title=words[f"{name}Title"], text=words[name], button=words[f"{name}Button"])


def _team(contact: Contact) -> Team:
    return Team.objects.get(pk=contact.team_id)


def _wanted(who: Subscriber) -> Preferences:
    """The contact's preferences; a tester sees those of a new contact."""
    if who.contact is not None:
        return preferences.of_contact(team_id=who.team.pk, contact_id=who.contact.pk)
    topics = [Choice(topic, topic.is_default) for topic in preferences.topics_of(who.team.pk)]
    return Preferences(topics, None, True)


def _topic_of(who: Subscriber) -> Choice | None:
    """The topic of the email, if the contact is subscribed to it."""
    if who.mailing is None or who.mailing.topic_id is None or not who.reads_as_contact:
        return None
    topics = _wanted(who).topics
    return next((one for one in topics if one.topic.pk == who.mailing.topic_id and one.taken), None)


def _addresses(visit: Visit, key: str) -> dict[str, Any]:
    pages = {"manage": MANAGE, "replace": REPLACE, "unsubscribe": LEAVE, "complaint": COMPLAIN}
    return {name: visit.address(f"/{path}/{key}") for name, path in pages.items()}


def _numbers(texts: Sequence[str]) -> list[int]:
    return [int(text) for text in texts[:100] if text.isascii() and text.isdecimal() and len(text) <= 9]
