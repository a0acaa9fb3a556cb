import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { POLLING_HEADERS } from "@/lib/api/client";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";
import { isFailure } from "@/lib/api/failure";
import { usePollMs } from "@/lib/socket/link";
import { POLL_MS } from "../polling";
import type { EventPage, SavedSearch, TrxEvent } from "../shapes";
import { type EventsAddress, resolveWindow } from "./event-window";

export const EVENTS_KEY = buildQueryKey("get", "/trx-api/events");
const HISTOGRAM_KEY = buildQueryKey("get", "/trx-api/events/histogram");
const SEARCHES_KEY = buildQueryKey("get", "/trx-api/events/searches");
const EXPORTS_KEY = buildQueryKey("get", "/trx-api/events/exports");
export const PAGE_SIZE = 50;
const HTTP_ACCEPTED = 202;
const POLL_FILES_MS = 3000;

interface RequestOptions {
  readonly signal: AbortSignal;
  readonly headers?: typeof POLLING_HEADERS;
}

type EventFilter = Pick<EventsAddress, "q" | "window" | "from" | "to">;

async function fetchPage(address: EventFilter, before: string | undefined, init: RequestOptions): Promise<EventPage> {
  const params = {
    query: {
      ...resolveWindow(address, Date.now()),
      size: PAGE_SIZE,
      ...(address.q ? { q: address.q } : {}),
      ...(before ? { before } : {}),
    },
  };
  return (await call("get", "/trx-api/events", { params, ...init })) as EventPage;
}

/** The newest events of a window. The previous result stays on screen until the next one arrives. */
export function useNewestEvents({ q, window, from, to }: EventFilter) {
  const pollMs = usePollMs(POLL_MS);
  return useQuery({
    queryKey: [...EVENTS_KEY, "newest", q, window, from, to],
    queryFn: ({ signal }) =>
      fetchPage({ q, window, from, to }, undefined, { signal, ...(pollMs ? { headers: POLLING_HEADERS } : {}) }),
    refetchInterval: pollMs,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** The event of a rejection at `time` (milliseconds since 1970); null if it was deleted. */
export function useRejection(id: string, time: number) {
  const params = { query: { q: `message:${id}`, from: new Date(time).toISOString(), size: 1 } };
  return useQuery({
    queryKey: [...EVENTS_KEY, "refusal", id],
    queryFn: async ({ signal }): Promise<TrxEvent | null> => {
      const page = (await call("get", "/trx-api/events", { params, signal })) as EventPage;
      return page.items[0] ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Events older than a page, loaded page by page as the user scrolls back. */
export function useOlderEvents({ q, window, from, to }: EventFilter, cursor: string | null, isWanted: boolean) {
  return useInfiniteQuery({
    queryKey: [...EVENTS_KEY, "older", q, window, from, to, cursor],
    queryFn: ({ pageParam, signal }) => fetchPage({ q, window, from, to }, pageParam ?? undefined, { signal }),
    initialPageParam: cursor,
    getNextPageParam: ({ before }) => before,
    enabled: isWanted && cursor !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Histogram of the events in a window. The previous bars stay on screen until the next ones arrive. */
export function useHistogram({ q, window, from, to }: EventFilter, isWanted: boolean) {
  const pollMs = usePollMs(POLL_MS);
  return useQuery({
    queryKey: [...HISTOGRAM_KEY, q, window, from, to],
    queryFn: ({ signal }) => {
      const params = { query: { ...resolveWindow({ window, from, to }, Date.now()), ...(q ? { q } : {}) } };
      return call("get", "/trx-api/events/histogram", {
        params,
        signal,
        ...(pollMs ? { headers: POLLING_HEADERS } : {}),
      });
    },
    refetchInterval: pollMs,
    enabled: isWanted,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function refreshHistogram(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: HISTOGRAM_KEY });
}

export function refreshEvents(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [...EVENTS_KEY, "newest"] });
}

export function useSavedSearches() {
  return useQuery(query("get", "/trx-api/events/searches", {}, { pollMs: usePollMs(POLL_MS) }));
}

export function useSaveSearch() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: (body: { readonly name: string; readonly q: string }) =>
        call("post", "/trx-api/events/searches", { body }),
      onSettled: () => client.invalidateQueries({ queryKey: SEARCHES_KEY }),
    }),
  );
}

export function useDeleteSearch() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: ({ id }: SavedSearch) =>
        call("delete", "/trx-api/events/searches/{search_id}", { params: { path: { search_id: id } } }),
      onSettled: () => client.invalidateQueries({ queryKey: SEARCHES_KEY }),
    }),
  );
}

/** Event exports that are running or ready to download. */
export function useEventExports(isWanted: boolean) {
  return useQuery(
    query(
      "get",
      "/trx-api/events/exports",
      {},
      {
        pollMs: usePollMs(POLL_MS),
        enabled: isWanted,
        staleTime: 0,
        // The socket event of a finished export might arrive while the sheet is closed.
        refetchInterval: ({ state }) =>
          state.data?.items.some((file) => file.state === "RUNNING") ? POLL_FILES_MS : false,
      },
    ),
  );
}

/** Types of exports: the events in one of two formats, or a workbook of their recipients (TRX-73). */
export const EXPORT_KINDS = ["csv", "xlsx", "recipients"] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** Starts an export. The response is 202, which every other call treats as a failure. */
export function useCreateExport() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: async ({ address, kind }: { readonly address: EventFilter; readonly kind: ExportKind }) => {
        const wanted = { ...resolveWindow(address, Date.now()), q: address.q };
        try {
          if (kind === "recipients") {
            await call("post", "/trx-api/stats/recipients/export", { body: { ...wanted, format: "xlsx" } });
          } else {
            await call("post", "/trx-api/events/export", { body: { ...wanted, format: kind } });
          }
        } catch (error) {
          if (!isFailure(error) || error.status !== HTTP_ACCEPTED) throw error;
        }
      },
      onSettled: () => client.invalidateQueries({ queryKey: EXPORTS_KEY }),
    }),
  );
}

export function refreshEventExports(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: EXPORTS_KEY });
}

/** Subjects or senders of the team, as suggestions for the search. */
export function useNameSuggestions(of: "subjects" | "senders", isWanted: boolean) {
  return useQuery(query("get", `/trx-api/${of}`, {}, { pollMs: usePollMs(POLL_MS), enabled: isWanted }));
}

/** Number of events in `newest` that are not in `shown`. */
export function countNewerEvents(shown: EventPage, newest: EventPage): number {
  const shownIds = new Set(shown.items.map(({ id }) => id));
  return newest.items.filter(({ id }) => !shownIds.has(id)).length;
}

export type { EventPage, TrxEvent };
