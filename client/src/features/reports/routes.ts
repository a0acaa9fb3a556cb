import { IconReportAnalytics } from "@tabler/icons-react";
import { type ComponentType, createElement } from "react";
import { defineRoutes, type PageModule } from "@/lib/routing";
import type { ReportType } from "./report-ref";

const SHARED = {
  texts: ["reports", "campaigns", "dates", "advice"],
  feature: "emailReport",
  permission: "report.view",
} as const;

/** Record that a report belongs to, by report type. */
const RECORDS = {
  "email-marketing": {
    ids: { id: "uuid" },
    missing: { title: "campaigns.missing.email", back: "campaigns.missing.backToCampaigns" },
    list: "/campaigns",
  },
  "ab-test": {
    ids: { id: "uuid" },
    missing: { title: "campaigns.missing.abTest", back: "campaigns.missing.backToTests" },
    list: "/ab-tests",
  },
} as const;

/** Binds a page for all report types to one type. */
function bindType(type: ReportType, Page: ComponentType<{ readonly type: ReportType }>): PageModule {
  return { Page: () => createElement(Page, { type }) };
}

/** Title and page of each report screen, for all report types. */
const SCREENS = {
  report: {
    title: "reports.title",
    page: async () => (await import("./pages/report-page")).ReportPage,
  },
  timeline: {
    title: "reports.timeline",
    page: async () => (await import("./pages/timeline-page")).TimelinePage,
  },
  links: {
    title: "reports.links",
    page: async () => (await import("./pages/links-page")).LinksPage,
  },
  audience: {
    title: "reports.audience",
    page: async () => (await import("./pages/audience-page")).AudiencePage,
  },
  delivery: {
    title: "reports.delivery",
    page: async () => (await import("./pages/delivery-page")).DeliveryPage,
  },
  recipients: {
    title: "reports.recipients",
    page: async () => (await import("./pages/recipients-page")).RecipientsPage,
  },
} as const;

function buildScreenRoute(type: ReportType, name: keyof typeof SCREENS) {
  const { title, page } = SCREENS[name];
  return {
    ...SHARED,
    record: RECORDS[type],
    title,
    load: async () => bindType(type, await page()),
  };
}

export const reportsRoutes = defineRoutes(
  {
    path: "/reports",
    name: "reports",
    title: "words.campaignReports",
    texts: ["reports/overview", "campaigns", "home", "advice", "dates"],
    feature: "emailReport",
    permission: "report.view",
    menu: { group: "reports", label: "words.campaignReports", icon: IconReportAnalytics, shortcut: "r" },
    load: async () => ({ Page: (await import("./overview/overview-page")).OverviewPage }),
  },
  { path: "/campaigns/:id", name: "campaign-report", ...buildScreenRoute("email-marketing", "report") },
  { path: "/campaigns/:id/timeline", name: "campaign-timeline", ...buildScreenRoute("email-marketing", "timeline") },
  { path: "/campaigns/:id/links", name: "campaign-links", ...buildScreenRoute("email-marketing", "links") },
  { path: "/campaigns/:id/audience", name: "campaign-audience", ...buildScreenRoute("email-marketing", "audience") },
  { path: "/campaigns/:id/delivery", name: "campaign-delivery", ...buildScreenRoute("email-marketing", "delivery") },
  {
    path: "/campaigns/:id/recipients",
    name: "campaign-recipients",
    ...buildScreenRoute("email-marketing", "recipients"),
  },
  {
    ...SHARED,
    path: "/campaigns/:id/content",
    record: RECORDS["email-marketing"],
    name: "campaign-content",
    title: "reports.content",
    load: async () => ({ Page: (await import("./pages/content-page")).ContentPage }),
  },
  { path: "/ab-tests/:id/report", name: "ab-test-report", ...buildScreenRoute("ab-test", "report") },
  { path: "/ab-tests/:id/report/timeline", name: "ab-test-timeline", ...buildScreenRoute("ab-test", "timeline") },
  { path: "/ab-tests/:id/report/links", name: "ab-test-links", ...buildScreenRoute("ab-test", "links") },
  { path: "/ab-tests/:id/report/audience", name: "ab-test-audience", ...buildScreenRoute("ab-test", "audience") },
  { path: "/ab-tests/:id/report/delivery", name: "ab-test-delivery", ...buildScreenRoute("ab-test", "delivery") },
  { path: "/ab-tests/:id/report/recipients", name: "ab-test-recipients", ...buildScreenRoute("ab-test", "recipients") },
);
