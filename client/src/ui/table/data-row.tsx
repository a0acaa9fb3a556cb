import { memo } from "react";
import { ActionMenu } from "../components/action-menu";
import { IconButton } from "../components/icon-button";
import type { MenuItem } from "../components/menu-item";
import type { DataColumn } from "./columns";
import classes from "./data-table.module.css";
import { TickBox } from "./tick-box";

/** Labels of a row's controls, by the row's name. */
export interface RowLabels {
  readonly select: (name: string) => string;
  readonly actions: (name: string) => string;
}

interface Props<Row> {
  /** Index in an endless list, from 0. */
  readonly index: number | undefined;
  /** Undefined while it is loading. */
  readonly row: Row | undefined;
  readonly columns: readonly DataColumn<Row>[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** Undefined where rows cannot be selected, and while the row is loading. */
  readonly isSelected: boolean | undefined;
  readonly onSelect: ((ids: readonly string[], is: boolean) => void) | undefined;
  readonly rowActions: ((row: Row) => readonly MenuItem[]) | undefined;
  readonly isFresh: boolean;
  readonly words: RowLabels;
}

function PlainRow<Row>(props: Props<Row>) {
  const { index, row, columns, rowId, rowName, isSelected = false, onSelect, rowActions, isFresh, words } = props;
  const position = index === undefined ? undefined : index + 2;
  if (row === undefined) {
    const cells = columns.length + (onSelect ? 1 : 0) + (rowActions ? 1 : 0);
    return (
      <tr aria-rowindex={position} aria-hidden="true">
        <td colSpan={cells}>
          <span className={classes.bone} style={{ inlineSize: "30%" }} />
        </td>
      </tr>
    );
  }
  const id = rowId(row);
  const name = rowName(row);
  return (
    <tr aria-rowindex={position} data-selected={isSelected || undefined} data-fresh={isFresh || undefined}>
      {onSelect ? (
        <td className={classes.tick}>
          <TickBox label={words.select(name)} isTicked={isSelected} onChange={(isTicked) => onSelect([id], isTicked)} />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.id} data-align={column.align} data-name={column.isFixed || undefined}>
          {column.cell(row)}
        </td>
      ))}
      {rowActions ? (
        <td className={classes.actions}>
          <ActionMenu items={() => rowActions(row)} trigger={<IconButton size="row" label={words.actions(name)} />} />
        </td>
      ) : null}
    </tr>
  );
}

/** Memoised, because the table renders on every frame while a long list scrolls. */
export const DataRow = memo(PlainRow) as typeof PlainRow;
