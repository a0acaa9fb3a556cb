import { formatDate, getTimePattern } from "@/lib/dates";
import type { StatusKind } from "@/ui/components/status-dot";
import { toOpenEvent, writeOpenEvent } from "./events/open-event";
import type { TrxEvent } from "./shapes";

const DOTS: Readonly<Record<string, StatusKind>> = {
  accepted: "off",
  held: "warn",
  released: "info",
  scheduled: "info",
  cancelled: "off",
  deferred: "warn",
  delivered: "ok",
  bounced: "bad",
  failed: "bad",
  suppressed: "warn",
  opened: "info",
  clicked: "info",
  complained: "bad",
  unsubscribed: "warn",
  inDoubt: "warn",
  sandboxed: "off",
  refused: "bad",
};

/** Status dot of an event or a recipient state. A bot event has a hollow dot because it does not count. */
export function getStatusKind(type: string, isMachine = false): StatusKind {
  return isMachine ? "off" : (DOTS[type] ?? "off");
}

export function isBotEvent({ detail }: Pick<TrxEvent, "detail">): boolean {
  return detail.machine === true;
}

/** Path of the message page of an event. */
export function buildMessagePath({ messageId, time }: Pick<TrxEvent, "messageId" | "time">): string {
  return `/events/${messageId}/${time}`;
}

/** Path of an event: its message page, or for a rejection without a message the sheet over the list. */
export function buildEventPath(event: Pick<TrxEvent, "id" | "type" | "messageId" | "time">): string {
  return event.type === "refused"
    ? `/events?${writeOpenEvent(new URLSearchParams(), toOpenEvent(event))}`
    : buildMessagePath(event);
}

/** Formats a server reply with its codes, unless the reply text already starts with them. */
export function formatReply({
  code,
  enhanced,
  reply,
}: Pick<TrxEvent["detail"], "code" | "enhanced" | "reply">): string {
  const words = reply ?? "";
  if (code && words.startsWith(String(code))) return words;
  const isSaid = !enhanced || words.startsWith(enhanced);
  return [code, isSaid ? undefined : enhanced, words].filter(Boolean).join(" ");
}

/**
 * Formats an event time: time of day, with the date unless it is today. `isExact` adds milliseconds to a time of today.
 */
export function formatEventTime(at: string, now: number, isExact = false): string {
  const isToday = formatDate(at, "YYYY-MM-DD") === formatDate(now, "YYYY-MM-DD");
  const clock = getTimePattern(undefined, true);
  if (!isToday) return formatDate(at, `D MMM ${clock}`);
  return formatDate(at, isExact ? clock.replace("ss", "ss.SSS") : clock);
}
