import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { cloneElement, type ReactElement, type ReactNode, type Ref, useEffect, useRef } from "react";
import { Link } from "react-router";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import classes from "./action-menu-panel.module.css";
import type { MenuAction, MenuItem } from "./menu-item";

/** The menu is at most as high as the free space in the window, and scrolls. */
const FIT = { flip: true, shift: true, size: { padding: 8 } } as const;

interface Props {
  readonly trigger: ReactElement<{ readonly ref?: Ref<HTMLButtonElement> }>;
  readonly items: readonly MenuItem[];
  readonly head: ReactNode;
  readonly width: number | undefined;
  readonly from: "start" | "end";
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

function MenuActionItem({ item }: { readonly item: MenuAction }) {
  const Icon = item.icon;
  const icon = Icon ? <Icon size={16} stroke={1.7} /> : null;
  if (item.isTicked !== undefined) {
    return (
      <Menu.CheckboxItem
        checked={item.isTicked}
        closeMenuOnClick={false}
        classNames={{ itemIndicator: classes.indicator ?? "" }}
        {...(item.lang ? { lang: item.lang } : {})}
        rightSection={item.isTicked ? <IconCheck size={14} stroke={1.9} /> : null}
        onChange={() => item.onClick?.()}
      >
        <span className={classes.choice}>
          {icon}
          {item.label}
        </span>
      </Menu.CheckboxItem>
    );
  }
  const shared = {
    ...(item.lang ? { lang: item.lang } : {}),
    ...(item.isDangerous ? { "data-danger": true } : {}),
    leftSection: icon,
    rightSection: item.shortcut ? <kbd>{item.shortcut}</kbd> : null,
  };
  if (item.to) {
    return (
      <Menu.Item {...shared} component={Link} to={item.to}>
        {item.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item {...shared} onClick={item.onClick}>
      {item.label}
    </Menu.Item>
  );
}

/** The open menu; loaded by ActionMenu. */
export function ActionMenuPanel({ trigger, items, head, width, from, isOpen, onOpenChange }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);
  // Mantine returns the focus only from the second opening on, and the panel mounts open, under another button.
  useEffect(() => {
    if (isOpen) return;
    const { activeElement, body } = document;
    const isOurs = activeElement === body || dropdown.current?.contains(activeElement);
    if (isOurs) target.current?.focus({ preventScroll: true });
  }, [isOpen]);
  return (
    <Menu
      opened={isOpen}
      onChange={onOpenChange}
      position={`bottom-${from}`}
      middlewares={FIT}
      // A menu may only contain items, so the first item gets the focus instead of a placeholder without a name.
      withInitialFocusPlaceholder={false}
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>{cloneElement(trigger, { ref: target })}</Menu.Target>
      <Menu.Dropdown ref={dropdown} className={classes.panel ?? ""}>
        {head}
        {items.map((item) => {
          if ("heading" in item) return <Menu.Label key={item.id}>{item.heading}</Menu.Label>;
          if ("isDivider" in item) return <Menu.Divider key={item.id} />;
          return <MenuActionItem key={item.id} item={item} />;
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
