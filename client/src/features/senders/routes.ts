import { IconAt } from "@tabler/icons-react";
import type { RouteEntry } from "@/lib/routing";

const NEEDS = { texts: ["senders"], feature: "emailSender", permission: "sender.view" } as const;

export const sendersRoutes: readonly RouteEntry[] = [
  {
    ...NEEDS,
    path: "/senders",
    name: "senders",
    title: "senders.title",
    menu: { group: "campaign", label: "senders.title", icon: IconAt },
    load: async () => ({ Page: (await import("./pages/senders-page")).SendersPage }),
  },
  {
    ...NEEDS,
    path: "/senders/domains",
    name: "sender-domains",
    title: "senders.domains.title",
    load: async () => ({ Page: (await import("./pages/domains-page")).DomainsPage }),
  },
  {
    ...NEEDS,
    path: "/senders/domains/buy",
    name: "sender-domain-buy",
    title: "senders.buy.title",
    load: async () => ({ Page: (await import("./pages/buy-domain-page")).BuyDomainPage }),
  },
  {
    ...NEEDS,
    path: "/senders/domains/:id",
    name: "sender-domain",
    title: "senders.domains.title",
    load: async () => ({ Page: (await import("./pages/domain-page")).DomainPage }),
  },
];
