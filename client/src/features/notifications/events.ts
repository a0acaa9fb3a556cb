import type { QueryClient } from "@tanstack/react-query";
import { type Me, meQuery } from "@/features/session/public";
import type { EventMap, EventPayload } from "@/lib/socket/events";
import { announce } from "./latest-notification";
import { withCreated, withDismissed, withRead } from "./list";
import { ALERT_KEY, changeLists, LIST_KEY, type NotificationList } from "./notifications-data";

type Created = EventPayload<"notifications.notification.created">;
type Changed = EventPayload<"notifications.notification.read">;

/** A user's room receives the events of all their teams; this tab shows one. */
function isOfThisTeam(client: QueryClient, { companyId }: Pick<Created, "companyId">): boolean {
  return client.getQueryData<Me>(meQuery.queryKey)?.team?.companyId === companyId;
}

function getSize(queryKey: readonly unknown[]): number {
  const init = queryKey[2] as { params?: { query?: { size?: number } } } | undefined;
  return init?.params?.query?.size ?? 0;
}

/** The unread count and the alert are refetched: a count updated locally would drift over time. */
function refetch(client: QueryClient, key: readonly unknown[]): void {
  void client.invalidateQueries({ queryKey: key });
}

function handleCreated(client: QueryClient, payload: Created): void {
  if (!isOfThisTeam(client, payload)) return;
  const { companyId: _, ...item } = payload;
  for (const [queryKey, list] of client.getQueriesData<NotificationList>({ queryKey: LIST_KEY })) {
    if (!list) continue;
    const next = withCreated(list, item, getSize(queryKey));
    if (next) client.setQueryData(queryKey, next);
    else refetch(client, queryKey);
  }
  refetch(client, ALERT_KEY);
  announce(item.title);
}

function handleRead(client: QueryClient, payload: Changed): void {
  if (!isOfThisTeam(client, payload)) return;
  changeLists(client, (list) => withRead(list, payload.notificationIds));
  refetch(client, ALERT_KEY);
}

function handleDismissed(client: QueryClient, payload: Changed): void {
  if (!isOfThisTeam(client, payload)) return;
  changeLists(client, (list) => withDismissed(list, payload.notificationIds));
  refetch(client, LIST_KEY);
  refetch(client, ALERT_KEY);
}

function handleRestored(client: QueryClient, payload: Changed): void {
  if (!isOfThisTeam(client, payload)) return;
  refetch(client, LIST_KEY);
  refetch(client, ALERT_KEY);
}

export const notificationsEvents: EventMap = {
  "notifications.notification.created": handleCreated,
  "notifications.notification.read": handleRead,
  "notifications.notification.dismissed": handleDismissed,
  "notifications.notification.restored": handleRestored,
};
