"""Parsing of reports: delivery status, complaints, prose, and hostile input."""

import base64
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.delivery.bounces.classes import BounceClass
from server.delivery.bounces.parts import MAX_PARTS, list_parts, parse_part
from server.delivery.bounces.reports import FeedbackReport, ReportKind, parse_report
from server.delivery.tokens import encode_mailbox
from tests.server.delivery.bounces import mails

TOKEN = "AQAAAAAAAQAAAAC" + "x" * 16


def read_report(data: bytes, *, null_sender: bool = True) -> FeedbackReport:
    return parse_report(data, null_sender=null_sender)


@pytest.mark.parametrize(
    ("status", "diagnostic", "bounce", "code", "enhanced"),
    [
        ("5.1.1", "550 5.1.1 <x@mx.example>: user unknown", BounceClass.HARD, 550, "5.1.1"),
        ("5.0.0", "550 5.7.26 Unauthenticated email is not accepted", BounceClass.SENDER, 550, "5.7.26"),
        ("5.2.2", "552 5.2.2 Over quota", BounceClass.FULL, 552, "5.2.2"),
        ("4.4.7", "451 4.4.1 Connection timed out", BounceClass.SOFT, 451, "4.4.7"),
        ("5.7.1", "554 5.7.1 Client host blocked using zen.spamhaus.org", BounceClass.BLOCK, 554, "5.7.1"),
        ("5.7.1", "550 5.7.1 Message rejected due to content restrictions", BounceClass.POLICY, 550, "5.7.1"),
        ("5.0.0", "something went wrong", BounceClass.SOFT, 0, ""),
    ],
)
def test_a_delivery_status_has_class_and_codes(
    status: str, diagnostic: str, bounce: BounceClass, code: int, enhanced: str
) -> None:
    report = read_report(mails.dsn(status=status, diagnostic=diagnostic))
    assert (report.kind, report.bounce, report.code, report.enhanced) == (ReportKind.BOUNCE, bounce, code, enhanced)
    assert report.diagnostic == diagnostic


@pytest.mark.parametrize("action", ["delayed", "delivered", "relayed", "expanded", ""])
def test_what_is_no_failure_is_no_bounce(action: str) -> None:
    assert read_report(mails.dsn(action=action)).kind is ReportKind.IGNORED


def test_a_status_encoded_as_base64_is_read() -> None:
    plain = mails.dsn()
    head, mark, rest = plain.partition(b"Content-Type: message/delivery-status\r\n\r\n")
    fields, end, tail = rest.partition(b"\r\n--4Xk.1/mx.example")
    encoded = base64.encodebytes(fields).replace(b"\n", b"\r\n")
    changed = head + mark[:-2] + b"Content-Transfer-Encoding: base64\r\n\r\n" + encoded + end + tail
    assert read_report(changed).bounce is BounceClass.HARD


def test_folded_fields_and_bare_line_feeds_are_read() -> None:
    folded = mails.dsn(diagnostic="550 5.1.1\n <x@mx.example>:\n user unknown").replace(b"\r\n", b"\n")
    assert read_report(folded).diagnostic == "550 5.1.1 <x@mx.example>: user unknown"


@pytest.mark.parametrize(
    ("mail", "bounce", "code", "enhanced"),
    [
        (mails.QMAIL, BounceClass.HARD, 0, "5.1.1"),
        (mails.EXIM, BounceClass.FULL, 552, "5.2.2"),
        (mails.PROSE, BounceClass.HARD, 0, ""),
    ],
    ids=["qmail", "exim", "prose"],
)
def test_bounces_in_prose_are_known_by_their_words(mail: bytes, bounce: BounceClass, code: int, enhanced: str) -> None:
    report = read_report(mail)
    assert (report.kind, report.bounce, report.code, report.enhanced) == (ReportKind.BOUNCE, bounce, code, enhanced)


def test_a_bounce_in_prose_comes_from_nobody() -> None:
    assert read_report(mails.QMAIL, null_sender=False) == FeedbackReport(
        ReportKind.IGNORED, "a bounce that did not come from <>"
    )


@pytest.mark.parametrize("null_sender", [True, False])
def test_an_absence_notice_is_passed_over(null_sender: bool) -> None:
    assert read_report(mails.VACATION, null_sender=null_sender) == FeedbackReport(
        ReportKind.IGNORED, "an automatic reply"
    )


def test_a_mail_of_a_person_is_passed_over() -> None:
    mail = mails.wire("From: Ayu <ayu@example.com>\nSubject: Delivery failed?\n\n550 5.1.1 user unknown\n")
    assert read_report(mail, null_sender=False) == FeedbackReport(ReportKind.IGNORED, "a personal email")


