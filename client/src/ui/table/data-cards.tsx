import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { ActionMenu } from "../components/action-menu";
import { IconButton } from "../components/icon-button";
import type { MenuItem } from "../components/menu-item";
import classes from "./data-cards.module.css";
import { TickBox } from "./tick-box";

/** Content of a row's card. */
export interface CardContent {
  /** Page of the row, which a tap on the card opens. */
  readonly to?: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Optional third line, such as a few numbers. */
  readonly note?: ReactNode;
  /** At the right: the status, and a date below it. */
  readonly status?: ReactNode;
  readonly date?: ReactNode;
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  readonly card: (row: Row) => CardContent;
  readonly isStale?: boolean;
  readonly selection?: {
    readonly isSelected: (id: string) => boolean;
    readonly onSelect: (ids: readonly string[], isTicked: boolean) => void;
  };
  readonly rowActions?: ((row: Row) => readonly MenuItem[]) | undefined;
  readonly isFresh?: (row: Row) => boolean;
}

/** A list on phones: one card per row, without horizontal scrolling. */
export function DataCards<Row>(props: Props<Row>) {
  const { label, rows, rowId, rowName, card, isStale = false, selection, rowActions, isFresh } = props;
  const { t } = useTranslation();
  return (
    <ul className={classes.cards} aria-label={label} data-stale={isStale || undefined}>
      {rows.map((row) => {
        const id = rowId(row);
        const name = rowName(row);
        const isSelected = selection?.isSelected(id) ?? false;
        const content = card(row);
        return (
          <li
            key={id}
            className={classes.card}
            data-selected={isSelected || undefined}
            data-fresh={isFresh?.(row) || undefined}
          >
            {selection ? (
              <TickBox
                label={t("ui.selectRow", { name })}
                isTicked={isSelected}
                onChange={(isTicked) => selection.onSelect([id], isTicked)}
              />
            ) : null}
            <CardBody content={content} />
            {rowActions ? (
              <span className={classes.actions}>
                <ActionMenu
                  items={() => rowActions(row)}
                  trigger={<IconButton label={t("ui.rowActions", { name })} />}
                />
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function CardBody({ content: { to, title, text, note, status, date } }: { readonly content: CardContent }) {
  const words = (
    <>
      <span className={classes.title}>{title}</span>
      {text ? (
        <Text span size="sm" truncate c="var(--text2)">
          {text}
        </Text>
      ) : null}
      {note ? (
        <Text span size="xs" truncate c="dimmed" className="figures">
          {note}
        </Text>
      ) : null}
    </>
  );
  return (
    <>
      {to ? (
        <Link to={to} className={classes.words}>
          {words}
        </Link>
      ) : (
        <span className={classes.words}>{words}</span>
      )}
      {status || date ? (
        <Stack component="span" gap={2} align="flex-end" fz="xs" flex="none" maw="45%" c="dimmed">
          {status}
          {date}
        </Stack>
      ) : null}
    </>
  );
}
