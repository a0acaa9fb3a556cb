import { Button } from "@mantine/core";
import { IconLogout, IconPlayerPause, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { throwIfMissing } from "@/lib/api/missing";
import { formatDate } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { Tabs } from "@/ui/components/tabs";
import type { OperatorAction } from "../operator-actions";
import { type TeamDetail, useTeam, useTeamRoom } from "../support-data";
import { ActionSheet } from "./action-sheet-slot";
import { FrameSkeleton } from "./frame-skeleton";
import { TeamState } from "./team-state";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Head, tabs and actions of a team's pages; joins the team's room while mounted. */
export function TeamFrame({ children }: { readonly children: (team: TeamDetail) => ReactNode }) {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const query = throwIfMissing(useTeam(id));
  useTeamRoom(id, () => void query.refetch());
  const [act, setAct] = useState<OperatorAction>();
  const team = query.data;
  const isSuspended = team?.suspendedAt != null;
  const ending = team ? team.sessions - (team.own ? 1 : 0) : 0;

  return (
    <>
      <PageHead
        title={team?.name ?? t("words.team")}
        badge={team ? <TeamState state={team.state} look="badge" /> : undefined}
        state={
          team
            ? [
                t("support.vendorOf", { vendor: team.vendor }),
                team.plan
                  ? team.expiredDate
                    ? t("support.planUntil", { plan: team.plan, date: formatDate(team.expiredDate) })
                    : team.plan
                  : t("support.noPlan"),
                t("support.countMembers", { count: team.members, formatted: formatInteger(team.members) }),
              ]
            : query.isLoadingError
              ? undefined
              : t("words.loading")
        }
        crumbs={[
          { label: t("words.supportConsole") },
          { label: t("words.teams"), to: "/admin/teams" },
          { label: team?.name ?? t("words.team") },
        ]}
        actions={
          team ? (
            <>
              <Button
                leftSection={<IconLogout {...ICON} />}
                disabled={ending === 0}
                onClick={() => setAct({ kind: "endTeamSessions", team })}
              >
                {t("support.endAll")}
              </Button>
              {team.sendingPausedAt ? (
                <Button leftSection={<IconSend {...ICON} />} onClick={() => setAct({ kind: "resumeSending", team })}>
                  {t("terms.resumeSending")}
                </Button>
              ) : null}
              {isSuspended ? (
                <Button
                  leftSection={<IconPlayerPlay {...ICON} />}
                  onClick={() => setAct({ kind: "restoreTeam", team })}
                >
                  {t("support.restore")}
                </Button>
              ) : team.own ? null : (
                <Button
                  leftSection={<IconPlayerPause {...ICON} />}
                  onClick={() => setAct({ kind: "suspendTeam", team })}
                >
                  {t("support.suspend")}
                </Button>
              )}
            </>
          ) : undefined
        }
        tabs={
          <Tabs
            label={t("words.team")}
            tabs={[
              { to: `/admin/teams/${id}`, label: t("words.overview"), isExact: true },
              {
                to: `/admin/teams/${id}/sessions`,
                label: t("support.sessions"),
                ...(team ? { count: formatInteger(team.sessions) } : {}),
              },
              { to: `/admin/teams/${id}/activity`, label: t("support.activity") },
              { to: `/admin/teams/${id}/record`, label: t("words.auditLog") },
            ]}
          />
        }
      />
      {team ? (
        children(team)
      ) : query.isLoadingError ? (
        <LoadFailed failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <FrameSkeleton />
      )}
      {act ? <ActionSheet act={act} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}
