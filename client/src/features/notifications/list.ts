import type { Notification, NotificationList } from "./notifications-data";

/** The server's order: newest first, then the greater id. */
function isNewer(one: Notification, other: Notification): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one.notificationId > other.notificationId;
}

/**
 * The first `size` entries with a new notification in its place. The same list where it is already present; undefined
 * where only the server knows whether it is counted.
 */
export function withCreated(list: NotificationList, item: Notification, size: number): NotificationList | undefined {
  if (list.items.some(({ notificationId }) => notificationId === item.notificationId)) return list;
  const place = list.items.findIndex((other) => isNewer(item, other));
  if (place === -1 && list.items.length < list.total) return undefined;
  const at = place === -1 ? list.items.length : place;
  const items = [...list.items.slice(0, at), item, ...list.items.slice(at)].slice(0, size);
  return { items, total: list.total + 1 };
}

export function withRead(list: NotificationList, ids: readonly string[]): NotificationList {
  const read = new Set(ids);
  return { ...list, items: list.items.map((item) => (read.has(item.notificationId) ? { ...item, read: true } : item)) };
}

/** The list without these; only the server knows the entries that follow. */
export function withDismissed(list: NotificationList, ids: readonly string[]): NotificationList {
  const dismissedIds = new Set(ids);
  const items = list.items.filter(({ notificationId }) => !dismissedIds.has(notificationId));
  return { items, total: Math.max(items.length, list.total - (list.items.length - items.length)) };
}
