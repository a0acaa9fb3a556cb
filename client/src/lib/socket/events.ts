import type { QueryClient } from "@tanstack/react-query";

/** What a socket event says: the whole state of one thing, or its change, as the event's schema names it. */
export type EventPayload = Readonly<Record<string, unknown>>;

/** Puts an event into the query cache. */
export type EventHandler = (client: QueryClient, payload: EventPayload) => void;

/** Handlers of one feature by event name, `<app>.<noun>.<past participle>`. */
export type EventMap = Readonly<Record<string, EventHandler>>;

/** Outbox ids that this tab has seen, oldest first; more than any recovery window replays. */
const MOST_REMEMBERED = 10_000;

/** Refuses what has been seen: a kept event may arrive again after a reconnect, and must count once. */
export class SeenEvents {
  readonly #ids = new Set<string>();

  /** Whether `id` is new; events without one (passing events) always are. */
  accept(id: unknown): boolean {
    if (typeof id !== "string" && typeof id !== "number") return true;
    const key = String(id);
    if (this.#ids.has(key)) return false;
    this.#ids.add(key);
    if (this.#ids.size > MOST_REMEMBERED) {
      const [oldest] = this.#ids;
      if (oldest !== undefined) this.#ids.delete(oldest);
    }
    return true;
  }
}

export function isPayload(value: unknown): value is EventPayload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The maps of all features as one; two handlers of the same event both run. */
export function mergeEvents(maps: readonly EventMap[]): ReadonlyMap<string, readonly EventHandler[]> {
  const merged = new Map<string, EventHandler[]>();
  for (const map of maps) {
    for (const [name, handler] of Object.entries(map)) merged.set(name, [...(merged.get(name) ?? []), handler]);
  }
  return merged;
}
