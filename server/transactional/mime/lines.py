"""Raw header lines of a message."""

import re

_LINE = re.compile(rb"[^\r\n]*(?:\r\n[ \t][^\r\n]*)*\r\n")


def split_lines(head: bytes) -> list[bytes]:
    return [found[0] for found in _LINE.finditer(head)]


def get_name(line: bytes) -> str:
    return line.partition(b":")[0].strip().decode("ascii", "replace").lower()
