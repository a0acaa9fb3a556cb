"""Compiles a tenant's content into encoded runs and typed slots that are filled per recipient.

All kinds of body take the same steps: tags become marks, links become numbers, the markup is completed (MJML through
mrml, or sanitised HTML in a plain frame), marks are placed by context, and static runs are encoded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from html import escape
from typing import Any

from server.delivery.content import documents, markdown, mjml, own_text, plain, sanitising, starters
from server.delivery.content.documents import DocumentTags
from server.delivery.content.links import Rewriter, TrackedLink, rewrite_addresses
from server.delivery.content.markup import Marks, TagLocator
from server.delivery.content.starters import FooterLinks, Starter, StarterFrame
from server.delivery.content.utm import UtmParameters, UtmValues
from server.delivery.errors import DocumentTooLarge
from server.delivery.mime import headers, quoted
from server.delivery.tags.grammar import Item, PlacedTag, Tag, parse, split
from server.delivery.tags.tree import (
    Context,
    For,
    If,
    Node,
    Origin,
    Path,
    Text,
    Token,
    Value,
    from_data,
    localize,
    to_data,
)
from server.delivery.tracking.bots import HIDDEN_LINK
from server.documents.kinds.email import footer, rendering
from server.documents.kinds.email.rendering import RenderedDocument

MAX_MESSAGE_BYTES = 2_000_000
MAX_SUBJECT_CHARACTERS = 998
# Results for bodies of this length or more are cached; the largest result takes about 2 MB.
MIN_CACHED_CHARACTERS = 50_000
MAX_CACHED_EMAILS = 8
SYSTEM_FIELDS = frozenset(
    {
        "unsubscribe_url",
        "preferences_url",
        "view_url",
        "forward_url",
        "reply_url",
        "company_name",
        "company_address",
    }
)
# Pages of the recipient on the pages origin, by tag.
_PAGES = {
    "preferences_url": "manage-subscription",
    "forward_url": "email-forward",
    "reply_url": "email-reply",
    "calendar_url": "add-to-calendar",
}


class BodyKind(StrEnum):
    MARKDOWN = "markdown"
    HTML = "html"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class EmailContent:
    """A tenant's content. Without `plain`, the text/plain part is derived from the body.

    The body of a document is the result of `documents.serialize_body`.
    """

    subject: str
    body: str
    kind: BodyKind = BodyKind.MARKDOWN
    starter: Starter = Starter.LETTER
    preheader: str = ""
    plain: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """The frame and options of an email. `origin` is the pages origin without a trailing slash."""

    origin: str
    company: str
    postal_address: str = ""
    accent: str = starters.DEFAULT_ACCENT
    logo: str = ""
    language: str = "en"
    # System emails, such as a verification email, are not tracked and have no unsubscribe link.
    follows: bool = True
    unsubscribes: bool = True
    # Whether `confirm_url` links to the page where a waiting contact confirms.
    confirms: bool = False
    footer: FooterLinks = field(default_factory=FooterLinks)
    # Link parameters for web analytics.
    utm: UtmValues | None = None
    # The target of `calendar_url` as JSON data (pages/calendar.py).
    event: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class CompiledEmail:
    """A document ready to be filled; the texts in `html` and `text` are quoted-printable."""

    subject: tuple[Node, ...]
    html: tuple[Node, ...]
    text: tuple[Node, ...]
    links: tuple[TrackedLink, ...]
    event: Mapping[str, str] | None = None

    def to_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "subject": to_data(self.subject),
            "html": to_data(self.html),
            "text": to_data(self.text),
            "links": [link.to_data() for link in self.links],
        }
        return data if self.event is None else {**data, "event": dict(self.event)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "CompiledEmail":
        return cls(
            from_data(data["subject"]),
            from_data(data["html"]),
            from_data(data["text"]),
            tuple(TrackedLink.from_data(link) for link in data["links"]),
            data.get("event"),
        )


@dataclass(slots=True)
class _Work:
    """The state of one compilation."""

    content: EmailContent
    setting: Setting
    known: frozenset[str] | None
    marks: Marks = field(default_factory=Marks)
    tags: DocumentTags = field(init=False)
    drawn: RenderedDocument | None = None  # of a document

    @property
    def joint(self) -> str:
        """Separates the parts of a document while its links are numbered; users can't type it."""
        return f"<!--mpt{self.marks.nonce}x-->"

    @property
    def origin(self) -> str:
        """A placeholder for the origin of tracked addresses, which is inserted during sending."""
        return f"mor{self.marks.nonce}x"

    def __post_init__(self) -> None:
        self.known = None if self.known is None else self.known | list_system_fields(self.setting)
        self.tags = DocumentTags(self.marks)


