import type { ReactNode } from "react";
import classes from "./status-dot.module.css";

export type StatusKind = "ok" | "warn" | "bad" | "info" | "off" | "live";

interface Props {
  /** `off` is hollow: over, or not counted. `live` has a ring. */
  readonly kind: StatusKind;
  /** The word: colour alone says nothing. */
  readonly children: ReactNode;
}

/** A state in a table: a dot and a word. */
export function StatusDot({ kind, children }: Props) {
  return (
    <span className={classes.status} data-kind={kind}>
      <span className={classes.word}>{children}</span>
    </span>
  );
}
