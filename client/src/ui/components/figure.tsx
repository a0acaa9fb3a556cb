import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import classes from "./figure.module.css";

interface Props {
  readonly label: string;
  /** As it reads: "1,284,310" or "98.74". */
  readonly value: string;
  readonly unit?: string;
  /** What a rate is of: "of 12,410". */
  readonly base?: string;
  /** Against the former period; whether up is good is for the figure to say. */
  readonly delta?: {
    readonly text: string;
    readonly direction: "up" | "down";
    readonly meaning: "good" | "bad" | "neutral";
  };
  /** What came in the last seconds: "+3". */
  readonly live?: string | undefined;
  readonly sparkline?: ReactNode;
  /** The figure that the chart below shows. */
  readonly isActive?: boolean;
}

/** A large number with what it is of and how it moved. */
export function Figure({ label, value, unit, base, delta, live, sparkline, isActive }: Props) {
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
