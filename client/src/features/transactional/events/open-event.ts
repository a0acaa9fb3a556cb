import type { TrxEvent } from "../shapes";

/** A message open in the side sheet, and the event that opened it. */
export interface OpenEvent {
  readonly messageId: string;
  /** Time when the server accepted the message, in milliseconds since 1970. */
  readonly time: number;
  readonly eventId: string;
}

const OPEN_EVENT_PARAM = "look";
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const OPEN_EVENT_PATTERN = new RegExp(`^(${UUID})\\.(\\d{1,15})\\.(${UUID})$`);

/** Parses the URL; undefined if malformed. */
export function readOpenEvent(params: URLSearchParams): OpenEvent | undefined {
  const [, messageId, time, eventId] = OPEN_EVENT_PATTERN.exec(params.get(OPEN_EVENT_PARAM) ?? "") ?? [];
  return messageId && time && eventId ? { messageId, time: Number(time), eventId } : undefined;
}

/** URL parameters with this message open, or none. */
export function writeOpenEvent(params: URLSearchParams, openEvent: OpenEvent | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  if (openEvent) next.set(OPEN_EVENT_PARAM, `${openEvent.messageId}.${openEvent.time}.${openEvent.eventId}`);
  else next.delete(OPEN_EVENT_PARAM);
  return next;
}

/** Whether the event is a rejection without a message. */
export function isRejection({ messageId, eventId }: OpenEvent): boolean {
  return messageId === eventId;
}

export function toOpenEvent({ id, messageId, time }: Pick<TrxEvent, "id" | "messageId" | "time">): OpenEvent {
  return { messageId, time, eventId: id };
}
