"""UTF-8 fields are stored in ASCII if that is equivalent."""

import pytest

from server.transactional import header_lines
from server.transactional.mime.downgrading import convert_to_ascii


@pytest.mark.parametrize(
    ("came", "stored"),
    [
        ("Subject: Pesanan ✓\r\n", "Subject: =?utf-8?B?UGVzYW5hbiDinJM=?=\r\n"),
        ("SUBJECT:  Pesanan\r\n\t✓\r\n", "SUBJECT: =?utf-8?B?UGVzYW5hbiDinJM=?=\r\n"),
        ("X-Toko: Kopi é\r\n", "X-Toko: =?utf-8?B?S29waSDDqQ==?=\r\n"),
        ("From: Kopi é <toko@kopi.example>\r\n", "From: =?utf-8?B?S29waSDDqQ==?= <toko@kopi.example>\r\n"),
        (
            "To: Ayu <ayu@example.com>, Ibu é <ibu@bücher.example>\r\n",
            "To: Ayu <ayu@example.com>,\r\n =?utf-8?B?SWJ1IMOp?= <ibu@xn--bcher-kva.example>\r\n",
        ),
    ],
)
def test_what_can_be_said_in_ascii_is(came: str, stored: str) -> None:
    lines, _ = header_lines.split(came.encode() + b"\r\n")

    assert [line.raw.decode() for line in convert_to_ascii(lines)] == [stored]


@pytest.mark.parametrize(
    "came",
    [
        "Subject: Pesanan\r\n",
        "To: ibué@example.com\r\n",
        "To: Ayu é <ayu@example.com>, ibué@example.com\r\n",
        'Content-Type: text/plain; name="é.txt"\r\n',
    ],
)
def test_what_can_t_be_said_in_ascii_stays(came: str) -> None:
    lines, _ = header_lines.split(came.encode() + b"\r\n")

    assert [line.raw.decode() for line in convert_to_ascii(lines)] == [came]
