"""The child process that compiles MJML: a malformed or hostile document can only crash this process.

Frames on standard input: length and maximum size of the HTML in bytes (4 bytes each, big-endian), MJML in UTF-8. Frames
on standard output: one byte (0 for HTML, 1 for an error text, 2 for too much HTML), length, text. The process ends at
the end of its input. Includes are never loaded.
"""

import resource
import struct
import sys
from typing import BinaryIO

import mrml

MEMORY_BYTES = 512 * 1024 * 1024
CPU_SECONDS = 600  # in total; a long-lived child is then replaced
HEAD, LENGTH = struct.Struct(">II"), struct.Struct(">I")
DONE, FAILED, TOO_LARGE = 0, 1, 2


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _compile(source: str) -> tuple[int, str]:
    try:
        options = mrml.ParserOptions(include_loader=mrml.noop_loader())
        return DONE, mrml.to_html(source, options, mrml.RenderOptions(disable_comments=False, fonts={})).content
    except (OSError, ValueError, RuntimeError) as error:
        return FAILED, str(error)[:300]


def serve(reading: BinaryIO, writing: BinaryIO) -> None:
    while len(head := reading.read(HEAD.size)) == HEAD.size:
        size, most = HEAD.unpack(head)
        source = reading.read(size)
        status, text = _compile(source.decode("utf-8"))
        answer = text.encode("utf-8")
        if len(answer) > most:
            status, answer = TOO_LARGE, b""
        writing.write(bytes([status]) + LENGTH.pack(len(answer)) + answer)
        writing.flush()


if __name__ == "__main__":
    _limit()
    serve(sys.stdin.buffer, sys.stdout.buffer)
