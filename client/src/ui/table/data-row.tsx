import { IconDots } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../components/action-menu";
import { IconButton } from "../components/icon-button";
import type { MenuItem } from "../components/menu-item";
import type { DataColumn } from "./columns";
import classes from "./data-table.module.css";
import { TickBox } from "./tick-box";

interface Props<Row> {
  /** Place in an endless list, from 0. */
  readonly index: number | undefined;
  /** Undefined while it is on its way. */
  readonly row: Row | undefined;
  readonly columns: readonly DataColumn<Row>[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly selection:
    | { readonly isSelected: (id: string) => boolean; readonly onSelect: (ids: readonly string[], is: boolean) => void }
    | undefined;
  readonly rowActions: ((row: Row) => readonly MenuItem[]) | undefined;
  readonly isFresh: boolean;
}

function PlainRow<Row>({ index, row, columns, rowId, rowName, selection, rowActions, isFresh }: Props<Row>) {
  const { t } = useTranslation();
  const position = index === undefined ? undefined : index + 2;
  if (row === undefined) {
    const cells = columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
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
  const isSelected = selection?.isSelected(id) ?? false;
  return (
    <tr aria-rowindex={position} data-selected={isSelected || undefined} data-fresh={isFresh || undefined}>
      {selection ? (
        <td className={classes.tick}>
          <TickBox
            label={t("ui.selectRow", { name })}
            isTicked={isSelected}
            onChange={(isTicked) => selection.onSelect([id], isTicked)}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.id} data-align={column.align} data-name={column.isFixed || undefined}>
          {column.cell(row)}
        </td>
      ))}
      {rowActions ? (
        <td className={classes.actions}>
          <ActionMenu
            items={() => rowActions(row)}
            trigger={
              <IconButton size="row" label={t("ui.rowActions", { name })}>
                <IconDots size={16} stroke={1.7} aria-hidden="true" />
              </IconButton>
            }
          />
        </td>
      ) : null}
    </tr>
  );
}

/** Drawn anew when something of it is another: while a long list scrolls, its table is drawn at each frame. */
export const DataRow = memo(PlainRow) as typeof PlainRow;
