import { Box, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

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
      <Group component="header" gap="sm" justify="space-between" wrap="nowrap" mih={28} pt={10} px="md">
        <Text component="h2" size="sm" lts="-0.005em" fw={600} id={`${id}-title`}>
          {title}
        </Text>
        {aside}
      </Group>
      <Stack gap={14} pt="xs" pb="md" px="md" data-section-body>
        {children}
      </Stack>
    </Box>
  );
}
