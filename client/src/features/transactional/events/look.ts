import type { TrxEvent } from "../shapes";

/** What is looked at over the list: a message, and the event by which it was opened. */
export interface Look {
  readonly messageId: string;
  /** When the message was accepted, in milliseconds. */
  readonly time: number;
  readonly eventId: string;
}

const LOOK = "look";
const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const WRITTEN = new RegExp(`^(${UUID})\\.(\\d{1,15})\\.(${UUID})$`);

/** What an address looks at; anything malformed is nothing. */
export function readLook(params: URLSearchParams): Look | undefined {
  const [, messageId, time, eventId] = WRITTEN.exec(params.get(LOOK) ?? "") ?? [];
  return messageId && time && eventId ? { messageId, time: Number(time), eventId } : undefined;
}

/** The address of the list with this looked at, or nothing. */
export function writeLook(params: URLSearchParams, look: Look | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  if (look) next.set(LOOK, `${look.messageId}.${look.time}.${look.eventId}`);
  else next.delete(LOOK);
  return next;
}

/** Whether it is a refusal that is looked at: it stands for itself, there is no message. */
export function isRefusal({ messageId, eventId }: Look): boolean {
  return messageId === eventId;
}

export function lookAt({ id, messageId, time }: Pick<TrxEvent, "id" | "messageId" | "time">): Look {
  return { messageId, time, eventId: id };
}
