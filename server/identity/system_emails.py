"""Emails to a user about the account: signing in, codes, and security notices."""

from collections.abc import Mapping

from server.core.system_email import EmailText

EMAILS: Mapping[tuple[str, str], EmailText] = {
    ("validate-email", "en"): EmailText(
        "Confirm your email address",
        'Hi {{ name | fallback: "there" }},\n\nConfirm that this email address is yours.\n\n'
        '[Confirm address]({{ link }} "button")\n\nThe link works once. If you didn’t sign up, ignore this email.',
    ),
    ("validate-email", "id"): EmailText(
        "Konfirmasi alamat email Anda",
        'Halo {{ name | fallback: "Anda" }},\n\nKonfirmasikan bahwa alamat email ini milik Anda.\n\n'
        '[Konfirmasi alamat]({{ link }} "button")\n\n'
        "Tautan ini berlaku satu kali. Abaikan email ini jika Anda tidak mendaftar.",
    ),
    ("signin-code", "en"): EmailText(
        "{{ code }} is your sign-in code",
        'Hi {{ name | fallback: "there" }},\n\nYour sign-in code is:\n\n## {{ code }}\n\n'
        'Use it within five minutes to sign in on {{ device | fallback: "your device" }}. It works only once.\n\n'
        "If this wasn’t you, someone knows your password. Change it immediately.",
    ),
    ("signin-code", "id"): EmailText(
        "{{ code }} adalah kode masuk Anda",
        'Halo {{ name | fallback: "Anda" }},\n\nKode masuk Anda adalah:\n\n## {{ code }}\n\n'
        'Kode ini berlaku selama lima menit, untuk satu kali masuk di {{ device | fallback: "perangkat Anda" }}.\n\n'
        "Jika ini bukan Anda, ada orang yang mengetahui kata sandi Anda. Segera ubah.",
    ),
    ("reset-password", "en"): EmailText(
        "Choose a new password",
        'Hi {{ name | fallback: "there" }},\n\nSomeone asked to reset the password for your account.\n\n'
        '[Choose a password]({{ link }} "button")\n\nThe link works once and expires in an hour. '
        "If this wasn’t you, ignore this email. Your password has not changed.",
    ),
    ("reset-password", "id"): EmailText(
        "Buat kata sandi baru",
        'Halo {{ name | fallback: "Anda" }},\n\nAda permintaan untuk mengatur ulang kata sandi akun Anda.\n\n'
        '[Buat kata sandi]({{ link }} "button")\n\nTautan ini berlaku selama satu jam dan hanya untuk satu kali pakai. '
        "Jika ini bukan Anda, abaikan email ini. Kata sandi Anda tidak berubah.",
    ),
    ("password-changed", "en"): EmailText(
        "Your password was changed",
        'Hi {{ name | fallback: "there" }},\n\nYour password was just changed, '
        "and your other devices were signed out.\n\n"
        "If this wasn’t you, reset your password on the sign-in page immediately.",
    ),
    ("password-changed", "id"): EmailText(
        "Kata sandi Anda telah diubah",
        'Halo {{ name | fallback: "Anda" }},\n\nKata sandi akun Anda baru saja diubah, '
        "dan perangkat Anda yang lain telah dikeluarkan.\n\n"
        "Jika ini bukan Anda, segera atur ulang kata sandi di halaman masuk.",
    ),
    ("confirm-email", "en"): EmailText(
        "Confirm your new email address",
        'Hi {{ name | fallback: "there" }},\n\nYou asked to use this address to sign in.\n\n'
        '[Confirm address]({{ link }} "button")\n\n'
        "Until you confirm, your old address stays in use. If you didn’t ask for this, ignore this email.",
    ),
    ("confirm-email", "id"): EmailText(
        "Konfirmasi alamat email baru Anda",
        'Halo {{ name | fallback: "Anda" }},\n\nAnda meminta agar alamat ini dipakai untuk masuk.\n\n'
        '[Konfirmasi alamat]({{ link }} "button")\n\n'
        "Sebelum dikonfirmasi, alamat lama Anda tetap berlaku. Jika Anda tidak memintanya, abaikan email ini.",
    ),
    ("email-changed", "en"): EmailText(
        "Your email address was changed",
        'Hi {{ name | fallback: "there" }},\n\nYour account now uses {{ new }} instead of this address.\n\n'
        "If this wasn’t you, contact us.",
    ),
    ("email-changed", "id"): EmailText(
        "Alamat email Anda telah diganti",
        'Halo {{ name | fallback: "Anda" }},\n\nAkun Anda sekarang memakai {{ new }}, bukan alamat ini.\n\n'
        "Jika ini bukan Anda, hubungi kami.",
    ),
    ("two-factor-on", "en"): EmailText(
        "An authenticator app was added",
        'Hi {{ name | fallback: "there" }},\n\nFrom now on, you need a code from your authenticator app '
        "to sign in. Keep your recovery codes in a safe place.\n\n"
        "If this wasn’t you, change your password.",
    ),
    ("two-factor-on", "id"): EmailText(
        "Aplikasi autentikator telah ditambahkan",
        'Halo {{ name | fallback: "Anda" }},\n\nMulai sekarang, Anda memerlukan kode dari aplikasi autentikator '
        "untuk masuk. Simpan kode pemulihan Anda di tempat yang aman.\n\n"
        "Jika ini bukan Anda, ubah kata sandi Anda.",
    ),
    ("two-factor-off", "en"): EmailText(
        "Your authenticator app was removed",
        'Hi {{ name | fallback: "there" }},\n\nYour authenticator app and its recovery codes were removed '
        "from your account.\n\nIf this wasn’t you, change your password.",
    ),
    ("two-factor-off", "id"): EmailText(
        "Aplikasi autentikator Anda telah dihapus",
        'Halo {{ name | fallback: "Anda" }},\n\nAplikasi autentikator beserta kode pemulihannya telah dihapus '
        "dari akun Anda.\n\nJika ini bukan Anda, ubah kata sandi Anda.",
    ),
    ("new-device", "en"): EmailText(
        "New sign-in from {{ device }}",
        'Hi {{ name | fallback: "there" }},\n\nSomeone just signed in to your account from a new device: '
        "{{ device }}, IP address {{ address }}.\n\nIf this was you, you don’t have to do anything. "
        "If not, end that session under Your devices and change your password.",
    ),
    ("new-device", "id"): EmailText(
        "Ada yang masuk dari {{ device }}",
        'Halo {{ name | fallback: "Anda" }},\n\nSeseorang baru saja masuk ke akun Anda dari perangkat baru: '
        "{{ device }}, alamat IP {{ address }}.\n\nJika ini Anda, tidak ada yang perlu dilakukan. "
        "Jika bukan, akhiri sesi itu di Perangkat Anda dan ubah kata sandi Anda.",
    ),
    ("recovery-code-used", "en"): EmailText(
        "A recovery code was used to sign in",
        'Hi {{ name | fallback: "there" }},\n\nA recovery code was just used to sign in to your account '
        "from {{ device }}, IP address {{ address }}.\n\n**Recovery codes left: {{ left | number }}.** Each works once."
        " You can create new ones in your account under Security.\n\n"
        "If this wasn’t you, change your password and create new recovery codes.",
    ),
    ("recovery-code-used", "id"): EmailText(
        "Kode pemulihan dipakai untuk masuk",
        'Halo {{ name | fallback: "Anda" }},\n\nSebuah kode pemulihan baru saja dipakai untuk masuk ke akun Anda: '
        "{{ device }}, alamat IP {{ address }}.\n\n**Sisa kode pemulihan: {{ left | number }}.** "
        "Setiap kode hanya berlaku satu kali. Anda dapat membuat kode baru di akun Anda pada bagian Keamanan.\n\n"
        "Jika ini bukan Anda, ubah kata sandi Anda dan buat kode pemulihan baru.",
    ),
    ("codes-guessed", "en"): EmailText(
        "Someone is guessing sign-in codes for {{ email }}",
        'Hi {{ name | fallback: "there" }},\n\nSomeone entered {{ count | number }} wrong sign-in codes in a row for '
        "{{ email }}. They know the password.\n\n"
        '[Open support console]({{ link }} "button")\n\n'
        "Contact the account owner. They can sign in with a recovery code, or after you clear the wrong codes.",
    ),
    ("codes-guessed", "id"): EmailText(
        "Ada yang menebak kode masuk {{ email }}",
        'Halo {{ name | fallback: "Anda" }},\n\nSeseorang memasukkan {{ count | number }} kode masuk yang salah '
        "berturut-turut untuk {{ email }}. Ia mengetahui kata sandinya.\n\n"
        '[Buka konsol dukungan]({{ link }} "button")\n\n'
        "Hubungi pemilik akun. Ia dapat masuk dengan kode pemulihan, atau setelah Anda menghapus hitungan kode salah.",
    ),
}
