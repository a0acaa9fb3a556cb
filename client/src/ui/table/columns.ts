import type { ReactNode } from "react";
import type { TextKey } from "@/lib/i18n/translation";

/** A column of a list. */
export interface DataColumn<Row> {
  /** Also the sort key on the wire. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Width in pixels; a column with `text` has it only until there are rows. */
  readonly width: number;
  /** Minimum width in pixels where the table is narrow. */
  readonly least?: number;
  /** The text of the cell, where its length differs from row to row: the column grows to the longest. */
  readonly text?: (row: Row) => string;
  /** Pixels beside the text: a dot, a badge. */
  readonly decoration?: number;
  /** Its cell once it has less than it needs, where that is another. */
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

const WIRE_TIME = /(?:^a|A)t$/;

/** What a column sorts by, as far as its definition tells: the ids of timestamps end in "at". */
function sortKind<Row>({ id, align, text }: DataColumn<Row>): "text" | "date" | "number" | undefined {
  if (WIRE_TIME.test(id)) return "date";
  if (align === "end") return "number";
  return text ? "text" : undefined;
}

/** Text key of the order in which `sort` puts the column's values, such as "A to Z". */
export function sortOrderKey<Row>(sort: Sort, column: DataColumn<Row>): TextKey {
  const kind = sortKind(column);
  const isDescending = sort.startsWith("-");
  if (kind) return `ui.order.${kind}.${isDescending ? "descending" : "ascending"}`;
  return isDescending ? "ui.sortedDescending" : "ui.sortedAscending";
}

export function sortState(current: Sort | undefined, column: string): "ascending" | "descending" | "none" {
  if (current === column) return "ascending";
  return current === `-${column}` ? "descending" : "none";
}

/** Ids of the columns that are hidden unless chosen. */
export function hiddenAtFirst(columns: readonly DataColumn<never>[]): readonly string[] {
  return columns.filter(({ isOptional }) => isOptional).map(({ id }) => id);
}
