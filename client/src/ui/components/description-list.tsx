import type { ComponentProps, CSSProperties } from "react";
import classes from "./description-list.module.css";

interface Props extends ComponentProps<"dl"> {
  /**
   * "columns" has names and values side by side, "rows" one fact per line with a rule between, "tiles" small blocks, and
   * "figures" framed blocks with large numbers.
   */
  readonly layout?: "columns" | "rows" | "tiles" | "figures";
  /** Pixels of the narrowest tile or figure. */
  readonly minWidth?: number;
}

/**
 * Names with their values: `dt` and `dd`, in a `div` for each fact except in columns. A `div` with `data-dot` has a dot
 * of that kind before its name.
 */
export function DescriptionList({ layout = "columns", minWidth = 112, style, ...rest }: Props) {
  return (
    <dl
      {...rest}
      className={classes.facts}
      data-layout={layout}
      style={{ ...style, "--min": `${minWidth}px` } as CSSProperties}
    />
  );
}
