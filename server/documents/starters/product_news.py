"""News of a shop: one large product, two small ones, and an announcement."""

from collections.abc import Mapping
from typing import Any, Final

from server.documents import art
from server.documents.pieces import Piece
from server.documents.starters.parts import button, column, content, image, points, row, social, text

INK, CLAY, SEA = "#22282b", "#b4481f", "#2f4858"

GLOBALS: Final[Mapping[str, Any]] = {
    "background": "#e4e0d7",
    "canvas": "#ffffff",
    "textColour": INK,
    "linkColour": SEA,
    "accent": CLAY,
    "footerColour": "#57534a",
    "font": "system",
}

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "shopLink": "https://example.com/new",
        "kicker": "NEW FROM THE KILN",
        "title": "Five pieces for a slower table",
        "shelf": "A shelf in the sun with a clay vase, a blue pitcher, a stack of bowls, a steaming cup and a bottle",
        "hello": "Hello {{ firstname | default: 'there' }}, we have thrown, glazed and broken pots for eight months. "
        "These are the five we kept. They are made in batches of forty, each a little different.",
        "act": "View the collection",
        "bowl": "The everyday bowl",
        "bowlPicture": "An ochre bowl with a dotted rim, filled with salad",
        "bowlText": "Deep enough for noodles, light enough for one hand. Safe in the oven and the dishwasher.",
        "pitcher": "The river pitcher",
        "pitcherPicture": "A dark blue pitcher with two dotted lines",
        "pitcherText": "Holds 1.2 litres and pours without a drop on the cloth. The glaze is our own.",
        "see": "View price",
        "newTitle": "Also new this month",
        "new1": "**Free repairs.** Chipped something of ours? Send it back. We repair it with gold-coloured lacquer.",
        "new2": "**Less in the box.** Shredded paper from our own workshop replaces every bit of plastic.",
        "new3": "**Pick up on Sunday.** The workshop is open from nine to one.",
        "offer": "Until the end of the month, your first order from this collection ships free.",
        "order": "Order now",
    },
    "id": {
        "shopLink": "https://example.com/baru",
        "kicker": "BARU DARI TUNGKU",
        "title": "Lima karya untuk meja yang tenang",
        "shelf": "Rak di bawah sinar matahari dengan vas tanah liat, teko biru, tumpukan mangkuk, cangkir, dan botol",
        "hello": "Halo {{ firstname | default: 'teman' }}, delapan bulan kami membentuk, mengglasir, dan memecahkan "
        "tembikar. Inilah lima yang kami pilih. Setiap seri berisi empat puluh buah, masing-masing sedikit berbeda.",
        "act": "Lihat koleksinya",
        "bowl": "Mangkuk harian",
        "bowlPicture": "Mangkuk kuning tua berbibir titik-titik, berisi salad",
        "bowlText": "Cukup dalam untuk mi, cukup ringan untuk satu tangan. Aman di oven dan mesin cuci piring.",
        "pitcher": "Teko sungai",
        "pitcherPicture": "Teko biru tua dengan dua garis titik",
        "pitcherText": "Memuat 1,2 liter dan menuang tanpa menetes. Glasirnya buatan kami sendiri.",
        "see": "Lihat harganya",
        "newTitle": "Juga baru bulan ini",
        "new1": "**Perbaikan gratis.** Ada karya kami yang gompal? Kirim kembali, kami tambal dengan lak warna emas.",
        "new2": "**Kotak lebih ringan.** Potongan kertas dari bengkel kami menggantikan semua plastik.",
        "new3": "**Ambil hari Minggu.** Bengkel buka dari pukul sembilan sampai satu.",
        "offer": "Sampai akhir bulan, pesanan pertama dari koleksi ini bebas ongkos kirim.",
        "order": "Pesan sekarang",
    },
}


def build_rows(words: Mapping[str, str]) -> list[Piece]:
    return [
        row(text("{{ company_name }}", level="h3", size=18, padding=[22, 32, 14, 32]), padding=[0, 0, 0, 0]),
        row(image(art.build_url("product-news/shelf.png"), words["shelf"], padding=[0, 0, 0, 0]), padding=[0, 0, 0, 0]),
        row(
            text(words["kicker"], size=14, weight="bold", padding=[28, 32, 0, 32]),
            text(words["title"], level="h1", size=32, padding=[4, 32, 4, 32]),
            content(words["hello"], padding=[8, 32, 8, 32]),
            button(words["act"], words["shopLink"], align="left", corner=4, padding=[12, 32, 32, 32]),
            padding=[0, 0, 0, 0],
        ),
        row(_build_product("bowl", words), _build_product("pitcher", words), padding=[0, 20, 20, 20]),
        row(
            text(words["newTitle"], level="h2", size=22, padding=[24, 32, 4, 32]),
            content(points(words["new1"], words["new2"], words["new3"]), padding=[4, 32, 24, 32]),
            background="#f3f1eb",
            padding=[0, 0, 0, 0],
        ),
        row(
            text(words["offer"], level="h2", size=22, colour="#ffffff", align="center", padding=[32, 48, 8, 48]),
            button(
                words["order"],
                words["shopLink"],
                buttonColour="#ffffff",
                textColour=SEA,
                corner=4,
                padding=[8, 24, 32, 24],
            ),
            background=SEA,
            padding=[0, 0, 0, 0],
        ),
        row(
            social(
                ("instagram", "https://example.com/instagram"),
                ("pinterest", "https://example.com/pinterest"),
                ("website", "https://example.com"),
                style="mono",
                padding=[24, 24, 24, 24],
            ),
            padding=[0, 0, 0, 0],
        ),
    ]


def _build_product(name: str, words: Mapping[str, str]) -> Piece:
    return column(
        image(
            art.build_url(f"product-news/{name}.png"),
            words[f"{name}Picture"],
            address=words["shopLink"],
            corner=4,
            fills=True,
            padding=[0, 12, 8, 12],
        ),
        text(words[name], level="h3", size=18, padding=[4, 12, 0, 12]),
        content(
            words[f"{name}Text"],
            f"[{words['see']}]({words['shopLink']})",
            size=15,
            spacing=150,
            padding=[4, 12, 12, 12],
        ),
    )
