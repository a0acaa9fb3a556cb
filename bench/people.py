"""The file of contacts that the benches and the proofs import: identical bytes for the same count."""

import random
from collections.abc import Iterator

SEED = 20_260_301
BAD, REPEATED, CP1252 = 0.02, 0.05, 0.02
# The encoding that an import of such lines must be given.
ENCODING = "windows-1252"
HEADER = b"Email,First name,Last name,Phone,Birthday,City,Company,Gender,Score,Plan,Joined,Likes tea\r\n"
FIRST = ("Ayu", "Bagas", "Citra", "Dimas", "Eka", "Farhan", "Gita", "Hendra", "Intan", "Joko", "Kartika", "Lukman")
LAST = ("Lestari", "Prakoso", "Anggraini", "Nugroho", "Rahmawati", "Siregar", "Maharani", "Wijaya", "Permatasari")
CITIES = ("Jakarta", "Bandung", "Depok", "Bekasi", "Tangerang", "Medan", "Yogyakarta", "Surabaya", "Bogor", "Denpasar")
COMPANIES = ("Kopi Selatan", "Sinar Pagi, PT", 'Toko "Maju"', "Warung Kita", "", "", "")
PLANS = ["free", "pro", "team"]
ODD_NAMES = ("Zoë", "François", "Márquez", "Jürgen")


def people(count: int, *, phones: str = "+62812") -> Iterator[bytes]:
    """The lines: 12 columns, 4 of them custom. Some rows are invalid, some repeat an address, some are in Windows-1252.

    With other `phones` they are the same people with other numbers.
    """
    draw = random.Random(SEED)
    yield HEADER
    for number in range(count):
        fate = draw.random()
        repeats = number > 100 and fate < REPEATED
        who = draw.randrange(number) if repeats else number
        email = f"person{who}@example{who % 97}.com"
        if fate > 1 - BAD:
            email = email.replace("@", " at ")
        odd = draw.random() < CP1252
        cells = [
            email.upper() if repeats else email,
            draw.choice(ODD_NAMES) if odd else draw.choice(FIRST),
            draw.choice(LAST),
            f"{phones}{draw.randrange(10**7, 10**8)}",
            _date(draw, 1950, 2008),
            draw.choice(CITIES),
            _quoted(draw.choice(COMPANIES)),
            draw.choice(("m", "f", "")),
            str(draw.randrange(1000)),
            draw.choice(PLANS),
            _date(draw, 2020, 2026),
            draw.choice(("yes", "no", "")),
        ]
        yield (",".join(cells) + "\r\n").encode("cp1252" if odd else "utf-8")


def _date(draw: random.Random, first: int, last: int) -> str:
    return f"{draw.randrange(first, last)}-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}"


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if '"' in cell or "," in cell else cell
