import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, call, query } from "@/lib/api/data";
import { usePollMs } from "@/lib/socket/link";

type Schemas = components["schemas"];
export type ReportOverview = Schemas["OverviewOut"];
export type OverviewRow = Schemas["OverviewRowOut"];
export type SentMetrics = Schemas["SentMetricsOut"];
export type BotMode = Schemas["BotMode"];

export const OVERVIEW_KEY = buildQueryKey("get", "/api/reports/overview");
const POLL_MS = 30_000;

/** Sort fields of the campaign table. */
export const OVERVIEW_SORTS = [
  "name",
  "startedAt",
  "recipients",
  "sent",
  "delivered",
  "bounced",
  "opened",
  "clicked",
  "clickedOfOpened",
  "unsubscribed",
  "complained",
];

export interface OverviewQuery {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly category: string | undefined;
  readonly search: string;
  readonly sort: string;
  readonly machines: BotMode;
}

function buildOverviewQuery({ start, end, category, search, sort, machines }: OverviewQuery) {
  return {
    sort,
    machines,
    ...(start ? { start } : {}),
    ...(end ? { end } : {}),
    ...(category === undefined ? {} : { category }),
    ...(search ? { search } : {}),
  };
}

/** A page of all campaigns with their totals. The previous page stays on screen while the next one loads. */
export function useOverview(filter: OverviewQuery, page: number, size: number) {
  const params = { query: { ...buildOverviewQuery(filter), page, size } };
  const options = { pollMs: usePollMs(POLL_MS), placeholderData: keepPreviousData };
  return useQuery(query("get", "/api/reports/overview", { params }, options));
}

/** The same campaigns as a file. */
export function fetchOverviewFile(filter: OverviewQuery, format: "csv" | "xlsx"): Promise<Blob> {
  return call("get", "/api/reports/overview/export", {
    params: { query: { ...buildOverviewQuery(filter), format } },
    parseAs: "blob",
  });
}
