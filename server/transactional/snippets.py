"""Code examples that send a message. The schema of the call generates the body, so all names are valid."""

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from server.transactional.schemas.messages import MessageIn

KEY_PLACEHOLDER = "YOUR_API_KEY"
USERNAME = "apikey"  # for an SMTP client that has only one field for the key
_SUBJECT = "It works"
_TEXT = "This is the first message."

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Snippet:
    id: str
    title: str
    language: str
    code: str


def generate(*, sender: str, to: str) -> list[Snippet]:
    """An example in each language. Both addresses must be valid."""
    said = {"from": sender, "to": [to], "subject": _SUBJECT, "html": f"<p>{_TEXT}</p>", "text": _TEXT}
    message = MessageIn.model_validate(said)
    body = message.model_dump(by_alias=True, exclude_unset=True)
    return [Snippet(name, title, language, make(body)) for name, title, language, make in _KINDS]


def get_submission_url() -> str:
    return f"{settings.APP_ORIGINS[0]}/trx-api/messages"


def _build_curl(body: Body) -> str:
    lines = [
        f"curl --fail-with-body {shlex.quote(get_submission_url())}",
        f"  --header {shlex.quote(f'Authorization: Bearer {KEY_PLACEHOLDER}')}",
        "  --header 'Content-Type: application/json'",
        f"  --data {shlex.quote(json.dumps(body, indent=2))}",
    ]
    return " \\\n".join(lines) + "\n"


def _build_python(body: Body) -> str:
    fields = "".join(f"    {name!r}: {value!r},\n" for name, value in body.items())
    return (
        "import json\n"
        "import urllib.request\n"
        "\n"
        f"message = {{\n{fields}}}\n"
        "request = urllib.request.Request(\n"
        f"    {get_submission_url()!r},\n"
        "    data=json.dumps(message).encode(),\n"
        "    headers={\n"
        f"        'Authorization': 'Bearer {KEY_PLACEHOLDER}',\n"
        "        'Content-Type': 'application/json',\n"
        "    },\n"
        ")\n"
        "with urllib.request.urlopen(request) as response:\n"
        "    print(json.load(response))\n"
    )


def _build_node(body: Body) -> str:
    return (
        f"const message = {json.dumps(body, indent=2)};\n"
        f"const response = await fetch({json.dumps(get_submission_url())}, {{\n"
        '  method: "POST",\n'
        "  headers: {\n"
        f'    Authorization: "Bearer {KEY_PLACEHOLDER}",\n'
        '    "Content-Type": "application/json",\n'
        "  },\n"
        "  body: JSON.stringify(message),\n"
        "});\n"
        "if (!response.ok) throw new Error(await response.text());\n"
        "console.log(await response.json());\n"
    )


def _build_php(body: Body) -> str:
    fields = "".join(f"    {_format_php_value(name)} => {_format_php_value(value)},\n" for name, value in body.items())
    return (
        "<?php\n"
        f"$message = [\n{fields}];\n"
        f"$curl = curl_init({_format_php_value(get_submission_url())});\n"
        "curl_setopt_array($curl, [\n"
        "    CURLOPT_POST => true,\n"
        "    CURLOPT_RETURNTRANSFER => true,\n"
        "    CURLOPT_HTTPHEADER => [\n"
        f"        'Authorization: Bearer {KEY_PLACEHOLDER}',\n"
        "        'Content-Type: application/json',\n"
        "    ],\n"
        "    CURLOPT_POSTFIELDS => json_encode($message),\n"
        "]);\n"
        "$response = curl_exec($curl);\n"
        "echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $response, PHP_EOL;\n"
    )


def _format_php_value(value: object) -> str:
    """A single-quoted string, where only quote and backslash are special, or a list of them."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_format_php_value, value))}]"
    text = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{text}'"


def _build_postfix(_: Body) -> str:
    relay = f"[{settings.SUBMISSION_HOST}]:{settings.SUBMISSION_PORT}"
    # On localhost the certificate is self-signed.
    level = "encrypt" if settings.SUBMISSION_HOST == "localhost" else "secure"
    return (
        "# /etc/postfix/main.cf\n"
        f"relayhost = {relay}\n"
        f"smtp_tls_security_level = {level}\n"
        "smtp_tls_CApath = /etc/ssl/certs\n"
        "smtp_sasl_auth_enable = yes\n"
        "smtp_sasl_security_options = noanonymous\n"
        "smtp_sasl_password_maps = texthash:/etc/postfix/sasl_passwd\n"
        "\n"
        "# /etc/postfix/sasl_passwd\n"
        f"{relay} {USERNAME}:{KEY_PLACEHOLDER}\n"
    )


_KINDS: Sequence[tuple[str, str, str, Callable[[Body], str]]] = (
    ("curl", "curl", "bash", _build_curl),
    ("python", "Python", "python", _build_python),
    ("node", "Node.js", "javascript", _build_node),
    ("php", "PHP", "php", _build_php),
    ("smtp", "Postfix", "ini", _build_postfix),
)
