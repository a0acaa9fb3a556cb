"""Phrases that spam filters distrust, by type of promise, in English and Indonesian.

Our own list, deliberately short: phrases common in honest email ("free shipping", "gratis ongkir") are not included.
"""

from collections.abc import Mapping

SPAM_PHRASES: Mapping[str, tuple[str, ...]] = {
    # Impossible promises.
    "promise": (
        "100% free",
        "100% guaranteed",
        "risk free",
        "risk-free",
        "no risk",
        "guaranteed results",
        "double your money",
        "miracle cure",
        "lose weight fast",
        "100% gratis",
        "dijamin 100%",
        "tanpa risiko",
        "pasti untung",
        "pasti menang",
        "obat ajaib",
        "turun berat badan cepat",
    ),
    # Easy money.
    "money": (
        "make money fast",
        "earn money fast",
        "easy money",
        "free money",
        "extra income",
        "work from home and earn",
        "million dollars",
        "instant loan",
        "no credit check",
        "eliminate debt",
        "uang cepat",
        "uang gratis",
        "cepat kaya",
        "penghasilan tambahan jutaan",
        "pinjaman kilat",
        "pinjaman tanpa jaminan",
        "dana cair hari ini",
        "lunasi hutang",
    ),
    # Urgency.
    "hurry": (
        "act now",
        "act immediately",
        "urgent response",
        "once in a lifetime",
        "while supplies last",
        "what are you waiting for",
        "this is not spam",
        "segera bertindak",
        "balas segera",
        "kesempatan seumur hidup",
        "sebelum terlambat",
        "tunggu apa lagi",
        "ini bukan spam",
    ),
    # Prizes.
    "prize": (
        "you have won",
        "you are a winner",
        "congratulations you won",
        "claim your prize",
        "selected as a winner",
        "lottery",
        "jackpot",
        "anda menang",
        "anda terpilih sebagai pemenang",
        "klaim hadiah",
        "undian berhadiah",
        "slot gacor",
        "judi online",
        "togel",
        "maxwin",
    ),
    # Phishing.
    "account": (
        "verify your account",
        "your account will be suspended",
        "confirm your password",
        "update your billing information",
        "click below to unlock",
        "verifikasi akun anda",
        "akun anda akan diblokir",
        "konfirmasi kata sandi",
        "konfirmasi password",
        "masukkan kode otp",
    ),
}
