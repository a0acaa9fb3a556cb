import type { ComponentType } from "react";

/** An entry of a menu, as data: so that the menu itself is loaded when it is first opened. */
export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ComponentType<{ size?: number; stroke?: number }>;
  /** Language of the label, where it is not that of the page. */
  readonly lang?: string;
  readonly isDangerous?: boolean;
  /** A choice: ticked or not; choosing leaves the menu open. */
  readonly isTicked?: boolean;
  /** Key that does the same. */
  readonly shortcut?: string;
  /** An address, instead of an act. */
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
