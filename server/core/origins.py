"""Two origins on one port: the app, and the pages and media that users create. A path on the wrong origin gives 404."""

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from server.core.registry import Registry, check_contributed

# Path prefixes that the pages host serves, registered by their apps. Every other path belongs to the app hosts.
PAGES_PREFIXES = Registry[str, None]("prefix of the pages' host")
# Paths on every host: our own artwork appears in emails and in the editor, and the certificate authority validates a
# team's host there.
SHARED_PATHS = frozenset({"/healthz", "/readyz", "/robots.txt"})
SHARED_PREFIXES = Registry[str, None]("prefix of every host")

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        # Mantine and the charts set styles through the DOM API, which no policy blocks.
        "style-src 'self'",
        # The editor shows the images of an email, from any host.
        "img-src 'self' data: blob: https: {pages}",
        "font-src 'self'",
        "connect-src 'self' {connections}",
        "frame-src {pages}",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)

# For the app's own pages: only these policies, of the client (client/src/lib/trusted-types.ts) and of its text editor,
# can turn text into HTML or a script URL. The pages of the API documents come with Ninja.
TRUSTED_TYPES = (
    "; require-trusted-types-for 'script'; trusted-types user-html help-html own-workers ProseMirrorClipboard"
)

# For a tenant's HTML that the dashboard frames: nothing runs and nothing is sent. Images of an email can come from any
# host.
PREVIEW_POLICY = (
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; "
    "style-src 'unsafe-inline'; font-src https:; base-uri 'self'; form-action 'none'; frame-ancestors {apps}"
)


@cache
def _list_pages_prefixes() -> tuple[str, ...]:
    """Built at the first request, after all apps have contributed."""
    check_contributed()
    return (*PAGES_PREFIXES, *settings.RESERVED_PAGES_PREFIXES)


@cache
def _list_shared_prefixes() -> tuple[str, ...]:
    check_contributed()
    return tuple(SHARED_PREFIXES)


def is_pages_path(path: str) -> bool:
    return path.startswith(_list_pages_prefixes())


def is_shared_path(path: str) -> bool:
    return path in SHARED_PATHS or path.startswith(_list_shared_prefixes())


APIS = ("/api/", "/trx-api/")


def build_app_policy() -> str:
    sockets = [origin.replace("http", "ws", 1) for origin in settings.APP_ORIGINS]
    reports = [settings.ERROR_REPORT_URL] if settings.ERROR_REPORT_URL else []
    return CONTENT_SECURITY_POLICY.format(pages=settings.PAGES_ORIGIN, connections=" ".join([*sockets, *reports]))


class OriginMiddleware:
    """Rejects a path on the wrong host, and sends the app's security headers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.policy = build_app_policy()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        host = request.headers.get("Host", "").lower()
        on_app, on_pages = host in settings.APP_HOSTS, host == settings.PAGES_HOST
        if not is_shared_path(request.path):
            allowed = on_pages if is_pages_path(request.path) else on_app
            if not allowed:
                return HttpResponse("Not found", status=404, content_type="text/plain")
        response = self.get_response(request)
        if on_app:
            is_page = response.get("Content-Type", "").startswith("text/html") and not request.path.startswith(APIS)
            response.setdefault("Content-Security-Policy", self.policy + TRUSTED_TYPES if is_page else self.policy)
            response.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        return response
