import { type ReactNode, type Ref, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { MenuItem } from "../components/menu-item";
import type { DataColumn, Sort } from "./columns";
import { DataRow } from "./data-row";
import classes from "./data-table.module.css";
import { HeadRow } from "./head-row";
import { SkeletonRows } from "./skeleton-rows";

/** Pixels of a row; skeletons are as high as what they stand for. */
export const ROW_PX = { normal: 40, dense: 32 } as const;
const SKELETON_ROWS = 10;

interface SelectionProps {
  readonly isSelected: (id: string) => boolean;
  readonly onSelect: (ids: readonly string[], isTicked: boolean) => void;
}

export interface DataTableProps<Row> {
  /** What is listed, for who hears the page. */
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly hidden: readonly string[];
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

/** Which rows are drawn of an endless list, and the room of those that are not. */
interface Window {
  readonly scroller: Ref<HTMLDivElement>;
  readonly count: number;
  readonly beforePx: number;
  readonly afterPx: number;
}

interface FrameProps<Row> extends DataTableProps<Row> {
  readonly shown: readonly { readonly index: number; readonly row: Row | undefined }[];
  readonly window?: Window;
}

/** The list of every screen: sticky head, rows of a fixed height, selection, a menu per row. */
export function DataTable<Row>({ rows, ...props }: DataTableProps<Row> & { readonly rows: readonly Row[] }) {
  if (props.status === "ready" && rows.length === 0 && props.empty) return props.empty;
  return <TableFrame {...props} shown={rows.map((row, index) => ({ index, row }))} />;
}

/** The table around the rows that are drawn. */
export function TableFrame<Row>({ shown, window, ...props }: FrameProps<Row>) {
  const { columns, hidden, rowId, status, isDense = false, isStale = false } = props;
  const { t } = useTranslation();
  const rowPx = isDense ? ROW_PX.dense : ROW_PX.normal;
  const visible = useMemo(
    () => columns.filter(({ id, isFixed }) => isFixed || !hidden.includes(id)),
    [columns, hidden],
  );
  const extra = (props.selection ? 1 : 0) + (props.rowActions ? 1 : 0);
  const idsShown = shown.flatMap(({ row }) => (row === undefined ? [] : [rowId(row)]));

  return (
    <div
      ref={window?.scroller}
      className={classes.scroller}
      data-endless={window ? true : undefined}
      data-stale={isStale || undefined}
      style={{ "--row-height": `${rowPx}px` } as React.CSSProperties}
    >
      <table
        className={classes.table}
        aria-label={props.label}
        aria-busy={status === "loading" || isStale || undefined}
        aria-rowcount={window ? window.count + 1 : undefined}
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
          {window && window.beforePx > 0 ? <Spacer height={window.beforePx} /> : null}
          {status === "ready"
            ? shown.map(({ index, row }) => (
                <DataRow
                  key={row === undefined ? `empty:${index}` : rowId(row)}
                  index={window ? index : undefined}
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
          {window && window.afterPx > 0 ? <Spacer height={window.afterPx} /> : null}
        </tbody>
      </table>
    </div>
  );
}

/** Room of the rows out of sight. */
function Spacer({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true">
      <td className={classes.spacer} style={{ blockSize: height }} />
    </tr>
  );
}
