"""ACME challenge responses at a team's host (RFC 8555, 8.3)."""

from django.http import HttpRequest, HttpResponse

from server.senders.selectors.certificates import find_challenge_response


def serve_challenge(_request: HttpRequest, token: str) -> HttpResponse:
    answer = find_challenge_response(token)
    if not answer:
        return HttpResponse("Not found", status=404, content_type="text/plain")
    return HttpResponse(answer, content_type="application/octet-stream")
