"""Generates realistic demo contacts from a seed. The addresses use reserved domains (RFC 2606)."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

HEADER = (
    "Email",
    "First name",
    "Last name",
    "Phone",
    "City",
    "Country",
    "Company",
    "Birthday",
    "Gender",
    "Label",
    "Favourite drink",
    "Loyalty points",
    "Member since",
    "Home delivery",
)
DRINKS = ("Tubruk", "Es kopi susu", "Espresso", "V60", "Cold brew", "Teh melati")

_FEMALE_NAMES = (
    "Ayu",
    "Dewi",
    "Sari",
    "Putri",
    "Rina",
    "Wulan",
    "Indah",
    "Maya",
    "Nadia",
    "Fitri",
    "Laras",
    "Kartika",
    "Anisa",
    "Citra",
    "Melati",
    "Ratna",
    "Siti",
    "Yuni",
    "Intan",
    "Tiara",
    "Lestari",
    "Gita",
    "Amelia",
    "Dian",
    "Eka",
    "Nurul",
    "Hana",
    "Vina",
    "Cahya",
    "Kirana",
)
_MALE_NAMES = (
    "Budi",
    "Agus",
    "Andi",
    "Bayu",
    "Rizky",
    "Dimas",
    "Fajar",
    "Hendra",
    "Joko",
    "Eko",
    "Bagus",
    "Arif",
    "Wahyu",
    "Yusuf",
    "Rafi",
    "Iwan",
    "Adi",
    "Galih",
    "Surya",
    "Teguh",
    "Reza",
    "Ilham",
    "Gilang",
    "Made",
    "Wayan",
    "Putu",
    "Ketut",
    "Ahmad",
    "Fauzan",
    "Bima",
)
_LAST_NAMES = (
    "Santoso",
    "Wijaya",
    "Pratama",
    "Saputra",
    "Hidayat",
    "Kurniawan",
    "Setiawan",
    "Nugroho",
    "Siregar",
    "Nasution",
    "Simanjuntak",
    "Hutapea",
    "Lubis",
    "Wibowo",
    "Permana",
    "Halim",
    "Tanuwijaya",
    "Gunawan",
    "Susanto",
    "Maharani",
    "Utami",
    "Lestari",
    "Handayani",
    "Puspita",
    "Rahmawati",
    "Anggraini",
    "Suryani",
    "Kusuma",
    "Yulianti",
    "Harahap",
    "Tarigan",
    "Manurung",
    "Pane",
    "Wulandari",
    "Oktaviani",
    "Firmansyah",
    "Ramadhan",
)
_CITIES = (
    ("Jakarta", 30),
    ("Bandung", 14),
    ("Surabaya", 12),
    ("Yogyakarta", 9),
    ("Makassar", 8),
    ("Medan", 7),
    ("Denpasar", 7),
    ("Semarang", 5),
    ("Malang", 4),
    ("Bogor", 4),
    ("Tangerang", 4),
    ("Palembang", 3),
    ("Balikpapan", 2),
    ("Manado", 2),
    ("Solo", 2),
)
# First name, last name, city, country. The names after the Dutch pair are in right-to-left scripts.
_FOREIGN_PEOPLE = (
    ("Aisyah", "Rahman", "Kuala Lumpur", "Malaysia"),
    ("Wei Ling", "Tan", "Singapore", "Singapore"),
    ("Hiroshi", "Yamamoto", "Osaka", "Japan"),
    ("Chloé", "Lefèvre", "Lyon", "France"),
    ("Jürgen", "Weiß", "Hamburg", "Germany"),
    ("Olivia", "Murphy", "Melbourne", "Australia"),
    ("Nguyễn", "Thị Hoa", "Da Nang", "Vietnam"),
    ("Sanne", "van den Berg", "Utrecht", "Netherlands"),
    ("Joost", "de Vries", "Leiden", "Netherlands"),
    ("ليلى", "حسن", "القاهرة", "Egypt"),
    ("محمد", "العتيبي", "الرياض", "Saudi Arabia"),
    ("נועה", "לוי", "תל אביב", "Israel"),
)
_CAFES = (
    "Kedai Senja",
    "Warung Pojok",
    "Kopi Tepi Laut",
    "Rumah Seduh",
    "Kopi Nusantara",
    "Teras Pagi",
    "Dapur Ibu Tini",
    "Roti Hangat",
    "Kedai Rempah",
    "Sudut Baca",
    "Kopi Lereng",
    "Pasar Minggu Roastery",
    "Kafe Angkringan",
    "Saung Kopi",
    "Bale Bengong",
    "Ruang Tamu",
)
_FIRMS = (
    "PT Cakrawala Digital",
    "CV Mitra Abadi",
    "PT Samudra Logistik",
    "Hotel Taman Sari",
    "Studio Arsitek Rana",
    "PT Bumi Hijau",
    "Klinik Sehat Bersama",
    "Koperasi Guru Makassar",
    "Penerbit Layar",
)
_MAILBOXES = (("surel.example", 5), ("kotakpos.example", 4), ("mail.example", 4), ("halo.example", 2))


@dataclass(frozen=True, slots=True)
class ContactMix:
    """Probabilities of each label, and of contacts that own a cafe, live abroad or have no name."""

    labels: Sequence[tuple[str, float]]
    cafes: float = 0.12
    abroad: float = 0.05
    nameless: float = 0.03


def generate_rows(
    random: Random, *, count: int, mix: ContactMix, today: date, first: int = 0
) -> Iterator[tuple[str, ...]]:
    """Yields rows for HEADER. Different numbers, counted from `first`, never share an address."""
    for number in range(first, first + count):
        yield _generate_row(random, number, mix, today)


def format_csv(lines: Sequence[Sequence[str]]) -> str:
    """Returns the CSV text. The generated cells contain no quotes, so none are escaped."""
    return "".join(
        ",".join(f'"{cell}"' if "," in cell or ";" in cell else cell for cell in line) + "\n" for line in lines
    )


def _generate_row(random: Random, number: int, mix: ContactMix, today: date) -> tuple[str, ...]:
    woman = random.random() < 0.54
    first, last = random.choice(_FEMALE_NAMES if woman else _MALE_NAMES), random.choice(_LAST_NAMES)
    city, country, gender = _choose_weighted(random, _CITIES), "Indonesia", "female" if woman else "male"
    if random.random() < mix.abroad:
        first, last, city, country = random.choice(_FOREIGN_PEOPLE)
        gender = ""
    company = random.choice(_FIRMS) if random.random() < 0.1 else ""
    if random.random() < mix.cafes:
        company = f"{random.choice(_CAFES)} {city if city.isascii() else ''}".strip()
    labels = [name for name, share in mix.labels if random.random() < share]
    if company.startswith(_CAFES) and "Cafe owner" in dict(mix.labels) and "Cafe owner" not in labels:
        labels.append("Cafe owner")
    nameless = random.random() < mix.nameless
    since = today - timedelta(days=random.randrange(30, 1_400))
    birthday = date(random.randrange(1962, 2006), random.randrange(1, 13), random.randrange(1, 29))
    return (
        f"{_build_local_part(first, last)}{number + 10}@{_choose_weighted(random, _MAILBOXES)}",
        "" if nameless else first,
        "" if nameless else last,
        f"+62 8{random.randrange(11, 60)} {random.randrange(1000, 9999)} {random.randrange(1000, 9999)}"
        if random.random() < 0.7
        else "",
        city,
        country,
        company,
        birthday.isoformat() if random.random() < 0.6 else "",
        gender,
        ";".join(labels),
        random.choice(DRINKS) if random.random() < 0.8 else "",
        str(random.randrange(0, 480) * 5),
        since.isoformat(),
        "yes" if random.random() < 0.35 else "no",
    )


def _build_local_part(first: str, last: str) -> str:
    plain = unicodedata.normalize("NFKD", f"{first}.{last}").encode("ascii", "ignore").decode().lower()
    words = "".join(sign if sign.isalnum() else "." for sign in plain).split(".")
    return ".".join(word for word in words if word) or "pelanggan"


def _choose_weighted(random: Random, choices: Sequence[tuple[str, int]]) -> str:
    return random.choices([name for name, _ in choices], [weight for _, weight in choices])[0]