def list_system_fields(setting: Setting) -> frozenset[str]:
    own = {"confirm_url"} if setting.confirms else set()
    return SYSTEM_FIELDS | own | ({"calendar_url"} if setting.event else set())


def compile_content(content: EmailContent, setting: Setting, *, known: frozenset[str] | None) -> CompiledEmail:
    """Compiles a document. `known` are the existing field names; None allows any.

    Raises InvalidTag, DocumentTooLarge, DocumentNotCompiled or HeaderUnsafe; for an error in a node of a document the
    payload has the `node`.
    """
    if len(content.body) < MIN_CACHED_CHARACTERS:
        return _compile(content, setting, known)
    event = None if setting.event is None else tuple(sorted(setting.event.items()))
    return _compile_cached(content, replace(setting, event=None), event, known)


@lru_cache(maxsize=MAX_CACHED_EMAILS)
def _compile_cached(
    content: EmailContent, setting: Setting, event: tuple[tuple[str, str], ...] | None, known: frozenset[str] | None
) -> CompiledEmail:
    """Cached, because it can take up to a second, and opening the content's page renders, checks and measures it.

    Concurrent calls each compile it.
    """
    return _compile(content, setting if event is None else replace(setting, event=dict(event)), known)


def _compile(content: EmailContent, setting: Setting, known: frozenset[str] | None) -> CompiledEmail:
    work = _Work(content, setting, known)
    subject = compile_subject(content.subject, known=work.known)
    body, blocks, sheet = _compile_body(work)
    parameters = UtmParameters(setting.utm, work.marks, own=setting.origin) if setting.utm else None
    rewriter = Rewriter(work.marks, known=work.known, prefix=f"{work.origin}/c/", parameters=parameters)
    if setting.follows:
        body, blocks = _number_links(rewriter, body, blocks)
    elif parameters is not None:
        body, blocks = _add_parameters(parameters, body, blocks)
    markup = _build_page(work, body, blocks, sheet)
    html_items = _insert_hidden_link(_insert_pixel(TagLocator(work.marks).place(markup), work), work)
    if content.plain.strip():
        # After the markup, because `place` requires all tags that are marked by then to be in it.
        change = rewriter.address if setting.follows else parameters.put_on if parameters else str
        text = _append_missing_footer(work, own_text.mark(content.plain, work.marks, change, rewriter.follow))
    else:
        text = _append_footer(work, plain.render_text(body, work.marks))
    text_items = work.marks.split(text, Context.PLAIN)
    language = setting.language
    compiled = CompiledEmail(
        subject=localize(language, subject),
        html=encode_texts(localize(language, _resolve_fields(parse(html_items, known=work.known), work))),
        text=encode_texts(localize(language, _resolve_fields(parse(text_items, known=work.known), work))),
        links=tuple(replace(link, target=localize(language, link.target)) for link in rewriter.links),
        event=setting.event,
    )
    if (size := count_static_bytes(compiled.html) + count_static_bytes(compiled.text)) > MAX_MESSAGE_BYTES:
        raise DocumentTooLarge.over("bytes", MAX_MESSAGE_BYTES) from ValueError(size)
    return compiled


def derive_plain_text(content: EmailContent, setting: Setting) -> str:
    """Preserves tags and addresses as in the source. Raises what `compile_content` raises for an invalid body."""
    # The body never contains the event.
    plain_setting = replace(setting, event=None)
    return (_derive_plain_text if len(content.body) < MIN_CACHED_CHARACTERS else _derive_cached_plain_text)(
        content, plain_setting
    )


def _derive_plain_text(content: EmailContent, setting: Setting) -> str:
    work = _Work(content, setting, None)
    body, _, _ = _compile_body(work)
    text = plain.render_text(body, work.marks)
    return work.marks.pattern.sub(lambda mark: work.marks.tags[int(mark[2] or mark[4])].source, text)


_derive_cached_plain_text = lru_cache(maxsize=MAX_CACHED_EMAILS)(_derive_plain_text)


