import { useCallbackRef } from "@mantine/hooks";
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { TextKey, Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import type { MenuItem } from "../components/menu-item";
import { fitColumns, growTextWidths, type TextWidths } from "./column-widths";
import type { DataColumn, Sort } from "./columns";
import { DataRow, type RowLabels } from "./data-row";
import classes from "./data-table.module.css";
import { HeadRow } from "./head-row";
import { SkeletonRows } from "./skeleton-rows";

/** Row heights in pixels; skeletons have the same height as their rows. */
export const ROW_PX = { normal: 40, dense: 32 } as const;
const SKELETON_ROWS = 10;
/** Placeholder for a row's name. */
const NAME_PLACEHOLDER = "\u0000";
/** Width in pixels of the columns for tick boxes and menus. */
const TICK_PX = 44;
const MENU_PX = 48;
const NO_ROWS: readonly never[] = [];

interface SelectionProps {
  readonly isSelected: (id: string) => boolean;
  readonly onSelect: (ids: readonly string[], isTicked: boolean) => void;
}

export interface DataTableProps<Row> {
  /** Name of the list, for screen readers. */
  readonly label: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly hidden: readonly string[];
  readonly rowId: (row: Row) => string;
  /** A row's name, for the labels of its controls. */
  readonly rowName: (row: Row) => string;
  readonly status: "loading" | "ready";
  /** The rows belong to the previous request while the next one is loading. */
  readonly isStale?: boolean;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort) => void;
  readonly selection?: SelectionProps;
  /** Items of the row's menu. */
  readonly rowActions?: ((row: Row) => readonly MenuItem[]) | undefined;
  /** Rows that others have just changed, which get a brief tint. */
  readonly isFresh?: (row: Row) => boolean;
  readonly isDense?: boolean;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
}

/** The rendered part of an endless list, and the height of the rows outside of it. */
interface Window {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly beforePx: number;
  readonly afterPx: number;
}

interface FrameProps<Row> extends DataTableProps<Row> {
  readonly shown: readonly { readonly index: number; readonly row: Row | undefined }[];
  readonly window?: Window;
}

/** The table of every list screen: sticky head, rows of a fixed height, selection, and a menu per row. */
export function DataTable<Row>({ rows, ...props }: DataTableProps<Row> & { readonly rows: readonly Row[] }) {
  if (props.status === "ready" && rows.length === 0 && props.empty) return props.empty;
  return <TableFrame {...props} shown={rows.map((row, index) => ({ index, row }))} />;
}

/** The table around the rendered rows. */
export function TableFrame<Row>({ shown, window, ...props }: FrameProps<Row>) {
  const { columns, hidden, rowId, status, isDense = false, isStale = false } = props;
  const { t } = useTranslation();
  const own = useRef<HTMLDivElement>(null);
  const scroller = window?.scroller ?? own;
  const availableWidth = useAvailableWidth(scroller);
  const rowPx = isDense ? ROW_PX.dense : ROW_PX.normal;
  const extraPx = (props.selection ? TICK_PX : 0) + (props.rowActions ? MENU_PX : 0);
  const chosen = useMemo(() => columns.filter(({ id, isFixed }) => isFixed || !hidden.includes(id)), [columns, hidden]);
  const texts = useTextWidths(chosen, status === "ready" ? shown : NO_ROWS, window !== undefined);
  const { columns: visible, widths } = useMemo(
    () => fitColumns(chosen, availableWidth, extraPx, texts),
    [chosen, availableWidth, extraPx, texts],
  );
  const extra = (props.selection ? 1 : 0) + (props.rowActions ? 1 : 0);
  const idsShown = shown.flatMap(({ row }) => (row === undefined ? [] : [rowId(row)]));
  const ticked = props.selection ? idsShown.filter(props.selection.isSelected).length : 0;
  // Stable callbacks, so that memoised rows and heads render only when their props change.
  const select = useCallbackRef((ids: readonly string[], is: boolean) => props.selection?.onSelect(ids, is));
  const selectAll = useCallbackRef((is: boolean) => props.selection?.onSelect(idsShown, is));
  const actionsOf = useCallbackRef((row: Row) => props.rowActions?.(row) ?? []);
  const words = useMemo<RowLabels>(
    () => ({ select: buildNameFormatter(t, "ui.selectRow"), actions: buildNameFormatter(t, "ui.rowActions") }),
    [t],
  );
  const sortBy = useCallbackRef((sort: Sort) => props.onSort?.(sort));

  return (
    <div
      ref={scroller}
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
        onPointerOver={({ target }) => void showCutText(target)}
      >
        <colgroup>
          {props.selection ? <col style={{ inlineSize: TICK_PX }} /> : null}
          {visible.map(({ id }, index) => (
            <col key={id} style={{ inlineSize: widths[index] }} />
          ))}
          {props.rowActions ? <col style={{ inlineSize: MENU_PX }} /> : null}
        </colgroup>
        <HeadRow
          columns={visible}
          sort={props.sort}
          onSort={props.onSort && sortBy}
          ticked={ticked === 0 ? "none" : ticked === idsShown.length ? "all" : "some"}
          onTick={props.selection && selectAll}
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
                  isSelected={row === undefined ? undefined : props.selection?.isSelected(rowId(row))}
                  onSelect={props.selection && select}
                  rowActions={props.rowActions && actionsOf}
                  words={words}
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

/** Splits a text at its name once, so that every row only joins the parts. */
function buildNameFormatter(t: Translate, key: TextKey): (name: string) => string {
  const [before = "", after = ""] = t(key, { name: NAME_PLACEHOLDER }).split(NAME_PLACEHOLDER);
  return (name) => before + name + after;
}

/** Loaded and measured on hover only, because a long list has thousands of cells. */
async function showCutText(target: EventTarget): Promise<void> {
  (await import("./cut-text")).setCutTextTitle(target);
}

/** Widths that the texts need. In an endless list the first rows decide, so that no column moves during scrolling. */
function useTextWidths<Row>(
  columns: readonly DataColumn<Row>[],
  shown: FrameProps<Row>["shown"],
  isEndless: boolean,
): TextWidths {
  const [texts, setTexts] = useState<TextWidths>({});
  if (isEndless && Object.keys(texts).length > 0) return texts;
  const rows = shown.flatMap(({ row }) => (row === undefined ? [] : [row]));
  const grown = growTextWidths(texts, columns, rows);
  if (grown !== texts) setTexts(grown);
  return grown;
}

/** The table's width in pixels, updated on resize; infinite before the first layout. */
function useAvailableWidth(box: RefObject<HTMLDivElement | null>): number {
  const [availableWidth, setRoom] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setRoom(element.clientWidth || Number.POSITIVE_INFINITY);
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return availableWidth;
}

/** Placeholder for the rows outside the window. */
function Spacer({ height }: { readonly height: number }) {
  return (
    <tr aria-hidden="true">
      <td className={classes.spacer} style={{ blockSize: height }} />
    </tr>
  );
}
