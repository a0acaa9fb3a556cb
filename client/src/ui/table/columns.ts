import type { ReactNode } from "react";
import type { TextKey } from "@/lib/i18n/translation";

/** A column of a list. */
export interface DataColumn<Row> {
  /** Also the sort key in requests. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Width in pixels; a column with `text` has it only until there are rows. */
  readonly width: number;
  /** Minimum width in pixels in a narrow table. */
  readonly least?: number;
  /** The text of a cell, where its length varies: the column grows to the longest. */
  readonly text?: (row: Row) => string;
  /** Width in pixels of content beside the text: a dot, a badge. */
  readonly decoration?: number;
  /** Compact cell for a column below its needed width. */
  readonly leastCell?: (row: Row) => ReactNode;
  /** Removed where the space is too small; the last such column first. */
  readonly isSecondary?: boolean;
  /** Numbers and dates are aligned right. */
  readonly align?: "end";
  readonly isSortable?: boolean;
  /** Always visible: the name, which is the link. */
  readonly isFixed?: boolean;
  /** Visible only when chosen. */
  readonly isOptional?: boolean;
}

/** `name`, or `-name` for descending order, as in requests. */
export type Sort = string;

/** The sort order after a click on the head of `column`. */
export function getNextSort(current: Sort | undefined, column: string): Sort {
  return current === column ? `-${column}` : column;
}

const WIRE_TIME = /(?:^a|A)t$/;

/** Type of a column's values, derived from its definition: the ids of timestamps end in "at". */
function getSortKind<Row>({ id, align, text }: DataColumn<Row>): "text" | "date" | "number" | undefined {
  if (WIRE_TIME.test(id)) return "date";
  if (align === "end") return "number";
  return text ? "text" : undefined;
}

/** Text key of the order of the values under `sort`, such as "A to Z". */
export function getSortOrderKey<Row>(sort: Sort, column: DataColumn<Row>): TextKey {
  const kind = getSortKind(column);
  const isDescending = sort.startsWith("-");
  if (kind) return `ui.order.${kind}.${isDescending ? "descending" : "ascending"}`;
  return isDescending ? "ui.sortedDescending" : "ui.sortedAscending";
}

export function getSortState(current: Sort | undefined, column: string): "ascending" | "descending" | "none" {
  if (current === column) return "ascending";
  return current === `-${column}` ? "descending" : "none";
}

/** Ids of the columns that are hidden by default. */
export function listHiddenByDefault(columns: readonly DataColumn<never>[]): readonly string[] {
  return columns.filter(({ isOptional }) => isOptional).map(({ id }) => id);
}
