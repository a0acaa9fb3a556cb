import type { ReactNode } from "react";
import classes from "./status-dot.module.css";

export type StatusKind = "ok" | "warn" | "bad" | "info" | "off" | "live";

interface Props {
  /** `off` is hollow: ended or not counted. `live` has a ring. */
  readonly kind: StatusKind;
  /** The status in words; colour alone is not accessible. */
  readonly children: ReactNode;
}

/** A status in a table: a dot and a word. */
export function StatusDot({ kind, children }: Props) {
  return (
    <span className={classes.status} data-kind={kind}>
      <span className={classes.word}>{children}</span>
    </span>
  );
}
