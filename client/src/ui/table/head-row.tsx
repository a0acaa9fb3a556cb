import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { type DataColumn, nextSort, type Sort, sortState } from "./columns";
import classes from "./data-table.module.css";
import { TickBox } from "./tick-box";

interface Props<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
  readonly selection:
    | { readonly isSelected: (id: string) => boolean; readonly onSelect: (ids: readonly string[], is: boolean) => void }
    | undefined;
  readonly idsShown: readonly string[];
  readonly hasActions: boolean;
}

export function HeadRow<Row>({ columns, sort, onSort, selection, idsShown, hasActions }: Props<Row>) {
  const { t } = useTranslation();
  const ticked = selection ? idsShown.filter(selection.isSelected).length : 0;
  return (
    <thead className={classes.head}>
      <tr>
        {selection ? (
          <th scope="col" className={classes.tick}>
            <TickBox
              label={t("ui.selectAll")}
              isTicked={ticked > 0 && ticked === idsShown.length}
              isPartial={ticked > 0 && ticked < idsShown.length}
              onChange={(isTicked) => selection.onSelect(idsShown, isTicked)}
            />
          </th>
        ) : null}
        {columns.map((column) => {
          const state = sortState(sort, column.id);
          const Arrow = state === "descending" ? IconArrowDown : IconArrowUp;
          return (
            <th key={column.id} scope="col" data-align={column.align} aria-sort={column.isSortable ? state : undefined}>
              {column.isSortable && onSort ? (
                <button
                  type="button"
                  className={classes.sort}
                  title={t("ui.sortBy", { column: column.header })}
                  onClick={() => onSort(nextSort(sort, column.id))}
                >
                  {column.header}
                  <Arrow size={13} stroke={1.9} aria-hidden="true" data-on={state !== "none" || undefined} />
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
