import type { ReactNode } from "react";
import classes from "./state-badge.module.css";

interface Props {
  readonly kind: "ok" | "warn" | "bad" | "info" | "plain" | "vendor";
  readonly children: ReactNode;
}

/** A status outside of tables: a tint and a word. */
export function StateBadge({ kind, children }: Props) {
  return (
    <span className={classes.badge} data-kind={kind}>
      {children}
    </span>
  );
}
