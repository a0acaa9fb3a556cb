import type { QueryClient } from "@tanstack/react-query";
import { type Me, meQuery } from "@/features/session/public";
import type { EventMap, EventPayload } from "@/lib/socket/events";
import { announce } from "./latest";
import { withCreated, withDismissed, withRead } from "./list";
import { ALERT_KEY, changeLists, LIST_KEY, type Notification, type NotificationList } from "./notifications-data";

const TEXTS = ["notificationId", "kind", "title", "message", "link", "level", "createdAt"] as const;

function itemOf(payload: EventPayload): Notification | undefined {
  const texts = TEXTS.map((name) => [name, payload[name]] as const);
  if (texts.some(([, value]) => typeof value !== "string") || typeof payload.read !== "boolean") return undefined;
  return { ...(Object.fromEntries(texts) as Record<(typeof TEXTS)[number], string>), read: payload.read };
}

/** A person's room hears of all their teams; this tab shows one. */
function isOfThisTeam(client: QueryClient, payload: EventPayload): boolean {
  return client.getQueryData<Me>(meQuery.queryKey)?.team?.companyId === payload.companyId;
}

function idsOf(payload: EventPayload): readonly string[] {
  const ids = payload.notificationIds;
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
}

function sizeIn(queryKey: readonly unknown[]): number {
  const init = queryKey[2] as { params?: { query?: { size?: number } } } | undefined;
  return init?.params?.query?.size ?? 0;
}

/** How many are unread, and the alert, are the server's to say: a count that is added up goes wrong one day. */
function askAgain(client: QueryClient, key: readonly unknown[]): void {
  void client.invalidateQueries({ queryKey: key });
}

function created(client: QueryClient, payload: EventPayload): void {
  const item = itemOf(payload);
  if (!item || !isOfThisTeam(client, payload)) return;
  for (const [queryKey, list] of client.getQueriesData<NotificationList>({ queryKey: LIST_KEY })) {
    if (!list) continue;
    const next = withCreated(list, item, sizeIn(queryKey));
    if (next) client.setQueryData(queryKey, next);
    else askAgain(client, queryKey);
  }
  askAgain(client, ALERT_KEY);
  announce(item.title);
}

function read(client: QueryClient, payload: EventPayload): void {
  if (!isOfThisTeam(client, payload)) return;
  changeLists(client, (list) => withRead(list, idsOf(payload)));
  askAgain(client, ALERT_KEY);
}

function dismissed(client: QueryClient, payload: EventPayload): void {
  if (!isOfThisTeam(client, payload)) return;
  changeLists(client, (list) => withDismissed(list, idsOf(payload)));
  askAgain(client, LIST_KEY);
  askAgain(client, ALERT_KEY);
}

function restored(client: QueryClient, payload: EventPayload): void {
  if (!isOfThisTeam(client, payload)) return;
  askAgain(client, LIST_KEY);
  askAgain(client, ALERT_KEY);
}

export const notificationsEvents: EventMap = {
  "notifications.notification.created": created,
  "notifications.notification.read": read,
  "notifications.notification.dismissed": dismissed,
  "notifications.notification.restored": restored,
};
