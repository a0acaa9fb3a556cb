import { Box, Text } from "@mantine/core";
import type { MouseEvent } from "react";
import { Link } from "react-router";
import { formatDateTime } from "@/lib/dates";
import { type Translate, toTextKey } from "@/lib/i18n/translation";
import { StatusDot } from "@/ui/components/status-dot";
import type { DataColumn } from "@/ui/table/columns";
import { buildEventPath, formatEventTime, formatReply, getStatusKind, isBotEvent } from "../event-display";
import type { TrxEvent } from "../shapes";
import classes from "./events.module.css";

/** Width of the dot before the type, with its gap. */
const DOT_PX = 16;

/** Whether our reason for not sending takes the place of a server's response. */
function hasReason({ type, detail }: TrxEvent): boolean {
  return !detail.more && (type === "held" || type === "suppressed");
}

/** The receiving server's response on one line, or the reason why the message was held or suppressed. */
export function describeResponse(event: TrxEvent, t: Translate): string {
  const { detail } = event;
  if (detail.more) return t("transactional.refusal.more", { count: detail.more });
  if (hasReason(event))
    return t(toTextKey(`transactional.reasons.${detail.reason}`), { defaultValue: detail.reason ?? "" });
  return detail.url || formatReply(detail) || (detail.reason ?? "");
}

function describeType(event: TrxEvent, t: Translate): string {
  return t(isBotEvent(event) ? toTextKey(`transactional.machines.${event.type}`) : `transactional.types.${event.type}`);
}

interface OpenRow {
  /** The event that has its message open in the side sheet. */
  readonly eventId: string | undefined;
  readonly onOpenEvent: (event: TrxEvent) => void;
}

/** Whether a click opens the sheet. With a modifier key, the browser opens the link elsewhere. */
function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}

export function eventColumns(t: Translate, looking?: OpenRow): readonly DataColumn<TrxEvent>[] {
  return [
    {
      id: "at",
      header: t("words.time"),
      width: 148,
      least: 136,
      isFixed: true,
      cell: (event) => (
        <Link
          to={buildEventPath(event)}
          className={classes.moment ?? ""}
          data-row={event.id}
          data-current={looking?.eventId === event.id || undefined}
          onClick={(click) => {
            if (!looking || !isPlainClick(click)) return;
            click.preventDefault();
            looking.onOpenEvent(event);
          }}
          title={formatDateTime(event.at, true)}
          aria-label={t("transactional.events.open", {
            type: t(`transactional.types.${event.type}`),
            recipient: event.recipient || event.subject,
            at: formatEventTime(event.at, Date.now(), true),
          })}
        >
          <time dateTime={event.at}>{formatEventTime(event.at, Date.now(), true)}</time>
        </Link>
      ),
    },
    {
      id: "type",
      header: t("terms.event"),
      width: 130,
      least: 116,
      text: (event) => describeType(event, t),
      decoration: DOT_PX,
      cell: (event) => (
        <StatusDot kind={getStatusKind(event.type, isBotEvent(event))}>{describeType(event, t)}</StatusDot>
      ),
    },
    {
      id: "recipient",
      header: t("terms.recipient"),
      width: 240,
      least: 132,
      text: ({ recipient }) => recipient,
      // An event of a whole message has no recipient. On narrow screens it shows the subject instead.
      cell: ({ recipient, subject }) =>
        recipient ? (
          <bdi>{recipient}</bdi>
        ) : (
          <span dir="auto" className={classes.nobody} data-subject={subject || t("transactional.noSubject")}>
            <span>–</span>
          </span>
        ),
    },
    {
      id: "subject",
      header: t("terms.subject"),
      width: 260,
      least: 132,
      isSecondary: true,
      text: ({ subject }) => subject || t("transactional.noSubject"),
      cell: ({ subject }) => (
        <Box component="span" c="var(--text2)" dir="auto">
          {subject || t("transactional.noSubject")}
        </Box>
      ),
    },
    {
      id: "answer",
      header: t("transactional.events.columns.answer"),
      width: 220,
      least: 140,
      isSecondary: true,
      text: (event) => describeResponse(event, t),
      cell: (event) =>
        hasReason(event) ? (
          <Text span display="block" size="xs" c="dimmed" style={{ textWrap: "balance", whiteSpace: "normal" }}>
            {describeResponse(event, t)}
          </Text>
        ) : (
          <Box component="code" fz="xs" ff="monospace" c="dimmed">
            {describeResponse(event, t)}
          </Box>
        ),
    },
    {
      id: "tag",
      header: t("transactional.refusal.facts.tag"),
      width: 110,
      least: 72,
      isSecondary: true,
      text: ({ tag }) => tag,
      cell: ({ tag }) => <span dir="auto">{tag}</span>,
    },
  ];
}
