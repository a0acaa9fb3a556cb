import { ActionIcon, Menu } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import type { DataColumn } from "./columns";
import type { ListView } from "./list-view";

interface Props<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly view: ListView;
  readonly onChange: (change: Partial<ListView>) => void;
  /** Whether the list can be one long scroll. */
  readonly hasEndless?: boolean;
}

/** Columns, row height and the kind of list: how a list is looked at. */
export function ListOptions<Row>({ columns, view, onChange, hasEndless = false }: Props<Row>) {
  const { t } = useTranslation();
  function toggle(id: string): void {
    const hidden = view.hidden.includes(id) ? view.hidden.filter((other) => other !== id) : [...view.hidden, id];
    onChange({ hidden });
  }
  return (
    <Menu closeOnItemClick={false} width={220}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t("ui.listOptions")}>
          <IconColumns3 size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("ui.columns")}</Menu.Label>
        {columns
          .filter(({ isFixed }) => !isFixed)
          .map(({ id, header }) => (
            <Menu.CheckboxItem key={id} checked={!view.hidden.includes(id)} onChange={() => toggle(id)}>
              {header}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.CheckboxItem checked={view.isDense} onChange={() => onChange({ isDense: !view.isDense })}>
          {t("ui.dense")}
        </Menu.CheckboxItem>
        {hasEndless ? (
          <Menu.CheckboxItem checked={view.isEndless} onChange={() => onChange({ isEndless: !view.isEndless })}>
            {t("ui.endless")}
          </Menu.CheckboxItem>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
