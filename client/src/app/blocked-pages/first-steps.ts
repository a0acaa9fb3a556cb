import { IconFileImport } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { TextKey } from "@/lib/i18n/translation";
import type { MenuIconProps, RouteEntry } from "@/lib/routing";

/** A screen offered to a new team as a starting point. */
export interface FirstStep {
  readonly name: string;
  readonly path: string;
  readonly label: TextKey;
  readonly help: TextKey;
  readonly icon: ComponentType<MenuIconProps>;
}

/** The most common starting points, in the usual order. */
const FIRST_STEP_NAMES = ["contact-import", "senders", "campaigns", "analytics"] as const;

interface Access {
  readonly permissions: readonly string[];
  readonly features: readonly string[];
}

/** The offered screens that exist and that the role and plan allow. */
export function listFirstSteps(routes: readonly RouteEntry[], { permissions, features }: Access): readonly FirstStep[] {
  return FIRST_STEP_NAMES.flatMap((name) => {
    const entry = routes.find((route) => route.name === name);
    if (!entry || (entry.permission && !permissions.includes(entry.permission))) return [];
    if (entry.feature && !features.includes(entry.feature)) return [];
    const icon = entry.menu?.icon ?? IconFileImport;
    return [{ name, path: entry.path, label: `gates.first.${name}`, help: `gates.firstHelp.${name}`, icon }];
  });
}
