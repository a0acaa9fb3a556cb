import { columnVisibilityFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { MenuItem } from "../components/menu-item";
import type { DataColumn, Sort } from "./columns";
import { DataRow } from "./data-row";
import classes from "./data-table.module.css";
import { HeadRow } from "./head-row";
import { SkeletonRows } from "./skeleton-rows";

/** Pixels of a row; skeletons are as high as what they stand for. */
export const ROW_PX = { normal: 40, dense: 32 } as const;
/** Rows drawn beyond what is seen, so that a flick shows no gap. */
const OVERSCAN = 12;
const SKELETON_ROWS = 10;

const FEATURES = tableFeatures({ columnVisibilityFeature });

interface EndlessRows<Row> {
  /** All rows of the list, loaded or not. */
  readonly count: number;
  /** The row at `index`, or undefined while it is not loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Called with the rows that are in sight, both ends included. */
  readonly onRange: (first: number, last: number) => void;
}

interface SelectionProps {
  readonly isSelected: (id: string) => boolean;
  readonly onSelect: (ids: readonly string[], isTicked: boolean) => void;
}

export interface DataTableProps<Row> {
  /** What is listed, for who hears the page. */
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly hidden: readonly string[];
  /** Rows of the page; of an endless list, give `endless` instead. */
  readonly rows?: readonly Row[];
  readonly endless?: EndlessRows<Row>;
  readonly rowId: (row: Row) => string;
  /** A row's name, for the labels of its controls. */
  readonly rowName: (row: Row) => string;
  readonly status: "loading" | "ready";
  /** The rows shown are those of the former question while the next answer is on its way. */
  readonly isStale?: boolean;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
  readonly selection?: SelectionProps;
  /** Items of the row's menu. */
  readonly rowActions?: (row: Row) => readonly MenuItem[];
  /** Rows that others have just changed: a brief tint. */
  readonly isFresh?: (row: Row) => boolean;
  readonly isDense?: boolean;
  /** Instead of rows when there are none. */
  readonly empty?: ReactNode;
}

/**
 * The list of every screen: sticky head, rows of a fixed height, selection, a menu per row. With `endless` only the
 * rows in sight are in the document, whatever the length.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, hidden, rows = [], endless, rowId, status, isDense = false, isStale = false } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = isDense ? ROW_PX.dense : ROW_PX.normal;

  const virtual = useVirtualizer({
    count: endless?.count ?? 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    enabled: endless !== undefined,
  });
  const inSight = virtual.getVirtualItems();
  const first = inSight[0]?.index ?? 0;
  const last = inSight.at(-1)?.index ?? -1;

  const reportRange = useEffectEvent((from: number, to: number) => endless?.onRange(from, to));
  useEffect(() => {
    if (last >= first) reportRange(first, last);
  }, [first, last]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height moves every row
  useEffect(() => virtual.measure(), [rowPx]);

  const shown: readonly { readonly index: number; readonly row: Row | undefined }[] = endless
    ? inSight.map(({ index }) => ({ index, row: endless.rowAt(index) }))
    : rows.map((row, index) => ({ index, row }));

  const columnDefs = useMemo(() => columns.map(({ id }) => ({ id, header: id })), [columns]);
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden]);
  const table = useTable({ features: FEATURES, columns: columnDefs, data: NO_ROWS, state: { columnVisibility } });
  const visibleIds = new Set(table.getVisibleLeafColumns().map(({ id }) => id));
  const visible = columns.filter(({ id, isFixed }) => isFixed || visibleIds.has(id));

  const isEmpty = status === "ready" && shown.length === 0 && (endless?.count ?? 0) === 0;
  if (isEmpty && props.empty) return props.empty;

  const extra = (props.selection ? 1 : 0) + (props.rowActions ? 1 : 0);
  const before = endless ? first * rowPx : 0;
  const after = endless ? Math.max(0, (endless.count - last - 1) * rowPx) : 0;
  const idsShown = shown.flatMap(({ row }) => (row === undefined ? [] : [rowId(row)]));

  return (
    <div
      ref={scroller}
      className={classes.scroller}
      data-endless={endless ? true : undefined}
      data-stale={isStale || undefined}
      style={{ "--row-height": `${rowPx}px` } as React.CSSProperties}
    >
      <table
        className={classes.table}
        aria-label={props.label}
        aria-busy={status === "loading" || isStale || undefined}
        aria-rowcount={endless ? endless.count + 1 : undefined}
      >
        <colgroup>
          {props.selection ? <col style={{ inlineSize: 44 }} /> : null}
          {visible.map(({ id, width }) => (
            <col key={id} style={{ inlineSize: width }} />
          ))}
          {props.rowActions ? <col style={{ inlineSize: 48 }} /> : null}
        </colgroup>
        <HeadRow
          columns={visible}
          sort={props.sort}
          onSort={props.onSort}
          selection={props.selection}
          idsShown={idsShown}
          hasActions={props.rowActions !== undefined}
        />
        <tbody>
          {status === "loading" ? (
            <SkeletonRows count={SKELETON_ROWS} columns={visible.length} extra={extra} label={t("ui.rowsLoading")} />
          ) : null}
          {before > 0 ? <Spacer height={before} /> : null}
          {status === "ready"
            ? shown.map(({ index, row }) => (
                <DataRow
                  key={row === undefined ? `empty:${index}` : rowId(row)}
                  index={endless ? index : undefined}
                  row={row}
                  columns={visible}
                  rowId={rowId}
                  rowName={props.rowName}
                  selection={props.selection}
                  rowActions={props.rowActions}
                  isFresh={row !== undefined && (props.isFresh?.(row) ?? false)}
                />
              ))
            : null}
          {after > 0 ? <Spacer height={after} /> : null}
        </tbody>
      </table>
    </div>
  );
}

/** Rows are drawn by us; the table keeps the columns only. */
const NO_ROWS: Record<string, never>[] = [];

/** Room of the rows out of sight. */
function Spacer({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true">
      <td className={classes.spacer} style={{ blockSize: height }} />
    </tr>
  );
}
