"""Actions on an email besides reading it, on the pages origin (SHELL-46, 47 and 56).

email-forward/<token>    forwards to friends; the keys in a friend's note show the email, or stop further notes
email-reply/<token>      replies to the sender
add-to-calendar/<token>  the email's event
"""

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from server.contacts.values import clean_email, clean_lines, clean_text
from server.core import clock
from server.core.errors import NotFound
from server.delivery.pages import calendar as events
from server.delivery.pages.visit import Visit, handle_page
from server.delivery.services import forwarding, replies, subscribers
from server.delivery.services.forwarding import MAX_FRIENDS, Friend
from server.delivery.services.subscribers import Subscriber

FORWARD: Final = "email-forward"
REPLY: Final = "email-reply"
CALENDAR: Final = "add-to-calendar"
# An email is a tenant's HTML: it can run nothing and send nothing.
_EMAIL_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none';"
    " img-src http: https: data:; style-src 'unsafe-inline'; font-src https:; frame-ancestors 'none'"
)


@handle_page("POST")
def forward(request: HttpRequest, key: str) -> HttpResponse:
    """The form for up to five friends. With a key from a note, shows the email or stops further notes."""
    try:
        who = subscribers.get_subscriber(key)
    except NotFound:
        return _show_friend_page(request, key)
    forwarding.check_forwardable(who)
    visit = _build_visit(request, who)
    if request.GET.get("done") == "sent":
        return visit.plain("forwardedTitle", "forwarded")
    sender = clean_text(request.POST.get("sender", "") or (_get_name(who) if request.method != "POST" else ""))
    rows = _read_rows(request)
    faults: dict[str, str] = {}
    if request.method == "POST":
        faults = _find_errors(visit, sender, rows)
        if not faults:
            # Only bots fill in the hidden field: they get the same response as people.
            if not request.POST.get("website"):
                friends = [Friend(name, clean_email(email) or "") for name, email in rows if email]
                forwarding.forward(who, sender=sender, friends=_deduplicate(friends), language=visit.language)
            return visit.to(f"/{FORWARD}/{key}", done="sent")
    return visit.page(
        "forward",
        status=422 if faults else 200,
        sender=sender,
        rows=[
            {"number": number, "name": name, "email": email, "fault": faults.get(f"email{number}", "")}
            for number, (name, email) in enumerate(rows, 1)
        ],
        faults=faults,
    )


def _read_rows(request: HttpRequest) -> list[tuple[str, str]]:
    form = request.POST
    return [
        (clean_text(form.get(f"name{number}", "")), form.get(f"email{number}", "").strip())
        for number in range(1, MAX_FRIENDS + 1)
    ]


def _find_errors(visit: Visit, sender: str, rows: Sequence[tuple[str, str]]) -> dict[str, str]:
    faults: dict[str, str] = {}
    if not sender:
        faults["sender"] = visit.words["forwardSenderMissing"]
    elif not forwarding.is_safe_name(sender):
        faults["sender"] = visit.words["forwardNoName"]
    for number, (name, email) in enumerate(rows, 1):
        if email and clean_email(email) is None:
            faults[f"email{number}"] = visit.words["invalid"]
        elif not forwarding.is_safe_name(name):
            faults[f"email{number}"] = visit.words["forwardNoName"]
        elif name and not email:
            faults[f"email{number}"] = visit.words["invalid"]
    if not any(email for _, email in rows) and not faults:
        faults["email1"] = visit.words["invalid"]
    return faults


def _deduplicate(friends: Sequence[Friend]) -> list[Friend]:
    found: dict[str, Friend] = {}
    for friend in friends:
        found.setdefault(friend.email, friend)
    return list(found.values())


def _show_friend_page(request: HttpRequest, key: str) -> HttpResponse:
    try:
        team, email = forwarding.read_stop_key(key)
    except NotFound:
        if request.method == "POST":
            raise
        response = HttpResponse(forwarding.render_forwarded_email(key))
        response["Content-Security-Policy"] = _EMAIL_POLICY
        response["Cache-Control"] = "private, no-store"
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex"
        return response
    visit = Visit(request, team, email=email)
    if request.method == "POST":
        forwarding.stop_forwards(key, visit.proof(page=FORWARD, words=visit.words["forwardStop"]))
        return visit.to(f"/{FORWARD}/{key}", done="stopped")
    if request.GET.get("done") == "stopped":
        return visit.plain("forwardStoppedTitle", "forwardStopped")
    words = visit.words
    return visit.page(
        "confirm", title=words["forwardStopTitle"], text=words["forwardStop"], button=words["forwardStopButton"]
    )


@handle_page("POST")
def reply(request: HttpRequest, key: str) -> HttpResponse:
    who = subscribers.get_subscriber(key)
    if who.mailing is None:
        raise NotFound
    visit = _build_visit(request, who)
    if request.GET.get("done") == "sent":
        return visit.plain("repliedTitle", "replied")
    words = clean_lines(request.POST.get("words", ""))
    fault = ""
    if request.method == "POST":
        if words and len(words) <= replies.MAX_REPLY_CHARACTERS:
            replies.send_reply(who, words=words)
            return visit.to(f"/{REPLY}/{key}", done="sent")
        fault = visit.words["replyTooLong" if words else "replyMissing"]
    return visit.page(
        "reply", status=422 if fault else 200, given=words, fault=fault, most=replies.MAX_REPLY_CHARACTERS
    )


@handle_page()
def show_calendar(request: HttpRequest, key: str) -> HttpResponse:
    who = subscribers.get_subscriber(key)
    told = who.mailing.compiled.get("event") if who.mailing else None
    if told is None:
        raise NotFound
    event = events.parse_event(told)
    if request.GET.get("file") == "ics":
        host = urlsplit(settings.PAGES_ORIGIN).hostname or ""
        made_at = who.mailing.created_at if who.mailing else clock.now()
        response = HttpResponse(events.build_file(event, host=host, made_at=made_at), content_type=events.FILE_TYPE)
        response["Content-Disposition"] = 'attachment; filename="event.ics"'
        response["Cache-Control"] = "private, no-store"
        return response
    visit = _build_visit(request, who)
    starts, ends = event.starts_at.astimezone(event.zone), event.ends_at.astimezone(event.zone)
    words = visit.words
    from_, to = (f"{words.day(moment)}, {moment:%H:%M}" for moment in (starts, ends))
    until = f"{ends:%H:%M}" if starts.date() == ends.date() else to
    return visit.page(
        "calendar",
        event=event,
        when=words.say("eventWhen", start=from_, end=until, zone=event.zone.key),
        file="?file=ics",
        google=events.build_google_url(event),
        outlook=events.build_outlook_url(event),
    )


def _get_name(who: Subscriber) -> str:
    return who.contact.fullname.strip() if who.contact and who.reads_as_contact else ""


def _build_visit(request: HttpRequest, who: Subscriber) -> Visit:
    return Visit(request, who.team, is_tester=who.is_tester, email=who.email)
