"""What an authority for certificates finds at a host of a team (RFC 8555, 8.3)."""

from django.http import HttpRequest, HttpResponse

from server.senders.selectors.certificates import answer_to


def acme_challenge(_request: HttpRequest, token: str) -> HttpResponse:
    """The answer to a token of an order that is under way; 404 to any other."""
    answer = answer_to(token)
    if not answer:
        return HttpResponse("Not found", status=404, content_type="text/plain")
    return HttpResponse(answer, content_type="application/octet-stream")
