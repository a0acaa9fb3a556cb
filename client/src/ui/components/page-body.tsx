import type { ComponentProps } from "react";
import classes from "./layout.module.css";

interface Props extends ComponentProps<"div"> {
  /** Whether the content belongs to the previous query. */
  readonly isStale?: boolean;
}

/** The cards of a page, one below the other. */
export function PageBody({ isStale, ...rest }: Props) {
  return <div {...rest} className={classes.body} data-stale={isStale || undefined} />;
}
