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
  /** What the card of a row shows on a phone; a table there too when absent. */
  readonly card?: (row: Row) => CardContent;
  /** Which columns are hidden and how high the rows are, where that is chosen. */
  readonly view?: { readonly hidden: readonly string[]; readonly isDense: boolean };
}

const NONE: readonly never[] = [];

/** A list page by page: its rows with the pager, bones while it loads, why it failed, what stands for none. */
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
          hidden={view?.hidden ?? NONE}
          isDense={view?.isDense ?? false}
          rows={data?.items ?? NONE}
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
