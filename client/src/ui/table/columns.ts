import type { ReactNode } from "react";

/** A column of a list. */
export interface DataColumn<Row> {
  /** Also the sort key on the wire. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Least width in pixels; columns share what is left by it. */
  readonly width: number;
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

/** Ids of the columns that are hidden unless chosen. */
export function hiddenAtFirst(columns: readonly DataColumn<never>[]): readonly string[] {
  return columns.filter(({ isOptional }) => isOptional).map(({ id }) => id);
}
