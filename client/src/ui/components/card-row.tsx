import type { ReactNode } from "react";
import classes from "./card.module.css";

interface Props {
  readonly component?: "div" | "li";
  readonly children: ReactNode;
}

/** A row of a card without padding: what it is about, and at its end what it says or does. */
export function CardRow({ component: Box = "div", children }: Props) {
  return <Box className={classes.row}>{children}</Box>;
}
