import { IconAt } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

const NEEDS = { texts: ["senders"], feature: "emailSender", permission: "sender.view" } as const;

export const sendersRoutes = defineRoutes(
  {
    ...NEEDS,
    path: "/senders",
    name: "senders",
    title: "senders.title",
    menu: { group: "campaign", label: "senders.menu", icon: IconAt },
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
    isUnlisted: true,
    load: async () => ({ Page: (await import("./pages/buy-domain-page")).BuyDomainPage }),
  },
  {
    ...NEEDS,
    path: "/senders/domains/:id",
    record: {
      ids: { id: "uuid" },
      missing: { title: "senders.domains.missing", back: "senders.domains.back" },
      list: "/senders/domains",
    },
    name: "sender-domain",
    title: "senders.domains.title",
    load: async () => ({ Page: (await import("./pages/domain-page")).DomainPage }),
  },
);