def compile_subject(subject: str, *, known: frozenset[str] | None) -> tuple[Node, ...]:
    """Also compiles other texts for headers. Raises InvalidTag, DocumentTooLarge or HeaderUnsafe."""
    if len(subject) > MAX_SUBJECT_CHARACTERS:
        raise DocumentTooLarge.over("subject", MAX_SUBJECT_CHARACTERS)
    headers.check_value("subject", subject)
    items = [PlacedTag(p, Context.HEADER) if isinstance(p, Tag) else p for p in split(subject)]
    return parse(items, known=known)


def _compile_body(work: _Work) -> tuple[str, list[markdown.Block], str]:
    """Returns the body as marked markup, its blocks if it is Markdown, and its style sheet if it contains HTML."""
    if work.content.kind is BodyKind.DOCUMENT:
        work.drawn = rendering.render(
            documents.parse_body(work.content.body), _build_document_frame(work), work.tags, origin=work.setting.origin
        )
        return work.joint.join(work.drawn.parts), [], "\n".join(work.tags.sheets)
    if work.content.kind is BodyKind.MARKDOWN:
        marked = markdown.mark(work.content.body, work.marks)
        blocks = markdown.parse_blocks(marked, work.marks, accent=starters.normalize_accent(work.setting.accent))
        return "".join(block.html for block in blocks), blocks, ""
    source, sheet = sanitising.extract_style_sheets(work.content.body)
    if mjml.measure_depth(source) > mjml.MAX_DEPTH:
        raise DocumentTooLarge.over("depth", mjml.MAX_DEPTH)
    return sanitising.sanitise(sanitising.mark(source, work.marks), work.marks), [], sheet


def _number_links(rewriter: Rewriter, body: str, blocks: Sequence[markdown.Block]) -> tuple[str, list[markdown.Block]]:
    if not blocks:
        return rewriter.rewrite(body), []
    done: list[markdown.Block] = []
    for block in blocks:
        address = rewriter.address(block.address) if block.kind is markdown.BlockKind.BUTTON else block.address
        done.append(markdown.Block(block.kind, rewriter.rewrite(block.html), address, block.label))
    return "".join(block.html for block in done), done


def _add_parameters(
    parameters: UtmParameters, body: str, blocks: Sequence[markdown.Block]
) -> tuple[str, list[markdown.Block]]:
    if not blocks:
        return rewrite_addresses(body, parameters.put_on), []
    done = [
        markdown.Block(
            block.kind,
            rewrite_addresses(block.html, parameters.put_on),
            parameters.put_on(block.address) if block.kind is markdown.BlockKind.BUTTON else block.address,
            block.label,
        )
        for block in blocks
    ]
    return "".join(block.html for block in done), done


def _build_frame(work: _Work) -> StarterFrame:
    setting = work.setting
    footer = setting.footer
    return StarterFrame(
        starter=work.content.starter,
        company=setting.company,
        postal_address=setting.postal_address,
        accent=setting.accent,
        logo=setting.logo,
        preheader=_mark_preheader(work),
        language=setting.language,
        unsubscribe=_mark_field(work, "unsubscribe_url") if setting.unsubscribes else "",
        preferences=_mark_field(work, "preferences_url") if setting.unsubscribes and footer.preferences else "",
        view=_mark_field(work, "view_url") if setting.unsubscribes and footer.view else "",
        forward=_mark_field(work, "forward_url") if setting.unsubscribes and footer.forward else "",
        reply=_mark_field(work, "reply_url") if setting.unsubscribes and footer.reply else "",
        brand=footer.brand if setting.unsubscribes else "",
    )


def _mark_preheader(work: _Work) -> str:
    pieces = split(work.content.preheader)
    return "".join(work.marks.tag(piece) if isinstance(piece, Tag) else piece for piece in pieces)


def _mark_field(work: _Work, name: str) -> str:
    return work.marks.tag(Tag("value", 0, 0, path=(name,)))


def _build_page(work: _Work, body: str, blocks: Sequence[markdown.Block], sheet: str) -> str:
    if work.drawn is not None:
        return _build_document_page(work, work.drawn, body, sheet)
    return (
        _build_markdown_page(work, blocks)
        if work.content.kind is BodyKind.MARKDOWN
        else _build_html_page(work, body, sheet)
    )


