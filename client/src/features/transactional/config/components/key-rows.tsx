import { Stack, Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { DataTable } from "@/ui/table/data-table";
import { useKeys } from "../keys-data";
import type { ApiKey } from "../shapes";
import { useKeyColumns } from "./key-columns";

interface Props {
  readonly title: string;
  readonly filter: { readonly domainId: string } | { readonly subaccountId: string };
  /** Text of the empty list. */
  readonly none: string;
}

const MAX_ROWS = 50;
const NO_KEYS: readonly ApiKey[] = [];

/** The keys of a domain or a subaccount, newest first. */
export function KeyRows({ title, filter, none }: Props) {
  const { t } = useTranslation();
  const page = useKeys({ ...filter, size: MAX_ROWS, sort: "-createdAt" });
  // Sorted by age only: the table has no sortable header.
  const columns = useKeyColumns().map((column) => ({ ...column, isSortable: false }));
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Text component="h2" fz="md" lh="md" fw={600}>
        {title}
      </Text>
      {page.isLoadingError ? (
        <LoadFailed failure={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <DataTable<ApiKey>
          label={t("transactional.config.apikey.title")}
          columns={columns}
          hidden={[]}
          isDense={false}
          rows={page.data?.items ?? NO_KEYS}
          status={page.isPending ? "loading" : "ready"}
          isStale={page.isPlaceholderData}
          sort="-createdAt"
          onSort={() => undefined}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          empty={
            page.data?.total === 0 ? (
              <Text size="sm" lh="md" p="md" bdrs="lg" bd="1px solid var(--line)" bg="var(--surface)" c="var(--text2)">
                {none}
              </Text>
            ) : undefined
          }
        />
      )}
    </Stack>
  );
}