def test_a_warning_that_it_takes_longer_is_no_bounce() -> None:
    mail = mails.QMAIL.replace(b"Subject: failure notice", b"Subject: Warning: message delayed 4 hours")
    assert read_report(mail) == FeedbackReport(ReportKind.IGNORED, "not a failure")


@pytest.mark.parametrize(
    ("kind", "means"),
    [
        ("abuse", ReportKind.COMPLAINT),
        ("fraud", ReportKind.COMPLAINT),
        ("Abuse", ReportKind.COMPLAINT),
        ("opt-out", ReportKind.OPT_OUT),
        ("not-spam", ReportKind.IGNORED),
        ("virus", ReportKind.IGNORED),
        ("other", ReportKind.IGNORED),
        ("", ReportKind.IGNORED),
    ],
)
def test_feedback_has_a_meaning_by_its_type(kind: str, means: ReportKind) -> None:
    assert read_report(mails.arf(TOKEN, kind=kind), null_sender=False).kind is means


def test_a_complaint_names_the_mail_by_what_it_encloses() -> None:
    assert read_report(mails.arf(TOKEN)).tokens == (TOKEN,)
    blackened = mails.arf(TOKEN).replace(TOKEN.encode(), b"redacted")
    assert read_report(blackened).tokens == ()
    kept = mails.arf("redacted", mail_from=f"<bounce+{TOKEN}@dashboard.example>")
    assert read_report(kept).tokens == (TOKEN,)
    lowered = mails.arf("redacted", mail_from=f"<bounce+{encode_mailbox(TOKEN)}@dashboard.example>")
    assert read_report(lowered).tokens == (encode_mailbox(TOKEN),)


# --- hostile input
# -----------------------------------------------------------------------------------------------------

