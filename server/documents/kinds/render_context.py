"""The context in which kinds are rendered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from server.documents.kinds import markup

# Colours in dark mode, in place of inherited ones.
DARK: Final = {
    "background": "#161618",
    "canvas": "#212124",
    "text": "#ececee",
    "quiet": "#a4a4ad",
    "link": "#9db8ff",
    "rule": "#3a3a40",
}
MIN_CONTRAST: Final = 4.5  # of text (WCAG 2.2, 1.4.3)


class Tags(Protocol):
    """The merge tags of the app that sends. `node` is the id of the node being rendered."""

    node: str

    def mark(self, text: str) -> str:
        """Replaces each tag in a text by an unguessable mark of letters and digits. Does not escape."""

    def begins(self, marked: str) -> bool:
        """Whether a marked text starts with a tag that has a value."""

    def merge(self, source: str) -> str:
        """The mark of a tag, given without its braces."""

    def condition(self, condition: Mapping[str, Any]) -> tuple[str, str]:
        """The marks before and after a part with a condition; empty if all recipients get it."""

    def code(self, html: str) -> str:
        """Sanitizes custom HTML for email, with every element closed."""


@dataclass(slots=True)
class RenderContext:
    """The surroundings of a component.

    Attributes:
        whole: the settings of the email.
        width: pixels inside the padding of the component.
        adapts: whether dark mode changes the background, so that inherited colours must change, too.
        origin: origin of the product's images, without a trailing slash.
    """

    whole: Any
    tags: Tags
    width: int
    adapts: bool
    origin: str

    def text(self, text: str) -> str:
        """Escapes text with merge tags, for content or an attribute in double quotes."""
        return markup.escape(self.tags.mark(text))

    def adapting(self, name: str, colour: str = "") -> str:
        """The class attribute of an element whose colour dark mode changes, after a space; else empty.

        A custom colour stays if it is readable on a dark background.
        """
        keeps = colour and markup.compute_contrast(colour, DARK["canvas"]) >= MIN_CONTRAST
        return f' class="{name}"' if self.adapts and not keeps else ""

    def link(self, address: str) -> str:
        """The address of a link for an attribute; empty if it is not allowed."""
        address = address.strip()
        if not address:
            return ""
        marked = self.tags.mark(address)
        return markup.escape(markup.clean_link_url(marked, begins_with_tag=self.tags.begins(marked)))

    def picture(self, address: str) -> str:
        marked = self.tags.mark(address.strip())
        return markup.escape(markup.clean_image_url(marked, begins_with_tag=self.tags.begins(marked)))
