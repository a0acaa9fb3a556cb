"""Paths for logs, without the tokens of emailed links, signed downloads, previews and subscriber pages."""

import re

MASK = "*"
MAX_LOGGED_PATH_CHARACTERS = 200
# The formats in which a variable segment is logged. None matches a token of ours: tokens have capital letters, digits
# or colons, and no such suffix.
_SAFE = re.compile(
    r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"  # an id
    r"|\d{1,19}"
    r"|[a-z]{1,24}(-[a-z]{1,24}){0,3}"
    r"|[A-Za-z0-9._-]{1,80}\.(css|html|ico|js|json|map|png|svg|txt|webmanifest|woff2)"
)


def mask_path(path: str, *, route: str) -> str:
    """The path with a mask for every segment that is neither part of the route's text, an id nor a plain word."""
    literals = route.split("/")
    masked = [
        segment if segment == literal or not segment or _SAFE.fullmatch(segment) else MASK
        for segment, literal in _align(path[1 : MAX_LOGGED_PATH_CHARACTERS + 1].split("/"), literals)
    ]
    return "/" + "/".join(masked)


def _align(segments: list[str], literals: list[str]) -> list[tuple[str, str | None]]:
    return [(segment, literals[at] if at < len(literals) else None) for at, segment in enumerate(segments)]
