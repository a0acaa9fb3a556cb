import "../print.css";
import { Box, Button } from "@mantine/core";
import { IconCopy, IconDots, IconDownload, IconPrinter } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import {
  CampaignState,
  campaignPath,
  isUnsent,
  ResendButton,
  useDuplicateCampaign,
  useDuplicateTest,
} from "@/features/campaigns/public";
import { useWatching, Watchers } from "@/features/presence/public";
import { useCan } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { throwIfMissing } from "@/lib/api/missing";
import { formatDate, formatDateTime, getTimePattern } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { ActionMenu } from "@/ui/components/action-menu";
import { IconButton } from "@/ui/components/icon-button";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { Tabs } from "@/ui/components/tabs";
import { toastFailure } from "@/ui/toast-failure";
import { formatBotModeQuery, type ReportRef, type ReportType, reportPath, useReportRef } from "../report-ref";
import { type Report, useReport } from "../reports-data";
import { useLiveReport } from "../use-live-report";
import { BotModeSwitch } from "./bot-mode-switch";
import classes from "./report-frame.module.css";
import { ReportSkeleton } from "./report-skeleton";

const ExportSheet = lazy(async () => ({ default: (await import("./export-sheet")).ExportSheet }));

interface Props {
  readonly type: ReportType;
  readonly children: (report: Report, of: ReportRef) => ReactNode;
}

const DAY_MS = 24 * 3_600_000;
const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
/** Query parameter that opens the export files. */
const FILES_PARAM = "files";
const NOT_STARTED_CODE = "reportNotStarted";
const PAST_RETENTION_CODE = "reportPastRetention";

/** Title and tabs of a report. A draft redirects to its composer. */
export function ReportFrame({ type, children }: Props) {
  const { t } = useTranslation();
  const of = useReportRef(type);
  const { id, machines } = of;
  const [params, setParams] = useSearchParams();
  useLiveReport(id);
  useWatching(`campaign:${id}`);
  const report = throwIfMissing(useReport(of));
  const canExport = useCan()("report.view");
  const code = isFailure(report.error) ? report.error.code : undefined;
  const isDraft =
    (report.data && isUnsent(report.data.campaign)) || (report.isLoadingError && code === NOT_STARTED_CODE);
  if (isDraft) return <Navigate to={`/${type === "ab-test" ? "ab-tests" : "campaigns"}/${id}/edit`} replace />;

  const { data } = report;
  const head = data?.campaign;
  const path = reportPath(type, id);
  const query = formatBotModeQuery(machines);
  const isList = type === "email-marketing";

  function showFiles(isShown: boolean): void {
    const next = new URLSearchParams(params);
    if (isShown) next.set(FILES_PARAM, "1");
    else next.delete(FILES_PARAM);
    setParams(next, { preventScrollReset: true });
  }

  return (
    <>
      <PageHead
        title={head?.name ?? t("reports.title")}
        badge={head ? <CampaignState status={head.status} look="badge" /> : undefined}
        state={data ? headStates(data, t) : t(report.isLoadingError ? "reports.noReport" : "reports.loading")}
        crumbs={[
          isList ? { label: t("words.campaigns"), to: "/campaigns" } : { label: t("reports.abTests"), to: "/ab-tests" },
          ...(head?.category ? [{ label: head.category }] : []),
          { label: t("reports.title") },
        ]}
        actions={
          <>
            <Watchers thing={`campaign:${id}`} />
            {canExport && data ? (
              <Button leftSection={<IconDownload {...ICON} />} onClick={() => showFiles(true)}>
                {t("words.export")}
              </Button>
            ) : null}
            {head ? <ResendButton campaign={head} /> : null}
            {data ? <MoreActions of={of} /> : null}
          </>
        }
        tabs={
          <div className={classes.tabs}>
            <Tabs
              label={t("reports.title")}
              tabs={[
                { to: `${path}${query}`, label: t("reports.title"), isExact: true },
                { to: `${path}/timeline${query}`, label: t("reports.timeline") },
                { to: `${path}/links${query}`, label: t("reports.links") },
                { to: `${path}/audience${query}`, label: t("reports.audience") },
                { to: `${path}/delivery${query}`, label: t("reports.delivery") },
                {
                  to: `${path}/recipients${query}`,
                  label: t("reports.recipients"),
                  ...(data ? { count: formatInteger(data.figures.recipients) } : {}),
                },
                isList
                  ? { to: `${path}/content${query}`, label: t("reports.content") }
                  : { to: `/ab-tests/${id}`, label: t("reports.variants"), isExact: true },
              ]}
            />
            <div className={classes.switch}>
              <BotModeSwitch of={of} />
            </div>
          </div>
        }
      />
      {data ? (
        children(data, of)
      ) : report.isLoadingError ? (
        <>
          <LoadFailed failure={report.error} onRetry={() => void report.refetch()} />
          {code === PAST_RETENTION_CODE ? (
            <Box component="p" m={0} mt="sm">
              <Button component={Link} to="/update-plan">
                {t("dates.upgrade")}
              </Button>
            </Box>
          ) : null}
        </>
      ) : (
        <ReportSkeleton />
      )}
      {params.has(FILES_PARAM) && canExport && data ? (
        <Suspense>
          <ExportSheet of={of} onClose={() => showFiles(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Sender, recipients and start time. */
function headStates(report: Report, t: Translate): readonly ReactNode[] {
  const { campaign } = report;
  const { sender, startedAt } = campaign;
  const wasToday = startedAt ? Date.now() - Date.parse(startedAt) < DAY_MS : false;
  return [
    ...(sender ? [t("reports.from", { sender: `${sender.name} <${sender.email}>` })] : []),
    describeRecipients(report, t),
    ...(startedAt
      ? [
          <time key="started" dateTime={startedAt} title={formatDateTime(startedAt, true)}>
            {t("reports.started", {
              at: wasToday ? formatDate(startedAt, getTimePattern(undefined, true)) : formatDateTime(startedAt),
            })}
          </time>,
        ]
      : []),
  ];
}

function describeRecipients({ labels, segments, toAll, unopenedOf }: Report, t: Translate): string {
  if (unopenedOf?.name) return t("reports.toUnopened", { name: unopenedOf.name });
  if (unopenedOf) return t("reports.toUnopenedGone");
  if (toAll) return t("reports.toAll");
  return t("reports.toLabels", { labels: [...labels, ...segments].join(", ") || t("reports.labelsGone") });
}

/** Menu with the other actions of the campaign. */
function MoreActions({ of: { type, id } }: { readonly of: ReportRef }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const copies = { "email-marketing": useDuplicateCampaign(), "ab-test": useDuplicateTest() };
  const duplicate = copies[type];
  const canEdit = useCan()("campaign.edit");
  return (
    <ActionMenu
      trigger={
        <IconButton look="framed" label={t("ui.more")} aria-busy={duplicate.isPending || undefined}>
          <IconDots {...ICON} />
        </IconButton>
      }
      items={[
        { id: "print", label: t("reports.print"), icon: IconPrinter, onClick: () => window.print() },
        ...(canEdit
          ? [
              {
                id: "duplicate",
                label: t("terms.duplicate"),
                icon: IconCopy,
                onClick: () =>
                  duplicate.mutate(id, {
                    onSuccess: (copy) => void navigate(campaignPath(copy)),
                    onError: (failure) => toastFailure(failure, t),
                  }),
              },
            ]
          : []),
      ]}
    />
  );
}
