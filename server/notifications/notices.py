"""Notifications about lower apps: limits and expiry of plans, suspended teams and new sign-ins."""

from datetime import timedelta
from functools import partial

from server.notifications import quota_names
from server.notifications.kinds import Audience, Kind
from server.notifications.texts import Text, format_day

# The page with the current and the larger plans.
PLAN = "/update-plan"
# A counter that moves around its threshold must not notify at each crossing.
QUOTA_COOLDOWN = timedelta(days=1)
# Longer than the lead time of expiry notifications.
PLAN_COOLDOWN = timedelta(days=30)

_quota = partial(Kind, link=PLAN, once_in=QUOTA_COOLDOWN, formats={"quota": quota_names.format_quota})
_plan = partial(Kind, audience=Audience.ADMINS, link=PLAN, once_in=PLAN_COOLDOWN, formats={"day": format_day})

KINDS: tuple[Kind, ...] = (
    _quota(
        "quota.near",
        level="warning",
        english=Text("You are close to your plan’s limit", "You have used {used} of {limit} {quota}."),
        indonesian=Text("Kuota paket Anda hampir habis", "Anda sudah memakai {used} dari {limit} {quota}."),
    ),
    _quota(
        "quota.out",
        level="alert",
        english=Text(
            "You have reached your plan’s limit", "You have used all {limit} {quota}. Upgrade your plan to get more."
        ),
        indonesian=Text(
            "Kuota paket Anda habis",
            "Anda sudah memakai semua {limit} {quota}. Tingkatkan paket Anda untuk menambah kuota.",
        ),
    ),
    _plan(
        "plan.expiring",
        level="warning",
        english=Text(
            "Your {plan} plan ends on {day}",
            "When it ends, you can still view everything, but you can’t edit or send anything.",
        ),
        indonesian=Text(
            "Paket {plan} berakhir pada {day}",
            "Setelah berakhir, semuanya masih dapat dilihat, tetapi tidak dapat diubah atau dikirim.",
        ),
    ),
    _plan(
        "plan.last-day",
        level="alert",
        english=Text(
            "Your {plan} plan ends within a day",
            "It ends on {day}. After that, you can still view everything, but you can’t edit or send anything.",
        ),
        indonesian=Text(
            "Paket {plan} berakhir dalam sehari",
            "Paket berakhir pada {day}. Setelah itu, semuanya masih dapat dilihat, tetapi tidak dapat diubah atau "
            "dikirim.",
        ),
    ),
    Kind(
        "team.suspended",
        level="alert",
        english=Text("{team} is suspended", "You can’t edit or send anything until our support team restores {team}."),
        indonesian=Text(
            "{team} ditangguhkan",
            "Tidak ada yang dapat diubah atau dikirim sampai tim dukungan kami memulihkan {team}.",
        ),
    ),
    Kind(
        "team.restored",
        level="success",
        ends=frozenset({"team.suspended"}),
        english=Text("{team} is active again", "Everything works as before."),
        indonesian=Text("{team} aktif kembali", "Semuanya berfungsi seperti semula."),
    ),
    Kind(
        "session.new-device",
        level="warning",
        audience=Audience.USER,
        link="/account/security",
        english=Text(
            "New sign-in from {device}", "If this wasn’t you, change your password. This ends every other session."
        ),
        indonesian=Text(
            "Ada yang masuk dari {device}", "Jika ini bukan Anda, ubah kata sandi Anda. Semua sesi lain akan diakhiri."
        ),
    ),
)
