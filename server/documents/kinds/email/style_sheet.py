"""The style sheet of an email: styles for phones and dark mode, which can't be inline."""

from server.documents.kinds.email.global_settings import EmailGlobals
from server.documents.kinds.render_context import DARK

META = '<meta name="color-scheme" content="light dark"/><meta name="supported-color-schemes" content="light dark"/>'
META_LIGHT = '<meta name="color-scheme" content="light only"/><meta name="supported-color-schemes" content="light"/>'

_PHONE = """
@media only screen and (max-width: 479px) {
  .stack { display: block !important; width: 100% !important; box-sizing: border-box; }
  .fill { width: 100% !important; max-width: 100% !important; }
}
"""
_TEXT_COLOURS = (
    ("copy", "color", DARK["text"]),
    ("quiet", "color", DARK["quiet"]),
    ("link", "color", DARK["link"]),
)
_DARK = (
    ":root { color-scheme: light dark; supported-color-schemes: light dark; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    f"  body, .ground {{ background-color: {DARK['background']} !important; }}\n"
    f"  .canvas, .canvas > table, .canvas > tbody > tr > td > div {{ background: {DARK['canvas']} !important;"
    f" background-color: {DARK['canvas']} !important; }}\n"
    + "".join(f"  .{name} {{ {property_}: {colour} !important; }}\n" for name, property_, colour in _TEXT_COLOURS)
    + f"  .rule {{ border-color: {DARK['rule']} !important; }}\n}}\n"
    # Outlook on the web and its apps ignore the query above.
    + "".join(
        f"[data-ogsc] .{name} {{ {property_}: {colour} !important; }}\n" for name, property_, colour in _TEXT_COLOURS
    )
)


def build_style_sheet(whole: EmailGlobals) -> str:
    """The style sheet. It contains no user input."""
    return f"{_PHONE}{_DARK if whole.dark == 'adapts' else ''}"
