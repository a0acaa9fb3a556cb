import { IconGauge, IconHome } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

export const homeRoutes = defineRoutes(
  {
    path: "/analytics",
    name: "analytics",
    title: "home.title",
    texts: ["home", "campaigns", "advice", "dates"],
    menu: { group: "home", label: "home.menu", icon: IconHome, shortcut: "h" },
    load: async () => ({ Page: (await import("./pages/analytics-page")).AnalyticsPage }),
  },
  {
    path: "/usage",
    name: "usage",
    title: "usage.title",
    texts: ["home/usage", "home", "dates"],
    permission: "report.view",
    menu: { group: "reports", label: "usage.title", icon: IconGauge },
    load: async () => ({ Page: (await import("./usage/usage-page")).UsagePage }),
  },
);
