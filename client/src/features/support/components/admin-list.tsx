import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/ui/components/empty-state";
import { LoadFailed } from "@/ui/components/load-failed";
import type { MenuItem } from "@/ui/components/menu-item";
import type { DataColumn } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import type { ListAddress } from "@/ui/table/list-address";
import { ListSearch } from "@/ui/table/list-search";
import { Pager } from "@/ui/table/pager";
import { ListDrawing } from "./list-drawing";

interface Answer<Row> {
  readonly data:
    | { readonly items: readonly Row[]; readonly total: number; readonly totalIsExact?: boolean | undefined }
    | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

interface Props<Row> {
  readonly label: string;
  /** What the field above takes; no field when absent. */
  readonly searchLabel?: string;
  readonly filters?: ReactNode;
  readonly after?: ReactNode;
  readonly columns: readonly DataColumn<Row>[];
  readonly answer: Answer<Row>;
  readonly address: ListAddress;
  readonly onChange: (change: Partial<ListAddress>) => void;
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly rowActions?: (row: Row) => readonly MenuItem[];
  readonly empty: { readonly title: string; readonly text: string };
  /** Whether a filter narrows the list: then an empty one offers to clear it. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

/** A list of the console with its search, pages and states; what narrows it stands in the address. */
export function AdminList<Row>(props: Props<Row>) {
  const { label, searchLabel, filters, after, columns, answer, address, onChange, rowId, rowName } = props;
  const { t } = useTranslation();
  const { isNarrowed } = props;
  const total = answer.data?.total ?? 0;
  return (
    <>
      {searchLabel ? (
        <ListSearch
          label={searchLabel}
          value={address.search}
          onSearch={(search) => onChange({ search })}
          after={after}
        >
          {filters}
        </ListSearch>
      ) : null}
      {answer.isLoadingError ? (
        <LoadFailed failure={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <>
          <DataTable<Row>
            label={label}
            columns={columns}
            hidden={[]}
            rows={answer.data?.items ?? []}
            rowId={rowId}
            rowName={rowName}
            status={answer.isPending ? "loading" : "ready"}
            isStale={answer.isPlaceholderData}
            sort={address.sort}
            onSort={(sort) => onChange({ sort })}
            {...(props.rowActions ? { rowActions: props.rowActions } : {})}
            empty={
              <EmptyState
                drawing={<ListDrawing />}
                title={isNarrowed ? t("support.noMatch") : props.empty.title}
                text={isNarrowed ? t("support.noMatchHelp") : props.empty.text}
                action={isNarrowed ? <Button onClick={props.onClear}>{t("support.clear")}</Button> : undefined}
              />
            }
          />
          {total > 0 ? (
            <Pager
              page={address.page}
              size={address.size}
              total={total}
              totalIsExact={answer.data?.totalIsExact ?? true}
              onPage={(page) => onChange({ page })}
              onSize={(size) => onChange({ size })}
            />
          ) : null}
        </>
      )}
    </>
  );
}
