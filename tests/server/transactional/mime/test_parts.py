"""Parts of untrusted messages: found in order, and only within limits."""

from email.message import EmailMessage
from email.policy import SMTP

import pytest

from server.transactional.mime import parts
from server.transactional.mime.parts import TooManyParts, iterate_parts


def nested(depth: int, inner: bytes = b"Content-Type: text/plain\r\n\r\nHello") -> bytes:
    """A message of nested multiparts."""
    whole = inner
    for number in range(depth):
        head = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n" % number
        whole = head + b"--b%d\r\n" % number + whole + b"\r\n--b%d--\r\n" % number
    return whole


def test_the_parts_are_those_that_python_finds() -> None:
    message = EmailMessage(policy=SMTP)
    message.set_content("Halo é\n")
    message.add_alternative("<img src='cid:logo@kopi'>", subtype="html")
    message.get_payload()[1].add_related(b"GIF89a", "image", "gif", cid="<logo@kopi>")  # type: ignore[index,union-attr]
    message.add_attachment(b"\x00\xff", maintype="application", subtype="pdf", filename="Rechnung ✓.pdf")
    inner = EmailMessage(policy=SMTP)
    inner.set_content("Within")
    message.add_attachment(inner)
    mime = message.as_bytes()

    found = list(iterate_parts(mime))

    assert [(part.kind, part.name, part.content_id, part.is_attachment) for part in found] == [
        ("text/plain", "", "", False),
        ("text/html", "", "", False),
        ("image/gif", "", "logo@kopi", False),
        ("application/pdf", "Rechnung ✓.pdf", "", True),
        ("message/rfc822", "", "", True),
    ]
    assert [found[0].text(mime), found[2].content(mime), found[3].content(mime)] == [
        "Halo é\r\n",
        b"GIF89a",
        b"\x00\xff",
    ]
    assert b"Within" in found[4].content(mime)


def test_depth_is_bounded() -> None:
    assert [part.kind for part in iterate_parts(nested(parts.MAX_DEPTH))] == ["text/plain"]
    with pytest.raises(TooManyParts):
        list(iterate_parts(nested(parts.MAX_DEPTH + 1)))


def test_parts_are_bounded_over_all_levels() -> None:
    inner = b"Content-Type: multipart/mixed; boundary=i\r\n\r\n" + b"--i\r\n\r\nx\r\n" * 19 + b"--i--"
    whole = b"Content-Type: multipart/mixed; boundary=o\r\n\r\n" + (b"--o\r\n" + inner + b"\r\n") * 11 + b"--o--\r\n"
    found = []

    with pytest.raises(TooManyParts):
        for part in iterate_parts(whole):
            found.append(part)  # noqa: PERF402 -- what came before the bound counts

    # With the message itself and ten multiparts it is 200; each of those has 19 leaves.
    assert len(found) == parts.MAX_PARTS - 1 - 10


def test_headers_of_parts_are_bounded() -> None:
    long = b"X-A: " + b"a" * 900 + b"\r\n"
    wide = nested(1, long * 80 + b"\r\nx")
    whole = b"Content-Type: multipart/mixed; boundary=o\r\n\r\n" + (b"--o\r\n" + long * 30 + b"\r\nx\r\n") * 30

    for mime in (wide, whole):
        with pytest.raises(TooManyParts):
            list(iterate_parts(mime))


def test_parameters_of_endless_headers_are_not_read() -> None:
    """Python parses `a=";;;;` in quadratic time."""
    endless = b';\r\n a="' + b";" * parts.MAX_VALUE_CHARACTERS + b"\r\n"
    named = b"Content-Disposition: attachment; filename=x.pdf" + endless + b"\r\nx"
    latin = b"Content-Type: text/plain; charset=latin-1" + endless + b"\r\n\xe9"
    mixed = b"Content-Type: multipart/mixed; boundary=x" + endless + b"\r\n--x\r\n\r\na\r\n--x--\r\n"

    [[file], [text], [whole]] = [list(iterate_parts(each)) for each in (named, latin, mixed)]

    assert (file.name, file.is_attachment, file.content(named)) == ("", True, b"x")
    assert text.text(latin) == "\ufffd"
    assert whole.end == len(mixed)
    assert next(iterate_parts(named.replace(b";" * parts.MAX_VALUE_CHARACTERS, b";"))).name == "x.pdf"


@pytest.mark.parametrize(
    "mime",
    [
        b"Content-Type: multipart/mixed\r\n\r\n--x\r\n\r\na\r\n--x--\r\n",
        b"Content-Type: multipart/mixed; boundary=" + b"y" * 71 + b"\r\n\r\n--" + b"y" * 71 + b"\r\n\r\na\r\n",
    ],
)
def test_a_multipart_without_a_good_boundary_holds_no_parts(mime: bytes) -> None:
    [part] = iterate_parts(mime)

    assert part.end == len(mime)


def test_nothing_is_read_of_what_is_to_stay_untouched() -> None:
    signed = nested(1).replace(b"multipart/mixed", b"multipart/signed")

    assert list(iterate_parts(signed, untouched=frozenset({"multipart/signed"}))) == []
