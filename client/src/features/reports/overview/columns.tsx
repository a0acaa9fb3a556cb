import { Link } from "react-router";
import { type Advice, RowFlag } from "@/features/advice/public";
import { campaignPath } from "@/features/campaigns/public";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import classes from "./overview.module.css";
import type { BotMode, OverviewRow, SentMetrics } from "./overview-data";

export const RATES = [
  "delivered",
  "bounced",
  "opened",
  "clicked",
  "clickedOfOpened",
  "unsubscribed",
  "complained",
] as const;
export type RateName = (typeof RATES)[number];

/** Width in pixels of rate columns with long headers. */
const RATE_WIDTHS: Readonly<Partial<Record<RateName, number>>> = {
  clickedOfOpened: 118,
  unsubscribed: 124,
  complained: 142,
};

/** Numerator and denominator of a rate, as docs/metrics.md defines it. */
export function getRateParts(figures: SentMetrics, name: RateName, machines: BotMode): readonly [number, number] {
  const { sent, failed, inDoubt, delivered, hardBounced, softBounced, unsubscribed, complained } = figures;
  const submitted = sent + failed + inDoubt;
  const opened = machines === "include" ? figures.anyOpened : figures.opened;
  const clicked = machines === "include" ? figures.anyClicked : figures.clicked;
  switch (name) {
    case "delivered":
      return [delivered, submitted];
    case "bounced":
      return [hardBounced + softBounced, submitted];
    case "opened":
      return [opened, delivered];
    case "clicked":
      return [clicked, delivered];
    case "clickedOfOpened":
      return [clicked, opened];
    case "unsubscribed":
      return [unsubscribed, delivered];
    case "complained":
      return [complained, delivered];
  }
}

/** A rate whose tooltip shows numerator and denominator. */
export function Rate({ parts: [part, whole] }: { readonly parts: readonly [number, number] }) {
  return <span title={`${formatInteger(part)} / ${formatInteger(whole)}`}>{formatPercentageOf(part, whole)}</span>;
}

export function overviewColumns(
  t: Translate,
  machines: BotMode,
  advice: ReadonlyMap<string, readonly Advice[]>,
): readonly DataColumn<OverviewRow>[] {
  return [
    {
      id: "name",
      header: t("words.campaign"),
      width: 240,
      least: 180,
      isFixed: true,
      isSortable: true,
      text: ({ name }) => name,
      cell: ({ id, kind, status, startedAt, name }) => (
        <span className={classes.name}>
          <RowFlag items={advice.get(id) ?? []} />
          <Link to={campaignPath({ id, kind, status, startedAt })}>{name}</Link>
        </span>
      ),
    },
    {
      id: "category",
      header: t("terms.category"),
      width: 112,
      least: 88,
      isSecondary: true,
      text: ({ category }) => category ?? "",
      cell: ({ category }) => category || "–",
    },
    {
      id: "startedAt",
      header: t("terms.started"),
      width: 108,
      align: "end",
      isSortable: true,
      cell: ({ startedAt }) => <RelativeTime at={startedAt} />,
    },
    {
      id: "sent",
      header: t("terms.sent"),
      width: 84,
      align: "end",
      isSortable: true,
      cell: ({ figures }) => formatInteger(figures.sent),
    },
    ...RATES.map((name) => ({
      id: name,
      header: t(`overview.rates.${name}`),
      width: RATE_WIDTHS[name] ?? 98,
      align: "end" as const,
      isSortable: true,
      isSecondary: name === "clickedOfOpened" || name === "complained",
      cell: ({ figures }: OverviewRow) => <Rate parts={getRateParts(figures, name, machines)} />,
    })),
  ];
}
