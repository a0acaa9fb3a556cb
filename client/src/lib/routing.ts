import type { ComponentType } from "react";
import type { LoaderFunction } from "react-router";
import type { TextKey } from "@/lib/i18n/translation";

/** The groups of the menu by name; the part that draws the menu adds them by declaration. */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface MenuGroups {}
export type MenuGroup = keyof MenuGroups;

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
  /** Of the label; the specification gives the English words. */
  readonly label: TextKey;
  readonly icon: ComponentType<MenuIconProps>;
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

/** How the id of a record is written in an address. */
export type IdForm = "uuid" | "number" | "slug";

const ID_FORMS: Readonly<Record<IdForm, RegExp>> = {
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  number: /^\d{1,15}$/,
  slug: /^(?=.{1,80}$)[a-z\d]+(?:-[a-z\d]+)*$/,
};

/** The record that a screen shows. Where its id names none, the screen says so and leads to the list. */
export interface RouteRecord<Parameter extends string = string> {
  /** By the name of the parameter in the path. */
  readonly ids: Readonly<Record<Parameter, IdForm>>;
  /** Text keys of the title that says so and of the way back. */
  readonly missing: { readonly title: TextKey; readonly back: TextKey };
  /** Where all of its kind are listed. */
  readonly list: string;
}

/** Whether the parameters of an address are written as ids of the record are. */
export function hasIdsOf({ ids }: RouteRecord, params: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(ids).every(([name, form]) => ID_FORMS[form].test(params[name] ?? ""));
}

/** A screen as data: the guard, the menu, the palette, the page title and the breadcrumb all read it. */
export interface RouteEntry extends RouteRequirements {
  readonly path: string;
  readonly name: string;
  readonly title: TextKey;
  /** Features whose texts the screen needs, its own first. */
  readonly texts: readonly string[];
  /** Needs no session; else the guard asks for one. */
  readonly isPublic?: boolean;
  /** Stands alone although it needs a session: no sidebar, no header. */
  readonly isBare?: boolean;
  /** Takes the whole screen and frames itself: an editor. */
  readonly isWhole?: boolean;
  readonly menu?: MenuEntry;
  /** Gone to from another screen only: not every installation has what it offers. */
  readonly isUnlisted?: boolean;
  /** The help button does not stand here. */
  readonly hideHelp?: boolean;
  /** What the parameters of the path name; null where they are no ids. */
  readonly record?: RouteRecord | null;
  readonly load: () => Promise<PageModule>;
}

/** Names of the parameters in a path. */
type ParameterOf<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParameterOf<`/${Tail}`>
    : Rest
  : never;

/** A route as it is declared: one with a parameter says what it names. */
type DeclaredRoute<Path extends string> = Omit<RouteEntry, "path" | "record"> & { readonly path: Path } & ([
    ParameterOf<Path>,
  ] extends [never]
    ? { readonly record?: never }
    : { readonly record: RouteRecord<ParameterOf<Path>> | null });

declare const isDeclared: unique symbol;

/** A route of which the compiler knows that it says what its parameters name. */
export type DefinedRoute = RouteEntry & { readonly [isDeclared]: true };

/** The routes of a feature. */
export function defineRoutes<const Paths extends readonly string[]>(
  ...routes: { readonly [Index in keyof Paths]: DeclaredRoute<Paths[Index]> }
): readonly DefinedRoute[] {
  return routes as unknown as readonly DefinedRoute[];
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
