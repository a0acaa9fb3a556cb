"""Recognition of headings, including those of other products' exports."""

from datetime import UTC, datetime

import pytest

from server.contacts.importing import target_columns
from server.contacts.models import CustomField

EXPORTS = {
    "Mailchimp": (
        "Email Address,First Name,Last Name,Address,Phone Number,Birthday,TAGS,MEMBER_RATING,OPTIN_TIME,NOTES",
        "email firstname lastname - phone birthday label - - note",
    ),
    "HubSpot": (
        "Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lifecycle Stage,Company Name,City,Country",
        "- firstname lastname email phone - funnel company city country",
    ),
    "Brevo": (
        "CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,WHATSAPP,ADDED_TIME,EXT_ID,Company",
        "- email firstname lastname phone - - - company",
    ),
    "Google Contacts": (
        "First Name,Middle Name,Last Name,Organization Name,Birthday,Notes,Labels,E-mail 1 - Value,Phone 1 - Value",
        "firstname - lastname company birthday note label email phone",
    ),
    "Outlook": (
        "First Name,Last Name,E-mail Address,Mobile Phone,Home City,Home Country/Region,Company,Categories,Gender",
        "firstname lastname email phone city country company label gender",
    ),
    "Shopify": (
        "First Name,Last Name,Email,Default Address Company,Default Address City,Default Address Country,Phone,Tags",
        "firstname lastname email company city country phone label",
    ),
    "Klaviyo": (
        "Email,First Name,Last Name,Phone Number,City,Country,Time Zone,Organization,Title",
        "email firstname lastname phone city country timezone company -",
    ),
    "English": (
        "E-mail (required),Name*,Mobile no.,D.O.B.,Sex,Town,Comments,Group,Stage",
        "email firstname phone birthday gender city note label funnel",
    ),
    "Indonesian": (
        "Surel,Nama depan,Nama belakang,Telepon,Tanggal lahir,Jenis kelamin,Kota,Negara,Perusahaan,Catatan,Tahap,Label",
        "email firstname lastname phone birthday gender city country company note funnel label",
    ),
    "Indonesian as it is written": (
        "Alamat Email [wajib],Nama Lengkap,No. HP,Tgl. Lahir,JK,Kota/Kabupaten,Zona Waktu,Instansi,Keterangan,Kelompok",
        "email firstname phone birthday gender city timezone company note label",
    ),
    "a whole name beside the first": ("Nama Lengkap,Nama Depan,Surel", "- firstname email"),
    "a billing city before the city": ("Billing city,Kota,Email", "- city email"),
}


@pytest.mark.parametrize("product", EXPORTS)
def test_headings_of_other_products_are_understood(product: str) -> None:
    headings, targets = EXPORTS[product]
    columns = target_columns.build_columns([], UTC)

    found = target_columns.suggest_targets(headings.split(","), columns)

    assert found == [None if target == "-" else target for target in targets.split()]


def test_a_field_of_the_team_goes_before_what_its_name_may_mean_elsewhere() -> None:
    fields = [
        CustomField(pk=7, name="Segment", tag="segment", type="text", created_at=datetime.now(UTC)),
        CustomField(pk=8, name="Email", tag="mail_2", type="text", created_at=datetime.now(UTC)),
    ]
    columns = target_columns.build_columns(fields, UTC)

    assert target_columns.suggest_targets(["Segment", "Email", "Mail 2"], columns) == ["custom:7", "email", "custom:8"]