def _build_document_frame(work: _Work) -> footer.EmailFrame:
    setting, preheader = work.setting, _mark_preheader(work)
    words = starters.FOOTER_TEXTS.get(setting.language, starters.FOOTER_TEXTS["en"])
    whose = f"{setting.company} · {setting.postal_address}" if setting.postal_address else setting.company
    if not setting.unsubscribes:
        return footer.EmailFrame(setting.company, setting.language, preheader, lines=(whose,))

    def link(label: str, name: str) -> footer.FooterLink:
        return footer.FooterLink(label, _mark_field(work, name))

    return footer.EmailFrame(
        title=setting.company,
        language=setting.language,
        preheader=preheader,
        lines=(words.reason.format(company=setting.company.removesuffix(".")), whose),
        unsubscribe=link(words.unsubscribe, "unsubscribe_url"),
        preferences=link(words.preferences, "preferences_url"),
        forward=link(words.forward, "forward_url"),
        reply=link(words.reply, "reply_url"),
        question=words.question,
        view=link(words.view, "view_url"),
        brand=words.brand.format(brand=setting.footer.brand) if setting.footer.brand else "",
    )


def _build_document_page(work: _Work, drawn: RenderedDocument, body: str, sheet: str) -> str:
    parts = body.split(work.joint) if drawn.parts else []
    page = drawn.fill(documents.render_structure(drawn.mjml), parts)
    _ignore_frame_marks(work)
    return page.replace("</head>", f'<style type="text/css">{sheet}</style></head>', 1) if sheet else page


def _build_markdown_page(work: _Work, blocks: Sequence[markdown.Block]) -> str:
    return mjml.render(starters.build_document(blocks, _build_frame(work)))


def _build_html_page(work: _Work, body: str, sheet: str) -> str:
    setting = work.setting
    brings_unsubscribe = any(tag.path == ("unsubscribe_url",) for tag in work.marks.tags)
    frame = _build_frame(work)
    footer = ""
    if setting.unsubscribes and not brings_unsubscribe:
        style = f"margin:24px auto;max-width:600px;font:12px/1.6 {starters.FONT};color:#6b6b74;text-align:center"
        footer = f'<div style="{escape(style)}">{"<br>".join(starters.build_footer_lines(frame))}</div>'
    else:
        _ignore_frame_marks(work)
    hidden = "display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden"
    preheader = f'<div style="{hidden}">{escape(frame.preheader, quote=False)}</div>' if frame.preheader else ""
    style_element = f"<style>{sheet}</style>" if sheet else ""
    title = escape(setting.company, quote=False)
    return wrap_page(f"{preheader}{body}{footer}", title=title, language=setting.language, style=style_element)


def wrap_page(body: str, *, title: str, language: str, style: str) -> str:
    """Adds the minimum that email clients need. `body` is sanitised; `style` is an element, or empty."""
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="X-UA-Compatible" content="IE=edge">'
        f"<title>{title}</title>{style}</head>"
        f'<body style="margin:0;padding:0">{body}</body></html>'
    )


def _ignore_frame_marks(work: _Work) -> None:
    """Marks the footer's values as placed: an unused footer doesn't have to contain them."""
    work.marks.seen.update(n for n, tag in enumerate(work.marks.tags) if tag.line == 0)


def _insert_pixel(items: Sequence[Item], work: _Work) -> list[Item]:
    if not work.setting.follows:
        return list(items)
    for index in range(len(items) - 1, -1, -1):
        item = items[index]
        if isinstance(item, str) and (at := item.rfind("</body>")) >= 0:
            pixel: list[Item] = [
                f'{item[:at]}<img src="{work.origin}/o/',
                Token(),
                '" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">' + item[at:],
            ]
            return [*items[:index], *pixel, *items[index + 1 :]]
    return list(items)


def _insert_hidden_link(items: Sequence[Item], work: _Work) -> list[Item]:
    """Inserts a link at the start that people neither see nor hear, so only bots follow it."""
    if not work.setting.follows:
        return list(items)
    for index, item in enumerate(items):
        opened = item.find("<body") if isinstance(item, str) else -1
        if isinstance(item, str) and opened >= 0 and (at := item.find(">", opened) + 1):
            link: list[Item] = [
                f'{item[:at]}<a href="{work.origin}/c/{HIDDEN_LINK}/',
                Token(),
                f'" style="display:none" aria-hidden="true" tabindex="-1"></a>{item[at:]}',
            ]
            return [*items[:index], *link, *items[index + 1 :]]
    return list(items)


