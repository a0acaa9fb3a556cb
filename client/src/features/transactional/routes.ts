import { IconActivity, IconChartLine, IconLayoutDashboard, IconStack2, IconTemplate } from "@tabler/icons-react";
import { type DefinedRoute, defineRoutes } from "@/lib/routing";
import { configRoutes } from "./config/routes";

const AREA = { feature: "transactionalEmail", transactional: true, permission: "transactional.view" } as const;
const TEXTS = { texts: ["transactional", "transactional/menu"] } as const;
const MENU = { group: "transactional" } as const;

const ownRoutes = defineRoutes(
  {
    ...AREA,
    ...TEXTS,
    path: "/trx-overview",
    name: "trx-overview",
    title: "words.overview",
    menu: { ...MENU, label: "words.overview", icon: IconLayoutDashboard, also: ["/domain-authentication"] },
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
    title: "words.analytics",
    menu: { ...MENU, label: "words.analytics", icon: IconChartLine },
    load: async () => ({ Page: (await import("./pages/analytics-page")).TrxAnalyticsPage }),
  },
  {
    ...AREA,
    texts: [...TEXTS.texts, "dates"],
    path: "/events",
    name: "events",
    title: "words.events",
    menu: { ...MENU, label: "words.events", icon: IconActivity, shortcut: "e" },
    load: async () => ({ Page: (await import("./pages/events-page")).EventsPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/events/:id/:time",
    record: {
      ids: { id: "uuid", time: "number" },
      missing: { title: "transactional.message.isMissing", back: "transactional.message.back" },
      list: "/events",
    },
    name: "event-detail",
    title: "trxMenu.activityDetail",
    load: async () => ({ Page: (await import("./pages/activity-detail-page")).ActivityDetailPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/batch-status",
    name: "batch-status",
    title: "trxMenu.batches",
    identityFeature: "batchStatus",
    menu: { ...MENU, label: "words.batchStatus", icon: IconStack2 },
    load: async () => ({ Page: (await import("./pages/batches-page")).BatchesPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/batch-status/:id",
    record: {
      ids: { id: "uuid" },
      missing: { title: "transactional.batches.isMissing", back: "transactional.batches.back" },
      list: "/batch-status",
    },
    name: "batch-status-detail",
    title: "terms.batch",
    identityFeature: "batchStatus",
    load: async () => ({ Page: (await import("./pages/batch-page")).BatchPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/trx-templates",
    name: "trx-templates",
    title: "words.templates",
    menu: { ...MENU, label: "words.templates", icon: IconTemplate },
    load: async () => ({ Page: (await import("./pages/templates-page")).TemplatesPage }),
  },
  {
    ...AREA,
    ...TEXTS,
    path: "/trx-templates/:id",
    record: {
      ids: { id: "uuid" },
      missing: { title: "transactional.templates.isMissing", back: "transactional.templates.back" },
      list: "/trx-templates",
    },
    name: "trx-template-compose-v3",
    title: "terms.template",
    load: async () => ({ Page: (await import("./pages/template-page")).TemplatePage }),
  },
);

export const transactionalRoutes: readonly DefinedRoute[] = [...ownRoutes, ...configRoutes];
