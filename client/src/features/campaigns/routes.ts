import { IconFolders, IconSend } from "@tabler/icons-react";
import type { RouteEntry } from "@/lib/routing";

export const campaignsRoutes: readonly RouteEntry[] = [
  {
    path: "/campaigns",
    name: "campaigns",
    title: "campaigns.title",
    texts: ["campaigns", "delivery"],
    feature: "emailMarketing",
    permission: "campaign.view",
    menu: { group: "campaign", label: "campaigns.title", icon: IconSend, shortcut: "m" },
    load: async () => ({ Page: (await import("./pages/campaigns-page")).CampaignsPage }),
  },
  {
    path: "/email-marketing/calendar",
    name: "campaign-calendar",
    title: "campaigns.calendar.title",
    texts: ["campaigns"],
    feature: "emailMarketing",
    permission: "campaign.view",
    load: async () => ({ Page: (await import("./pages/calendar-page")).CalendarPage }),
  },
  {
    path: "/email-marketing/categories",
    name: "campaign-categories",
    title: "campaigns.categories.title",
    texts: ["campaigns"],
    feature: "emailMarketing",
    permission: "campaign.view",
    menu: { group: "campaign", label: "campaigns.categories.title", icon: IconFolders },
    load: async () => ({ Page: (await import("./pages/categories-page")).CategoriesPage }),
  },
  {
    path: "/campaigns/:id/edit",
    name: "campaign-edit",
    title: "campaigns.edit",
    texts: ["campaigns", "senders"],
    feature: "emailMarketing",
    permission: "campaign.edit",
    composer: true,
    hideHelp: true,
    load: async () => ({ Page: (await import("./pages/composer-page")).ComposerPage }),
  },
];
