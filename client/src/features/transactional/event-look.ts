import { formatDate, timePattern } from "@/lib/dates";
import type { StatusKind } from "@/ui/components/status-dot";
import { lookAt, writeLook } from "./events/look";
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

/** The dot of an event or of a recipient's state; what a machine did is hollow: it doesn't count. */
export function dotOf(type: string, isMachine = false): StatusKind {
  return isMachine ? "off" : (DOTS[type] ?? "off");
}

export function isMachine({ detail }: Pick<TrxEvent, "detail">): boolean {
  return detail.machine === true;
}

/** Where the story of an event's message stands. */
export function detailPath({ messageId, time }: Pick<TrxEvent, "messageId" | "time">): string {
  return `/events/${messageId}/${time}`;
}

/** Where an event leads: to its message, or, of what was refused and never became one, to what is known of it. */
export function eventPath(event: Pick<TrxEvent, "id" | "type" | "messageId" | "time">): string {
  return event.type === "refused" ? `/events?${writeLook(new URLSearchParams(), lookAt(event))}` : detailPath(event);
}

/** A server's answer with its codes, which the words of the answer often begin with themselves. */
export function replyWords({ code, enhanced, reply }: Pick<TrxEvent["detail"], "code" | "enhanced" | "reply">): string {
  const words = reply ?? "";
  if (code && words.startsWith(String(code))) return words;
  const isSaid = !enhanced || words.startsWith(enhanced);
  return [code, isSaid ? undefined : enhanced, words].filter(Boolean).join(" ");
}

/** When it was: the clock of today, with the day before it of any other. `isExact`: two events of a second are told apart. */
export function momentOf(at: string, now: number, isExact = false): string {
  const isToday = formatDate(at, "YYYY-MM-DD") === formatDate(now, "YYYY-MM-DD");
  const clock = timePattern(undefined, true);
  if (!isToday) return formatDate(at, `D MMM ${clock}`);
  return formatDate(at, isExact ? clock.replace("ss", "ss.SSS") : clock);
}
