"""What is told of an application's settings, in both languages; codes are the client's, too."""

from collections.abc import Mapping

ENGLISH = "en"
WORDS: Mapping[str, Mapping[str, str]] = {
    "hostIsUrl": {
        "en": "Give the name of the server alone, without https:// and without a path: {host}",
        "id": "Isi nama server saja, tanpa https:// dan tanpa path: {host}",
    },
    "hostHasPort": {
        "en": "The port belongs into a field of its own; the server is {host}",
        "id": "Port diisi di kolomnya sendiri; servernya {host}",
    },
    "hostWrong": {"en": "The server is {host}", "id": "Servernya {host}"},
    "portWrong": {
        "en": "Use port {port} with STARTTLS, or {tlsPort} with TLS",
        "id": "Pakai port {port} dengan STARTTLS, atau {tlsPort} dengan TLS",
    },
    "securityNone": {
        "en": "A key is taken over an encrypted connection only: turn on STARTTLS or TLS",
        "id": "Kunci hanya diterima lewat koneksi terenkripsi: nyalakan STARTTLS atau TLS",
    },
    "portIsTls": {
        "en": "Port {tlsPort} speaks TLS from the start: choose TLS (SSL), or port {port} for STARTTLS",
        "id": "Port {tlsPort} memakai TLS sejak awal: pilih TLS (SSL), atau port {port} untuk STARTTLS",
    },
    "portIsStarttls": {
        "en": "Port {port} begins in the clear: choose STARTTLS, or port {tlsPort} for TLS",
        "id": "Port {port} dimulai tanpa enkripsi: pilih STARTTLS, atau port {tlsPort} untuk TLS",
    },
    "usernameIsAddress": {
        "en": "The user name is no mail address: it is the word apikey, or how your key begins (dsk_live_…)",
        "id": "Nama pengguna bukan alamat email: isi kata apikey, atau awal kunci Anda (dsk_live_…)",
    },
    "usernameIsSecret": {
        "en": "The whole key stands in the user name. It belongs into the password; the user name is {username}",
        "id": "Seluruh kunci ada di nama pengguna. Tempatnya di kata sandi; nama penggunanya {username}",
    },
    "usernameWrong": {
        "en": "The user name is the word apikey, or how your key begins (dsk_live_…)",
        "id": "Nama pengguna adalah kata apikey, atau awal kunci Anda (dsk_live_…)",
    },
    "usernameOfOtherKey": {
        "en": "The user name is the beginning of another key than the password",
        "id": "Nama pengguna adalah awal dari kunci lain, bukan kunci di kata sandi",
    },
    "keyIsSecret": {
        "en": "That is the whole key; its first {length} characters are enough here",
        "id": "Itu seluruh kunci; {length} karakter pertamanya sudah cukup di sini",
    },
    "keyShape": {
        "en": "A key begins with dsk_live_ or dsk_test_ and eight characters",
        "id": "Kunci diawali dsk_live_ atau dsk_test_ dan delapan karakter",
    },
    "keyUnknown": {
        "en": "Your team has no key that begins so",
        "id": "Tim Anda tidak punya kunci dengan awal seperti itu",
    },
    "keyRevoked": {"en": "The key {name} was revoked", "id": "Kunci {name} sudah dicabut"},
    "keyExpired": {"en": "The key {name} has expired", "id": "Kunci {name} sudah kedaluwarsa"},
    "keyCannotSend": {
        "en": "The key {name} may not send: it lacks the scope send",
        "id": "Kunci {name} tidak boleh mengirim: cakupan send tidak ada",
    },
    "subaccountInactive": {
        "en": "The key {name} is of the subaccount {subaccount}, which is switched off",
        "id": "Kunci {name} milik subakun {subaccount}, yang dinonaktifkan",
    },
    "keySandbox": {
        "en": "With the key {name} messages are taken and never sent: it is for trying out",
        "id": "Dengan kunci {name} pesan diterima tetapi tidak dikirim: kunci ini untuk uji coba",
    },
    "keyNetworks": {
        "en": "The key {name} works from these networks only: {networks}",
        "id": "Kunci {name} hanya berlaku dari jaringan ini: {networks}",
    },
    "fromShape": {
        "en": "Give an address such as shop@example.com",
        "id": "Isi alamat seperti toko@example.com",
    },
    "fromUnknownDomain": {
        "en": "Add the domain {domain} first: your team sends from none that this address is of",
        "id": "Tambahkan domain {domain} dulu: tim Anda belum mengirim dari domain alamat ini",
    },
    "fromNotVerified": {
        "en": "The domain {domain} is not verified yet: its records have to be seen in the DNS",
        "id": "Domain {domain} belum terverifikasi: catatannya harus terlihat di DNS",
    },
    "fromOtherDomain": {
        "en": "The key {name} sends from {domain} only",
        "id": "Kunci {name} hanya mengirim dari {domain}",
    },
}
# Good to know; mail is taken all the same.
WARNINGS = frozenset({"keyIsSecret", "keySandbox", "keyNetworks"})


def words(code: str, language: str, **values: object) -> str:
    """What a code says."""
    texts = WORDS[code]
    return texts.get(language, texts[ENGLISH]).format(**values)
