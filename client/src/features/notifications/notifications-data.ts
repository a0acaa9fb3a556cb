import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { POLLING_HEADERS } from "@/lib/api/client";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";
import { withDismissed, withRead } from "./list";

export type Notification = components["schemas"]["NotificationOut"];
export type NotificationList = components["schemas"]["NotificationListOut"];
export type Alert = components["schemas"]["AlertOut"];

/**
 * Number of notifications at first and per "Load more". The call always requests page 1, so none appears twice
 * (ACT-50).
 */
export const NOTIFICATIONS_PER_STEP = 6;

export const LIST_KEY = buildQueryKey("get", "/api/notifications");
export const ALERT_KEY = buildQueryKey("get", "/api/notifications/alert");

export const alertQuery = query("get", "/api/notifications/alert");

export function useAlert(): Alert | undefined {
  return useQuery(alertQuery).data;
}

/** The newest notifications; the current ones remain while more load. */
export function useNotifications(size: number) {
  const params = { query: { page: 1, size } };
  return useQuery(query("get", "/api/notifications", { params }, { placeholderData: keepPreviousData }));
}

export function refreshAll(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: LIST_KEY }).then(() => client.invalidateQueries({ queryKey: ALERT_KEY }));
}

/**
 * Refetches the displayed lists on a timer (HTTP-16), while no events can arrive. The next interval repeats a failed
 * call.
 */
export async function refetchVisible(client: QueryClient): Promise<void> {
  const alert = await call("get", "/api/notifications/alert", { headers: POLLING_HEADERS });
  client.setQueryData(alertQuery.queryKey, alert);
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: LIST_KEY, type: "active" })) {
    const { params } = queryKey[2] as { params: { query: { page: number; size: number } } };
    const data = await call("get", "/api/notifications", { params, headers: POLLING_HEADERS });
    client.setQueryData(queryKey, data);
  }
}

/** Updates the lists of this tab immediately; an event updates every tab. */
export function changeLists(client: QueryClient, change: (list: NotificationList) => NotificationList): void {
  client.setQueriesData<NotificationList>({ queryKey: LIST_KEY }, (list) => list && change(list));
}

interface OptimisticAction<Input> {
  readonly send: (input: Input) => Promise<unknown>;
  readonly show?: (client: QueryClient, input: Input) => void;
}

/** An optimistic mutation that refetches after a failure. */
function useOptimisticAction<Input>({ send, show }: OptimisticAction<Input>) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: send,
      onMutate: (input: Input) => show?.(client, input),
      onSettled: () => refreshAll(client),
      toast: true,
    }),
  );
}

export function useMarkRead() {
  return useOptimisticAction<string>({
    send: (id) =>
      call("put", "/api/notifications/read/{notification_id}", { params: { path: { notification_id: id } } }),
    show: (client, id) => {
      changeLists(client, (list) => withRead(list, [id]));
      client.setQueryData<Alert>(alertQuery.queryKey, (alert) =>
        alert?.alert?.notificationId === id ? { unread: alert.unread - 1, alert: null } : alert,
      );
    },
  });
}

export function useMarkAllRead() {
  return useOptimisticAction<void>({ send: () => call("put", "/api/notifications/read") });
}

/** Dismisses these or all notifications. Resolves with the dismissed ones, for the undo. */
export function useDismiss() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: async (ids: readonly string[] | undefined): Promise<readonly string[]> =>
        (await call("put", "/api/notifications/dismiss", { body: ids ? { ids: [...ids] } : {} })).ids,
      onMutate: (ids) => {
        if (ids) changeLists(client, (list) => withDismissed(list, ids));
      },
      onSettled: () => refreshAll(client),
      toast: true,
    }),
  );
}

export function useRestore() {
  return useOptimisticAction<readonly string[]>({
    send: (ids) => call("put", "/api/notifications/restore", { body: { ids: [...ids] } }),
  });
}
