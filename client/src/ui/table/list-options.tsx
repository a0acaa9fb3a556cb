import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { ActionMenu } from "../components/action-menu";
import { IconButton } from "../components/icon-button";
import type { MenuItem } from "../components/menu-item";
import type { DataColumn } from "./columns";
import type { ListView } from "./list-view";

interface Props<Row> {
  readonly columns: readonly DataColumn<Row>[];
  readonly view: ListView;
  readonly onChange: (change: Partial<ListView>) => void;
  /** Whether the list supports endless scrolling. */
  readonly hasEndless?: boolean;
}

/** Menu of the list's columns, row height and paging. */
export function ListOptions<Row>({ columns, view, onChange, hasEndless = false }: Props<Row>) {
  const { t } = useTranslation();
  function toggle(id: string): void {
    const hidden = view.hidden.includes(id) ? view.hidden.filter((other) => other !== id) : [...view.hidden, id];
    onChange({ hidden });
  }
  const endless: MenuItem = {
    id: "endless",
    label: t("ui.endless"),
    isTicked: view.isEndless,
    onClick: () => onChange({ isEndless: !view.isEndless }),
  };
  const items: MenuItem[] = [
    { id: "columns", heading: t("ui.columns") },
    ...columns
      .filter(({ isFixed }) => !isFixed)
      .map(({ id, header }) => ({
        id: `column:${id}`,
        label: header,
        isTicked: !view.hidden.includes(id),
        onClick: () => toggle(id),
      })),
    { id: "divider", isDivider: true },
    {
      id: "dense",
      label: t("ui.dense"),
      isTicked: view.isDense,
      onClick: () => onChange({ isDense: !view.isDense }),
    },
    ...(hasEndless ? [endless] : []),
  ];
  return (
    <ActionMenu
      width={220}
      items={items}
      trigger={
        <IconButton look="framed" label={t("ui.listOptions")}>
          <IconColumns3 size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
