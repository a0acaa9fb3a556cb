import { MENU_GROUPS, type MenuEntry, type MenuGroup, type RouteEntry } from "@/lib/routing";

export interface MenuItem extends MenuEntry {
  readonly name: string;
  readonly path: string;
}

export interface MenuSection {
  readonly group: MenuGroup;
  readonly items: readonly MenuItem[];
}

export type Menu = readonly MenuSection[];

interface Allowed {
  readonly permissions: readonly string[];
  readonly features: readonly string[];
}

/** The menu out of the route table: only areas that exist, and of those only what role and plan allow. */
export function menuOf(routes: readonly RouteEntry[], allowed: Allowed): Menu {
  const items = routes.flatMap(({ name, path, menu, feature, permission }) => {
    const isClosed =
      (feature !== undefined && !allowed.features.includes(feature)) ||
      (permission !== undefined && !allowed.permissions.includes(permission));
    return menu && !isClosed ? [{ ...menu, name, path }] : [];
  });
  return MENU_GROUPS.map((group) => ({ group, items: items.filter((item) => item.group === group) })).filter(
    (section) => section.items.length > 0,
  );
}

/** The item whose address is the longest beginning of `pathname`: a detail page belongs to its list. */
export function activeItem(menu: Menu, pathname: string): MenuItem | undefined {
  return menu
    .flatMap(({ items }) => items)
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}
