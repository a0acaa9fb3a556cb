import type { QueryClient } from "@tanstack/react-query";
import { queryClient } from "@/app/query";
import type { EventMap, EventName, EventPayload } from "@/lib/socket/events";

/** A partial payload with the parts that a test needs. */
export type PayloadParts<Name extends EventName> = PartsOf<EventPayload<Name>>;

type PartsOf<Value> = Value extends readonly (infer Item)[]
  ? readonly PartsOf<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]?: PartsOf<Value[Key]> }
    : Value;

/** Passes an event to the handler of a feature. The payload needs only what the handler reads. */
export function receiveEvent<Name extends EventName>(
  events: EventMap,
  name: Name,
  payload: PayloadParts<Name> = {} as PayloadParts<Name>,
  client: QueryClient = queryClient,
): void {
  const handle = events[name];
  if (!handle) throw new Error(`Nobody handles ${name}.`);
  handle(client, payload as EventPayload<Name>);
}
