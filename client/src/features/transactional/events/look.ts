import type { TrxEvent } from "../shapes";

/** A message open in the side sheet, and the event that opened it. */
export interface Look {
  readonly messageId: string;
  /** Time when the server accepted the message, in milliseconds since 1970. */
  readonly time: number;
  readonly eventId: string;
}

const LOOK = "look";
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const WRITTEN = new RegExp(`^(${UUID})\\.(\\d{1,15})\\.(${UUID})$`);

/** Parses the URL; undefined if malformed. */
export function readLook(params: URLSearchParams): Look | undefined {
  const [, messageId, time, eventId] = WRITTEN.exec(params.get(LOOK) ?? "") ?? [];
  return messageId && time && eventId ? { messageId, time: Number(time), eventId } : undefined;
}

/** URL parameters with this message open, or none. */
export function writeLook(params: URLSearchParams, look: Look | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  if (look) next.set(LOOK, `${look.messageId}.${look.time}.${look.eventId}`);
  else next.delete(LOOK);
  return next;
}

/** Whether the event is a rejection without a message. */
export function isRefusal({ messageId, eventId }: Look): boolean {
  return messageId === eventId;
}

export function lookAt({ id, messageId, time }: Pick<TrxEvent, "id" | "messageId" | "time">): Look {
  return { messageId, time, eventId: id };
}
