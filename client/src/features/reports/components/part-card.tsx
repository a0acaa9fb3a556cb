import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { LoadFailed } from "@/ui/components/load-failed";
import { Panel } from "@/ui/components/panel";
import { TableTools } from "@/ui/table/table-tools";
import classes from "./part-card.module.css";

/** Query result of one part of the report. */
interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoadingError: boolean;
  readonly isPlaceholderData?: boolean;
  readonly refetch: () => Promise<unknown>;
}

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

interface Props<Data> {
  readonly title: string;
  readonly query: Query<Data>;
  /** One line beside the title that names the base of the numbers. */
  readonly note?: ((data: Data) => ReactNode) | undefined;
  /** The data as a table to copy and download; undefined if it would be empty. */
  readonly table?: ((data: Data) => Table) | undefined;
  readonly fileName: string;
  readonly tools?: ReactNode;
  /** Content shown instead of `children` when there is no data. */
  readonly empty?: ((data: Data) => ReactNode) | undefined;
  /** Height in pixels while loading. */
  readonly loadingHeight: number;
  readonly children: (data: Data) => ReactNode;
}

/** Card of a report with a title, and its data, skeleton or error. */
export function PartCard<Data>({
  title,
  query,
  note,
  table,
  fileName,
  tools,
  empty,
  loadingHeight,
  children,
}: Props<Data>) {
  const { data } = query;
  const nothing = data === undefined ? null : empty?.(data);
  const asTable = data === undefined || nothing ? undefined : table?.(data);
  return (
    <Panel
      component="section"
      className={`figures ${classes.card}`}
      gap={0}
      miw={0}
      fz="sm"
      lh="sm"
      aria-label={title}
      data-stale={query.isPlaceholderData || undefined}
    >
      <Group component="header" gap="4px 8px" mih={28} ps="md" pe="sm" py="xs">
        <Text component="h2" size="sm" fw={600}>
          {title}
        </Text>
        {data !== undefined && note ? (
          <Text span size="xs" miw={0} c="dimmed">
            {note(data)}
          </Text>
        ) : null}
        <Group className={classes.tools ?? ""} gap={4} ms="auto">
          {tools}
          {asTable && asTable.rows.length > 0 ? <TableTools {...asTable} fileName={fileName} /> : null}
        </Group>
      </Group>
      {query.isLoadingError ? (
        <Box pt={4} pb="md" px="md" c="var(--text2)">
          <LoadFailed failure={query.error} onRetry={() => void query.refetch()} />
        </Box>
      ) : data === undefined ? (
        <div style={{ minBlockSize: loadingHeight }} aria-hidden="true" />
      ) : (
        (nothing ?? children(data))
      )}
    </Panel>
  );
}

/** Message of an empty card. */
export function EmptyText({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="p" m={0} pt={4} pb="md" px="md" c="var(--text2)">
      {children}
    </Box>
  );
}
