"""Devices, systems and browsers in the names that events store (ua-parser's families), as filter choices."""

DEVICES = ("desktop", "mobile", "tablet", "other")
SYSTEMS = ("Android", "iOS", "Windows", "Mac OS X", "Linux", "Ubuntu", "Chrome OS", "Fedora", "FreeBSD", "Other")
BROWSERS = (
    "Gmail",
    "Apple Mail",
    "Outlook",
    "Yahoo Mail",
    "Thunderbird",
    "Chrome",
    "Chrome Mobile",
    "Chrome Mobile iOS",
    "Chrome Mobile WebView",
    "Safari",
    "Mobile Safari",
    "Mobile Safari UI/WKWebView",
    "Firefox",
    "Firefox Mobile",
    "Firefox iOS",
    "Edge",
    "Edge Mobile",
    "Samsung Internet",
    "Opera",
    "Opera Mobile",
    "UC Browser",
    "Other",
)
