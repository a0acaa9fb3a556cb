"""What the product writes to a user about the account: signing in, codes, and what happened to it."""

from collections.abc import Mapping

from server.delivery.services.mail_template import Template

ACCOUNT_MAILS: Mapping[tuple[str, str], Template] = {
    ("signin-code", "en"): Template(
        "{{ code }} is your sign-in code",
        'Hi {{ name | fallback: "there" }},\n\nyour code is\n\n## {{ code }}\n\n'
        'It works once, for five minutes, for the sign-in on {{ device | fallback: "your device" }}.\n\n'
        "If that was not you, somebody knows your password: change it.",
    ),
    ("signin-code", "id"): Template(
        "{{ code }} adalah kode masuk Anda",
        'Halo {{ name | fallback: "Anda" }},\n\nkode Anda adalah\n\n## {{ code }}\n\n'
        'Kode ini berlaku satu kali selama lima menit, untuk masuk di {{ device | fallback: "perangkat Anda" }}.\n\n'
        "Jika itu bukan Anda, ada orang yang mengetahui kata sandi Anda: segera ganti.",
    ),
    ("reset-password", "en"): Template(
        "Choose a new password",
        'Hi {{ name | fallback: "there" }},\n\nsomebody asked for a new password for this account.\n\n'
        '[Choose a password]({{ link }} "button")\n\nThe link works once, for an hour. '
        "If it was not you, ignore this mail: nothing has changed.",
    ),
    ("reset-password", "id"): Template(
        "Buat kata sandi baru",
        'Halo {{ name | fallback: "Anda" }},\n\nada permintaan kata sandi baru untuk akun ini.\n\n'
        '[Buat kata sandi]({{ link }} "button")\n\nTautan ini berlaku satu kali selama satu jam. '
        "Jika bukan Anda yang meminta, abaikan email ini: tidak ada yang berubah.",
    ),
    ("password-changed", "en"): Template(
        "Your password was changed",
        'Hi {{ name | fallback: "there" }},\n\nthe password of your account was changed just now, '
        "and your other devices were signed out.\n\n"
        "If that was not you, ask for a new password on the sign-in page at once.",
    ),
    ("password-changed", "id"): Template(
        "Kata sandi Anda telah diganti",
        'Halo {{ name | fallback: "Anda" }},\n\nkata sandi akun Anda baru saja diganti, '
        "dan perangkat Anda yang lain telah dikeluarkan.\n\n"
        "Jika itu bukan Anda, segera minta kata sandi baru di halaman masuk.",
    ),
    ("confirm-email", "en"): Template(
        "Confirm your new email address",
        'Hi {{ name | fallback: "there" }},\n\nyou asked to sign in with this address from now on.\n\n'
        '[Confirm address]({{ link }} "button")\n\n'
        "Until then your old address stays. If you did not ask for this, ignore this mail.",
    ),
    ("confirm-email", "id"): Template(
        "Konfirmasi alamat email baru Anda",
        'Halo {{ name | fallback: "Anda" }},\n\nAnda meminta untuk masuk dengan alamat ini mulai sekarang.\n\n'
        '[Konfirmasi alamat]({{ link }} "button")\n\n'
        "Sampai saat itu alamat lama Anda tetap berlaku. Jika Anda tidak memintanya, abaikan email ini.",
    ),
    ("email-changed", "en"): Template(
        "Your email address was changed",
        'Hi {{ name | fallback: "there" }},\n\nyour account is now used with {{ new }}, not with this address.\n\n'
        "If that was not you, contact us.",
    ),
    ("email-changed", "id"): Template(
        "Alamat email Anda telah diganti",
        'Halo {{ name | fallback: "Anda" }},\n\nakun Anda kini memakai {{ new }}, bukan alamat ini.\n\n'
        "Jika itu bukan Anda, hubungi kami.",
    ),
    ("two-factor-on", "en"): Template(
        "An authenticator app was added",
        'Hi {{ name | fallback: "there" }},\n\nfrom now on a code of your authenticator app is asked for '
        "when you sign in. Keep your recovery codes in a safe place.\n\n"
        "If that was not you, change your password.",
    ),
    ("two-factor-on", "id"): Template(
        "Aplikasi autentikator telah ditambahkan",
        'Halo {{ name | fallback: "Anda" }},\n\nmulai sekarang kode dari aplikasi autentikator diminta '
        "saat Anda masuk. Simpan kode pemulihan Anda di tempat yang aman.\n\n"
        "Jika itu bukan Anda, ganti kata sandi Anda.",
    ),
    ("two-factor-off", "en"): Template(
        "Your authenticator app was removed",
        'Hi {{ name | fallback: "there" }},\n\nyour authenticator app and its recovery codes were removed '
        "from your account.\n\nIf that was not you, change your password.",
    ),
    ("two-factor-off", "id"): Template(
        "Aplikasi autentikator Anda telah dihapus",
        'Halo {{ name | fallback: "Anda" }},\n\naplikasi autentikator beserta kode pemulihannya telah dihapus '
        "dari akun Anda.\n\nJika itu bukan Anda, ganti kata sandi Anda.",
    ),
    ("new-device", "en"): Template(
        "New sign-in from {{ device }}",
        'Hi {{ name | fallback: "there" }},\n\nyour account was just used to sign in from a new place: '
        "{{ device }}, address {{ address }}.\n\nIf that was you, there is nothing to do. "
        "If not, end that session under Your devices and change your password.",
    ),
    ("recovery-code-used", "en"): Template(
        "A recovery code was used to sign in",
        'Hi {{ name | fallback: "there" }},\n\na recovery code was just used to sign in to your account: '
        "{{ device }}, address {{ address }}.\n\n**Recovery codes left: {{ left | number }}.** Each works once. "
        "You can create new ones in your account under Security.\n\n"
        "If that was not you, change your password and create new recovery codes.",
    ),
    ("recovery-code-used", "id"): Template(
        "Kode pemulihan dipakai untuk masuk",
        'Halo {{ name | fallback: "Anda" }},\n\nsebuah kode pemulihan baru saja dipakai untuk masuk ke akun Anda: '
        "{{ device }}, alamat {{ address }}.\n\n**Sisa kode pemulihan: {{ left | number }}.** "
        "Setiap kode hanya berlaku satu kali. Anda dapat membuat kode baru di akun Anda pada bagian Keamanan.\n\n"
        "Jika itu bukan Anda, ganti kata sandi Anda dan buat kode pemulihan baru.",
    ),
    ("codes-guessed", "en"): Template(
        "Someone is guessing sign-in codes of {{ email }}",
        'Hi {{ name | fallback: "there" }},\n\n{{ count | number }} wrong sign-in codes in a row were entered for '
        "{{ email }}. Whoever entered them knows the password.\n\n"
        '[Open in the support console]({{ link }} "button")\n\n'
        "Contact the owner. They can sign in with a recovery code, or after you clear the wrong codes.",
    ),
    ("codes-guessed", "id"): Template(
        "Ada yang menebak kode masuk {{ email }}",
        'Halo {{ name | fallback: "Anda" }},\n\n{{ count | number }} kode masuk yang salah dimasukkan '
        "berturut-turut untuk {{ email }}. Orang yang memasukkannya mengetahui kata sandinya.\n\n"
        '[Buka di konsol dukungan]({{ link }} "button")\n\n'
        "Hubungi pemiliknya. Ia dapat masuk dengan kode pemulihan, atau setelah Anda menghapus hitungan kode salah.",
    ),
    ("new-device", "id"): Template(
        "Masuk baru dari {{ device }}",
        'Halo {{ name | fallback: "Anda" }},\n\nakun Anda baru saja dipakai untuk masuk dari tempat baru: '
        "{{ device }}, alamat {{ address }}.\n\nJika itu Anda, tidak ada yang perlu dilakukan. "
        "Jika bukan, akhiri sesi itu di Perangkat Anda dan ganti kata sandi Anda.",
    ),
}
