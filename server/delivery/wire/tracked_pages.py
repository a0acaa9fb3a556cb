"""The page of a broken link: small, without scripts, in two languages."""

import hashlib
from base64 import b64encode
from dataclasses import dataclass
from html import escape

_STYLE = (
    ":root{color-scheme:light dark;--ground:#f6f6f7;--card:#fff;--ink:#18181b;--quiet:#5f5f68;--accent:#2f5bd7}"
    "@media(prefers-color-scheme:dark){:root{--ground:#141416;--card:#1f1f23;--ink:#ededf0;--quiet:#a4a4ad;"
    "--accent:#9db8ff}}"
    "body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink);"
    "font:16px/1.5 system-ui,sans-serif}main{background:var(--card);border-radius:12px;padding:32px;max-width:26rem;"
    "margin:16px}h1{font-size:1.25rem;margin:0 0 8px}p{margin:0 0 20px;color:var(--quiet)}"
    "button{font:inherit;font-weight:600;padding:10px 18px;border-radius:8px;border:0;background:var(--ink);"
    "color:var(--card);cursor:pointer}button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}"
)
_STYLE_HASH = b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class _PageTexts:
    gone_title: str
    gone: str


_TEXTS = {
    "en": _PageTexts("This link does not work", "It might be incomplete, or the email is too old."),
    "id": _PageTexts(
        "Tautan ini tidak berfungsi", "Tautannya mungkin tidak lengkap, atau emailnya sudah terlalu lama."
    ),
}


def _render_page(language: str, title: str, inner: str) -> bytes:
    return (
        f'<!doctype html><html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body><main><h1>{escape(title)}</h1>{inner}"
        "</main></body></html>"
    ).encode()


def choose_language(language: str) -> str:
    return language if language in _TEXTS else "en"


def render_gone(language: str = "en") -> bytes:
    language = choose_language(language)
    return _render_page(language, _TEXTS[language].gone_title, f"<p>{_TEXTS[language].gone}</p>")
