import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./card.module.css";

interface Props {
  readonly title?: string;
  readonly aside?: ReactNode;
  /** Removes the padding around the content, for a table or a list of rows. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, aside, isFlush = false, children }: Props) {
  return (
    <Box component="section" bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" style={{ overflow: "hidden" }}>
      {title ? (
        <header className={classes.head}>
          <h2>{title}</h2>
          {aside}
        </header>
      ) : null}
      <div className={isFlush ? undefined : classes.body}>{children}</div>
    </Box>
  );
}
