import { useMemo } from "react";
import { Link } from "react-router";
import { formatDate } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import { AdminListPage } from "../components/admin-list-page";
import { TeamState } from "../components/team-state";
import { TEAM_STATES, type Team, useTeams } from "../support-data";

const SORTS = ["name", "createdAt"];

/** All teams of the installation. */
export function TeamsPage() {
  const { t } = useTranslation();
  const columns = useMemo<readonly DataColumn<Team>[]>(
    () => [
      {
        id: "name",
        header: t("words.name"),
        width: 200,
        least: 140,
        isFixed: true,
        isSortable: true,
        text: ({ name }) => name,
        cell: ({ companyId, name }) => <Link to={`/admin/teams/${companyId}`}>{name}</Link>,
      },
      {
        id: "state",
        header: t("words.status"),
        width: 136,
        cell: ({ state }) => <TeamState state={state} />,
      },
      {
        id: "slug",
        header: t("support.slug"),
        width: 150,
        least: 100,
        text: ({ slug }) => slug,
        cell: ({ slug }) => slug,
      },
      { id: "vendor", header: t("terms.vendor"), width: 80, cell: ({ vendor }) => vendor },
      { id: "plan", header: t("terms.plan"), width: 110, cell: ({ plan }) => plan || t("support.noPlan") },
      {
        id: "expiredDate",
        header: t("support.paidUntil"),
        width: 150,
        align: "end",
        cell: ({ expiredDate }) => (expiredDate ? formatDate(expiredDate) : t("terms.noEndDate")),
      },
      {
        id: "members",
        header: t("terms.members"),
        width: 90,
        align: "end",
        cell: ({ members }) => formatInteger(members),
      },
      {
        id: "sessions",
        header: t("support.sessions"),
        width: 100,
        align: "end",
        cell: ({ sessions }) => formatInteger(sessions),
      },
      {
        id: "createdAt",
        header: t("terms.registered"),
        width: 120,
        align: "end",
        isSortable: true,
        cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      },
    ],
    [t],
  );
  return (
    <AdminListPage<Team>
      title={t("words.teams")}
      searchLabel={t("support.searchTeams")}
      totalWords={(total) => t("support.totalTeams", { count: total, formatted: formatInteger(total) })}
      defaultSort="name"
      sorts={SORTS}
      states={TEAM_STATES.map((value) => ({ value, label: t(`support.states.${value}`) }))}
      columns={columns}
      useRows={useTeams}
      rowId={({ companyId }) => companyId}
      rowName={({ name }) => name}
      empty={{ title: t("support.noTeams"), text: t("support.noTeamsHelp") }}
    />
  );
}
