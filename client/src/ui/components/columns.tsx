import type { ComponentProps, CSSProperties } from "react";
import classes from "./layout.module.css";

interface Props extends ComponentProps<"div"> {
  readonly count: number;
  /** Pixels under which no column shrinks; there are fewer columns then. */
  readonly minWidth: number;
  /** Draws lines in place of the space between the columns. */
  readonly isLined?: boolean;
  /** Whether columns keep their own heights. */
  readonly isUneven?: boolean;
  /** Names the columns as a region. */
  readonly label?: string;
}

/** Equal columns, as many as there is space for. */
export function Columns({ count, minWidth, isLined, isUneven, label, style, ...rest }: Props) {
  const sizes = { "--count": count, "--min": `${minWidth}px`, "--gap": isLined ? "0px" : "var(--space-md)" };
  const Box = label ? "section" : "div";
  return (
    <Box
      {...rest}
      className={classes.columns}
      data-lined={isLined || undefined}
      data-uneven={isUneven || undefined}
      aria-label={label}
      style={{ ...style, ...(sizes as CSSProperties) }}
    />
  );
}
