import { Box, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { LoadFailed } from "@/ui/components/load-failed";

interface Props<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isLoadingError: boolean;
    readonly refetch: () => unknown;
  };
  readonly label: string;
  readonly children: (data: Data) => ReactNode;
}

/** Skeleton, error or content of a detail page. */
export function PageState<Data>({ query, label, children }: Props<Data>) {
  if (query.isLoadingError) return <LoadFailed failure={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) {
    return (
      <Stack gap="md" role="status" aria-label={label}>
        <Box bdrs="lg" h={132} bd="1px solid var(--line)" bg="var(--sunken)" />
        <Box bdrs="lg" h={132} bd="1px solid var(--line)" bg="var(--sunken)" />
      </Stack>
    );
  }
  return <>{children(query.data)}</>;
}
