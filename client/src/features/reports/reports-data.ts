import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api, POLLING } from "@/lib/api/client";
import { useLinkState, useRoom } from "@/lib/socket/link";
import type { ListAddress } from "@/ui/table/list-address";

type Schemas = components["schemas"];
export type Report = Schemas["BasicOut"];
export type Figures = Schemas["FiguresOut"];
export type ReportLink = Schemas["LinkOut"];
export type Recipient = Schemas["RecipientOut"];
export type RecipientState = Schemas["RecipientState"];

const PATH = "/api/email-marketing/reports";
/** How often a report is asked for while the socket is down (REP-43). */
export const POLL_MS = 30_000;

export const RECIPIENT_STATES = [
  "sent",
  "failed",
  "suppressed",
  "skipped",
  "inDoubt",
  "waiting",
  "opened",
  "clicked",
  "unsubscribed",
] as const satisfies readonly RecipientState[];

/** Key of a part of the report of one campaign. */
export function reportKey(part: string, id?: string) {
  return id === undefined ? [PATH, part] : [PATH, part, id];
}

function answered<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error("an answer without a body");
  return data;
}

const asked = (id: string, isPolling: boolean) => ({
  params: { query: { id } },
  ...(isPolling ? { headers: POLLING } : {}),
});

function basicQuery(id: string, isPolling: boolean) {
  return queryOptions({
    queryKey: reportKey("basic", id),
    queryFn: async () => answered(await api.GET("/api/email-marketing/reports/basic", asked(id, isPolling))),
  });
}

function peakQuery(id: string, isPolling: boolean) {
  return queryOptions({
    queryKey: reportKey("peak", id),
    queryFn: async () => answered(await api.GET("/api/email-marketing/reports/peak", asked(id, isPolling))),
  });
}

function linksQuery(id: string, isPolling: boolean) {
  return queryOptions({
    queryKey: reportKey("link", id),
    queryFn: async () => answered(await api.GET("/api/email-marketing/reports/link", asked(id, isPolling))),
  });
}

function devicesQuery(id: string, isPolling: boolean) {
  return queryOptions({
    queryKey: reportKey("device", id),
    queryFn: async () => answered(await api.GET("/api/email-marketing/reports/device", asked(id, isPolling))),
  });
}

function browsersQuery(id: string, isPolling: boolean) {
  return queryOptions({
    queryKey: reportKey("browser", id),
    queryFn: async () => answered(await api.GET("/api/email-marketing/reports/browser", asked(id, isPolling))),
  });
}

/** Whether the report has to be asked for, because nobody tells. */
function useIsPolling(): boolean {
  return useLinkState() !== "up";
}

/** How a part is kept up to date: told over the socket, asked for every half minute while that is down. */
function upkeep(isPolling: boolean) {
  return { meta: { quiet: true }, staleTime: 0, refetchInterval: isPolling ? POLL_MS : (false as const) };
}

export function useReport(id: string) {
  const isPolling = useIsPolling();
  return useQuery({ ...basicQuery(id, isPolling), ...upkeep(isPolling) });
}

export function usePeak(id: string) {
  const isPolling = useIsPolling();
  return useQuery({ ...peakQuery(id, isPolling), ...upkeep(isPolling) });
}

export function useLinks(id: string) {
  const isPolling = useIsPolling();
  return useQuery({ ...linksQuery(id, isPolling), ...upkeep(isPolling) });
}

export function useDevices(id: string) {
  const isPolling = useIsPolling();
  return useQuery({ ...devicesQuery(id, isPolling), ...upkeep(isPolling) });
}

export function useBrowsers(id: string) {
  const isPolling = useIsPolling();
  return useQuery({ ...browsersQuery(id, isPolling), ...upkeep(isPolling) });
}

export function asRecipientState(value: string | undefined): RecipientState | undefined {
  return RECIPIENT_STATES.find((state) => state === value);
}

/** One page of recipients; the page before stays on screen until the next is here. */
export function useRecipients(id: string, { page, size, search, filter }: ListAddress) {
  const isPolling = useIsPolling();
  const state = asRecipientState(filter);
  const query = { id, page, size, ...(search ? { search } : {}), ...(state ? { state } : {}) };
  return useQuery({
    queryKey: [...reportKey("recipient", id), query],
    queryFn: async ({ signal }) =>
      answered(await api.GET("/api/email-marketing/reports/recipient", { params: { query }, signal })),
    placeholderData: keepPreviousData,
    ...upkeep(isPolling),
  });
}

/** Hears what happens to the campaign while the screen is open; whatever happened before is fetched at every join. */
export function useCampaignRoom(id: string): void {
  const client = useQueryClient();
  useRoom("campaign", id, () => void client.invalidateQueries({ queryKey: [PATH] }));
}
