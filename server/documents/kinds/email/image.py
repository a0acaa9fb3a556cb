"""Image: an image, optionally with a link."""

from functools import lru_cache

from server.documents.kinds import fields, markup
from server.documents.kinds.email.component import ComponentSettings
from server.documents.kinds.registry import Kind
from server.documents.kinds.render_context import RenderContext
from server.documents.kinds.settings import Align, Number


class ImageSettings(ComponentSettings):
    """`width` in percent of the space that the column leaves; `fills` it on a phone."""

    image: str = fields.image()
    alt: str = fields.line()
    address: str = fields.address()
    width: Number = fields.slider(100, 5, 100, unit="percent")
    align: Align = fields.align("center")
    corner: Number = fields.slider(0, 0, 60)
    fills: bool = fields.switch(False, tab="look", part="phone")


def render(settings: ImageSettings, drawing: RenderContext) -> str:
    source = drawing.picture(settings.image)
    if not source:
        return ""
    width = max(1, round(drawing.width * settings.width / 100))
    fills = ' class="fill"' if settings.fills else ""
    look = _build_style(width, settings.corner)
    picture = f'<img src="{source}" alt="{drawing.text(settings.alt)}" width="{width}"{fills}{look}>'
    address = drawing.link(settings.address)
    return f'<a href="{address}">{picture}</a>' if address else picture


@lru_cache(maxsize=256)
def _build_style(width: int, corner: int) -> str:
    return markup.build_style(
        display="inline-block",
        vertical_align="top",
        width="100%",
        max_width=f"{width}px",
        height="auto",
        border="0",
        border_radius=f"{corner}px" if corner else "",
        # The alt text, while the image is not loaded.
        font_size="14px",
    )


KIND = Kind("image", "component", "words", ImageSettings, render)
