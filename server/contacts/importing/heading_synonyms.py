"""Synonyms of column headings in English and Indonesian, including those of other products' exports.

They are normalised as by `normalize_heading`: lower case, letters and digits only.
"""

import re
from collections.abc import Mapping

_BRACKETED_PART = re.compile(r"\(.*?\)|\[.*?\]")


def normalize_heading(heading: str) -> str:
    """Drops bracketed parts such as (optional) and [wajib], unless nothing else remains."""
    whole = "".join(sign for sign in _BRACKETED_PART.sub("", heading).lower() if sign.isalnum())
    return whole or "".join(sign for sign in heading.lower() if sign.isalnum())


def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SYNONYMS: Mapping[str, frozenset[str]] = {
    "email": _split_words(
        "email emails emailaddress emailaddresses mail mailaddress primaryemail contactemail customeremail "
        "subscriberemail useremail workemail personalemail email1 email1value email1address emailsprimary "
        "surel alamatemail alamatsurel emailpelanggan emailkontak surelutama emailutama"
    ),
    "firstname": _split_words(
        "firstname first givenname fname forename contactfirstname customerfirstname "
        "namadepan namapertama namapanggilan panggilan prenom vorname "
        "name fullname contactname customername subscribername displayname nama namalengkap namakontak namapelanggan"
    ),
    "lastname": _split_words(
        "lastname last surname familyname lname contactlastname customerlastname "
        "namabelakang namaakhir namakeluarga marga nom nachname"
    ),
    "phone": _split_words(
        "phone phonenumber phoneno mobileno phones "
        "phone1 phone1value mobile mobilenumber mobilephone mobilephonenumber cell cellphone "
        "telephone telephonenumber tel sms smsnumber whatsapp whatsappnumber whatsappphonenumber wa primaryphone "
        "contactphone customerphone businessphone homephone defaultaddressphone "
        "telepon telp hp nohp nomorhp notelp notelepon nomortelepon nomorponsel nomorwa nowa nowhatsapp "
        "handphone ponsel"
    ),
    "birthday": _split_words(
        "birthday birthdate dateofbirth dob birth born bday tanggallahir tgllahir tglahir ulangtahun "
        "hariulangtahun lahir"
    ),
    "gender": _split_words("gender sex jeniskelamin kelamin jk"),
    "city": _split_words(
        "city town mailingcity homecity businesscity billingcity shippingcity addresscity defaultaddresscity "
        "address1city locality kota kabupaten kotakabupaten kabupatenkota kotadomisili domisili"
    ),
    "country": _split_words(
        "country countryregion countrycode countryname mailingcountry homecountry homecountryregion "
        "businesscountryregion billingcountry shippingcountry defaultaddresscountry defaultaddresscountrycode "
        "address1country negara asalnegara"
    ),
    "timezone": _split_words(
        "timezone timezones tz timezonename timezoneid ianatimezone contacttimezone customertimezone usertimezone "
        "hstimezone zonawaktu zonawaktukontak wilayahwaktu"
    ),
    "company": _split_words(
        "company companyname organization organisation organizationname organization1name accountname "
        "associatedcompany primaryassociatedcompany businessname employer workplace defaultaddresscompany "
        "perusahaan namaperusahaan instansi namainstansi lembaga organisasi tempatkerja kantor"
    ),
    "note": _split_words("note notes comment comments remark remarks description catatan keterangan komentar"),
    "funnel": _split_words(
        "funnel stage journey lifecyclestage leadstatus contactstage pipelinestage tahap tahapan corong"
    ),
    "label": _split_words(
        "label labels tag tags group groups groupmembership list lists listname categories segment segments "
        "contacttags grup kelompok kategori daftar penanda"
    ),
}
# Ambiguous headings, used only if no other heading matches.
AMBIGUOUS_SYNONYMS = _split_words(
    "name fullname contactname customername subscribername displayname nama namalengkap namakontak namapelanggan "
    "first last description keterangan born birth lahir list lists segment segments categories kategori daftar "
    "businessphone homephone billingcity shippingcity billingcountry shippingcountry countrycode"
)
