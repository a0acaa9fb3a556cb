import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./metric.module.css";

interface Props {
  readonly label: string;
  /** Formatted value: "1,284,310" or "98.74". */
  readonly value: string;
  readonly unit?: string;
  /** Base of a rate: "of 12,410". */
  readonly base?: string;
  /** Change since the previous period; the caller decides whether a rise is good. */
  readonly delta?: {
    readonly text: string;
    readonly direction: "up" | "down";
    readonly meaning: "good" | "bad" | "neutral";
  };
  /** Increase of the last seconds: "+3". */
  readonly live?: string | undefined;
  readonly sparkline?: ReactNode;
  /** Whether the chart below shows this metric. */
  readonly isActive?: boolean;
}

/** A large number with its base and its change. */
export function Metric({ label, value, unit, base, delta, live, sparkline, isActive }: Props) {
  const { t } = useTranslation();
  const Arrow = delta?.direction === "down" ? IconArrowDownRight : IconArrowUpRight;
  return (
    <div className={classes.figure} data-active={isActive || undefined}>
      <div className={classes.top}>
        <span className={classes.label}>{label}</span>
        {delta ? (
          <span className={classes.delta} data-meaning={delta.meaning}>
            <Arrow size={13} stroke={1.9} aria-label={t(delta.direction === "up" ? "ui.up" : "ui.down")} />
            {delta.text}
          </span>
        ) : null}
        {live ? <span className={classes.live}>{live}</span> : null}
      </div>
      <div className={classes.middle}>
        <span className={classes.value} key={value}>
          {value}
          {unit ? <small>{unit}</small> : null}
        </span>
        {sparkline}
      </div>
      {base ? <div className={classes.base}>{base}</div> : null}
    </div>
  );
}
