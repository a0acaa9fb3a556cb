import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { type Translate, toTextKey } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import type { DataColumn } from "@/ui/table/columns";
import type { Recipient } from "./reports-data";

const NO_VALUE = "–";
/** Class of rejections that the sender caused. They count as failed, not as bounced. */
const SENDER_BOUNCE_CLASS = "sender";

const DOTS: Readonly<Record<Recipient["state"], StatusKind>> = {
  sent: "ok",
  failed: "bad",
  suppressed: "off",
  skipped: "off",
  inDoubt: "info",
  waiting: "warn",
  cancelled: "off",
};

/** A bot open does not prove that anyone read the email, so it is labelled. */
function formatOpens({ opens, machineOpens }: Recipient, t: Translate): string {
  if (opens > 0) return formatInteger(opens);
  return machineOpens > 0 ? t("reports.byMachine") : NO_VALUE;
}

export function recipientColumns(t: Translate): readonly DataColumn<Recipient>[] {
  return [
    {
      id: "email",
      header: t("reports.email"),
      width: 260,
      least: 180,
      isFixed: true,
      text: ({ email }) => email,
      cell: ({ contactId, email }) => (contactId === null ? email : <Link to={`/contacts/${contactId}`}>{email}</Link>),
    },
    {
      id: "state",
      header: t("reports.state"),
      width: 168,
      cell: ({ state, bounce, bouncedAt }) => (
        <StatusDot kind={bouncedAt ? "bad" : DOTS[state]}>
          {bounce
            ? t(bounce === SENDER_BOUNCE_CLASS ? "reports.stateFailed" : "reports.stateBounced", {
                kind: t([toTextKey(`reports.bounces.${bounce}`), "reports.bounces.other"]),
              })
            : t(`reports.states.${state}`)}
        </StatusDot>
      ),
    },
    {
      id: "at",
      header: t("reports.time"),
      width: 112,
      align: "end",
      cell: ({ at }) => (at ? <RelativeTime at={at} /> : NO_VALUE),
    },
    {
      id: "opens",
      header: t("reports.opens"),
      width: 120,
      align: "end",
      cell: (row) => formatOpens(row, t),
    },
    {
      id: "clicks",
      header: t("reports.clicks"),
      width: 80,
      align: "end",
      cell: ({ clicks }) => (clicks > 0 ? formatInteger(clicks) : NO_VALUE),
    },
    {
      id: "unsubscribed",
      header: t("reports.unsubscribed"),
      width: 116,
      align: "end",
      cell: ({ unsubscribedAt }) => (unsubscribedAt ? <RelativeTime at={unsubscribedAt} /> : NO_VALUE),
    },
    {
      id: "complained",
      header: t("reports.complained"),
      width: 136,
      align: "end",
      isSecondary: true,
      cell: ({ complainedAt }) => (complainedAt ? <RelativeTime at={complainedAt} /> : NO_VALUE),
    },
    {
      id: "reply",
      header: t("reports.reply"),
      width: 220,
      least: 140,
      text: ({ reply }) => reply ?? "",
      cell: ({ reply }) => (reply ? <span className="mono">{reply}</span> : NO_VALUE),
    },
  ];
}
