"""Markup that kinds write: escaping by context, styles, allowed addresses, readable colours."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

# Characters that an address can't have. Browsers drop some, so that `java\nscript:` would be a scheme.
_UNSEEN: Final = re.compile(r"[\s\x00-\x20\x7f-\xa0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\ufeff]")
_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_BARE_HOST: Final = re.compile(r"[\w-]+(?:\.[\w-]+)+(?:[:/?#]|$)")
_PORT: Final = re.compile(r"[\w.-]+\.[\w-]+:\d+(?:[/?#]|$)")
_WEB_SCHEMES: Final = frozenset({"http", "https"})
_LINK_SCHEMES: Final = _WEB_SCHEMES | {"mailto", "tel"}
# Most addresses, which need neither a repair nor a check.
_PLAIN_WEB: Final = re.compile(r"https?://[!-~]+")
_COLOUR: Final = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


def escape(text: str) -> str:
    """Escapes text between tags or in an attribute in double quotes."""
    # Apostrophes stay: they end no attribute in double quotes, and merge tags contain them.
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(maxsize=256)
def build_style(**properties: str | int) -> str:
    """A style attribute after a space, without empty properties. Names have `_` for `-`.

    Values are constants or validated by a schema. An email repeats its styles, so they are cached.
    """
    declared = [f"{name.replace('_', '-')}:{value}" for name, value in properties.items() if value != ""]
    return f' style="{";".join(declared)}"'


def clean_link_url(marked: str, *, begins_with_tag: bool) -> str:
    """The address of a link to the web, an email address or a phone number, or from a merge tag; else empty.

    A host without a scheme is a web address. Not escaped.
    """
    return _clean_url(marked, _LINK_SCHEMES, begins_with_tag)


def clean_image_url(marked: str, *, begins_with_tag: bool) -> str:
    """The web address of an image, or one from a merge tag; else empty. Not escaped."""
    return _clean_url(marked, _WEB_SCHEMES, begins_with_tag)


def _clean_url(marked: str, schemes: frozenset[str], begins_with_tag: bool) -> str:
    if _PLAIN_WEB.fullmatch(marked):
        return marked
    address = _UNSEEN.sub("", marked)
    scheme = _SCHEME.match(address)
    if begins_with_tag:
        # The value of the tag is checked when it is known. If it is empty, the rest could be a scheme.
        return "" if scheme else address
    if scheme is None or _PORT.match(address):
        return f"https://{address}" if _BARE_HOST.match(address) else ""
    rest = address[scheme.end() :]
    is_web = scheme[1].lower() in _WEB_SCHEMES
    return address if scheme[1].lower() in schemes and (rest.startswith("//") if is_web else rest) else ""


def format_sides(pixels: Sequence[int]) -> str:
    return " ".join([f"{each}px" if each else "0" for each in pixels])


def parse_colour(value: object) -> str:
    """A hexadecimal colour in lower case; empty for any other value."""
    return value.lower() if isinstance(value, str) and _COLOUR.fullmatch(value) else ""


@lru_cache(maxsize=256)
def choose_text_colour(colour: str) -> str:
    """White or near-black: the one with the better contrast on this colour."""
    return "#ffffff" if compute_contrast("#ffffff", colour) >= compute_contrast("#000000", colour) else "#111111"


@lru_cache(maxsize=256)
def compute_contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2)."""
    low, high = sorted((_compute_luminance(one), _compute_luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _compute_luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    channels = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
