import { IconSend } from "@tabler/icons-react";
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
  {
    path: "/email-marketing/:id/review",
    name: "campaign-review",
    title: "campaigns.review",
    texts: ["campaigns", "senders"],
    feature: "emailMarketing",
    permission: "campaign.view",
    load: async () => ({ Page: (await import("./pages/review-page")).ReviewPage }),
  },
];
