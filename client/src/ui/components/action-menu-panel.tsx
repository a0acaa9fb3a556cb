import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import type { MenuAction, MenuItem } from "./menu-item";

interface Props {
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly head: ReactNode;
  readonly width: number | undefined;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

function Entry({ item }: { readonly item: MenuAction }) {
  const Icon = item.icon;
  const isChoice = item.isTicked !== undefined;
  const shared = {
    ...(item.lang ? { lang: item.lang } : {}),
    ...(item.isDangerous ? { "data-danger": true } : {}),
    ...(isChoice ? { role: "menuitemcheckbox", "aria-checked": item.isTicked } : {}),
    leftSection: Icon ? <Icon size={16} stroke={1.7} /> : null,
    rightSection: item.isTicked ? (
      <IconCheck size={14} stroke={1.9} />
    ) : item.shortcut ? (
      <kbd>{item.shortcut}</kbd>
    ) : null,
  };
  if (item.to) {
    return (
      <Menu.Item {...shared} component={Link} to={item.to}>
        {item.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item {...shared} closeMenuOnClick={!isChoice} onClick={item.onClick}>
      {item.label}
    </Menu.Item>
  );
}

/** The open menu; loaded by ActionMenu. */
export function ActionMenuPanel({ trigger, items, head, width, isOpen, onOpenChange }: Props) {
  return (
    <Menu opened={isOpen} onChange={onOpenChange} {...(width === undefined ? {} : { width })}>
      <Menu.Target>{trigger}</Menu.Target>
      <Menu.Dropdown>
        {head}
        {items.map((item) => {
          if ("heading" in item) return <Menu.Label key={item.id}>{item.heading}</Menu.Label>;
          if ("isDivider" in item) return <Menu.Divider key={item.id} />;
          return <Entry key={item.id} item={item} />;
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
