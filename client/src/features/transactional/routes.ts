import { IconActivity, IconChartLine, IconLayoutDashboard, IconStack2, IconTemplate } from "@tabler/icons-react";
import type { RouteEntry } from "@/lib/routing";
import { configRoutes } from "./config/routes";

const AREA = { feature: "transactionalEmail", transactional: true, permission: "transactional.view" } as const;
const TEXTS = { texts: ["transactional", "transactional/menu"] } as const;
const MENU = { group: "transactional", texts: ["transactional/menu"] } as const;

export const transactionalRoutes: readonly RouteEntry[] = [
  {
    ...AREA,
    ...TEXTS,
    path: "/trx-overview",
    name: "trx-overview",
    title: "trxMenu.overview",
    menu: { ...MENU, label: "trxMenu.overview", icon: IconLayoutDashboard },
    load: async () => ({ Page: (await import("./pages/overview-page")).OverviewPage }),
  },
  {
    ...AREA,
    texts: [...TEXTS.texts, "transactional/config", "senders"],
    path: "/domain-authentication",
    name: "domain-authentication",
    title: "trxMenu.authentication",
    load: async () => ({ Page: (await import("./pages/authentication-page")).AuthenticationPage }),
  },
  {
    ...AREA,
    texts: [...TEXTS.texts, "dates"],
    path: "/analytics/smtp",
    name: "trx-analytics",
    title: "trxMenu.analytics",
    menu: { ...MENU, label: "trxMenu.analytics", icon: IconChartLine },
    load: async () => ({ Page: (await import("./pages/analytics-page")).TrxAnalyticsPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/events",
    name: "events",
    title: "trxMenu.events",
    menu: { ...MENU, label: "trxMenu.events", icon: IconActivity, shortcut: "e" },
    load: async () => ({ Page: (await import("./pages/events-page")).EventsPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/events/:id/:time",
    name: "event-detail",
    title: "trxMenu.activityDetail",
    load: async () => ({ Page: (await import("./pages/activity-detail-page")).ActivityDetailPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/batch-status",
    name: "batch-status",
    title: "trxMenu.batchStatus",
    identityFeature: "batchStatus",
    menu: { ...MENU, label: "trxMenu.batchStatus", icon: IconStack2 },
    load: async () => ({ Page: (await import("./pages/batches-page")).BatchesPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/batch-status/:id",
    name: "batch-status-detail",
    title: "trxMenu.batch",
    identityFeature: "batchStatus",
    load: async () => ({ Page: (await import("./pages/batch-page")).BatchPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/trx-templates",
    name: "trx-templates",
    title: "trxMenu.templates",
    menu: { ...MENU, label: "trxMenu.templates", icon: IconTemplate },
    load: async () => ({ Page: (await import("./pages/templates-page")).TemplatesPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/trx-templates/:id",
    name: "trx-template-compose-v3",
    title: "trxMenu.template",
    load: async () => ({ Page: (await import("./pages/template-page")).TemplatePage }),
  },
  ...configRoutes,
];
