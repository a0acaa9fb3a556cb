import { IconHome } from "@tabler/icons-react";
import type { RouteEntry } from "@/lib/routing";

export const homeRoutes: readonly RouteEntry[] = [
  {
    path: "/analytics",
    name: "analytics",
    title: "home.title",
    texts: ["home", "campaigns"],
    menu: { group: "home", label: "home.menu", icon: IconHome, shortcut: "h" },
    load: async () => ({ Page: (await import("./pages/analytics-page")).AnalyticsPage }),
  },
];
