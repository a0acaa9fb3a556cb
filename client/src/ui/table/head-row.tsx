import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { type DataColumn, getNextSort, getSortOrderKey, getSortState, type Sort } from "./columns";
import classes from "./data-table.module.css";
import { TickBox } from "./tick-box";

interface Props<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  /** How many of the shown rows are selected. */
  readonly ticked: "none" | "some" | "all";
  /** Selects all rows or none; undefined where rows cannot be selected. */
  readonly onTick: ((isTicked: boolean) => void) | undefined;
  readonly hasActions: boolean;
}

function PlainHead<Row>({ columns, sort, onSort, ticked, onTick, hasActions }: Props<Row>) {
  const { t } = useTranslation();
  return (
    <thead className={classes.head}>
      <tr>
        {onTick ? (
          <th scope="col" className={classes.tick}>
            <TickBox
              label={t("ui.selectAll")}
              isTicked={ticked === "all"}
              isPartial={ticked === "some"}
              onChange={onTick}
            />
          </th>
        ) : null}
        {columns.map((column) => {
          const state = getSortState(sort, column.id);
          const next = getNextSort(sort, column.id);
          const Arrow = state === "descending" ? IconArrowDown : IconArrowUp;
          const arrow = <Arrow size={13} stroke={1.9} aria-hidden="true" data-on={state !== "none" || undefined} />;
          // The label is aligned with the end of its values.
          const isArrowFirst = column.align === "end";
          return (
            <th key={column.id} scope="col" data-align={column.align} aria-sort={column.isSortable ? state : undefined}>
              {column.isSortable && onSort ? (
                <button
                  type="button"
                  className={classes.sort}
                  title={t("ui.sortBy", { column: column.header, order: t(getSortOrderKey(next, column)) })}
                  onClick={() => onSort(next)}
                >
                  {isArrowFirst ? arrow : null}
                  {column.header}
                  {isArrowFirst ? null : arrow}
                </button>
              ) : (
                column.header
              )}
            </th>
          );
        })}
        {hasActions ? <th aria-hidden="true" /> : null}
      </tr>
    </thead>
  );
}

/** Memoised like a row: the table renders on every frame while a long list scrolls. */
export const HeadRow = memo(PlainHead) as typeof PlainHead;
