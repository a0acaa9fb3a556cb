import type { ComponentProps } from "react";
import { Scroller } from "../components/scroller";
import classes from "./small-table.module.css";

interface Props extends ComponentProps<"table"> {
  /**
   * On a phone, "stack" turns each row into a block, whose cells name their column by `data-label`; "scroll" scrolls the
   * table sideways. Without a layout, cells with `data-wide` are hidden.
   */
  readonly layout?: "scroll" | "stack";
  /** Whether all columns but the first are figures. */
  readonly hasFigures?: boolean;
  readonly isStale?: boolean;
}

/**
 * A table of a card. Cells have attributes: `data-align="end"` for figures, `data-quiet` for less important ones,
 * `data-spare` for those hidden on screens of medium width, and `data-actions` for buttons ("below": in a line of their
 * own on a phone).
 */
export function SmallTable({ layout, hasFigures, isStale, className, ...rest }: Props) {
  const table = (
    <table
      {...rest}
      className={[classes.table, className].filter(Boolean).join(" ")}
      data-layout={layout}
      data-figures={hasFigures || undefined}
      data-stale={isStale || undefined}
    />
  );
  return layout === "scroll" ? <Scroller className={classes.scroller}>{table}</Scroller> : table;
}
