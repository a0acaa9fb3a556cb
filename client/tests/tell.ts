import type { QueryClient } from "@tanstack/react-query";
import { queryClient } from "@/app/query";
import type { EventMap, EventName, EventPayload } from "@/lib/socket/events";

/** As much of a payload as a test needs. */
export type Told<Name extends EventName> = Parts<EventPayload<Name>>;

type Parts<Value> = Value extends readonly (infer Item)[]
  ? readonly Parts<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: Parts<Value[Key]> }
    : Value;

/** Hands a feature an event, of which the test needs to say no more than what its handler reads. */
export function tell<Name extends EventName>(
  events: EventMap,
  name: Name,
  payload: Told<Name> = {} as Told<Name>,
  client: QueryClient = queryClient,
): void {
  const handle = events[name];
  if (!handle) throw new Error(`Nobody handles ${name}.`);
  handle(client, payload as EventPayload<Name>);
}