def _append_footer(work: _Work, text: str, *, address: bool = True, unsubscribe: bool = True) -> str:
    setting = work.setting
    if not setting.unsubscribes or not (address or unsubscribe):
        return text
    words = starters.FOOTER_TEXTS.get(setting.language, starters.FOOTER_TEXTS["en"])
    lines = []
    if address:
        lines.append(f"{setting.company} · {setting.postal_address}" if setting.postal_address else setting.company)
    if unsubscribe:
        lines.append(f"{words.unsubscribe}: {_mark_field(work, 'unsubscribe_url')}")
    return f"{text}\n-- \n" + "\n".join(lines) + "\n"


def _append_missing_footer(work: _Work, text: str) -> str:
    brought = {tag.path for tag in own_text.list_tags(work.content.plain)}
    return _append_footer(
        work,
        plain.tidy(text),
        address=("company_address",) not in brought,
        unsubscribe=("unsubscribe_url",) not in brought,
    )


def _resolve_fields(nodes: Sequence[Node], work: _Work) -> tuple[Node, ...]:
    """Inserts what is the same for all recipients: the company, and the addresses around a token."""
    done: list[Node] = []
    setting = work.setting
    origin = Origin(setting.origin)
    for node in nodes:
        match node:
            case Text(text) if work.origin in text:
                for number, run in enumerate(text.split(work.origin)):
                    done.extend((origin,) if number else ())
                    done.extend((Text(run),) if run else ())
            case Value(path=("unsubscribe_url",)):
                done.extend((origin, Text("/u/"), Token()))
            case Value(path=(name,)) if name in _PAGES and (name != "calendar_url" or setting.event):
                done.extend((Text(f"{setting.origin}/{_PAGES[name]}/"), Token()))
            case Value(path=("confirm_url",)) if setting.confirms:
                done.extend((Text(f"{setting.origin}/confirm-subscription/"), Token()))
            case Value(path=("view_url",)):
                done.extend((origin, Text("/v/"), Token()))
            case Value(path=("company_name",), context=context):
                done.append(Text(_escape_value(setting.company, context)))
            case Value(path=("company_address",), context=context):
                done.append(Text(_escape_value(setting.postal_address, context)))
            case If(branches, otherwise):
                inner = tuple((test, _resolve_fields(body, work)) for test, body in branches)
                done.append(If(inner, _resolve_fields(otherwise, work)))
            case For(variable, path, body):
                done.append(For(variable, path, _resolve_fields(body, work)))
            case _:
                done.append(node)
    return tuple(done)


def _escape_value(text: str, context: Context) -> str:
    return text if context in (Context.PLAIN, Context.HEADER) else escape(text)


def encode_texts(nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Joins adjacent texts and encodes them as quoted-printable."""
    done: list[Node] = []
    run: list[str] = []

    def flush() -> None:
        if run:
            done.append(Text(quoted.encode("".join(run)).decode("ascii")))
            run.clear()

    for node in nodes:
        match node:
            case Text(text):
                run.append(text)
                continue
            case If(branches, otherwise):
                flush()
                done.append(If(tuple((test, encode_texts(body)) for test, body in branches), encode_texts(otherwise)))
            case For(variable, path, body):
                flush()
                done.append(For(variable, path, encode_texts(body)))
            case _:
                flush()
                done.append(node)
    flush()
    return tuple(done)


def count_static_bytes(nodes: Sequence[Node]) -> int:
    total = 0
    for node in nodes:
        match node:
            case Text(text):
                total += len(text)
            case If(branches, otherwise):
                total += sum(count_static_bytes(body) for _, body in branches) + count_static_bytes(otherwise)
            case For(body=body):
                total += count_static_bytes(body)
    return total


def get_loop_fields(link: TrackedLink, indexes: Sequence[int], fields: dict[str, Any]) -> dict[str, Any] | None:
    """The fields of a link at these indexes of the loops around it; None if there is no such item."""
    found = dict(fields)
    if len(indexes) != len(link.loops):
        return None
    for (variable, path), index in zip(link.loops, indexes, strict=True):
        item = _get_item(found, path, index)
        if item is None:
            return None
        found[variable] = item
    return found


def _get_item(fields: dict[str, Any], path: Path, index: int) -> Any:
    found: Any = fields
    for name in path:
        found = found.get(name) if isinstance(found, dict) else None
    if not isinstance(found, list) or not 0 <= index < len(found):
        return None
    return found[index]
