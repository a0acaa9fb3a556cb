import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { NARROW_QUERY } from "@/lib/constants";
import { LoadFailed } from "../components/load-failed";
import { CardsFallback } from "./cards-fallback";
import type { CardContent, DataCards as Cards } from "./data-cards";
import { DataTable, type DataTableProps } from "./data-table";
import type { ListAddress } from "./list-address";
import { Pager } from "./pager";

const DataCards = lazy(async () => ({ default: (await import("./data-cards")).DataCards })) as typeof Cards;

/** Result of a page's query: its data, its loading state and its error. */
export interface PageQuery<Row> {
  readonly data:
    | { readonly items: readonly Row[]; readonly total: number; readonly totalIsExact?: boolean | undefined }
    | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
}

type SharedTableProps<Row> = Pick<
  DataTableProps<Row>,
  "label" | "columns" | "rowId" | "rowName" | "rowActions" | "empty"
>;

interface Props<Row> extends SharedTableProps<Row> {
  readonly answer: PageQuery<Row>;
  readonly address: ListAddress;
  readonly onChange: (change: Partial<ListAddress>) => void;
  /** Card of a row on phones; without it, phones show the table too. */
  readonly card?: (row: Row) => CardContent;
  /** Hidden columns and row height, where the user can choose them. */
  readonly view?: { readonly hidden: readonly string[]; readonly isDense: boolean };
}

const NO_ROWS: readonly never[] = [];

/** A list with pages: rows and pager, a skeleton during loading, an error, or an empty state. */
export function PagedTable<Row>({ answer, address, onChange, view, card, empty, ...table }: Props<Row>) {
  const { data } = answer;
  const isPhone = useMediaQuery(NARROW_QUERY, false, { getInitialValueInEffect: false });
  if (answer.isLoadingError) return <LoadFailed failure={answer.error} onRetry={() => void answer.refetch()} />;
  const isBeyondEnd = data !== undefined && data.items.length === 0 && data.total > 0;
  return (
    <>
      {isBeyondEnd ? null : isPhone && card && data && data.items.length > 0 ? (
        <Suspense fallback={<CardsFallback count={data.items.length} />}>
          <DataCards<Row>
            label={table.label}
            rows={data.items}
            rowId={table.rowId}
            rowName={table.rowName}
            rowActions={table.rowActions}
            isStale={answer.isPlaceholderData}
            card={card}
          />
        </Suspense>
      ) : (
        <DataTable<Row>
          {...table}
          hidden={view?.hidden ?? NO_ROWS}
          isDense={view?.isDense ?? false}
          rows={data?.items ?? NO_ROWS}
          status={answer.isPending ? "loading" : "ready"}
          isStale={answer.isPlaceholderData}
          sort={address.sort}
          onSort={(sort) => onChange({ sort })}
          empty={empty}
        />
      )}
      {data && data.total > 0 ? (
        <Pager
          rows={data.items.length}
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
