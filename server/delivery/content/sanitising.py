"""Sanitises HTML bodies from tenants by a strict allowlist. No scripts, handlers, forms, frames, SVG or MathML.

As a second defense, such HTML is shown only in a sandboxed frame on the pages origin.
"""

import re
from collections.abc import Iterator
from functools import partial

import nh3

from server.delivery.causes import TAG_IN_STYLE_SHEET
from server.delivery.content.markup import Marks
from server.delivery.errors import InvalidTag
from server.delivery.tags.grammar import Tag, split


def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TAGS = _split_words(
    "a abbr address b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em "
    "figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q "
    "s samp section article small span strike strong sub sup table tbody td tfoot th thead time tr tt u "
    "ul var wbr"
)
_DROPPED_WHOLE = _split_words(
    "script style svg math title template noscript iframe frame object embed applet form textarea select "
    "audio video canvas noframes noembed xmp plaintext"
)
_ATTRIBUTES = {
    "*": _split_words(
        "style class id align valign width height bgcolor background border cellpadding cellspacing dir lang "
        "title role color face size nowrap"
    ),
    "a": {"href", "name", "target"},
    "img": {"src", "alt", "hspace", "vspace"},
    "td": {"colspan", "rowspan", "headers", "scope"},
    "th": {"colspan", "rowspan", "headers", "scope"},
    "col": {"span"},
    "colgroup": {"span"},
    "ol": {"start", "type"},
    "ul": {"type"},
}
_STYLES = _split_words(
    "background background-color background-image background-position background-repeat background-size "
    "border border-bottom border-bottom-color border-bottom-style border-bottom-width border-collapse "
    "border-color border-left border-left-color border-left-style border-left-width border-radius "
    "border-right border-right-color border-right-style border-right-width border-spacing border-style "
    "border-top border-top-color border-top-style border-top-left-radius border-top-right-radius "
    "border-bottom-left-radius border-bottom-right-radius border-top-width border-width box-shadow box-sizing "
    "clear color direction display float font font-family font-size font-style font-variant font-weight "
    "height letter-spacing line-height list-style list-style-type margin margin-bottom margin-left "
    "margin-right margin-top max-height max-width min-height min-width mso-line-height-rule mso-padding-alt "
    "mso-table-lspace mso-table-rspace opacity outline overflow padding padding-bottom padding-left "
    "padding-right padding-top table-layout text-align text-decoration text-indent text-transform "
    "vertical-align visibility white-space width word-break word-spacing word-wrap"
)
_WEB = {"http", "https"}
_SCHEMES = _WEB | {"mailto", "tel"}
ATTACHMENT_SCHEME = "cid"  # the scheme of an attached picture (RFC 2392)
# Possessive, and match at every start, so that unclosed elements are read in linear time. A style sheet without an end
# extends to the end of the document, as in a browser.
_SHEET = re.compile(r"<style\b[^<>]*+>(.*?)(?:</style\s*+>|\Z)", re.DOTALL | re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
# Rules that an email's style sheet doesn't need, and that could fetch or run something.
_UNSAFE_CSS = re.compile(
    r"@import|@charset|@namespace|expression\s*\(|behavior\s*:|-moz-binding|javascript:|[<\\]", re.IGNORECASE
)
# The same in a style attribute, where an escape or comment could hide it.
_UNSAFE_STYLE = re.compile(
    r"expression\s*\(|behavior\s*:|-moz-binding|@import|(?:java|vb|live)script\s*:|[<\\]|/\*", re.IGNORECASE
)
_PATH = re.compile(r"[/?#]")
_INVISIBLE = re.compile(r"[\s\x00-\x20\x7f-\xa0]+")
_TAG_START = re.compile(r"\{\{|\{%")
_ELEMENT = re.compile(r"""<[a-zA-Z/](?:[^"'>]|"[^"]*+"|'[^']*+')*+>?""")


def _preserve_line_breaks(match: re.Match[str]) -> str:
    """Removes the match but not its line breaks, so that errors report the right line."""
    return "\n" * match[0].count("\n")


def extract_style_sheets(source: str) -> tuple[str, str]:
    """Returns the source without style sheets and comments, and the rules of the safe style sheets.

    Raises InvalidTag for a tag in a style sheet.
    """
    kept: list[str] = []
    for match in _SHEET.finditer(source):
        tag = _TAG_START.search(match[1])
        if tag is not None:
            at = match.start(1) + tag.start()
            line = source.count("\n", 0, at) + 1
            column = at - source.rfind("\n", 0, at)
            raise InvalidTag.at(line, column, TAG_IN_STYLE_SHEET.bind())
        if not _UNSAFE_CSS.search(match[1]):
            kept.append(match[1].strip())
    return _COMMENT.sub(_preserve_line_breaks, _SHEET.sub(_preserve_line_breaks, source)), "\n".join(kept)


def mark(source: str, marks: Marks, *, node: str = "") -> str:
    """The source with its tags as marks: words in attributes and for values, comments for control tags in text.

    A comment can be between the rows of a table, where a parser would move text out of the table.
    """
    cut = split(source, markup=True, node=node)
    joined = "".join(marks.tag(piece) if isinstance(piece, Tag) else piece for piece in cut)
    out: list[str] = []
    at = 0
    for element in _ELEMENT.finditer(joined):
        out.extend(_comment_controls(joined[at : element.start()], marks))
        out.append(element[0])
        at = element.end()
    out.extend(_comment_controls(joined[at:], marks))
    return "".join(out)


def _comment_controls(text: str, marks: Marks) -> Iterator[str]:
    at = 0
    for match in marks.pattern.finditer(text):
        yield text[at : match.start()]
        control = match[3] == "tg" and marks.tags[int(match[4])].kind != "value"
        yield f"<!--{match[0]}-->" if control else match[0]
        at = match.end()
    yield text[at:]


def _filter_attribute(_element: str, name: str, value: str, *, pictures: frozenset[str]) -> str | None:
    """Checks that nh3 doesn't make: styles that old clients executed, backgrounds, obfuscated addresses."""
    if name == "style":
        return None if _UNSAFE_STYLE.search(value) else value
    schemes = {"background": pictures, "href": _SCHEMES, "src": pictures, "cite": _WEB}.get(name)
    if schemes is not None:
        scheme, colon, _ = _PATH.split(_INVISIBLE.sub("", value), maxsplit=1)[0].partition(":")
        return value if not colon or scheme.lower() in schemes else None
    return value


def sanitise(marked: str, marks: Marks, *, attached: bool = False) -> str:
    """Sanitised HTML. The only comments left are marks.

    If `attached`, pictures can be parts of the email (`cid:`).
    """
    pictures = frozenset(_WEB | {ATTACHMENT_SCHEME} if attached else _WEB)
    clean = nh3.clean(
        marked,
        tags=_TAGS,
        clean_content_tags=_DROPPED_WHOLE,
        attributes=_ATTRIBUTES,
        strip_comments=False,
        link_rel=None,
        generic_attribute_prefixes={"aria-"},
        url_schemes=_SCHEMES | pictures,
        filter_style_properties=_STYLES,
        attribute_filter=partial(_filter_attribute, pictures=pictures),
    )
    ours = re.compile(rf"<!--mtg{marks.nonce}x\d+x-->")
    clean = _COMMENT.sub(lambda match: match[0] if ours.fullmatch(match[0]) else "", clean)
    if "<tbody" not in marked.lower():
        # The parser adds the implied tbody after the tags before the first row, but they belong inside it.
        implied = re.compile(rf"((?:<!--mtg{marks.nonce}x\d+x-->|\s)++)(<tbody>)?")
        clean = implied.sub(lambda match: f"{match[2] or ''}{match[1]}", clean)
    return clean
