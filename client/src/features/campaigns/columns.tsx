import { Link } from "react-router";
import { Watchers } from "@/features/presence/public";
import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import { formatPlainSubject } from "@/lib/plain-subject";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import { type CampaignRow, campaignPath } from "./campaigns-data";
import classes from "./columns.module.css";
import { CampaignState } from "./components/campaign-state";
import { RateCell } from "./components/rate-cell";

export const EMPTY_CELL = "–";

/** Columns of all campaign lists, by name. Opens and clicks are shares of the delivered messages. */
export function buildSharedColumns(t: Translate) {
  return {
    name: {
      id: "name",
      header: t("words.name"),
      width: 212,
      least: 160,
      isFixed: true,
      isSortable: true,
      text: (row) => row.name,
      cell: (row) => (
        <span className={classes.name}>
          <Link to={campaignPath(row)}>{row.name}</Link>
          <Watchers thing={`campaign:${row.id}`} size={18} />
        </span>
      ),
    },
    status: {
      id: "status",
      header: t("words.status"),
      width: 116,
      isSortable: true,
      cell: ({ status }) => <CampaignState status={status} />,
    },
    recipients: {
      id: "recipients",
      header: t("terms.recipients"),
      width: 90,
      align: "end",
      cell: ({ figures }) => (figures ? formatInteger(figures.recipients) : EMPTY_CELL),
    },
    opened: {
      id: "opened",
      header: t("terms.opened"),
      width: 124,
      align: "end",
      cell: ({ figures }) => (figures ? <RateCell part={figures.opened} whole={figures.delivered} /> : EMPTY_CELL),
    },
    clicked: {
      id: "clicked",
      header: t("terms.clicked"),
      width: 116,
      align: "end",
      cell: ({ figures }) => (figures ? <RateCell part={figures.clicked} whole={figures.delivered} /> : EMPTY_CELL),
    },
    createdAt: {
      id: "createdAt",
      header: t("terms.created"),
      width: 112,
      align: "end",
      isSortable: true,
      isOptional: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  } as const satisfies Readonly<Record<string, DataColumn<CampaignRow>>>;
}

export function buildCampaignColumns(t: Translate): readonly DataColumn<CampaignRow>[] {
  const { name, status, recipients, opened, clicked, createdAt } = buildSharedColumns(t);
  return [
    name,
    status,
    {
      id: "subject",
      header: t("terms.subject"),
      width: 230,
      least: 150,
      text: ({ subject }) => formatPlainSubject(subject),
      cell: ({ subject }) => formatPlainSubject(subject) || EMPTY_CELL,
    },
    recipients,
    {
      id: "sent",
      header: t("terms.sent"),
      width: 76,
      align: "end",
      cell: ({ figures }) => (figures ? formatInteger(figures.sent) : EMPTY_CELL),
    },
    opened,
    clicked,
    {
      id: "startedAt",
      header: t("terms.started"),
      width: 112,
      align: "end",
      isSortable: true,
      // For a scheduled campaign, its planned start.
      cell: ({ startedAt, firesAt }) => {
        const at = startedAt ?? firesAt;
        return at ? <RelativeTime at={at} /> : EMPTY_CELL;
      },
    },
    createdAt,
    {
      id: "updatedAt",
      header: t("words.updated"),
      width: 112,
      align: "end",
      isSortable: true,
      isOptional: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      id: "category",
      header: t("terms.category"),
      width: 140,
      least: 100,
      isOptional: true,
      text: ({ category }) => category ?? "",
      cell: ({ category }) => category || EMPTY_CELL,
    },
  ];
}
