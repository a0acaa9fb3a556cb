import type { Notification, NotificationList } from "./notifications-data";

/** Order of the server: the newest first, of one moment the one with the greater id. */
function isNewer(one: Notification, other: Notification): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one.notificationId > other.notificationId;
}

/**
 * The first `size` of a list with another notification at its place; the same list where it is there already, and
 * undefined where only the server knows whether it is counted.
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

/** The list without these; what follows in their place only the server knows. */
export function withDismissed(list: NotificationList, ids: readonly string[]): NotificationList {
  const gone = new Set(ids);
  const items = list.items.filter(({ notificationId }) => !gone.has(notificationId));
  return { items, total: Math.max(items.length, list.total - (list.items.length - items.length)) };
}