NESTED = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(3_000))
HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "zeros": b"\0" * 100_000,
    "only line ends": b"\r\n" * 300_000,
    "only line feeds": b"\n" * 500_000,
    "only carriage returns": b"\r" * 500_000,
    "no end of headers": b"A: b\r\n" * 100_000,
    "a header without end": b"Subject: " + b"a" * 900_000,
    "a header folded without end": b"Subject: a\r\n" + b" b\r\n" * 200_000,
    "a header name without end": b"S" * 900_000 + b": x\r\n\r\n",
    "headers of eight bits": bytes(range(128, 256)) * 500 + b": x\r\n\r\nx",
    "a header that is none": b"this is no header\r\n\r\nbody",
    "a colon first": b": : :\r\n\r\nbody",
    "many content types": b"Content-Type: multipart/report; boundary=a\r\n" * 5_000 + b"\r\n--a\r\n",
    "a boundary of nothing": b'Content-Type: multipart/report; boundary=""\r\n\r\n--\r\n--\r\n',
    "no boundary": b"Content-Type: multipart/report; report-type=delivery-status\r\n\r\n--a\r\n",
    "a boundary too long": b"Content-Type: multipart/report; boundary=" + b"a" * 500 + b"\r\n\r\n--" + b"a" * 500,
    "a boundary of eight bits": b"Content-Type: multipart/mixed; boundary=\xff\xfe\r\n\r\n--\xff\xfe\r\n\r\nx",
    "a boundary that is a pattern": b"Content-Type: multipart/mixed; boundary=.*\r\n\r\n--.*\r\n\r\nx\r\n--.*--",
    "parameters without end": b"Content-Type: multipart/report" + b"; a=b" * 100_000 + b"\r\n\r\nx",
    "parameters of quotes": b"Content-Type: multipart/report" + b';"' * 100_000 + b"\r\n\r\nx",
    "nested without end": NESTED,
    "the same boundary nested": b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\nContent-Type: "
    b"multipart/mixed; boundary=a\r\n\r\n" * 10_000,
    "only boundaries": b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\n" * 200_000,
    "only last boundaries": b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a--\r\n" * 100_000,
    "boundaries without ends": b"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a",
    "parts without end": b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\n\r\nx\r\n" * 90_000,
    "a boundary in the last byte": b"Content-Type: multipart/mixed; boundary=a\r\n\r\nx\r\n--a\r",
    "almost boundaries": b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + b"\n--b" * 250_000,
    "a status without fields": mails.dsn().replace(b"Final-Recipient", b"Nobody").replace(b"Action", b"Inaction"),
    "a status of colons": mails.dsn(diagnostic=":" * 200_000),
    "a status folded without end": mails.dsn(diagnostic="550" + "\n x" * 200_000),
    "a status of zeros": mails.dsn(diagnostic="\0" * 10_000),
    "a status of controls": mails.dsn(diagnostic="550 5.1.1 \x1b[31m\x07\x08"),
    "a status with a line of 900 kB": mails.dsn(diagnostic="550 " + "u" * 900_000),
    "a status of many recipients": mails.dsn(
        diagnostic="550\n\n" + "Final-Recipient: rfc822;a\nAction: failed\n\n" * 20_000
    ),
    "a status with a wrong code": mails.dsn(status="9.99.999"),
    "a status with a long code": mails.dsn(status="5." + "1" * 5_000),
    "a status with letters": mails.dsn(status="five.one.one"),
    "base64 that is none": mails.dsn().replace(
        b"message/delivery-status\r\n", b"message/delivery-status\r\nContent-Transfer-Encoding: base64\r\n"
    ),
    "base64 without end": mails.wire("Content-Transfer-Encoding: base64\nFrom: mailer-daemon@x\n\n")
    + b"QUFB" * 200_000,
    "an unknown encoding": mails.wire("Content-Transfer-Encoding: gzip\nFrom: mailer-daemon@x\n\nx"),
    "quoted-printable without end": mails.wire("Content-Transfer-Encoding: quoted-printable\nFrom: mailer-daemon@x\n\n")
    + b"=" * 500_000,
    "feedback without fields": mails.arf(TOKEN).replace(b"Feedback-Type", b"Nothing"),
    "feedback that encloses nothing": mails.arf(TOKEN).split(b"Content-Type: message/rfc822")[0],
    "feedback that encloses itself": mails.arf(TOKEN).replace(b"Spam, spam, spam", mails.arf(TOKEN)),
    "feedback of a thousand types": mails.arf(TOKEN, kind="abuse\nFeedback-Type: abuse" * 1_000),
    "feedback with tokens without end": mails.arf((TOKEN + "> <") * 5_000),
    "a token without end": mails.arf("A" * 500_000),
    "words of a bounce without end": mails.QMAIL + b"user unknown " * 60_000,
    "almost words": mails.wire("From: mailer-daemon@x\nSubject: failure notice\n\n") + b"user a a a " * 60_000,
    "digits without end": mails.wire("From: mailer-daemon@x\nSubject: failure notice\n\n") + b"550" * 200_000,
    "codes without end": mails.wire("From: mailer-daemon@x\nSubject: failure notice\n\n") + b"5.1.1 " * 100_000,
    "dots without end": mails.wire("From: mailer-daemon@x\nSubject: failure notice\n\n") + b"5." * 300_000,
    "spaces without end": mails.wire("From: mailer-daemon@x\nSubject: failure notice\n\n") + b" " * 900_000,
    "an encoded subject": mails.wire("From: mailer-daemon@x\nSubject: =?utf-8?b?////?=\n\n550 5.1.1"),
    "an encoded subject without end": b"From: mailer-daemon@x\r\nSubject: " + b"=?utf-8?q?a?= " * 60_000 + b"\r\n\r\n",
    "a sender without end": b"From: " + b"mailer-daemon@" * 60_000 + b"\r\n\r\n",
    "a message in a message": mails.wire("Content-Type: message/rfc822\n\n") * 5_000,
    "a partial message": mails.wire("Content-Type: message/partial; id=1; number=1; total=2\n\n") + mails.dsn(),
    "an archive": mails.wire("Content-Type: application/zip\n\n") + b"PK\x03\x04" * 100_000,
    "utf-16": "From: mailer-daemon@x\r\n\r\n550 5.1.1".encode("utf-16"),
    "utf-7": mails.wire("From: mailer-daemon@x\nContent-Type: text/plain; charset=utf-7\n\n+AD4-"),
    "an unknown charset": mails.wire("From: mailer-daemon@x\nContent-Type: text/plain; charset=klingon\n\nx"),
    "a report of another type": mails.wire(
        "Content-Type: multipart/report; report-type=disposition-notification; boundary=a\n\n--a\n\nread\n--a--\n"
    ),
}


def test_there_are_sixty_four_kinds_of_hostile_mail() -> None:
    assert len(HOSTILE) == 64


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_mail_is_read_in_bounded_time_and_room(name: str) -> None:
    start = time.process_time()
    report = read_report(HOSTILE[name])
    took = time.process_time() - start
    assert took < 1
    assert len(report.diagnostic) <= 300
    assert report.diagnostic.isprintable()
    assert len(report.tokens) <= 8
    assert len(report.enhanced) <= 11


def test_parts_are_bounded_and_not_deep() -> None:
    many = parse_part(HOSTILE["parts without end"])
    assert len(list_parts(many)) == MAX_PARTS
    assert len(list_parts(parse_part(HOSTILE["nested without end"]))) <= 1


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=2_000), st.booleans())
def test_no_bytes_break_it(data: bytes, null_sender: bool) -> None:
    parse_report(data, null_sender=null_sender)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_damage_to_a_report_breaks_it(data: st.DataObject) -> None:
    whole = bytearray(data.draw(st.sampled_from([mails.dsn(), mails.arf(TOKEN), mails.EXIM])))
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=30))
        if not whole:
            break
    parse_report(bytes(whole), null_sender=True)
