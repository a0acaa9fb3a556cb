"""Derives the email client of an open or click from its stored browser and system."""

import re

# A provider's picture proxy identifies its client, regardless of the reader's browser.
_CLIENT_PATTERNS = (
    (re.compile(r"^Gmail"), "Gmail"),
    (re.compile(r"^Yahoo Mail"), "Yahoo Mail"),
    (re.compile(r"^(Microsoft )?Outlook|^Windows Live Mail|^MacOutlook|^Windows Mail"), "Outlook"),
    (re.compile(r"^Apple Mail"), "Apple Mail"),
    (re.compile(r"^Thunderbird"), "Thunderbird"),
    (re.compile(r"^Samsung (Email|Mail)|^SamsungEmail"), "Samsung Email"),
    (re.compile(r"^(Lotus|HCL) Notes"), "HCL Notes"),
    (re.compile(r"^(Airmail|Spark|Postbox|Zimbra|eM Client|BlueMail|K-9 Mail|ProtonMail|Proton Mail)"), ""),
)
_VIEWS = re.compile(r"WKWebView|UIWebView|AppleMail|^Mail$")
_ON_APPLE = frozenset({"iOS", "iPadOS", "Mac OS X", "macOS"})
_BROWSERS = re.compile(
    r"Chrome|Chromium|Firefox|Safari|Edge|Opera|^IE|Samsung Internet|UC Browser|Brave|Vivaldi|Yandex|DuckDuckGo|Android"
)
WEB = "webmail"
OTHER = "other"


def detect_client(browser: str, os: str) -> str:
    """Returns the name of the client, `webmail` for a browser, or `other` if unknown."""
    for pattern, name in _CLIENT_PATTERNS:
        if pattern.search(browser):
            return name or browser
    if os in _ON_APPLE and _VIEWS.search(browser):
        # Apple's email apps don't name themselves.
        return "Apple Mail"
    return WEB if _BROWSERS.search(browser) else OTHER
