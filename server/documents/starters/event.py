"""An invitation to an event: an image, date and place, the program, and a button to reply."""

from collections.abc import Mapping
from typing import Any, Final

from server.documents import art
from server.documents.pieces import Piece
from server.documents.starters.parts import button, column, content, image, line, row, text

NIGHT, INK, FLAME = "#1d2450", "#20223a", "#f2b155"

GLOBALS: Final[Mapping[str, Any]] = {
    "background": "#dfe0ee",
    "canvas": "#ffffff",
    "textColour": INK,
    "linkColour": "#3c47a8",
    "accent": "#f2b155",
    "footerColour": "#4d506a",
    "font": "trebuchet",
    "headingFont": "georgia",
}

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "answerLink": "https://example.com/evening",
        "kicker": "YOU ARE INVITED",
        "title": "An evening under the lanterns",
        "evening": "Five people at a long table in an open pavilion at night, below strings of glowing lanterns",
        "hello": "Dear {{ firstname | default: 'friend' }}, once a year we close the shop early, carry the tables "
        "outside and cook for the people who keep us going. Come and eat with us.",
        "answer": "I will be there",
        "when": "When",
        "whenIs": "Saturday, 6 June",
        "whenTime": "from 6 pm",
        "where": "Where",
        "whereIs": "The garden pavilion",
        "whereStreet": "12 River Street",
        "cost": "Price",
        "costIs": "Free",
        "costBring": "bring a story",
        "plan": "The evening",
        "at1": "6 pm",
        "what1": "**Welcome.** Ginger tea, then we light the lanterns together.",
        "at2": "7 pm",
        "what2": "**The long table.** Seven dishes, two of them without meat, all from less than a day’s ride away.",
        "at3": "9 pm",
        "what3": "**Music.** Three string players and a drummer. Dancing is welcome.",
        "close": "There are sixty chairs. Tell us by the end of May whether one of them is yours.",
        "cannot": "Can’t come? [Tell us](https://example.com/evening/no), so someone else can.",
    },
    "id": {
        "answerLink": "https://example.com/malam",
        "kicker": "ANDA DIUNDANG",
        "title": "Malam di bawah lentera",
        "evening": "Lima orang di meja panjang di pendopo terbuka pada malam hari, di bawah untaian lentera menyala",
        "hello": "{{ firstname | default: 'Teman' }} yang baik, setahun sekali kami tutup lebih awal, membawa meja ke "
        "luar, dan memasak untuk Anda yang membuat kami terus berjalan. Datang dan makanlah bersama kami.",
        "answer": "Saya datang",
        "when": "Kapan",
        "whenIs": "Sabtu, 6 Juni",
        "whenTime": "mulai 18.00",
        "where": "Di mana",
        "whereIs": "Pendopo taman",
        "whereStreet": "Jalan Sungai 12",
        "cost": "Biaya",
        "costIs": "Gratis",
        "costBring": "bawalah cerita",
        "plan": "Acaranya",
        "at1": "18.00",
        "what1": "**Selamat datang.** Teh jahe, lalu lentera dinyalakan bersama.",
        "at2": "19.00",
        "what2": "**Meja panjang.** Tujuh hidangan, dua tanpa daging, semua dari dekat sini.",
        "at3": "21.00",
        "what3": "**Musik.** Tiga pemain dawai dan satu penabuh gendang. Silakan menari.",
        "close": "Ada enam puluh kursi. Kabari kami sebelum akhir Mei apakah salah satunya milik Anda.",
        "cannot": "Tidak bisa datang? [Kabari kami](https://example.com/malam/tidak), agar orang lain bisa.",
    },
}


def build_rows(words: Mapping[str, str]) -> list[Piece]:
    return [
        row(image(art.build_url("event/evening.png"), words["evening"], padding=[0, 0, 0, 0]), padding=[0, 0, 0, 0]),
        row(
            text(words["kicker"], size=14, weight="bold", colour=FLAME, align="center", padding=[28, 32, 0, 32]),
            text(
                words["title"],
                level="h1",
                size=36,
                weight="normal",
                colour="#ffffff",
                align="center",
                padding=[6, 32, 4, 32],
            ),
            content(words["hello"], colour="#dcdef2", align="center", padding=[8, 44, 8, 44]),
            button(words["answer"], words["answerLink"], textColour="#20223a", corner=24, padding=[12, 24, 36, 24]),
            background=NIGHT,
            padding=[0, 0, 0, 0],
        ),
        row(
            _build_fact(words["when"], words["whenIs"], words["whenTime"]),
            _build_fact(words["where"], words["whereIs"], words["whereStreet"]),
            _build_fact(words["cost"], words["costIs"], words["costBring"]),
            padding=[24, 16, 8, 16],
        ),
        row(
            line(colour="#d5d6e6", padding=[8, 32, 8, 32]),
            text(words["plan"], level="h2", size=24, weight="normal", padding=[8, 32, 4, 32]),
            padding=[0, 0, 0, 0],
        ),
        *[_build_hour(words[f"at{number}"], words[f"what{number}"]) for number in (1, 2, 3)],
        row(
            content(words["close"], align="center", padding=[28, 48, 4, 48]),
            button(words["answer"], words["answerLink"], textColour="#20223a", corner=24, padding=[8, 24, 8, 24]),
            content(words["cannot"], size=14, align="center", padding=[8, 48, 28, 48]),
            padding=[0, 0, 0, 0],
        ),
    ]


def _build_fact(what: str, is_: str, more: str) -> Piece:
    around = [0, 8, 0, 8]
    return column(
        text(what, size=14, weight="bold", align="center", padding=[8, 8, 0, 8]),
        text(is_, level="h3", size=18, weight="normal", align="center", padding=around),
        text(more, size=14, weight="normal", align="center", padding=[0, 8, 12, 8]),
    )


def _build_hour(at: str, what: str) -> Piece:
    return row(
        column(text(at, level="h3", size=18, weight="normal", padding=[8, 8, 4, 16]), width=22),
        column(content(what, padding=[6, 24, 4, 8]), width=78),
        padding=[0, 16, 0, 16],
        stacks=False,
    )
