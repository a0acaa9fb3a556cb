"""Reads a compiled email for all recipients: every branch of a condition, each repeat once."""

import quopri
from collections.abc import Iterator, Sequence
from html import unescape

from server.delivery.content.markup import Element, split_pieces
from server.delivery.tags.tree import For, If, Node, Origin, Text, Token, Value

_VALUE = b"=E2=80=A6"  # an ellipsis in place of a recipient's value


def render_text(nodes: Sequence[Node]) -> str:
    """Returns the part as text, with an ellipsis for each value."""
    return quopri.decodestring(b"".join(_iter_runs(nodes))).decode("utf-8", "replace").replace("\r\n", "\n")


def _iter_runs(nodes: Sequence[Node]) -> Iterator[bytes]:
    for node in nodes:
        match node:
            case Text(text):
                yield text.encode("ascii")
            case Value():
                yield _VALUE
            case Token():
                yield b"token"
            case Origin(address):
                yield address.encode("ascii", "ignore")
            case If(branches, otherwise):
                for _, body in branches:
                    yield from _iter_runs(body)
                yield from _iter_runs(otherwise)
            case For(body=body):
                yield from _iter_runs(body)


def list_images(html: str) -> list[dict[str, str]]:
    return [each.attributes() for each in split_pieces(html) if isinstance(each, Element) and each.name == "img"]


def extract_visible_text(html: str) -> str:
    body = html[max(0, html.find("<body")) :]
    return " ".join(unescape(" ".join(piece for piece in split_pieces(body) if isinstance(piece, str))).split())
