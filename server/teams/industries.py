"""The company categories, exactly and in this order (TEAM-65)."""

from typing import Literal, get_args

Industry = Literal[
    "Agency",
    "Automotive",
    "Banking",
    "Communication",
    "Charity/Non-Profit",
    "Education and Training",
    "Entertainment",
    "Financial Services",
    "Financial Technology",
    "Fast Moving Consumer Goods (FMCG)",
    "E-commerce",
    "Government",
    "Insurance",
    "Legal Services",
    "Media and Publishing",
    "Online Shop",
    "Real-Estate / Property",
    "Religious Org.",
    "Restaurant & Food",
    "Retail",
    "Software Company",
    "Transportation",
    "Travel and Tourism",
    "Manufacture",
    "Other",
]
INDUSTRIES: tuple[str, ...] = get_args(Industry)
