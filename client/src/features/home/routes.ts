import { IconGauge, IconHome } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

export const homeRoutes = defineRoutes(
  {
    path: "/analytics",
    name: "analytics",
    title: "words.analytics",
    texts: ["home", "campaigns", "advice", "dates"],
    menu: { group: "home", label: "words.home", icon: IconHome, shortcut: "h" },
    load: async () => ({ Page: (await import("./pages/analytics-page")).AnalyticsPage }),
  },
  {
    path: "/usage",
    name: "usage",
    title: "words.usage",
    texts: ["home/usage", "home", "dates"],
    permission: "report.view",
    menu: { group: "reports", label: "words.usage", icon: IconGauge },
    load: async () => ({ Page: (await import("./usage/usage-page")).UsagePage }),
  },
);
