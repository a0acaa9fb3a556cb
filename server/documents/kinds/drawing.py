"""What a kind is given to draw with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from server.documents.kinds import markup

# What clients that show dark mail get instead of the colours that a part inherits.
DARK: Final = {
    "background": "#161618",
    "canvas": "#212124",
    "text": "#ececee",
    "quiet": "#a4a4ad",
    "link": "#9db8ff",
    "rule": "#3a3a40",
}
MIN_CONTRAST: Final = 4.5  # of words (WCAG 2.2, 1.4.3)


class Tags(Protocol):
    """The merge tags of whoever sends: this app only knows where they stand. `node` is the one that is being drawn."""

    node: str

    def mark(self, text: str) -> str:
        """The text with a word of letters and digits, which nobody can guess, for each of its tags. Not escaped."""

    def begins(self, marked: str) -> bool:
        """Whether a marked text begins with a tag that brings a value."""

    def merge(self, source: str) -> str:
        """The mark of a tag that is written without its braces."""

    def condition(self, condition: Mapping[str, Any]) -> tuple[str, str]:
        """What stands before and after a part that only some get; both are empty when all do."""

    def code(self, html: str) -> str:
        """Somebody's own HTML without what mail may not hold, every element closed."""


@dataclass(slots=True)
class Drawing:
    """The place of a component, or of several that have it in common.

    `width` is what it has, in pixels, within its padding. `adapts` says that the colours around it are those of the
    whole, which dark mail changes, so that what inherits its own must change as well. `origin` is where our pictures
    are, without a slash at its end.
    """

    whole: Any
    tags: Tags
    width: int
    adapts: bool
    origin: str

    def text(self, words: str) -> str:
        """Words with their merge tags, for a text or an attribute in double quotes."""
        return markup.escape(self.tags.mark(words))

    def adapting(self, name: str, colour: str = "") -> str:
        """The class of words that dark mail gives another colour, with a space before it.

        Words with a colour of their own keep it where it can be read on a dark ground.
        """
        keeps = colour and markup.contrast(colour, DARK["canvas"]) >= MIN_CONTRAST
        return f' class="{name}"' if self.adapts and not keeps else ""

    def link(self, address: str) -> str:
        """Where a link leads, for an attribute; empty when it may not lead there."""
        address = address.strip()
        if not address:
            return ""
        marked = self.tags.mark(address)
        return markup.escape(markup.link_address(marked, begins_with_tag=self.tags.begins(marked)))

    def picture(self, address: str) -> str:
        """Where a picture is, for an attribute; empty when it may not be there."""
        marked = self.tags.mark(address.strip())
        return markup.escape(markup.picture_address(marked, begins_with_tag=self.tags.begins(marked)))
