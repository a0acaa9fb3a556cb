import "../print.css";
import { Button } from "@mantine/core";
import { IconCopy, IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useNavigate } from "react-router";
import { CampaignState, isUnsent, ResendButton, useCampaign, useDuplicateCampaign } from "@/features/campaigns/public";
import { useWatching, Watchers } from "@/features/presence/public";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { formatDate, formatDateTime, timePattern } from "@/lib/dates";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { Tabs } from "@/ui/components/tabs";
import { toast } from "@/ui/toasts";
import { type Report, useCampaignRoom, useReport } from "../reports-data";
import { ReportSkeleton } from "./report-skeleton";

interface Props {
  readonly id: string;
  readonly children: (report: Report) => ReactNode;
}

const DAY_MS = 24 * 3_600_000;
const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Head and tabs of a report; a draft has none and is written instead. */
export function ReportFrame({ id, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useCampaignRoom(id);
  useWatching(`campaign:${id}`);
  const campaign = useCampaign(id).data;
  const report = useReport(id);
  const duplicate = useDuplicateCampaign();
  const mayEdit = useMe()?.permissions.includes("campaign.edit") ?? false;
  if (campaign && isUnsent(campaign)) return <Navigate to={`/campaigns/${id}/edit`} replace />;

  const head = report.data?.campaign ?? campaign;
  const sender = head?.sender;
  const startedAt = head?.startedAt;
  const wasToday = startedAt ? Date.now() - Date.parse(startedAt) < DAY_MS : false;
  const state = head
    ? [
        ...(sender ? [t("reports.from", { sender: `${sender.name} <${sender.email}>` })] : []),
        ...(report.data
          ? [
              report.data.toAll
                ? t("reports.toAll")
                : t("reports.toLabels", { labels: report.data.labels.join(", ") || t("reports.labelsGone") }),
            ]
          : []),
        ...(startedAt
          ? [
              <time key="started" dateTime={startedAt} title={formatDateTime(startedAt, true)}>
                {t("reports.started", {
                  at: wasToday ? formatDate(startedAt, timePattern(undefined, true)) : formatDateTime(startedAt),
                })}
              </time>,
            ]
          : []),
      ]
    : t("reports.loading");

  return (
    <>
      <PageHead
        title={head?.name ?? t("reports.title")}
        badge={head ? <CampaignState status={head.status} look="badge" /> : undefined}
        state={state}
        crumbs={[
          { label: t("campaigns.title"), to: "/campaigns" },
          ...(head?.category ? [{ label: head.category }] : []),
          { label: t("reports.title") },
        ]}
        actions={
          <>
            <Watchers thing={`campaign:${id}`} />
            <Button leftSection={<IconPrinter {...ICON} />} onClick={() => window.print()}>
              {t("reports.print")}
            </Button>
            {head ? <ResendButton campaign={head} /> : null}
            {mayEdit ? (
              <Button
                leftSection={<IconCopy {...ICON} />}
                loading={duplicate.isPending}
                onClick={() =>
                  duplicate.mutate(id, {
                    onSuccess: (copy) => void navigate(`/campaigns/${copy.id}/edit`),
                    onError: (failure) =>
                      toast("warning", isFailure(failure) ? describeFailure(failure, t) : t("errors.serverException")),
                  })
                }
              >
                {t("campaigns.duplicate")}
              </Button>
            ) : null}
          </>
        }
        tabs={
          <Tabs
            label={t("reports.title")}
            tabs={[
              { to: `/campaigns/${id}`, label: t("reports.title"), isExact: true },
              {
                to: `/campaigns/${id}/recipients`,
                label: t("reports.recipients"),
                ...(report.data ? { count: integer(report.data.figures.recipients) } : {}),
              },
              { to: `/campaigns/${id}/content`, label: t("reports.content") },
            ]}
          />
        }
      />
      {report.data ? (
        children(report.data)
      ) : report.isLoadingError ? (
        <LoadFailed failure={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <ReportSkeleton />
      )}
    </>
  );
}
