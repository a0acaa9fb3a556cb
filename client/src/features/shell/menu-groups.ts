import type { MenuGroup } from "@/lib/routing";

declare module "@/lib/routing" {
  interface MenuGroups {
    home: true;
    audience: true;
    campaign: true;
    automation: true;
    pagesAndForms: true;
    assets: true;
    reports: true;
    transactional: true;
    settings: true;
    billing: true;
    help: true;
    support: true;
  }
}

/** Menu groups in display order. */
export const MENU_GROUPS: readonly MenuGroup[] = [
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
];
