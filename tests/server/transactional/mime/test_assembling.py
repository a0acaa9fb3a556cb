"""Preparing messages for sending: links and pixel are inserted, nothing else changes, the signature is valid."""

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from server.delivery.dkim.signing import Signer
from server.transactional.mime.addresses import encode_address
from server.transactional.mime.assembling import assemble
from server.transactional.mime.tracking import add_tracking
from tests.server.delivery.dkim.signing_keys import ed25519_key, rsa_key
from tests.server.delivery.dkim.test_signing import verified

TOKEN = "T" * 42
ORIGIN = "https://links.kopi.example"
RSA, ED = rsa_key(), ed25519_key()
HTML = (
    '<html><body><p>Hé <a href="https://shop.example/?a=1&amp;b=2">Satu</a> <a href="mailto:a@kopi.example">M</a>'
    " <A HREF='http://two.example/x y'>Dua</a> <a href=\"https://shop.example/?a=1&amp;b=2\">Lagi</a>"
    ' <a href="#top">T</a></p></body></html>\n'
)


def mixed() -> bytes:
    """Text, HTML and an attachment that looks like HTML, as an email program writes them."""
    message = EmailMessage()
    message["From"] = "Toko <toko@kopi.example>"
    message["To"] = "ayu@example.com"
    message["Subject"] = "Pesanan ✓"
    message["Message-ID"] = "<7@kopi.example>"
    message.set_content("https://shop.example\n.titik\n")
    message.add_alternative(HTML, subtype="html")
    message.add_attachment(b'<a href="https://evil.example">', maintype="text", subtype="html", filename="a.html")
    return message.as_bytes(policy=policy.SMTP)


def signed(mime: bytes, *, follows: bool) -> bytes:
    """The transmitted form with unstuffed dots."""
    body = assemble(mime, signers=[Signer(RSA), Signer(ED)], origin=ORIGIN, opens=follows, clicks=follows)
    whole = body.fill(TOKEN, at=1_767_600_000)
    assert whole.startswith(b"X-Delivery-ID: " + TOKEN.encode() + b"\r\nDKIM-Signature: ")
    assert whole.endswith(b"\r\n")
    return whole.replace(b"\r\n..", b"\r\n.")


def test_links_and_the_picture_are_put_into_the_html_alone() -> None:
    mime = mixed()
    found = add_tracking(mime, origin=ORIGIN, opens=True, clicks=True)
    assert found is not None
    assert list(found.links) == ["https://shop.example/?a=1&b=2", "http://two.example/xy"]

    before = message_from_bytes(mime, policy=policy.default)
    after = message_from_bytes(found.fill(TOKEN), policy=policy.default)
    assert [part.get_content_type() for part in after.walk()] == [part.get_content_type() for part in before.walk()]
    html = after.get_body(("html",))
    assert html is not None
    assert html.get_content().replace("\r\n", "\n") == (
        f'<html><body><p>Hé <a href="{ORIGIN}/c/1/{TOKEN}">Satu</a> <a href="mailto:a@kopi.example">M</a>'
        f' <A HREF="{ORIGIN}/c/2/{TOKEN}">Dua</a> <a href="{ORIGIN}/c/1/{TOKEN}">Lagi</a> <a href="#top">T</a></p>'
        f'<img src="{ORIGIN}/o/{TOKEN}.gif" width="1" height="1" alt=""'
        ' style="display:block;border:0;width:1px;height:1px"></body></html>\n'
    )
    # Everything else is identical.
    start, end = mime.index(b"Content-Type: text/html"), mime.index(b"Content-Disposition: attachment")
    assert found.fill(TOKEN).startswith(mime[:start])
    assert found.fill(TOKEN).endswith(mime[end:])


@pytest.mark.parametrize(
    "mime",
    [
        b"From: a@kopi.example\r\n\r\nhttps://shop.example\r\n",
        b"From: a@kopi.example\r\nContent-Type: multipart/signed; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: text/html\r\n\r\n"
        b'<a href="https://x.example">x</a>\r\n--b--\r\n',
        b"From: a@kopi.example\r\nContent-Type: text/html; charset=x-nobody\r\n\r\n<p>x</p>\r\n",
        b"From: a@kopi.example\r\nContent-Type: text/html\r\nContent-Disposition: attachment\r\n\r\n<p>x</p>\r\n",
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n"
        b"Content-Type: text/html\r\n\r\n<p>x</p>\r\n--b--\r\n",
        b"Content-Type: multipart/mixed\r\n\r\n<p>x</p>\r\n",
        b"\r\n",
        b"",
    ],
)
def test_what_is_no_html_or_is_not_to_be_touched_stays_as_it_is(mime: bytes) -> None:
    assert add_tracking(mime, origin=ORIGIN, opens=True, clicks=True) is None


def test_parts_in_parts_to_any_depth_end() -> None:
    mime = b"Content-Type: multipart/mixed; boundary=b0\r\n\r\n"
    for depth in range(1, 2_000):
        mime += b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (depth - 1, depth)

    assert add_tracking(mime + b"Content-Type: text/html\r\n\r\nx", origin=ORIGIN, opens=True, clicks=True) is None


@pytest.mark.parametrize("follows", [False, True])
@pytest.mark.parametrize(
    "mime",
    [
        mixed(),
        mixed() + b"\r\n\r\n",
        b"From: a@kopi.example\r\nSubject: x\r\n\t y\r\n\r\n.lead\r\n..two\r\n.\r\n",
        b"From: a@kopi.example\r\nContent-Type: text/html\r\n\r\n<p>.hi</p>",
        b"From: a@kopi.example\r\nTo: b@example.com\r\nReferences: <1@x>\r\n\t<2@x>\r\n\r\n",
        "From: a@kopi.example\r\nSubject: Pesanan ✓\r\n\r\nTerima kasih ✓\r\n".encode(),
    ],
)
def test_the_signatures_hold(mime: bytes, follows: bool) -> None:
    raw = signed(mime, follows=follows)

    assert verified(raw, RSA, ED) == [True, True]
    # Displayed headers can't be added.
    assert verified(raw.replace(b"\r\nFrom:", b"\r\nFrom: ceo@bank.example\r\nFrom:"), RSA, ED) == [False, False]
    assert verified(raw.replace(b"\r\nFrom:", b"\r\nReply-To: x@evil.example\r\nFrom:"), RSA, ED) == [False, False]


def test_one_signature_serves_all_recipients_of_what_is_not_followed() -> None:
    body = assemble(mixed(), signers=[Signer(RSA)], origin=ORIGIN, opens=False, clicks=False)
    first, second = body.fill("A" * 42, at=1), body.fill("B" * 42, at=2)

    assert first.partition(b"\r\n")[2] == second.partition(b"\r\n")[2]


@pytest.mark.parametrize(
    ("email", "address"),
    [
        ("ayu@example.com", "ayu@example.com"),
        ("Ayu@Example.com", "Ayu@Example.com"),
        ("ayu@köpi.example", "ayu@xn--kpi-sna.example"),
        ("aÿu@example.com", "aÿu@example.com"),
        ("aÿu>@example.com", None),
        ("a\r\nRCPT TO:<b@example.com>", None),
        ("ÿ" * 33 + "@example.com", None),
        ("ÿ\u2028@example.com", None),
        ("nobody", None),
    ],
)
def test_addresses_on_the_wire(email: str, address: str | None) -> None:
    assert encode_address(email) == address
