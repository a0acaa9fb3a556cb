import { LoadFailed } from "../components/load-failed";
import { DataTable, type DataTableProps } from "./data-table";
import type { ListAddress } from "./list-address";
import { Pager } from "./pager";

/** A page of rows as it is asked for: what has come, whether it is on its way, and what went wrong. */
export interface PageAnswer<Row> {
  readonly data:
    | { readonly items: readonly Row[]; readonly total: number; readonly totalIsExact?: boolean | undefined }
    | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

type Told<Row> = Pick<DataTableProps<Row>, "label" | "columns" | "rowId" | "rowName" | "rowActions" | "empty">;

interface Props<Row> extends Told<Row> {
  readonly answer: PageAnswer<Row>;
  readonly address: ListAddress;
  readonly onChange: (change: Partial<ListAddress>) => void;
  /** Which columns are hidden and how high the rows are, where that is chosen. */
  readonly view?: { readonly hidden: readonly string[]; readonly isDense: boolean };
}

const NONE: readonly never[] = [];

/** A list page by page: its rows with the pager, bones while it loads, why it failed, what stands for none. */
export function PagedTable<Row>({ answer, address, onChange, view, empty, ...table }: Props<Row>) {
  const { data } = answer;
  if (answer.isLoadingError) return <LoadFailed failure={answer.error} onRetry={() => void answer.refetch()} />;
  return (
    <>
      <DataTable<Row>
        {...table}
        hidden={view?.hidden ?? NONE}
        isDense={view?.isDense ?? false}
        rows={data?.items ?? NONE}
        status={answer.isPending ? "loading" : "ready"}
        isStale={answer.isPlaceholderData}
        sort={address.sort}
        onSort={(sort) => onChange({ sort })}
        // A page beyond the last has no rows either.
        empty={data?.total === 0 ? empty : undefined}
      />
      {data && data.total > 0 ? (
        <Pager
          page={address.page}
          size={address.size}
          total={data.total}
          totalIsExact={data.totalIsExact ?? true}
          onPage={(page) => onChange({ page })}
          onSize={(size) => onChange({ size })}
        />
      ) : null}
    </>
  );
}
