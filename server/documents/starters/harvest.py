"""A letter from a producer, with three products."""

from collections.abc import Mapping
from typing import Any, Final

from server.documents import art
from server.documents.pieces import Piece
from server.documents.starters.parts import button, column, content, image, line, row, social, text

INK, PAPER, BRICK = "#2a1c14", "#fffdf8", "#9a3a22"

GLOBALS: Final[Mapping[str, Any]] = {
    "background": "#efe6d6",
    "canvas": PAPER,
    "textColour": INK,
    "linkColour": BRICK,
    "accent": BRICK,
    "footerColour": "#5f4d3f",
    "font": "georgia",
}

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "shopLink": "https://example.com/shop",
        "menu": "[Harvests](https://example.com/shop)   ·   [Shop](https://example.com/shop)   ·   "
        "[Visit us](https://example.com/visit)",
        "hills": "Coffee cherries on a branch above terraced hills at sunrise, with drying beds and a red-roofed hut",
        "title": "The new harvest is in",
        "hello": "Hello {{ firstname | default: 'friend' }}. The last cherries came down from the hills above the lake "
        "in October. We bought **all 412 bags**, and roast them each Thursday until they are gone.",
        "act": "Reserve a bag",
        "three": "Three from the same hill",
        "red": "Lower Garden",
        "redHow": "Washed, 250 g",
        "redTaste": "Brown sugar, red apple",
        "green": "Green Ridge",
        "greenHow": "Natural, 250 g",
        "greenTaste": "Ripe berries, cocoa",
        "violet": "Above the Lake",
        "violetHow": "Honey, 250 g",
        "violetTaste": "Apricot, jasmine",
        "price": "Rp 142,000",
        "price2": "Rp 158,000",
        "price3": "Rp 149,000",
        "bag": "A bag of coffee:",
        "whyTitle": "Why it tastes different this year",
        "why": "The rain came three weeks late, so the cherries hung longer and grew sweeter. They were dried on "
        "raised beds for eleven days and turned by hand every hour.",
        "quote": "“We waited for the hill, not for the calendar.”",
        "come": "Want to taste before you buy? [Come to the Saturday tasting](https://example.com/visit), "
        "every week at ten.",
    },
    "id": {
        "shopLink": "https://example.com/toko",
        "menu": "[Panen](https://example.com/toko)   ·   [Toko](https://example.com/toko)   ·   "
        "[Kunjungi kami](https://example.com/kunjungan)",
        "hills": "Buah kopi di dahan di atas bukit terasering saat fajar, meja penjemuran, dan gubuk beratap merah",
        "title": "Panen baru sudah tiba",
        "hello": "Halo {{ firstname | default: 'teman' }}. Buah terakhir turun dari bukit di atas danau pada bulan "
        "Oktober. Kami membeli **semua 412 karung**, dan menyangrainya setiap Kamis sampai habis.",
        "act": "Pesan sebungkus",
        "three": "Tiga dari bukit yang sama",
        "red": "Kebun Bawah",
        "redHow": "Giling basah, 250 g",
        "redTaste": "Gula merah, apel",
        "green": "Punggung Hijau",
        "greenHow": "Natural, 250 g",
        "greenTaste": "Beri matang, kakao",
        "violet": "Atas Danau",
        "violetHow": "Honey, 250 g",
        "violetTaste": "Aprikot, melati",
        "price": "Rp 142.000",
        "price2": "Rp 158.000",
        "price3": "Rp 149.000",
        "bag": "Sebungkus kopi:",
        "whyTitle": "Mengapa rasanya lain tahun ini",
        "why": "Hujan datang tiga minggu terlambat, jadi buahnya lebih lama di pohon dan lebih manis. Lalu dijemur di "
        "meja selama sebelas hari dan dibalik dengan tangan setiap jam.",
        "quote": "“Kami menunggu bukitnya, bukan kalendernya.”",
        "come": "Ingin mencicipi dulu? [Datanglah ke sesi cicip hari Sabtu](https://example.com/kunjungan), "
        "setiap minggu pukul sepuluh.",
    },
}


def build_rows(words: Mapping[str, str]) -> list[Piece]:
    return [
        row(
            text("{{ company_name }}", level="h3", size=22, padding=[20, 32, 2, 32], align="center"),
            content(words["menu"], size=14, align="center", padding=[2, 32, 12, 32]),
            padding=[0, 0, 0, 0],
        ),
        row(image(art.build_url("harvest/hills.png"), words["hills"], padding=[0, 0, 0, 0]), padding=[0, 0, 0, 0]),
        row(
            text(words["title"], level="h1", size=38, weight="normal", align="center", padding=[28, 32, 4, 32]),
            content(words["hello"], size=17, spacing=160, align="center", padding=[8, 48, 8, 48]),
            button(words["act"], words["shopLink"], corner=6, padding=[12, 24, 28, 24]),
            padding=[0, 0, 0, 0],
        ),
        row(text(words["three"], level="h2", size=22, weight="normal", align="center", padding=[8, 24, 4, 24])),
        row(
            _build_bag("red", "price", words),
            _build_bag("green", "price2", words),
            _build_bag("violet", "price3", words),
            padding=[4, 16, 16, 16],
            stacks=False,
        ),
        row(
            text(words["whyTitle"], level="h2", size=22, weight="normal", padding=[24, 32, 0, 32]),
            content(words["why"], padding=[8, 32, 8, 32]),
            text(words["quote"], size=20, weight="normal", colour=BRICK, padding=[4, 32, 24, 32]),
            background="#f6ecd9",
            padding=[0, 0, 0, 0],
        ),
        row(
            content(words["come"], align="center", padding=[20, 48, 8, 48]),
            line(width=20, colour="#d9c7a8", padding=[8, 24, 8, 24]),
            social(
                ("instagram", "https://example.com/instagram"),
                ("facebook", "https://example.com/facebook"),
                ("whatsapp", "https://example.com/whatsapp"),
                style="mono",
                padding=[4, 24, 24, 24],
            ),
            padding=[0, 0, 0, 0],
        ),
    ]


def _build_bag(name: str, price: str, words: Mapping[str, str]) -> Piece:
    around = [2, 8, 0, 8]
    return column(
        image(
            art.build_url(f"harvest/bag-{name}.png"),
            f"{words['bag']} {words[name]}",
            address=words["shopLink"],
            corner=6,
            padding=[4, 8, 8, 8],
        ),
        text(words[name], level="h3", size=17, weight="normal", padding=around),
        content(words[f"{name}How"], words[f"{name}Taste"], size=14, spacing=140, padding=around),
        text(words[price], size=15, weight="bold", padding=[4, 8, 12, 8]),
    )
