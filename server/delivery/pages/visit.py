"""A request for a subscription page: its team, language and response."""

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.loader import render_to_string

from server.contacts.errors import ContactLimitExceeded
from server.contacts.services.history import ConsentProof
from server.contacts.states import ConsentSource
from server.core.errors import ActionNotAllowed, ApiError, FieldsInvalid, NotFound, TooManyRequests
from server.core.network import get_client_address
from server.core.rate_limits import counters
from server.delivery.pages import appearance
from server.delivery.pages.page_texts import LANGUAGES, PageTexts, detect_language, get_language_name
from server.delivery.services.branding import get_brand
from server.delivery.services.system import Brand
from server.teams.models import Team
from server.vendors.catalogue import Vendor, get_vendor
from server.vendors.selectors import find_vendor_of_host

MAX_POSTS_PER_MINUTE = 30  # from one network
ERROR_TEXTS: dict[type[ApiError], tuple[str, str]] = {
    NotFound: ("goneTitle", "gone"),
    TooManyRequests: ("manyTitle", "many"),
    ActionNotAllowed: ("refusedTitle", "refused"),
    FieldsInvalid: ("refusedTitle", "refused"),
    ContactLimitExceeded: ("fullTitle", "full"),
}


class Visit:
    """A request for a page of a team, or of no team if the URL is wrong."""

    def __init__(
        self, request: HttpRequest, team: Team | None = None, *, is_tester: bool = False, **names: str
    ) -> None:
        self.request, self.team, self.is_tester = request, team, is_tester
        self.vendor: Vendor = get_vendor(team.vendor) if team else find_vendor_of_host(request.headers.get("Host", ""))
        self.brand = get_brand(team) if team else Brand(self.vendor.name, self.vendor.color)
        self.language = detect_language(request, otherwise=team.language if team else "en")
        self.words = PageTexts(self.language, team=self.brand.name, vendor=self.vendor.name, **names)

    def page(
        self, template: str, *, status: int = 200, challenge: Mapping[str, Any] | None = None, **context: Any
    ) -> HttpResponse:
        """Renders the template; with a `challenge`, its form asks for a proof of work, which needs a script."""
        [other] = [language for language in LANGUAGES if language != self.language]
        whole = {
            "words": self.words,
            "language": self.language,
            "brand": self.brand,
            "sheet": appearance.build_style_sheet(self.brand.color),
            "is_tester": self.is_tester,
            "footer": self.words["footer"],
            "other_language": {"code": other, "name": get_language_name(other), "address": f"?lang={other}"},
            "challenge": challenge and json.dumps(challenge),
            "script": challenge and appearance.PROOF_OF_WORK,
            **context,
        }
        response = HttpResponse(render_to_string(f"subscriptions/{template}.html", whole), status=status)
        response["Content-Security-Policy"] = appearance.build_policy(
            self.brand.color, proves_work=challenge is not None
        )
        response["Content-Language"] = self.language
        response["Cache-Control"] = "private, no-store"
        # The URL of the page contains a token.
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex"
        return response

    def plain(self, title: str, text: str, *, status: int = 200, **context: Any) -> HttpResponse:
        return self.page("plain", title=self.words[title], text=self.words[text], status=status, **context)

    def address(self, path: str, *, done: str = "") -> str:
        asked = self.request.GET.get("lang", "")
        said = {"lang": asked if asked in LANGUAGES else "", "done": done}
        query = urlencode({name: value for name, value in said.items() if value})
        return f"{path}?{query}" if query else path

    def to(self, path: str, *, done: str = "") -> HttpResponse:
        return HttpResponseRedirect(self.address(path, done=done), status=303)

    def proof(self, *, page: str, words: str = "", reason: str = "") -> ConsentProof:
        return ConsentProof(
            ConsentSource.PAGE,
            words=words,
            ip=str(get_client_address(self.request)),
            user_agent=self.request.headers.get("User-Agent", ""),
            page=page,
            reason=reason,
        )


View = Callable[[HttpRequest, str], HttpResponse]


def handle_page(*methods: str) -> Callable[[View], View]:
    """Decorates a view: rejects other methods, limits POST requests, and renders errors as pages."""
    allowed = {"GET", "HEAD", *methods}

    def decorate(view: View) -> View:
        @wraps(view)
        def entry(request: HttpRequest, key: str) -> HttpResponse:
            if request.method not in allowed:
                return HttpResponseNotAllowed(sorted(allowed))
            try:
                if request.method == "POST":
                    counters.check("subscription-pages", get_client_address(request), per_minute=MAX_POSTS_PER_MINUTE)
                return view(request, key)
            except tuple(ERROR_TEXTS) as error:
                title, text = ERROR_TEXTS[type(error)]
                return Visit(request).plain(title, text, status=error.status)

        return entry

    return decorate
