import { useMemo } from "react";
import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Avatar } from "@/ui/components/avatar";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import type { DataColumn } from "@/ui/table/columns";
import { useListAddress } from "@/ui/table/list-address";
import { NameCell } from "@/ui/table/name-cell";
import { roleName } from "../role-name";
import { type TeamMember, useTeamMembers } from "../support-data";
import { AdminList } from "./admin-list";

/** Width in pixels of the avatar before a name. */
const AVATAR_PX = 32;

/** The members of a team. */
export function MembersTable({ teamId }: { readonly teamId: string }) {
  const { t } = useTranslation();
  const [address, change] = useListAddress({ defaultSort: "email", sorts: ["email", "joinedAt"] });
  const members = useTeamMembers(teamId, address);
  const columns = useMemo<readonly DataColumn<TeamMember>[]>(
    () => [
      {
        id: "name",
        header: t("terms.user"),
        width: 230,
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
        width: 250,
        least: 180,
        isSortable: true,
        text: ({ email }) => email,
        cell: ({ email }) => email,
      },
      {
        id: "role",
        header: t("terms.role"),
        width: 200,
        cell: ({ role, owner, active, locked }) => (
          <NameCell>
            <span>{roleName(role, t)}</span>
            {owner ? <StateBadge kind="plain">{t("support.owner")}</StateBadge> : null}
            {active ? null : <StateBadge kind="warn">{t("support.inactive")}</StateBadge>}
            {locked ? <StateBadge kind="bad">{t("support.states.locked")}</StateBadge> : null}
          </NameCell>
        ),
      },
      {
        id: "sessions",
        header: t("support.sessions"),
        width: 110,
        align: "end",
        cell: ({ sessions }) => formatInteger(sessions),
      },
      {
        id: "joinedAt",
        header: t("support.joined"),
        width: 120,
        align: "end",
        isSortable: true,
        cell: ({ joinedAt }) => (joinedAt ? <RelativeTime at={joinedAt} /> : t("support.invited")),
      },
    ],
    [t],
  );
  return (
    <AdminList<TeamMember>
      label={t("terms.members")}
      searchLabel={t("support.searchPeople")}
      columns={columns}
      answer={members}
      address={address}
      onChange={change}
      rowId={({ userId }) => userId}
      rowName={({ fullname }) => fullname}
      empty={{ title: t("support.noMembers"), text: t("support.noMembersHelp") }}
      isNarrowed={address.search !== ""}
      onClear={() => change({ search: "" })}
    />
  );
}
