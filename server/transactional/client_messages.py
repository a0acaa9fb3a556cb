"""Texts about an application's settings, in both languages; clients use the same codes."""

from collections.abc import Mapping

ENGLISH = "en"
MESSAGES: Mapping[str, Mapping[str, str]] = {
    "hostIsUrl": {
        "en": "Enter only the server name, without https:// or a path: {host}",
        "id": "Isi hanya nama server, tanpa https:// atau path: {host}",
    },
    "hostHasPort": {
        "en": "Enter the port in its own field. The server is {host}",
        "id": "Isi port di kolomnya sendiri. Servernya {host}",
    },
    "hostWrong": {"en": "The server must be {host}", "id": "Server harus {host}"},
    "portWrong": {
        "en": "Use port {port} with STARTTLS, or {tlsPort} with TLS",
        "id": "Pakai port {port} dengan STARTTLS, atau {tlsPort} dengan TLS",
    },
    "securityNone": {
        "en": "API keys are only accepted over an encrypted connection. Turn on STARTTLS or TLS",
        "id": "Kunci API hanya diterima lewat koneksi terenkripsi. Aktifkan STARTTLS atau TLS",
    },
    "portIsTls": {
        "en": "Port {tlsPort} uses TLS from the start. Choose TLS (SSL), or use port {port} for STARTTLS",
        "id": "Port {tlsPort} memakai TLS sejak awal. Pilih TLS (SSL), atau pakai port {port} untuk STARTTLS",
    },
    "portIsStarttls": {
        "en": "Port {port} starts unencrypted. Choose STARTTLS, or use port {tlsPort} for TLS",
        "id": "Port {port} dimulai tanpa enkripsi. Pilih STARTTLS, atau pakai port {tlsPort} untuk TLS",
    },
    "usernameIsAddress": {
        "en": "The username must not be an email address. Use apikey, or the start of your key (dsk_live_…)",
        "id": "Nama pengguna tidak boleh berupa alamat email. Isi apikey, atau awal kunci Anda (dsk_live_…)",
    },
    "usernameIsSecret": {
        "en": "The username contains the full API key. Move the key to the password. The username is {username}",
        "id": "Nama pengguna berisi seluruh kunci API. Pindahkan kunci ke kata sandi; nama penggunanya {username}",
    },
    "usernameWrong": {
        "en": "The username must be apikey, or the start of your key (dsk_live_…)",
        "id": "Nama pengguna harus apikey, atau awal kunci Anda (dsk_live_…)",
    },
    "usernameOfOtherKey": {
        "en": "The username and the password belong to different API keys",
        "id": "Nama pengguna dan kata sandi berasal dari kunci API yang berbeda",
    },
    "keyIsSecret": {
        "en": "This is the full API key. Its first {length} characters are enough here",
        "id": "Ini seluruh kunci API. {length} karakter pertamanya sudah cukup di sini",
    },
    "keyShape": {
        "en": "An API key starts with dsk_live_ or dsk_test_, followed by eight characters",
        "id": "Kunci API diawali dsk_live_ atau dsk_test_ dan delapan karakter",
    },
    "keyUnknown": {
        "en": "Your team has no API key that starts like this",
        "id": "Tim Anda tidak punya kunci API dengan awal seperti ini",
    },
    "keyRevoked": {"en": "The API key {name} was revoked", "id": "Kunci API {name} sudah dicabut"},
    "keyExpired": {"en": "The API key {name} has expired", "id": "Kunci API {name} sudah kedaluwarsa"},
    "keyCannotSend": {
        "en": "The API key {name} can’t send because it does not have the send scope",
        "id": "Kunci API {name} tidak dapat mengirim karena tidak memiliki izin send",
    },
    "subaccountInactive": {
        "en": "The API key {name} belongs to the subaccount {subaccount}, which is turned off",
        "id": "Kunci API {name} milik subakun {subaccount}, yang dinonaktifkan",
    },
    "keySandbox": {
        "en": "{name} is a sandbox key. Its messages are accepted but never sent",
        "id": "{name} adalah kunci sandbox. Pesannya diterima tetapi tidak pernah dikirim",
    },
    "keyNetworks": {
        "en": "The API key {name} only works from these networks: {networks}",
        "id": "Kunci API {name} hanya berlaku dari jaringan ini: {networks}",
    },
    "fromShape": {
        "en": "Enter an email address, such as shop@example.com",
        "id": "Isi alamat email, misalnya toko@example.com",
    },
    "fromUnknownDomain": {
        "en": "Add the domain {domain} first. Your team can’t send from it yet",
        "id": "Tambahkan domain {domain} dulu. Tim Anda belum dapat mengirim dari domain ini",
    },
    "fromNotVerified": {
        "en": "The domain {domain} is not verified yet. Add its DNS records, then check again",
        "id": "Domain {domain} belum terverifikasi. Tambahkan catatan DNS-nya, lalu periksa lagi",
    },
    "fromOtherDomain": {
        "en": "The API key {name} can only send from {domain}",
        "id": "Kunci API {name} hanya dapat mengirim dari {domain}",
    },
}
# For information; messages are accepted nevertheless.
WARNINGS = frozenset({"keyIsSecret", "keySandbox", "keyNetworks"})


def format_message(code: str, language: str, **values: object) -> str:
    texts = MESSAGES[code]
    return texts.get(language, texts[ENGLISH]).format(**values)
