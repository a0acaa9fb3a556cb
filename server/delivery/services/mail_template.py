"""What a mail of the product itself consists of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Template:
    """Subject and Markdown body; the tags are the names of the context."""

    subject: str
    body: str
