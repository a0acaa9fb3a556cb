import { IconAt } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

const NEEDS = { texts: ["senders", "advice"], feature: "emailSender", permission: "sender.view" } as const;

export const sendersRoutes = defineRoutes(
  {
    ...NEEDS,
    path: "/senders",
    name: "senders",
    title: "terms.emailSenders",
    menu: { group: "campaign", label: "words.emailSender", icon: IconAt },
    load: async () => ({ Page: (await import("./pages/senders-page")).SendersPage }),
  },
  {
    ...NEEDS,
    path: "/senders/domains",
    name: "sender-domains",
    title: "terms.domains",
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
      missing: { title: "terms.domainNotFound", back: "terms.backToDomains" },
      list: "/senders/domains",
    },
    name: "sender-domain",
    title: "terms.domains",
    load: async () => ({ Page: (await import("./pages/domain-page")).DomainPage }),
  },
);
