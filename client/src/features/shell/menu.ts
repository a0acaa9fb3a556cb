import type { TextKey } from "@/lib/i18n/translation";
import type { IdentityFeature, MenuEntry, MenuGroup, MenuSubgroup, RouteEntry } from "@/lib/routing";
import { MENU_GROUPS } from "./menu-groups";

export interface NavigationItem extends MenuEntry {
  readonly name: string;
  readonly path: string;
}

export interface MenuSection {
  readonly group: MenuGroup;
  readonly items: readonly NavigationItem[];
}

export type Menu = readonly MenuSection[];

export interface Access {
  readonly permissions: readonly string[];
  readonly features: readonly string[];
  /** Features that the vendor's identity turns on. */
  readonly identityFeatures: readonly IdentityFeature[];
  readonly isOperator: boolean;
  readonly isInternal: boolean;
}

/** Whether role, plan, operator status and brand allow the screen. */
export function canOpen(route: RouteEntry, allowed: Access): boolean {
  const { feature, permission, operator, internal, identityFeature } = route;
  return (
    (identityFeature === undefined || allowed.identityFeatures.includes(identityFeature)) &&
    (feature === undefined || allowed.features.includes(feature)) &&
    (permission === undefined || allowed.permissions.includes(permission)) &&
    (!operator || allowed.isOperator) &&
    (!internal || allowed.isInternal)
  );
}

/** Builds the menu from the route table: existing areas that role and plan allow. */
export function buildMenu(routes: readonly RouteEntry[], allowed: Access): Menu {
  const items = routes.flatMap((route) => {
    const { menu, name, path } = route;
    return menu && canOpen(route, allowed) ? [{ ...menu, name, path }] : [];
  });
  return MENU_GROUPS.map((group) => ({ group, items: items.filter((item) => item.group === group) })).filter(
    (section) => section.items.length > 0,
  );
}

/** The groups within a group, ordered by their first entries. */
export function groupBySubgroup(
  items: readonly NavigationItem[],
): readonly { readonly subgroup: MenuSubgroup; readonly items: readonly NavigationItem[] }[] {
  const names = [...new Set(items.flatMap(({ subgroup }) => subgroup ?? []))];
  return names.map((subgroup) => ({ subgroup, items: items.filter((item) => item.subgroup === subgroup) }));
}

/** A screen that can be opened by its name alone. */
export interface NavigableScreen {
  readonly name: string;
  readonly path: string;
  readonly label: TextKey;
  readonly group: MenuGroup;
  readonly icon: MenuEntry["icon"];
  readonly shortcut?: string;
}

/** All available screens without an id in their address: those of the menu, and those below them with the same icon. */
export function listScreens(routes: readonly RouteEntry[], allowed: Access): readonly NavigableScreen[] {
  const menu = buildMenu(routes, allowed).flatMap(({ items }) => items);
  const below = routes.flatMap((route): NavigableScreen[] => {
    const { isPublic, isUnlisted, menu: own, name, path, title } = route;
    if (own || isPublic || isUnlisted || path.includes(":") || !canOpen(route, allowed)) return [];
    const above = menu.find((item) => [item.path, ...(item.also ?? [])].some((one) => path.startsWith(`${one}/`)));
    return above ? [{ name, path, label: title, group: above.group, icon: above.icon }] : [];
  });
  return [...menu, ...below];
}

/** The item with the longest address that is a prefix of `pathname`: a detail page belongs to its list. */
export function findActiveItem(menu: Menu, pathname: string): NavigationItem | undefined {
  return menu
    .flatMap(({ items }) => items)
    .flatMap((item) => [item.path, ...(item.also ?? [])].map((path) => ({ item, path })))
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]?.item;
}
