"""Bounces and complaints as servers write them."""

from textwrap import dedent

POSTFIX = """\
Return-Path: <>
From: MAILER-DAEMON@mx.example (Mail Delivery System)
To: bounce@dashboard.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
 boundary="4Xk.1/mx.example"

This is a MIME-encapsulated message.

--4Xk.1/mx.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--4Xk.1/mx.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Sun, 22 Nov 2026 09:00:00 +0000 (UTC)

Final-Recipient: rfc822; {about}
Original-Recipient: rfc822;{about}
Action: {action}
Status: {status}
Remote-MTA: dns; mx.other.example
Diagnostic-Code: smtp; {diagnostic}

--4Xk.1/mx.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <bounce@dashboard.example>
Subject: Hello

--4Xk.1/mx.example--
"""

ARF = """\
From: <abusedesk@provider.example>
To: <feedback@dashboard.example>
Subject: FW: Earn money
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
 boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: {kind}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: {mail_from}
Original-Rcpt-To: <{about}>
Source-IP: 192.0.2.1

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822
Content-Disposition: inline

{enclosed}
--part1_13d.2e68ed54_boundary--
"""


def wire(text: str) -> bytes:
    """Converts line ends to those of SMTP."""
    return text.replace("\n", "\r\n").encode()


def dsn(
    *,
    status: str = "5.1.1",
    diagnostic: str = "550 5.1.1 <x@mx.example>: user unknown",
    action: str = "failed",
    about: str = "somebody-else@example.org",
) -> bytes:
    """A delivery status in Postfix's form. `about` is its recipient, which must not be trusted."""
    return wire(POSTFIX.format(status=status, diagnostic=diagnostic, action=action, about=about))


def arf(
    token: str, *, kind: str = "abuse", about: str = "somebody-else@example.org", mail_from: str = "<redacted>"
) -> bytes:
    """A complaint that encloses an email with the token in its Message-ID."""
    enclosed = dedent(
        f"""\
        From: Kopi <news@kopi.example>
        To: <redacted>
        Message-ID: <{token}@dashboard.example>
        List-Unsubscribe: <https://pages.example/u/{token}>
        Subject: Hello

        Spam, spam, spam
        """
    )
    return wire(ARF.format(kind=kind, about=about, mail_from=mail_from, enclosed=enclosed))


VACATION = wire(
    """\
From: Ayu <ayu@example.com>
To: <bounce@dashboard.example>
Subject: Out of office: message delivery failed to interest me
Auto-Submitted: auto-replied

I am away until Monday.
"""
)
QMAIL = wire(
    """\
From: MAILER-DAEMON@qmail.example
To: bounce@dashboard.example
Subject: failure notice

Hi. This is the qmail-send program at qmail.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<gone@qmail.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.
"""
)
EXIM = wire(
    """\
From: Mail Delivery System <Mailer-Daemon@exim.example>
To: bounce@dashboard.example
X-Failed-Recipients: gone@exim.example
Auto-Submitted: auto-replied
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its recipients.

  gone@exim.example
    host mx.exim.example [192.0.2.2]
    SMTP error from remote mail server after RCPT TO:<gone@exim.example>:
    552 5.2.2 Mailbox size limit exceeded
"""
)
PROSE = wire(
    """\
From: postmaster@exchange.example
Subject: Undeliverable: Hello

Delivery has failed to these recipients. The e-mail address you entered couldn't be found:
this mailbox does not exist any more.
"""
)
