"""The style sheet of an email: what can't stand on an element, for phones and for dark mail."""

from server.documents.kinds.drawing import DARK
from server.documents.kinds.email.whole import EmailGlobals

META = '<meta name="color-scheme" content="light dark"/><meta name="supported-color-schemes" content="light dark"/>'
META_LIGHT = '<meta name="color-scheme" content="light only"/><meta name="supported-color-schemes" content="light"/>'

_PHONE = """
@media only screen and (max-width: 479px) {
  .stack { display: block !important; width: 100% !important; box-sizing: border-box; }
  .fill { width: 100% !important; max-width: 100% !important; }
}
"""
_WORDS = (
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
    + "".join(f"  .{name} {{ {property_}: {colour} !important; }}\n" for name, property_, colour in _WORDS)
    + f"  .rule {{ border-color: {DARK['rule']} !important; }}\n}}\n"
    # Outlook on the web and in apps, which reads no such query.
    + "".join(f"[data-ogsc] .{name} {{ {property_}: {colour} !important; }}\n" for name, property_, colour in _WORDS)
)


def of(whole: EmailGlobals) -> str:
    """The sheet. It depends on nothing that anybody has typed."""
    return f"{_PHONE}{_DARK if whole.dark == 'adapts' else ''}"
