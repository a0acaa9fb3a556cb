"""The current speed of this machine, printed before every bench: results of different days are not comparable."""

import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from django.conf import settings
from psycopg import connect

from bench.ports import free_port, until_open

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 1.0
APPLICATION = "bench.calibration:bare"
COPY_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class Calibration:
    """The three limits that results are compared with."""

    asgi_requests_per_second: float
    rsa_signatures_per_second: float
    copy_rows_per_second: float

    def line(self) -> str:
        return (
            f"calibration: {self.asgi_requests_per_second:,.0f} raw ASGI requests/s, "
            f"{self.rsa_signatures_per_second:,.0f} RSA-2048 signatures/s, "
            f"{self.copy_rows_per_second:,.0f} COPY rows/s"
        )


def calibrate() -> Calibration:
    """Measures for about five seconds."""
    return Calibration(asgi_requests(), rsa_signatures(), copy_rows())


async def bare(scope: object, receive: object, send: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
    """The smallest ASGI application. daphne serves it for `asgi_requests`, and determines the argument names."""
    del scope, receive
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def asgi_requests() -> float:
    """Requests per second through daphne to an empty application, over one persistent connection.

    Raises ConnectionError if daphne closes it or responds with an error.
    """
    port = free_port()
    arguments = ["-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port), APPLICATION]
    server = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        until_open(port)
        with socket.create_connection(("127.0.0.1", port)) as line:
            asked, end = 0, time.perf_counter() + SECONDS
            while time.perf_counter() < end:
                line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answer = b""
                while not answer.endswith(b"ok"):
                    if not (part := line.recv(4096)):
                        raise ConnectionError(f"daphne closed the line after {asked} requests")
                    answer += part
                    if not answer.startswith(b"HTTP/1.1 200"[: len(answer)]):
                        raise ConnectionError(f"daphne answered with an error: {answer[:100]!r}")
                asked += 1
            return asked / SECONDS
    finally:
        server.kill()
        server.wait()


def rsa_signatures() -> float:
    """RSA-2048 signatures per second on one core: the upper limit of DKIM."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    signed, end = 0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        key.sign(b"calibration", padding.PKCS1v15(), hashes.SHA256())
        signed += 1
    return signed / SECONDS


def copy_rows() -> float:
    """Rows per second by COPY of twelve short columns into a plain table without an index."""
    columns = ", ".join(f"c{number} text" for number in range(12))
    block = ("\t".join(["some words"] * 12) + "\n") * 1_000
    with connect(settings.DATABASE_URL) as connection, connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE calibration ({columns})")
        start = time.perf_counter()
        with cursor.copy("COPY calibration FROM STDIN") as copy:
            for _ in range(COPY_ROWS // 1_000):
                copy.write(block)
        connection.commit()
        return COPY_ROWS / (time.perf_counter() - start)
