import { Box, Stack } from "@mantine/core";

/** Shown while the quick look of a message loads. */
export function SheetSkeleton() {
  return (
    <Stack gap="md" aria-hidden="true">
      <Box h={20} w="30%" bdrs="sm" bg="var(--sunken)" />
      <Box h={20} w="70%" bdrs="sm" bg="var(--sunken)" />
      <Box h={260} bdrs="sm" bg="var(--sunken)" />
    </Stack>
  );
}
