import type { ReactNode } from "react";
import { formatPercentage } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ShareBar } from "@/ui/components/share-bar";
import classes from "./share-table.module.css";

export interface ShareRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  readonly share: number;
  /** Indents the row below its parent. */
  readonly isPart?: boolean;
}

interface Props {
  readonly label: string;
  readonly rows: readonly ShareRow[];
  /** Name of the counted event. */
  readonly counted: string;
  /** Position in the chart palette. */
  readonly colour: 1 | 2 | 3 | 4 | 5 | 6;
}

/** Formats 0.0312 as 3.1%. */
export function formatPercent(share: number): string {
  return formatPercentage(share * 100, 1);
}

/** Shares by category: a table with bars. */
export function ShareTable({ label, rows, counted, colour }: Props) {
  const { t } = useTranslation();
  return (
    <table className={classes.shares} aria-label={label}>
      <colgroup>
        <col />
        <col className={classes.count} />
        <col className={classes.count} />
      </colgroup>
      <thead className="said">
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{counted}</th>
          <th scope="col">{t("reports.share")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, share, isPart }) => (
          <tr key={key} data-part={isPart || undefined}>
            <th scope="row">
              <span className={classes.name}>{name}</span>
              <ShareBar share={share} colour={`var(--chart-${colour})`} />
            </th>
            <td>{formatInteger(count)}</td>
            <td>{formatPercent(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
