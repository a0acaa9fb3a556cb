import type { QueryClient } from "@tanstack/react-query";
import type { Events } from "@/generated/events";

/** `<app>.<noun>.<past participle>` */
export type EventName = keyof Events;

/** Payload of a socket event: the full state of a resource, or its change. */
export type EventPayload<Name extends EventName> = Readonly<Events[Name]>;

/** A feature's handlers by event name, which write events into the query cache. */
export type EventMap = {
  readonly [Name in EventName]?: (client: QueryClient, payload: EventPayload<Name>) => void;
};

/** A handler whose event name has been checked, so that its payload type is no longer known. */
export type EventHandler = (client: QueryClient, payload: object) => void;

/** Maximum number of remembered outbox ids, more than any recovery window replays. The oldest are removed first. */
const MAX_REMEMBERED_IDS = 10_000;

/** Detects repeated events: a durable event can arrive again after a reconnect and must be handled once. */
export class SeenEvents {
  readonly #ids = new Set<string>();

  /** Whether `id` is new. Ephemeral events have no id and are always new. */
  accept(id: unknown): boolean {
    if (typeof id !== "string" && typeof id !== "number") return true;
    const key = String(id);
    if (this.#ids.has(key)) return false;
    this.#ids.add(key);
    if (this.#ids.size > MAX_REMEMBERED_IDS) {
      const [oldest] = this.#ids;
      if (oldest !== undefined) this.#ids.delete(oldest);
    }
    return true;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Merges the maps of all features; all handlers of the same event run. */
export function mergeEvents(maps: readonly EventMap[]): ReadonlyMap<string, readonly EventHandler[]> {
  const merged = new Map<string, EventHandler[]>();
  for (const map of maps) {
    for (const [name, handler] of Object.entries(map) as [string, EventHandler][]) {
      merged.set(name, [...(merged.get(name) ?? []), handler]);
    }
  }
  return merged;
}
