import { useMemo } from "react";
import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Avatar } from "@/ui/components/avatar";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import { NameCell } from "@/ui/table/name-cell";
import { AdminListPage } from "../components/admin-list-page";
import { UserState } from "../components/user-state";
import { type AdminUser, USER_STATES, useUsers } from "../support-data";

/** Width in pixels of the avatar before a name. */
const AVATAR_PX = 32;

const SORTS = ["email", "createdAt"];

/** All users with an account. */
export function UsersPage() {
  const { t } = useTranslation();
  const columns = useMemo<readonly DataColumn<AdminUser>[]>(
    () => [
      {
        id: "name",
        header: t("terms.user"),
        width: 220,
        least: 160,
        isFixed: true,
        text: ({ fullname }) => fullname,
        decoration: AVATAR_PX,
        cell: ({ userId, fullname }) => (
          <NameCell>
            <Avatar name={fullname} size={24} />
            <Link to={`/admin/users/${userId}`}>{fullname}</Link>
          </NameCell>
        ),
      },
      {
        id: "email",
        header: t("words.emailAddress"),
        width: 260,
        least: 180,
        isSortable: true,
        text: ({ email }) => email,
        cell: ({ email }) => email,
      },
      {
        id: "state",
        header: t("words.status"),
        width: 210,
        cell: (person) => (
          <NameCell>
            <UserState {...person} />
          </NameCell>
        ),
      },
      { id: "teams", header: t("words.teams"), width: 80, align: "end", cell: ({ teams }) => formatInteger(teams) },
      {
        id: "sessions",
        header: t("support.sessions"),
        width: 110,
        align: "end",
        cell: ({ sessions }) => formatInteger(sessions),
      },
      {
        id: "lastSeenAt",
        header: t("support.lastSeen"),
        width: 130,
        align: "end",
        cell: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime at={lastSeenAt} /> : t("terms.never")),
      },
      {
        id: "createdAt",
        header: t("terms.registered"),
        width: 130,
        align: "end",
        isSortable: true,
        cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
    ],
    [t],
  );
  return (
    <AdminListPage<AdminUser>
      title={t("words.users")}
      searchLabel={t("support.searchPeople")}
      totalWords={(total) => t("support.totalPeople", { count: total, formatted: formatInteger(total) })}
      defaultSort="email"
      sorts={SORTS}
      states={USER_STATES.map((value) => ({ value, label: t(`support.userStates.${value}`) }))}
      columns={columns}
      useRows={useUsers}
      rowId={({ userId }) => userId}
      rowName={({ fullname }) => fullname}
      empty={{ title: t("support.noPeople"), text: t("support.noPeopleHelp") }}
    />
  );
}
