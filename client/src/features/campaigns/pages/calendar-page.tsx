import { Button, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { useCan, useMe } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { LoadFailed } from "@/ui/components/load-failed";
import { PageHead } from "@/ui/components/page-head";
import { Segmented } from "@/ui/components/segmented";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import {
  type CalendarSpan,
  getCampaignWallTime,
  isMovable,
  listWeeksAround,
  SPANS,
  shiftPeriod,
} from "../calendar-days";
import type { CampaignRow } from "../campaigns-data";
import { CalendarGrid } from "../components/calendar-grid";
import { CampaignTabs } from "../components/campaign-tabs";
import {
  addDays,
  formatDay,
  formatWallTime,
  getDatePart,
  getTimePart,
  parseZoneName,
  suggestTimeOn,
  toWallTime,
} from "../schedule-clock";
import { useCalendar, useRescheduleCampaign } from "../schedule-data";
import classes from "./calendar-page.module.css";

const ScheduleDialog = lazy(async () => ({
  default: (await import("../components/schedule-dialog")).ScheduleDialog,
}));

const NewCampaignDialog = lazy(async () => ({
  default: (await import("../components/new-campaign-dialog")).NewCampaignDialog,
}));

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Campaigns by their start or planned day. */
export function CalendarPage() {
  const { t } = useTranslation();
  const can = useCan();
  const zone = parseZoneName(useMe()?.team?.timezone);
  const [params, setParams] = useSearchParams();
  const [today] = useState(() => getDatePart(toWallTime(Date.now(), zone)));
  const asked = params.get("day") ?? "";
  const day = DAY.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today;
  const span = SPANS.find((one) => one === params.get("by")) ?? "month";
  const weeks = listWeeksAround(day, span);
  const start = weeks[0]?.[0] ?? day;
  const end = addDays(start, weeks.length * 7);
  const calendar = useCalendar(start, end);
  const reschedule = useRescheduleCampaign();
  const [moving, setMoving] = useState<CampaignRow>();
  /** Day of the open dialog for a new campaign. */
  const [newCampaignDay, setBegun] = useState<string>();
  const rows = calendar.data?.items ?? [];

  function show(next: { day?: string; by?: CalendarSpan }): void {
    setParams({ day: next.day ?? day, by: next.by ?? span }, { replace: true });
  }

  const onError = (failure: unknown): void => toastFailure(failure, t);

  /** Why a campaign cannot be moved to a time, as text. The server has the final say. */
  function describeMoveRefusal(campaign: CampaignRow, moved: string): string | undefined {
    const { name, status } = campaign;
    if (!can("campaign.send")) return t("campaigns.calendar.mayNotMove", { name });
    if (!isMovable(campaign)) {
      return t("campaigns.calendar.notMovable", { name, state: t(`campaigns.statuses.${status}`) });
    }
    return moved <= toWallTime(Date.now(), zone)
      ? t("campaigns.calendar.past", { name, at: formatWallTime(moved) })
      : undefined;
  }

  function onDrop(campaign: CampaignRow, to: string): void {
    const wall = getCampaignWallTime(campaign, zone);
    if (!wall || getDatePart(wall) === to) return;
    const { id, kind, name, scheduleAt, scheduleZone, perHour } = campaign;
    const moved = `${to}T${getTimePart(wall)}`;
    const refusal = describeMoveRefusal(campaign, moved);
    if (refusal) {
      toast("warning", refusal);
      return;
    }
    const schedule = { zone: scheduleZone, perHour };
    reschedule.mutate(
      { id, kind, schedule: { ...schedule, scheduleAt: moved } },
      {
        onSuccess: () =>
          toast("info", t("campaigns.calendar.moved", { name, at: formatWallTime(moved) }), {
            action: {
              label: t("words.undo"),
              run: () => reschedule.mutate({ id, kind, schedule: { ...schedule, scheduleAt } }, { onError }),
            },
          }),
        onError,
      },
    );
  }

  return (
    <>
      <PageHead
        title={t("campaigns.calendar.title")}
        state={
          calendar.data
            ? [
                t("terms.campaignsCount", { count: rows.length, total: formatInteger(rows.length) }),
                ...(calendar.data.isWhole ? [] : [t("campaigns.calendar.more")]),
              ]
            : t("campaigns.loading")
        }
        crumbs={[{ label: t("words.campaigns"), to: "/campaigns" }, { label: t("campaigns.calendar.title") }]}
        tabs={<CampaignTabs />}
      />
      <div className={classes.bar}>
        <h2 aria-live="polite">
          {span === "month"
            ? formatDay(day, "MMMM YYYY")
            : `${formatDay(start, "D MMM")} – ${formatDay(addDays(end, -1), "D MMM YYYY")}`}
        </h2>
        <Segmented<CalendarSpan>
          label={t("campaigns.calendar.span")}
          value={span}
          onChange={(by) => show({ by })}
          options={SPANS.map((value) => ({ value, label: t(`campaigns.calendar.spans.${value}`) }))}
        />
        <IconButton
          look="framed"
          label={t(`campaigns.calendar.before.${span}`)}
          onClick={() => show({ day: shiftPeriod(day, span, -1) })}
        >
          <IconChevronLeft {...ICON} />
        </IconButton>
        <Button onClick={() => show({ day: today })}>{t("terms.today")}</Button>
        <IconButton
          look="framed"
          label={t(`campaigns.calendar.after.${span}`)}
          onClick={() => show({ day: shiftPeriod(day, span, 1) })}
        >
          <IconChevronRight {...ICON} />
        </IconButton>
      </div>
      {calendar.isLoadingError ? (
        <LoadFailed failure={calendar.error} onRetry={() => void calendar.refetch()} />
      ) : (
        <>
          <CalendarGrid
            label={t("campaigns.calendar.title")}
            weeks={weeks}
            rows={rows}
            month={span === "month" ? day.slice(0, 7) : undefined}
            today={today}
            zone={zone}
            canMoveCampaigns={can("campaign.send")}
            onCreate={can("campaign.edit") && can("campaign.send") ? setBegun : undefined}
            onMove={setMoving}
            onDrop={onDrop}
          />
          {calendar.data && rows.length === 0 ? (
            <Text size="sm" mt="md" c="dimmed">
              {t("campaigns.calendar.none")}
            </Text>
          ) : null}
        </>
      )}
      <Suspense fallback={null}>
        {newCampaignDay ? (
          <NewCampaignDialog
            planned={suggestTimeOn(newCampaignDay, Date.now(), zone)}
            onClose={() => setBegun(undefined)}
          />
        ) : null}
        {moving ? (
          <ScheduleDialog
            campaign={moving}
            act="move"
            onDone={() => setMoving(undefined)}
            onClose={() => setMoving(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
