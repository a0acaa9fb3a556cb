import { IconReportAnalytics } from "@tabler/icons-react";
import type { RouteEntry } from "@/lib/routing";

const SHARED = { texts: ["reports", "campaigns"], feature: "emailReport", permission: "report.view" } as const;

export const reportsRoutes: readonly RouteEntry[] = [
  {
    path: "/reports",
    name: "reports",
    title: "overview.title",
    texts: ["reports/overview", "home", "advice"],
    feature: "emailReport",
    permission: "report.view",
    menu: { group: "reports", label: "overview.menu", icon: IconReportAnalytics, shortcut: "r" },
    load: async () => ({ Page: (await import("./overview/overview-page")).OverviewPage }),
  },
  {
    ...SHARED,
    path: "/campaigns/:id",
    name: "campaign-report",
    title: "reports.title",
    load: async () => ({ Page: (await import("./pages/report-page")).ReportPage }),
  },
  {
    ...SHARED,
    path: "/campaigns/:id/recipients",
    name: "campaign-recipients",
    title: "reports.recipients",
    load: async () => ({ Page: (await import("./pages/recipients-page")).RecipientsPage }),
  },
  {
    ...SHARED,
    path: "/campaigns/:id/content",
    name: "campaign-content",
    title: "reports.content",
    load: async () => ({ Page: (await import("./pages/content-page")).ContentPage }),
  },
];
