import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api, POLLING } from "@/lib/api/client";
import { useLinkState } from "@/lib/socket/link";

type Schemas = components["schemas"];
export type Overview = Schemas["OverviewOut"];
export type OverviewRow = Schemas["OverviewRowOut"];
export type CampaignFigures = Schemas["SentFiguresOut"];
export type Machines = Schemas["Machines"];

export const OVERVIEW_KEY = ["get", "/api/reports/overview"] as const;
const POLL_MS = 30_000;

/** Fields that the table of campaigns is sorted by. */
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

export interface Wanted {
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly category: string | undefined;
  readonly search: string;
  readonly sort: string;
  readonly machines: Machines;
}

function queryOf({ start, end, category, search, sort, machines }: Wanted) {
  return {
    sort,
    machines,
    ...(start ? { start } : {}),
    ...(end ? { end } : {}),
    ...(category === undefined ? {} : { category }),
    ...(search ? { search } : {}),
  };
}

/** A page of all campaigns with their sums; the page before stays on screen until the next is here. */
export function useOverview(wanted: Wanted, page: number, size: number) {
  const isPolling = useLinkState() !== "up";
  const query = { ...queryOf(wanted), page, size };
  return useQuery({
    queryKey: [...OVERVIEW_KEY, query],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET("/api/reports/overview", {
        params: { query },
        ...(isPolling ? { headers: POLLING } : {}),
        signal,
      });
      if (!data) throw new Error("an answer without a body");
      return data;
    },
    placeholderData: keepPreviousData,
    refetchInterval: isPolling ? POLL_MS : false,
    meta: { quiet: true },
  });
}

/** The same campaigns as a file. */
export async function fetchOverviewFile(wanted: Wanted, format: "csv" | "xlsx"): Promise<Blob> {
  const { data } = await api.GET("/api/reports/overview/export", {
    params: { query: { ...queryOf(wanted), format } },
    parseAs: "blob",
  });
  if (!data) throw new Error("an answer without a body");
  return data as unknown as Blob;
}
