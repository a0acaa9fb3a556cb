import type { ComponentType } from "react";
import type { LoaderFunction } from "react-router";
import type { TextKey } from "@/lib/i18n/translation";

/** Menu groups by name; the module that renders the menu adds them by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface MenuGroups {}
export type MenuGroup = keyof MenuGroups;

export interface MenuIconProps {
  readonly size?: number;
  readonly stroke?: number;
}

/** Groups within a menu group. */
export type MenuSubgroup = "configuration";

export interface MenuEntry {
  readonly group: MenuGroup;
  /** Group within the group; its entries are adjacent. */
  readonly subgroup?: MenuSubgroup;
  /** Key of the label, whose English text is specified. */
  readonly label: TextKey;
  readonly icon: ComponentType<MenuIconProps>;
  /** Key that opens it after `g`. */
  readonly shortcut?: string;
  /** Other path prefixes whose screens belong to this entry. */
  readonly also?: readonly string[];
}

/** An entry of the breadcrumb: a text key or a text from data. The last one is the current screen. */
export interface Crumb {
  readonly label: string;
  readonly to?: string;
}

export interface PageModule {
  readonly Page: ComponentType;
  readonly loader?: LoaderFunction;
}

/** Areas that a vendor's identity can block as a whole (TEAM-119 to 122). */
export type VendorArea = "billing" | "ticket" | "notification" | "whatsapp";

/** Parts of the product that a vendor's identity turns on or off (SHELL-195). */
export type IdentityFeature = "batchStatus";

/** Access rules of a screen and how it is left; input of the guard's rules. */
export interface RouteRequirements {
  /** Plan feature that the screen requires. */
  readonly feature?: string;
  /** Role permission that the screen requires. */
  readonly permission?: string;
  /** Only for the operators of the installation, like every route whose name starts with `admin-`. */
  readonly operator?: boolean;
  /** Only for the operator's staff (TEAM-88, TEAM-185). */
  readonly internal?: boolean;
  /** Only for admins of the team. */
  readonly adminOnly?: boolean;
  /** The vendors that have this screen; all when absent (TEAM-186). */
  readonly vendors?: readonly string[];
  /** The area under which a vendor can block it. */
  readonly area?: VendorArea;
  /** Feature that a vendor's identity must turn on (TRX-17). */
  readonly identityFeature?: IdentityFeature;
  /** Belongs to the transactional group. */
  readonly transactional?: boolean;
  /** Requires a verified address; as shipped, no screen does (SHELL-170). */
  readonly emailValidated?: boolean;
  readonly allowedWhileSuspended?: boolean;
  readonly allowedWithPaymentAuth?: boolean;
  /** A composer, which asks before it is left with unsaved work. */
  readonly composer?: boolean;
}

/** Form of a record's id in an address. */
export type IdForm = "uuid" | "number" | "slug";

const ID_FORMS: Readonly<Record<IdForm, RegExp>> = {
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  number: /^\d{1,15}$/,
  slug: /^(?=.{1,80}$)[a-z\d]+(?:-[a-z\d]+)*$/,
};

/** The record that a screen shows. Where its id names none, the screen says so and links to the list. */
export interface RouteRecord<Parameter extends string = string> {
  /** By the name of the path parameter. */
  readonly ids: Readonly<Record<Parameter, IdForm>>;
  /** Text keys of the missing-record title and of the link back. */
  readonly missing: { readonly title: TextKey; readonly back: TextKey };
  /** Path of the list. */
  readonly list: string;
}

/** Whether the parameters of an address have the form of the record's ids. */
export function hasValidIds({ ids }: RouteRecord, params: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(ids).every(([name, form]) => ID_FORMS[form].test(params[name] ?? ""));
}

/** A screen as data, for the guard, menu, palette, page title and breadcrumb. */
export interface RouteEntry extends RouteRequirements {
  readonly path: string;
  readonly name: string;
  readonly title: TextKey;
  /** Features whose texts the screen needs, its own first. */
  readonly texts: readonly string[];
  /** Opens without a session. */
  readonly isPublic?: boolean;
  /** Has no sidebar and header, although it needs a session. */
  readonly isBare?: boolean;
  /** An editor that takes the whole screen and has its own frame. */
  readonly isWhole?: boolean;
  readonly menu?: MenuEntry;
  /** Reachable only from another screen, because not every installation offers it. */
  readonly isUnlisted?: boolean;
  /** Hides the help button. */
  readonly hideHelp?: boolean;
  /** The record that the path's parameters name; null where they are not ids. */
  readonly record?: RouteRecord | null;
  readonly load: () => Promise<PageModule>;
}

/** Names of the parameters in a path. */
type ParameterOf<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParameterOf<`/${Tail}`>
    : Rest
  : never;

/** A declared route; one with path parameters must say what they name. */
type DeclaredRoute<Path extends string> = Omit<RouteEntry, "path" | "record"> & { readonly path: Path } & ([
    ParameterOf<Path>,
  ] extends [never]
    ? { readonly record?: never }
    : { readonly record: RouteRecord<ParameterOf<Path>> | null });

declare const isDeclared: unique symbol;

/** A route that the compiler has checked: it says what its parameters name. */
export type DefinedRoute = RouteEntry & { readonly [isDeclared]: true };

export function defineRoutes<const Paths extends readonly string[]>(
  ...routes: { readonly [Index in keyof Paths]: DeclaredRoute<Paths[Index]> }
): readonly DefinedRoute[] {
  return routes as unknown as readonly DefinedRoute[];
}

export interface RouteHandle {
  readonly entry: RouteEntry;
}

/** `target` if it is a path of this application, else undefined: a redirect never leaves it. */
export function findInternalPath(target: string | null | undefined): string | undefined {
  if (!target?.startsWith("/") || target.startsWith("//") || target.includes("\\")) return undefined;
  const url = new URL(target, "http://app.invalid");
  return url.origin === "http://app.invalid" ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
