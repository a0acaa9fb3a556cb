"""Words that filters have learnt to distrust, by what they promise, in the two languages that our teams write.

A list of our own, short on purpose: what is common in honest mail too ("free shipping", "gratis ongkir") isn't in it.
"""

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, ...]] = {
    # More than anybody can keep.
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
    # Money out of nothing.
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
    # Haste.
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
    # What nobody drew.
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
    # What thieves of passwords write.
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
