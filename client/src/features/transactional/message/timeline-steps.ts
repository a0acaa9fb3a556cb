import { formatDecimal } from "@/lib/decimals";
import { type TextKey, toTextKey } from "@/lib/i18n/translation";
import type { StatusKind } from "@/ui/components/status-dot";
import { formatReply, getStatusKind, isBotEvent } from "../event-display";
import type { MessageDetail, TrxEvent, WebhookCall } from "../shapes";

/** A step of the timeline. Its title is a text key with its values. */
export interface TimelineStep {
  readonly id: string;
  readonly at: string;
  readonly dot: StatusKind;
  readonly title: TextKey;
  readonly words: Readonly<Record<string, string | number>>;
  /** Notes below the title, each a text key or literal text. */
  readonly notes: readonly (
    | string
    | { readonly key: TextKey; readonly words: Readonly<Record<string, string | number>> }
  )[];
  /** The other server's response, verbatim. */
  readonly reply: string | undefined;
  readonly recipient: string;
  readonly to?: string;
}

/** Formats a duration in its natural unit. */
export function formatDuration(ms: number): { readonly key: TextKey; readonly words: { readonly time: string } } {
  if (ms < 1000) return { key: "transactional.story.ms", words: { time: String(Math.round(ms)) } };
  if (ms < 60_000) return { key: "transactional.story.seconds", words: { time: formatDecimal(ms / 1000, 1) } };
  const minutes = Math.floor(ms / 60_000);
  return {
    key: "transactional.story.minutes",
    words: { time: `${minutes}:${String(Math.round((ms % 60_000) / 1000)).padStart(2, "0")}` },
  };
}

function buildEventStep(event: TrxEvent): TimelineStep {
  const { detail, id, at, type, recipient } = event;
  const words = {
    recipient,
    domain: recipient.slice(recipient.lastIndexOf("@") + 1),
    attempt: detail.attempt ?? 1,
    reason: detail.reason ?? "",
  };
  const isLater = type === "delivered" && (detail.attempt ?? 1) > 1;
  const title = isBotEvent(event)
    ? toTextKey(`transactional.story.machine.${type}`)
    : isLater
      ? "transactional.story.deliveredLater"
      : detail.copied
        ? "transactional.story.sandboxedCopied"
        : toTextKey(`transactional.story.${type}`);
  const notes: TimelineStep["notes"] = [
    ...(detail.via ? [{ key: toTextKey(`transactional.story.via.${detail.via}`), words: {} }] : []),
    ...(detail.mx ? [detail.mx] : []),
    ...(detail.latencyMs == null ? [] : [formatDuration(detail.latencyMs)]),
    ...(detail.url ? [detail.url] : []),
    ...(detail.check ? [{ key: toTextKey(`transactional.checks.${detail.check}`), words: {} }] : []),
    ...(detail.reason
      ? [{ key: toTextKey(`transactional.reasons.${detail.reason}`), words: { defaultValue: detail.reason } }]
      : []),
  ];
  const reply = formatReply(detail) || undefined;
  return { id, at, dot: getStatusKind(type, isBotEvent(event)), title, words, notes, reply, recipient };
}

const CALL_DOTS: Readonly<Record<string, StatusKind>> = {
  delivered: "ok",
  failed: "bad",
  waiting: "off",
  retrying: "warn",
};

function buildCallStep(call: WebhookCall): TimelineStep {
  const { deliveryId, at, state, status, attempts, event, url, endpointId } = call;
  return {
    id: deliveryId,
    at,
    dot: CALL_DOTS[state] ?? "off",
    title: status === null ? "transactional.story.webhookWaiting" : "transactional.story.webhook",
    words: { status: status ?? 0 },
    notes: [
      { key: toTextKey(`transactional.types.${event.replace(/^message\./, "")}`), words: { defaultValue: event } },
      url,
      ...(attempts > 1 ? [{ key: "transactional.story.attempts" as const, words: { count: attempts } }] : []),
    ],
    reply: undefined,
    recipient: "",
    to: `/webhook/${endpointId}`,
  };
}

/** Timeline of a message, oldest first; of one recipient if `position` is given. */
export function buildTimelineSteps({ events, webhooks }: MessageDetail, position?: number): readonly TimelineStep[] {
  const own = events.filter(
    (event) => position === undefined || event.position === null || event.position === position,
  );
  const calls = position === undefined ? webhooks : [];
  return [...own.map(buildEventStep), ...calls.map(buildCallStep)].sort((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  );
}
