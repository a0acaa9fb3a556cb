import type { DataColumn } from "./columns";

/** Average pixels of a character in a cell, and the padding of the cell. */
const CHARACTER_PX = 7;
const PADDING_PX = 24;
/** The arrow of a head that sorts. */
const ARROW_PX = 17;
/** Beyond this a text is cut, however wide the table is by then. */
const MAX_TEXT_PX = 420;
/** Texts of about the same length get the same width, so that columns rarely move. */
const STEP_PX = 16;

/** Pixels that the longest text of a column takes, by the column's id. */
export type TextWidths = Readonly<Record<string, number>>;

export interface FittedColumns<Row> {
  readonly columns: readonly DataColumn<Row>[];
  /** Pixels of each of them, in their order. */
  readonly widths: readonly number[];
}

/** The widths with the texts of these rows counted in. None shrinks: columns stay where they are as rows come and go. */
export function growTextWidths<Row>(
  previous: TextWidths,
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
): TextWidths {
  const grown: Record<string, number> = {};
  for (const { id, header, text, decoration = 0 } of columns) {
    if (!text || rows.length === 0) continue;
    const longest = rows.reduce((most, row) => Math.max(most, text(row).length), 0);
    const words = Math.max(longest * CHARACTER_PX + decoration, header.length * CHARACTER_PX + ARROW_PX);
    const needed = words + PADDING_PX;
    const width = Math.min(MAX_TEXT_PX, Math.ceil(needed / STEP_PX) * STEP_PX);
    if (width > (previous[id] ?? 0)) grown[id] = width;
  }
  return Object.keys(grown).length > 0 ? { ...previous, ...grown } : previous;
}

/**
 * The columns of a table that is `tableWidth` pixels wide, `extra` of them for ticks and menus, and how wide each is.
 * Secondary columns go only when all at their minimum do not fit. Texts then share the space: where it is short the
 * longest are cut first, where it is ample they get the rest. A column that the user chose stays, and may need scrolling.
 */
export function fitColumns<Row>(
  columns: readonly DataColumn<Row>[],
  tableWidth: number,
  extra: number,
  texts: TextWidths = {},
): FittedColumns<Row> {
  const space = tableWidth - extra;
  const kept = keepFitting(columns, space);
  const needed = kept.map((column) => neededWidth(column, texts));
  const widths = total(needed) > space ? cutLongest(kept, needed, space) : shareRest(kept, needed, space);
  const isCut = (index: number) => (widths[index] ?? 0) < (needed[index] ?? 0);
  const hasLeastCell = kept.some(({ leastCell }, index) => leastCell && isCut(index));
  return {
    columns: hasLeastCell
      ? kept.map((column, index) => (column.leastCell && isCut(index) ? { ...column, cell: column.leastCell } : column))
      : kept,
    widths,
  };
}

function keepFitting<Row>(columns: readonly DataColumn<Row>[], space: number): readonly DataColumn<Row>[] {
  const usual = columns.filter(({ isOptional }) => !isOptional);
  let needed = total(usual.map(minWidth));
  const dropped = new Set<DataColumn<Row>>();
  for (const column of usual.filter(({ isSecondary }) => isSecondary).reverse()) {
    if (needed <= space) break;
    dropped.add(column);
    needed -= minWidth(column);
  }
  return dropped.size > 0 ? columns.filter((column) => !dropped.has(column)) : columns;
}

/** One limit for all columns, none below its minimum. Chosen columns that make the table scroll keep their width. */
function cutLongest<Row>(
  columns: readonly DataColumn<Row>[],
  needed: readonly number[],
  space: number,
): readonly number[] {
  const isChosen = (index: number) => columns[index]?.isOptional === true;
  const scrolls = total(columns.map(minWidth)) > space;
  const least = columns.map((column, index) => (scrolls && isChosen(index) ? (needed[index] ?? 0) : minWidth(column)));
  const available = scrolls ? space + total(needed.filter((_, index) => isChosen(index))) : space;
  let limit = Math.max(...needed);
  const limited = () => least.map((width, index) => Math.max(width, Math.min(needed[index] ?? 0, limit)));
  while (limit > 0 && total(limited()) > available) limit -= 1;
  return limited();
}

/** Columns of text share the remaining width in proportion; the browser stretches a table without any. */
function shareRest<Row>(
  columns: readonly DataColumn<Row>[],
  needed: readonly number[],
  space: number,
): readonly number[] {
  const texts = total(needed.filter((_, index) => columns[index]?.text));
  if (texts === 0 || !Number.isFinite(space)) return needed;
  const rest = space - total(needed);
  return needed.map((width, index) => (columns[index]?.text ? width + Math.floor((rest * width) / texts) : width));
}

function minWidth<Row>({ least, width }: DataColumn<Row>): number {
  return Math.min(least ?? width, width);
}

function neededWidth<Row>(column: DataColumn<Row>, texts: TextWidths): number {
  const measured = column.text ? texts[column.id] : undefined;
  return measured === undefined ? column.width : Math.max(minWidth(column), measured);
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
