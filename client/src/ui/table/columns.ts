import type { ReactNode } from "react";

/** A column of a list. */
export interface DataColumn<Row> {
  /** Also the sort key on the wire. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Least width in pixels; columns share what is left by it. */
  readonly width: number;
  /** What it may shrink to where room is short. */
  readonly least?: number;
  /** Its cell once it has shrunk, where that is another. */
  readonly leastCell?: (row: Row) => ReactNode;
  /** Left out where there is no room for it, the last such column first. */
  readonly isSecondary?: boolean;
  /** Numbers and dates stand right. */
  readonly align?: "end";
  readonly isSortable?: boolean;
  /** Always shown: the name that is the link. */
  readonly isFixed?: boolean;
  /** Shown only when chosen. */
  readonly isOptional?: boolean;
}

/** `name`, or `-name` for largest first, as lists take it. */
export type Sort = string;

/** What a click on the head of `column` asks for. */
export function nextSort(current: Sort | undefined, column: string): Sort {
  return current === column ? `-${column}` : column;
}

export function sortState(current: Sort | undefined, column: string): "ascending" | "descending" | "none" {
  if (current === column) return "ascending";
  return current === `-${column}` ? "descending" : "none";
}

/**
 * The columns for a table that is `room` pixels wide, `extra` of them beside columns: what is secondary goes before
 * anything has to be scrolled to, then the others shrink. A column that somebody has chosen stays, and is scrolled to.
 */
export function fitColumns<Row>(
  columns: readonly DataColumn<Row>[],
  room: number,
  extra: number,
): readonly DataColumn<Row>[] {
  const usual = columns.filter(({ isOptional }) => !isOptional);
  let need = usual.reduce((sum, { width }) => sum + width, extra);
  const left = new Set(columns);
  for (const column of usual.filter(({ isSecondary }) => isSecondary).reverse()) {
    if (need <= room) break;
    left.delete(column);
    need -= column.width;
  }
  if (left.size === columns.length && need <= room) return columns;
  const kept = columns.filter((column) => left.has(column));
  return need <= room ? kept : kept.map(shrunk);
}

function shrunk<Row>(column: DataColumn<Row>): DataColumn<Row> {
  const { least, leastCell, cell } = column;
  return least ? { ...column, width: least, cell: leastCell ?? cell } : column;
}

/** Ids of the columns that are hidden unless chosen. */
export function hiddenAtFirst(columns: readonly DataColumn<never>[]): readonly string[] {
  return columns.filter(({ isOptional }) => isOptional).map(({ id }) => id);
}
