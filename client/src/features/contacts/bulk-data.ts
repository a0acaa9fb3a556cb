import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { POLLING_HEADERS } from "@/lib/api/client";
import { buildQueryKey, call, customMutation } from "@/lib/api/data";
import { useLinkState, useRoom } from "@/lib/socket/link";

export type BulkAction = components["schemas"]["BulkActionOut"];
type BulkList = components["schemas"]["BulkActionListOut"];

const POLL_MS = 3000;
/** Generated files: an export runs as an action on many contacts. */
export const EXPORTS_KEY = buildQueryKey("get", "/api/contacts/export");
export const SUPPRESSIONS_KEY = buildQueryKey("get", "/api/contacts/suppression");
export const FUNNEL_KEY = buildQueryKey("get", "/api/journeys/funnel");
export const STAGES_KEY = buildQueryKey("get", "/api/journeys/funnel/stages");
export const HYGIENE_KEY = buildQueryKey("get", "/api/contacts/hygiene");
export const TESTERS_KEY = buildQueryKey("get", "/api/contacts/tester");
export const VIEWS_KEY = buildQueryKey("get", "/api/contacts/view");
export const TOPICS_KEY = buildQueryKey("get", "/api/contacts/topic");
export const SUBSCRIBERS_KEY = buildQueryKey("get", "/api/companies/settings/subscribers/{company_id}");
export const BULK_KEY = buildQueryKey("get", "/api/contacts/bulk", {});
const ENDED_KEY = ["contacts", "bulk", "ended"] as const;
const NONE: readonly BulkAction[] = [];

function bulkQuery(client: QueryClient) {
  return queryOptions({
    queryKey: BULK_KEY,
    queryFn: ({ signal }): Promise<BulkList> => {
      // A timer or a reconnect makes every call after the first one, not the user.
      const isRepeated = client.getQueryData(BULK_KEY) !== undefined;
      return call("get", "/api/contacts/bulk", { signal, ...(isRepeated ? { headers: POLLING_HEADERS } : {}) });
    },
  });
}

/** Bulk actions that are running or have just ended; polled while the socket is down. */
export function useBulkActions(): readonly BulkAction[] {
  const client = useQueryClient();
  const link = useLinkState();
  const { data } = useQuery({
    ...bulkQuery(client),
    refetchInterval: ({ state }) => (state.data?.items.length && link !== "up" ? POLL_MS : false),
  });
  const ended = useQuery({
    queryKey: ENDED_KEY,
    queryFn: () => NONE,
    initialData: NONE,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return [...(data?.items ?? NONE), ...ended.data];
}

/** Receives the progress events of a bulk action. */
export function useBulkActionEvents(bulkId: string | undefined): void {
  const client = useQueryClient();
  useRoom("bulk", bulkId, () => void client.invalidateQueries({ queryKey: BULK_KEY }));
}

/** Applies an event to the list, unless the list has newer data, and removes the action at its end. */
export function applyBulkEvent(client: QueryClient, next: BulkAction, { isNew }: { readonly isNew: boolean }): void {
  const isRunning = next.state === "RUNNING";
  client.setQueryData<BulkList>(BULK_KEY, (old) => {
    if (!old) return old;
    const current = old.items.find(({ bulkId }) => bulkId === next.bulkId);
    if (current ? current.revision > next.revision : !(isNew && isRunning)) return old;
    const others = old.items.filter((item) => item !== current);
    if (!isRunning) return { items: others };
    return { items: current ? old.items.map((item) => (item === current ? next : item)) : [...others, next] };
  });
  // A running fetch may have read older data.
  if (isNew && !client.getQueryData(BULK_KEY)) void client.invalidateQueries({ queryKey: BULK_KEY });
  if (!isRunning) client.setQueryData<readonly BulkAction[]>(ENDED_KEY, (old = NONE) => [...old, next]);
}

/** Removes an ended action from the display. */
export function useDismissEndedAction(): (bulkId: string) => void {
  const client = useQueryClient();
  return (bulkId) =>
    client.setQueryData<readonly BulkAction[]>(ENDED_KEY, (old = NONE) => old.filter((item) => item.bulkId !== bulkId));
}

/** Stops an action; its event reports the result. */
export function useStopBulkAction() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: (bulkId: string) =>
        call("post", "/api/contacts/bulk/{bulk_id}/stop", { params: { path: { bulk_id: bulkId } } }),
      onSettled: () => client.invalidateQueries({ queryKey: BULK_KEY }),
    }),
  );
}
