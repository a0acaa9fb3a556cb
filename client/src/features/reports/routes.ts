import type { RouteEntry } from "@/lib/routing";

const SHARED = { texts: ["reports", "campaigns"], feature: "emailReport", permission: "report.view" } as const;

export const reportsRoutes: readonly RouteEntry[] = [
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
