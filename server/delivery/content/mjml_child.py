"""The child process that compiles MJML: a malformed or hostile document can only take this process down.

Frames on standard input: length (4 bytes, big-endian), MJML in UTF-8. Frames on standard output: one byte (0 for
HTML, 1 for an error text), length, text. It ends when its input does. Includes are never loaded.
"""

import resource
import struct
import sys
from typing import BinaryIO

import mrml

MEMORY_BYTES = 512 * 1024 * 1024
CPU_SECONDS = 600  # over its whole life; a long-lived child is replaced after it
LENGTH = struct.Struct(">I")


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _compile(source: str) -> tuple[int, str]:
    try:
        options = mrml.ParserOptions(include_loader=mrml.noop_loader())
        return 0, mrml.to_html(source, options, mrml.RenderOptions(disable_comments=False, fonts={})).content
    except (OSError, ValueError, RuntimeError) as error:
        return 1, str(error)[:300]


def serve(reading: BinaryIO, writing: BinaryIO) -> None:
    """Answers frames until the input ends."""
    while len(head := reading.read(LENGTH.size)) == LENGTH.size:
        source = reading.read(LENGTH.unpack(head)[0])
        status, text = _compile(source.decode("utf-8"))
        answer = text.encode("utf-8")
        writing.write(bytes([status]) + LENGTH.pack(len(answer)) + answer)
        writing.flush()


if __name__ == "__main__":
    _limit()
    serve(sys.stdin.buffer, sys.stdout.buffer)
