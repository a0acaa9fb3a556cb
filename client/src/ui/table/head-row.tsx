import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { type DataColumn, nextSort, type Sort, sortOrderKey, sortState } from "./columns";
import classes from "./data-table.module.css";
import { TickBox } from "./tick-box";

interface Props<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  /** How many of the rows that are shown are ticked. */
  readonly ticked: "none" | "some" | "all";
  /** Ticks all of them, or none; undefined where nothing is ticked. */
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
          const state = sortState(sort, column.id);
          const next = nextSort(sort, column.id);
          const Arrow = state === "descending" ? IconArrowDown : IconArrowUp;
          const arrow = <Arrow size={13} stroke={1.9} aria-hidden="true" data-on={state !== "none" || undefined} />;
          // The words end where the values under them end.
          const isArrowFirst = column.align === "end";
          return (
            <th key={column.id} scope="col" data-align={column.align} aria-sort={column.isSortable ? state : undefined}>
              {column.isSortable && onSort ? (
                <button
                  type="button"
                  className={classes.sort}
                  title={t("ui.sortBy", { column: column.header, order: t(sortOrderKey(next, column)) })}
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

/** Like a row: while a long list scrolls, its table is drawn at each frame. */
export const HeadRow = memo(PlainHead) as typeof PlainHead;
