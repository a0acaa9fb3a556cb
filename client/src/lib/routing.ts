import type { ComponentType } from "react";
import type { LoaderFunction } from "react-router";

/** Groups of the menu, in the order in which they stand. */
export const MENU_GROUPS = [
  "home",
  "audience",
  "campaign",
  "automation",
  "pagesAndForms",
  "assets",
  "reports",
  "transactional",
  "settings",
  "billing",
  "help",
  "support",
] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export interface MenuIconProps {
  readonly size?: number;
  readonly stroke?: number;
}

/** Groups within a group of the menu. */
export type MenuSubgroup = "configuration";

export interface MenuEntry {
  readonly group: MenuGroup;
  /** The group within the group; its entries stand together. */
  readonly subgroup?: MenuSubgroup;
  /** Text key of the label; the specification gives the English words. */
  readonly label: string;
  readonly icon: ComponentType<MenuIconProps>;
  /** Where the label's words stand, when not with the screen's own: the frame needs them on every screen. */
  readonly texts?: readonly string[];
  /** Second key after `g` that goes there. */
  readonly shortcut?: string;
  /** Other beginnings of addresses whose screens belong to this entry. */
  readonly also?: readonly string[];
}

/** One entry of the breadcrumb: a text key, or words of the data. The last one is where the user is. */
export interface Crumb {
  readonly label: string;
  readonly to?: string;
}

export interface PageModule {
  readonly Page: ComponentType;
  readonly loader?: LoaderFunction;
}

/** Areas that a vendor's identity may block as a whole (TEAM-119 to 122). */
export type VendorArea = "billing" | "ticket" | "notification" | "whatsapp";

/** Parts of the product that a vendor's identity switches on or off (SHELL-195). */
export type IdentityFeature = "batchStatus";

/** Who may open a screen, and how it is left: what the guard's rules read. */
export interface RouteRequirements {
  /** Plan feature without which the screen is closed. */
  readonly feature?: string;
  /** Permission of the role without which the screen is closed. */
  readonly permission?: string;
  /** For the operators of the installation only; so is every route whose name starts with `admin-`. */
  readonly operator?: boolean;
  /** For the staff of the operator only (TEAM-88, TEAM-185). */
  readonly internal?: boolean;
  /** For admins of the team only. */
  readonly adminOnly?: boolean;
  /** The only vendors that have this screen; all of them when absent (TEAM-186). */
  readonly vendors?: readonly string[];
  /** The area under which a vendor may block it. */
  readonly area?: VendorArea;
  /** What a vendor's identity must switch on (TRX-17). */
  readonly identityFeature?: IdentityFeature;
  /** Belongs to the transactional group. */
  readonly transactional?: boolean;
  /** Closed until the user's address is validated; no screen is, as shipped (SHELL-170). */
  readonly emailValidated?: boolean;
  readonly allowedWhileSuspended?: boolean;
  readonly allowedWithPaymentAuth?: boolean;
  /** Something is composed here: leaving it unsaved asks first. */
  readonly composer?: boolean;
}

/** A screen as data: the guard, the menu, the palette, the page title and the breadcrumb all read it. */
export interface RouteEntry extends RouteRequirements {
  readonly path: string;
  readonly name: string;
  /** Text key of the title. */
  readonly title: string;
  /** Features whose texts the screen needs, its own first. */
  readonly texts: readonly string[];
  /** Needs no session; else the guard asks for one. */
  readonly isPublic?: boolean;
  /** Stands alone although it needs a session: no sidebar, no header. */
  readonly isBare?: boolean;
  /** Takes the whole screen and frames itself: an editor. */
  readonly isWhole?: boolean;
  readonly menu?: MenuEntry;
  /** The help button does not stand here. */
  readonly hideHelp?: boolean;
  readonly load: () => Promise<PageModule>;
}

export interface RouteHandle {
  readonly entry: RouteEntry;
}

/** `target` when it is a path of this application, else undefined: a redirect never leaves it. */
export function ownPath(target: string | null | undefined): string | undefined {
  if (!target?.startsWith("/") || target.startsWith("//") || target.includes("\\")) return undefined;
  const url = new URL(target, "http://app.invalid");
  return url.origin === "http://app.invalid" ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
