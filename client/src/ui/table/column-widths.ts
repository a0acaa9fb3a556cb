import type { DataColumn } from "./columns";

/** Average width of a character in a cell, and the padding of the cell, in pixels. */
const CHARACTER_PX = 7;
const PADDING_PX = 24;
/** Width of the arrow in a sortable head. */
const ARROW_PX = 17;
/** Longer texts are cut, unless the table has space left. */
const MAX_TEXT_PX = 420;
/** Widths are rounded to these steps, so that columns rarely move. */
const STEP_PX = 16;

/** Width in pixels of a column's longest text, by the column's id. */
export type TextWidths = Readonly<Record<string, number>>;

export interface FittedColumns<Row> {
  readonly columns: readonly DataColumn<Row>[];
  /** Width of each column in pixels, in their order. */
  readonly widths: readonly number[];
}

/** Extends the widths by the texts of these rows. They never shrink, so that columns do not move when rows change. */
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
 * Selects and sizes the columns of a table `tableWidth` pixels wide, of which tick boxes and menus take `extra`.
 *
 * Secondary columns are removed only when all columns at their minimum do not fit. Texts share the space: the longest
 * are cut first, and spare space is shared. A column that the user chose stays, even if the table must scroll.
 */
export function fitColumns<Row>(
  columns: readonly DataColumn<Row>[],
  tableWidth: number,
  extra: number,
  texts: TextWidths = {},
): FittedColumns<Row> {
  const space = tableWidth - extra;
  const shown = selectFittingColumns(columns, space);
  const needed = shown.map((column) => getNeededWidth(column, texts));
  const widths = sumWidths(needed) > space ? cutLongest(shown, needed, space) : shareRest(shown, needed, space);
  const isCut = (index: number) => (widths[index] ?? 0) < (needed[index] ?? 0);
  const hasLeastCell = shown.some(({ leastCell }, index) => leastCell && isCut(index));
  return {
    columns: hasLeastCell
      ? shown.map((column, index) =>
          column.leastCell && isCut(index) ? { ...column, cell: column.leastCell } : column,
        )
      : shown,
    widths,
  };
}

function selectFittingColumns<Row>(columns: readonly DataColumn<Row>[], space: number): readonly DataColumn<Row>[] {
  const usual = columns.filter(({ isOptional }) => !isOptional);
  let needed = sumWidths(usual.map(getMinWidth));
  const dropped = new Set<DataColumn<Row>>();
  for (const column of usual.filter(({ isSecondary }) => isSecondary).reverse()) {
    if (needed <= space) break;
    dropped.add(column);
    needed -= getMinWidth(column);
  }
  return dropped.size > 0 ? columns.filter((column) => !dropped.has(column)) : columns;
}

/**
 * Cuts all columns to one limit, but none below its minimum. Chosen columns that make the table scroll keep their
 * width.
 */
function cutLongest<Row>(
  columns: readonly DataColumn<Row>[],
  needed: readonly number[],
  space: number,
): readonly number[] {
  const isChosen = (index: number) => columns[index]?.isOptional === true;
  const scrolls = sumWidths(columns.map(getMinWidth)) > space;
  const least = columns.map((column, index) =>
    scrolls && isChosen(index) ? (needed[index] ?? 0) : getMinWidth(column),
  );
  const available = scrolls ? space + sumWidths(needed.filter((_, index) => isChosen(index))) : space;
  let limit = Math.max(...needed);
  const limited = () => least.map((width, index) => Math.max(width, Math.min(needed[index] ?? 0, limit)));
  while (limit > 0 && sumWidths(limited()) > available) limit -= 1;
  return limited();
}

/** Shares the remaining width among text columns in proportion. Without any, the browser stretches the table. */
function shareRest<Row>(
  columns: readonly DataColumn<Row>[],
  needed: readonly number[],
  space: number,
): readonly number[] {
  const texts = sumWidths(needed.filter((_, index) => columns[index]?.text));
  if (texts === 0 || !Number.isFinite(space)) return needed;
  const rest = space - sumWidths(needed);
  return needed.map((width, index) => (columns[index]?.text ? width + Math.floor((rest * width) / texts) : width));
}

function getMinWidth<Row>({ least, width }: DataColumn<Row>): number {
  return Math.min(least ?? width, width);
}

function getNeededWidth<Row>(column: DataColumn<Row>, texts: TextWidths): number {
  const measured = column.text ? texts[column.id] : undefined;
  return measured === undefined ? column.width : Math.max(getMinWidth(column), measured);
}

function sumWidths(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
