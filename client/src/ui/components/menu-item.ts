import type { ComponentType } from "react";

/** An entry of a menu as data, so that the menu's code loads on the first opening. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ComponentType<{ size?: number; stroke?: number }>;
  /** Language of the label, where it differs from the page's. */
  readonly lang?: string;
  readonly isDangerous?: boolean;
  /** Whether the entry is checked. Selecting a checkable entry leaves the menu open. */
  readonly isTicked?: boolean;
  /** Key of the same action. */
  readonly shortcut?: string;
  /** Address of a link, instead of an action. */
  readonly to?: string;
  readonly onClick?: () => void;
}

export interface MenuHeading {
  readonly id: string;
  readonly heading: string;
}

export interface MenuDivider {
  readonly id: string;
  readonly isDivider: true;
}

export type MenuItem = MenuAction | MenuHeading | MenuDivider;
