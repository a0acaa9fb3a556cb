"""The kinds of the email editor in display order."""

from server.documents.kinds.email import (
    button,
    column,
    content,
    html,
    image,
    row,
    separator,
    social_media,
    text,
)
from server.documents.kinds.email.global_settings import FONTS, LEVELS, EmailGlobals
from server.documents.kinds.registry import build_editor
from server.documents.kinds.render_context import DARK
from server.documents.structure import NodeLevel, TreeStructure

# Rows contain columns; columns contain components and one more level of rows.
STRUCTURE = TreeStructure(
    root=NodeLevel(("row",)),
    levels={
        "row": NodeLevel(("column",), axis="inline", depth=2),
        "column": NodeLevel(("row", "component"), has_conditions=False),
        "component": NodeLevel(),
    },
    wrap={"component": "row"},
)

EMAIL = build_editor(
    STRUCTURE,
    EmailGlobals,
    [
        row.KIND,
        column.KIND,
        text.KIND,
        content.KIND,
        image.KIND,
        button.KIND,
        separator.KIND,
        html.KIND,
        social_media.KIND,
    ],
    look={"fonts": FONTS, "dark": DARK, "levels": LEVELS},
)
