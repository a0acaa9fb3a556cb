"""Notifications about lower apps: limits and expiry of plans, suspended teams and new sign-ins."""

from datetime import timedelta
from functools import partial

from server.notifications import quota_names
from server.notifications.kinds import Audience, NotificationKind
from server.notifications.texts import NotificationText, format_day

# The page with the current and the larger plans.
PLAN = "/update-plan"
# A counter that moves around its threshold must not notify at each crossing.
QUOTA_COOLDOWN = timedelta(days=1)
# Longer than the lead time of expiry notifications.
PLAN_COOLDOWN = timedelta(days=30)

_quota = partial(NotificationKind, link=PLAN, once_in=QUOTA_COOLDOWN, formats={"quota": quota_names.format_quota})
_plan = partial(
    NotificationKind, audience=Audience.ADMINS, link=PLAN, once_in=PLAN_COOLDOWN, formats={"day": format_day}
)

KINDS: tuple[NotificationKind, ...] = (
    _quota(
        "quota.near",
        level="warning",
        english=NotificationText("You are close to your plan’s limit", "You have used {used} of {limit} {quota}."),
        indonesian=NotificationText("Kuota paket Anda hampir habis", "Anda sudah memakai {used} dari {limit} {quota}."),
    ),
    _quota(
        "quota.out",
        level="alert",
        english=NotificationText(
            "You have reached your plan’s limit", "You have used all {limit} {quota}. Upgrade your plan to get more."
        ),
        indonesian=NotificationText(
            "Kuota paket Anda habis",
            "Anda sudah memakai semua {limit} {quota}. Tingkatkan paket Anda untuk menambah kuota.",
        ),
    ),
    _plan(
        "plan.expiring",
        level="warning",
        english=NotificationText(
            "Your {plan} plan ends on {day}",
            "When it ends, you can still view everything, but you can’t edit or send anything.",
        ),
        indonesian=NotificationText(
            "Paket {plan} berakhir pada {day}",
            "Setelah berakhir, semuanya masih dapat dilihat, tetapi tidak dapat diubah atau dikirim.",
        ),
    ),
    _plan(
        "plan.last-day",
        level="alert",
        english=NotificationText(
            "Your {plan} plan ends within a day",
            "It ends on {day}. After that, you can still view everything, but you can’t edit or send anything.",
        ),
        indonesian=NotificationText(
            "Paket {plan} berakhir dalam sehari",
            "Paket berakhir pada {day}. Setelah itu, semuanya masih dapat dilihat, tetapi tidak dapat diubah atau "
            "dikirim.",
        ),
    ),
    NotificationKind(
        "team.suspended",
        level="alert",
        english=NotificationText(
            "{team} is suspended", "You can’t edit or send anything until our support team restores {team}."
        ),
        indonesian=NotificationText(
            "{team} ditangguhkan",
            "Tidak ada yang dapat diubah atau dikirim sampai tim dukungan kami memulihkan {team}.",
        ),
    ),
    NotificationKind(
        "team.restored",
        level="success",
        ends=frozenset({"team.suspended"}),
        english=NotificationText("{team} is active again", "Everything works as before."),
        indonesian=NotificationText("{team} aktif kembali", "Semuanya berfungsi seperti semula."),
    ),
    NotificationKind(
        "session.new-device",
        level="warning",
        audience=Audience.USER,
        link="/account/security",
        english=NotificationText(
            "New sign-in from {device}", "If this wasn’t you, change your password. This ends every other session."
        ),
        indonesian=NotificationText(
            "Ada yang masuk dari {device}", "Jika ini bukan Anda, ubah kata sandi Anda. Semua sesi lain akan diakhiri."
        ),
    ),
)
