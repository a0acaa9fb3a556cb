import { Box, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./section.module.css";

interface Props {
  readonly id: string;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** Section of the composer. Links of the review target its id. */
export function Section({ id, title, aside, children }: Props) {
  return (
    <Box
      component="section"
      bdrs="lg"
      bd="1px solid var(--line)"
      bg="var(--surface)"
      style={{ scrollMarginBlockStart: "16px" }}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <header className={classes.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        {aside}
      </header>
      <Stack gap={14} pt="xs" pb="md" px="md" data-section-body>
        {children}
      </Stack>
    </Box>
  );
}
