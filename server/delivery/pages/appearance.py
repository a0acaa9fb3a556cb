"""The appearance of subscription pages: one small style sheet with the team's color, adjusted to be legible."""

import colorsys
import hashlib
from base64 import b64encode
from functools import lru_cache
from pathlib import Path
from typing import Final

from server.delivery.content.starters import normalize_accent

LIGHT_BACKGROUND, DARK_BACKGROUND = "#ffffff", "#191c22"
MIN_CONTRAST = 4.5  # WCAG 2.2, 1.4.3
_STEPS = 40

_SHEET = """
:root{color-scheme:light dark;--page:#fafafc;--card:#fff;--ink:#191c22;--dim:#4a505c;--line:#e5e7ec;--edge:#878d9b;
--bad:#b32a25;--ok:#13704a;--ok-tint:#e5f4ec;--info:#14608f;--info-tint:#e5f1f8;--accent:ACCENT;--on-accent:ON_ACCENT;
--link:LINK_LIGHT}
@media(prefers-color-scheme:dark){:root{--page:#121419;--card:#191c22;--ink:#eceef2;--dim:#b3b9c4;--line:#292e37;
--edge:#707886;--bad:#f58e86;--ok:#63ce9b;--ok-tint:#16302a;--info:#7dbce8;--info-tint:#172c3d;--link:LINK_DARK}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:48px 16px 24px;
background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header{width:100%;max-width:30rem;margin:0 0 20px;font-weight:650;font-size:1.0625rem;overflow-wrap:anywhere}
header img{display:block;max-width:180px;max-height:48px}
main{width:100%;max-width:30rem;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:32px;
border-top:4px solid var(--accent)}
h1{font-size:1.375rem;line-height:1.3;letter-spacing:-.01em;margin:0 0 8px;overflow-wrap:anywhere}
h2{font-size:.9375rem;margin:0 0 4px}
h1+form{margin-top:20px}
p{margin:0 0 20px;color:var(--dim);overflow-wrap:anywhere}
section,fieldset.apart{border:0;border-top:1px solid var(--line);margin:28px 0 0;padding:24px 0 0}
fieldset{border:0;margin:0 0 20px;padding:0;min-width:0}
legend{padding:0;font-weight:650;font-size:.9375rem;float:left;width:100%;margin:0 0 4px}
legend+*{clear:both}
.choice{display:grid;grid-template-columns:20px 1fr;gap:0 12px;padding:9px 0;cursor:pointer;clear:both}
.choice input{width:20px;height:20px;margin:2px 0 0;accent-color:var(--link)}
.choice span{overflow-wrap:anywhere}
.choice small,.hint{display:block;font-size:.875rem;color:var(--dim);margin:0;clear:both}
.field{display:block;margin:0 0 16px;font-weight:600;font-size:.9375rem}
.field small{font-weight:400;color:var(--dim)}
.field input,.field textarea{display:block;width:100%;margin:6px 0 0;padding:10px 12px;font:inherit;font-weight:400;
color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:9px}
.field textarea{min-height:84px;resize:vertical}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 12px}
.row{display:flex;flex-wrap:wrap;gap:10px;margin:12px 0 0}
button,.button{font:inherit;font-weight:600;padding:10px 18px;border-radius:9px;border:1px solid var(--link);
background:var(--accent);color:var(--on-accent);cursor:pointer;text-decoration:none;display:inline-block}
button.plain,.button.plain{background:var(--card);color:var(--ink);border-color:var(--edge)}
button:hover,.button:hover{filter:brightness(.96)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
a{color:var(--link);text-underline-offset:3px}
ul.links{list-style:none;margin:0;padding:0;display:grid;gap:10px}
.said{margin:0 0 20px;padding:10px 14px;border-radius:9px;background:var(--ok-tint);color:var(--ok);font-weight:600;
font-size:.9375rem}
.test{background:var(--info-tint);color:var(--info)}
.fault{display:block;margin:6px 0 0;color:var(--bad);font-size:.875rem;font-weight:600}
footer{width:100%;max-width:30rem;margin:20px 0 0;display:flex;flex-wrap:wrap;gap:4px 16px;
justify-content:space-between;font-size:.875rem;color:var(--dim)}
.trap{position:absolute;left:-9999px}
@media(max-width:480px){body{padding:24px 12px}main{padding:24px 20px}.pair{grid-template-columns:1fr}
.row>*{flex:1 1 auto;text-align:center}.row form button{width:100%}
.row.thirds{display:grid;grid-template-columns:repeat(3,1fr)}.thirds button{padding-inline:6px}}
"""


@lru_cache(maxsize=256)
def build_style_sheet(color: str) -> str:
    accent = normalize_accent(color)
    told = {
        "ON_ACCENT": max(("#ffffff", "#000000"), key=lambda ink: contrast(ink, accent)),
        "ACCENT": accent,
        "LINK_LIGHT": adjust_color(accent, LIGHT_BACKGROUND),
        "LINK_DARK": adjust_color(accent, DARK_BACKGROUND),
    }
    css = _SHEET.replace("\n", "")
    for name, value in told.items():
        css = css.replace(name, value)
    return css


# The only script of these pages: it solves the form's proof of work.
PROOF_OF_WORK: Final = (Path(__file__).parent / "proof_of_work.js").read_text(encoding="utf-8")


@lru_cache(maxsize=256)
def build_policy(color: str, *, proves_work: bool = False) -> str:
    """The content security policy of a page with that style sheet.

    It allows no script except PROOF_OF_WORK on pages with it, and no external content except the logo.
    """
    script = f" script-src {_hash_source(PROOF_OF_WORK)};" if proves_work else ""
    return (
        f"default-src 'none';{script} style-src {_hash_source(build_style_sheet(color))}; "
        "img-src https:; form-action 'self';"
        " base-uri 'none'; frame-ancestors 'none'"
    )


def _hash_source(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def adjust_color(color: str, ground: str) -> str:
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    target = 0.0 if luminance(ground) > 0.5 else 1.0
    for step in range(_STEPS + 1):
        mixed = colorsys.hls_to_rgb(hue, lightness + (target - lightness) * step / _STEPS, saturation)
        found = "#" + "".join(f"{round(channel * 255):02x}" for channel in mixed)
        if contrast(found, ground) >= MIN_CONTRAST:
            return found
    raise ValueError(ground)  # no background is both too light for black and too dark for white


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(color: str) -> float:
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
