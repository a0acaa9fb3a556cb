import type { QueryClient } from "@tanstack/react-query";
import type { Events } from "@/generated/events";

/** `<app>.<noun>.<past participle>` */
export type EventName = keyof Events;

/** What a socket event says: the whole state of one thing, or its change. */
export type EventPayload<Name extends EventName> = Readonly<Events[Name]>;

/** Handlers of one feature by event name, which put events into the query cache. */
export type EventMap = {
  readonly [Name in EventName]?: (client: QueryClient, payload: EventPayload<Name>) => void;
};

/** A handler that was found by the name of what it is given. */
export type EventHandler = (client: QueryClient, payload: object) => void;

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

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The maps of all features as one; two handlers of the same event both run. */
export function mergeEvents(maps: readonly EventMap[]): ReadonlyMap<string, readonly EventHandler[]> {
  const merged = new Map<string, EventHandler[]>();
  for (const map of maps) {
    for (const [name, handler] of Object.entries(map) as [string, EventHandler][]) {
      merged.set(name, [...(merged.get(name) ?? []), handler]);
    }
  }
  return merged;
}
