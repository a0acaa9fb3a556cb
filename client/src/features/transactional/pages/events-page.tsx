import { Button, NativeSelect } from "@mantine/core";
import { IconBookmark, IconDownload, IconFilter, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { useCan } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { formatRangeEnd } from "@/lib/date-range";
import { formatDate } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { useLinkState } from "@/lib/socket/link";
import { PageHead } from "@/ui/components/page-head";
import { StatusDot } from "@/ui/components/status-dot";
import { ListOptions } from "@/ui/table/list-options";
import { useListView } from "@/ui/table/list-view";
import { useActivity } from "../activity";
import { eventColumns } from "../events/event-columns";
import { EventList } from "../events/event-list";
import {
  type EventsAddress,
  isOpenEnded,
  MINUTE_FORMAT,
  readAddress,
  WINDOWS,
  writeAddress,
} from "../events/event-window";
import {
  refreshEvents,
  refreshHistogram,
  useHistogram,
  useNameSuggestions,
  useNewestEvents,
} from "../events/events-data";
import { EventsHistogram } from "../events/histogram";
import { readOpenEvent, writeOpenEvent } from "../events/open-event";
import { SearchBox } from "../events/search-box";
import { EVENT_TYPES, type SuggestedValues } from "../events/search-terms";
import { useMessageLabels } from "../labels-data";
import { useOverview } from "../overview-data";
import { useOnActivity } from "../use-on-activity";
import classes from "./events-page.module.css";

const WindowFields = lazy(async () => ({ default: (await import("../events/window-fields")).WindowFields }));
const FilterSheet = lazy(async () => ({ default: (await import("../events/filter-sheet")).FilterSheet }));
const ExportSheet = lazy(async () => ({ default: (await import("../events/export-sheet")).ExportSheet }));
const SearchesSheet = lazy(async () => ({ default: (await import("../events/searches-sheet")).SearchesSheet }));

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Minimum interval of the histogram. The list follows each message, at most once a second. */
const HISTOGRAM_INTERVAL_MS = 5000;
/** The histogram is up to date this soon after the last event of a burst. */
const QUIET_MS = 1500;

/** Error code of a search with a syntax error. */
const INVALID_SEARCH_CODE = "trxSearchInvalid";

/** Live list of all transactional events (TRX-13). */
export function EventsPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const address = readAddress(params);
  const newest = useNewestEvents(address);
  const openEvent = readOpenEvent(params);
  const canExport = useCan()("contact.export");
  const activity = useActivity(() => {
    refreshEvents(client);
    refreshHistogram(client);
  });
  const isUp = useLinkState() === "up";
  const isOpen = isOpenEnded(address);
  const [isPaused, setPaused] = useState(false);
  const [isNear, setNear] = useState(false);
  const [sheet, setSheet] = useState<"filter" | "export" | "searches">();
  const columns = useMemo(() => eventColumns(t), [t]);
  const [view, setView] = useListView("trxEvents");
  const suggestedValues = useSuggestedValues(isNear);

  useOnActivity(isOpen ? activity.revision : 0, 0, () => refreshEvents(client));
  useOnActivity(
    isOpen && !isPaused ? activity.revision : 0,
    HISTOGRAM_INTERVAL_MS,
    () => refreshHistogram(client),
    QUIET_MS,
  );

  function go(change: Partial<EventsAddress>): void {
    setParams(writeAddress({ ...address, ...change }), { preventScrollReset: true });
  }

  const refused =
    isFailure(newest.error) && newest.error.code === INVALID_SEARCH_CODE ? newest.error.payload : undefined;
  const problem = refused ? describeProblem(refused, t) : undefined;
  const bars = useHistogram(address, problem === undefined);
  const counted = bars.isPlaceholderData ? undefined : bars.data;
  const isWhole = counted !== undefined && counted.reached <= counted.from;
  const days = newest.data?.retentionDays;
  const states = [
    isOpen ? (
      <StatusDot key="live" kind={isPaused || !isUp ? "off" : "live"}>
        {t(isPaused ? "terms.paused" : isUp ? "terms.live" : "transactional.events.notLive")}
      </StatusDot>
    ) : (
      t("transactional.events.past")
    ),
    ...(counted
      ? [
          t("transactional.histogram.events", {
            count: counted.total,
            total: `${formatInteger(counted.total)}${isWhole ? "" : "+"}`,
          }),
        ]
      : []),
    ...(days ? [t("transactional.events.keptFor", { count: days })] : []),
  ];
  const isBare = address.q === "" && counted?.total === 0;
  return (
    <>
      <PageHead
        title={t("words.events")}
        crumbs={[{ label: t("shell.groups.transactional") }, { label: t("words.events") }]}
        state={states}
        actions={
          <>
            {canExport ? (
              <Button leftSection={<IconDownload {...ICON} />} onClick={() => setSheet("export")}>
                {t("words.export")}
              </Button>
            ) : null}
            {isOpen ? (
              <Button
                aria-pressed={isPaused}
                leftSection={isPaused ? <IconPlayerPlay {...ICON} /> : <IconPlayerPause {...ICON} />}
                onClick={() => setPaused(!isPaused)}
              >
                {t(isPaused ? "transactional.events.follow" : "terms.pause")}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={classes.toolbar} data-filter-bar>
        <SearchBox
          value={address.q}
          knownValues={suggestedValues}
          problem={problem}
          onNear={() => setNear(true)}
          onSearch={(q) => go({ q })}
        />
        <NativeSelect
          size="sm"
          aria-label={t("terms.period")}
          value={address.window}
          onChange={({ currentTarget }) => {
            const window = WINDOWS.find((name) => name === currentTarget.value);
            if (!window) return;
            // A custom period starts as the last day.
            const from = window === "custom" ? (address.from ?? formatRangeEnd(Date.now() - DAY_MS)) : undefined;
            go({ window, from });
          }}
          data={WINDOWS.map((value) => ({ value, label: t(`transactional.windows.${value}`) }))}
        />
        <Button size="sm" leftSection={<IconFilter {...ICON} />} onClick={() => setSheet("filter")}>
          {t("transactional.events.filter")}
        </Button>
        <Button size="sm" leftSection={<IconBookmark {...ICON} />} onClick={() => setSheet("searches")}>
          {t("terms.saved")}
        </Button>
        <ListOptions columns={columns} view={view} onChange={setView} />
      </div>
      {address.window === "custom" ? (
        <Suspense fallback={null}>
          <WindowFields address={address} onChange={go} />
        </Suspense>
      ) : null}
      {problem || isBare || bars.isLoadingError ? null : (
        <EventsHistogram
          histogram={bars.data}
          isStale={bars.isPlaceholderData}
          onPick={(from, to) =>
            go({
              window: "custom",
              from: formatDate(from, MINUTE_FORMAT),
              to: formatDate(to - MINUTE_MS, MINUTE_FORMAT),
            })
          }
        />
      )}
      {problem ? null : (
        <EventList
          key={writeAddress(address).toString()}
          address={address}
          newest={newest}
          isPaused={isPaused}
          view={view}
          total={isWhole ? counted.total : undefined}
          openEvent={openEvent}
          onOpenEvent={(wanted) =>
            setParams(writeOpenEvent(params, wanted), { preventScrollReset: true, replace: openEvent !== undefined })
          }
          onClear={() => go({ q: "" })}
        />
      )}
      <Suspense fallback={null}>
        {sheet === "filter" ? (
          <FilterSheet q={address.q} onSearch={(q) => go({ q })} onClose={() => setSheet(undefined)} />
        ) : null}
        {sheet === "export" ? <ExportSheet address={address} onClose={() => setSheet(undefined)} /> : null}
        {sheet === "searches" ? (
          <SearchesSheet q={address.q} onSearch={(q) => go({ q })} onClose={() => setSheet(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}

const PROBLEMS = ["key", "type", "message", "code", "value", "empty", "quote", "tooLong", "tooMany"] as const;

/** Describes the invalid search term. */
function describeProblem(payload: Readonly<Record<string, unknown>>, t: Translate): string {
  const problemKey = PROBLEMS.find((name) => name === payload.problem) ?? "other";
  return t(`transactional.events.problems.${problemKey}`, { word: String(payload.word ?? "") });
}

/** Suggestions for the search terms, fetched once the search field has focus. */
function useSuggestedValues(isNear: boolean): SuggestedValues {
  const subjects = useNameSuggestions("subjects", isNear).data?.items;
  const senders = useNameSuggestions("senders", isNear).data?.items;
  const labels = useMessageLabels(isNear).data?.items;
  const domains = useOverview().data?.domains;
  return useMemo(
    () => ({
      type: EVENT_TYPES,
      subject: subjects?.map(({ name }) => name) ?? [],
      sender: senders?.map(({ name }) => name) ?? [],
      tag: labels?.map(({ name }) => name) ?? [],
      domain: domains?.map(({ name }) => name) ?? [],
    }),
    [subjects, senders, labels, domains],
  );
}
