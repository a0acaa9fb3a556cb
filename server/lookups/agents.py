"""What readers open mail with, by the names that events keep (ua-parser's families): choices of filters."""

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
