import { IconKey, IconUsersGroup, IconWebhook, IconWorld } from "@tabler/icons-react";
import type { RouteEntry } from "@/lib/routing";

const NEEDS = {
  texts: ["transactional/config", "transactional/menu", "senders"],
  feature: "transactionalEmail",
  permission: "transactional.view",
  transactional: true,
} as const;
const KEYS = { ...NEEDS, permission: "transactional.keys" } as const;
const EDIT = { ...NEEDS, permission: "transactional.edit" } as const;
const MENU = { group: "transactional", subgroup: "configuration", texts: ["transactional/menu"] } as const;

/** The configuration of the transactional area (TRX-08 to 12, TRX-40 to 43). */
export const configRoutes: readonly RouteEntry[] = [
  {
    ...NEEDS,
    path: "/domain",
    name: "domain",
    title: "trxMenu.domain",
    menu: { ...MENU, label: "trxMenu.domain", icon: IconWorld },
    load: async () => ({ Page: (await import("./pages/domains-page")).TrxDomainsPage }),
  },
  {
    ...KEYS,
    path: "/domain/add",
    name: "add-domain",
    title: "trxMenu.addDomain",
    load: async () => ({ Page: (await import("./pages/add-domain-page")).AddDomainPage }),
  },
  {
    ...NEEDS,
    path: "/domain/:id",
    name: "detail-domain",
    title: "trxMenu.domainDetail",
    load: async () => ({ Page: (await import("./pages/domain-page")).TrxDomainPage }),
  },
  {
    ...NEEDS,
    path: "/subaccount",
    name: "subaccount",
    title: "trxMenu.subaccount",
    menu: { ...MENU, label: "trxMenu.subaccount", icon: IconUsersGroup },
    load: async () => ({ Page: (await import("./pages/subaccounts-page")).SubaccountsPage }),
  },
  {
    ...EDIT,
    path: "/subaccount/create",
    name: "create-subaccount",
    title: "trxMenu.createSubaccount",
    load: async () => ({ Page: (await import("./pages/create-subaccount-page")).CreateSubaccountPage }),
  },
  {
    ...NEEDS,
    path: "/subaccount/:id",
    name: "detail-subaccount",
    title: "trxMenu.subaccountDetail",
    load: async () => ({ Page: (await import("./pages/subaccount-page")).SubaccountPage }),
  },
  {
    ...NEEDS,
    path: "/apikey",
    name: "apikey",
    title: "trxMenu.apikey",
    menu: { ...MENU, label: "trxMenu.apikey", icon: IconKey },
    load: async () => ({ Page: (await import("./pages/apikeys-page")).ApiKeysPage }),
  },
  {
    ...KEYS,
    path: "/apikey/generate",
    name: "generate-apikey",
    title: "trxMenu.generateApikey",
    load: async () => ({ Page: (await import("./pages/generate-apikey-page")).GenerateApiKeyPage }),
  },
  {
    ...NEEDS,
    path: "/apikey/:id",
    name: "detail-apikey",
    title: "trxMenu.apikeyDetail",
    load: async () => ({ Page: (await import("./pages/apikey-page")).ApiKeyPage }),
  },
  {
    ...NEEDS,
    path: "/webhook",
    name: "webhook",
    title: "trxMenu.webhook",
    menu: { ...MENU, label: "trxMenu.webhook", icon: IconWebhook },
    load: async () => ({ Page: (await import("./pages/webhooks-page")).WebhooksPage }),
  },
  {
    ...EDIT,
    path: "/webhook/create",
    name: "create-webhook",
    title: "trxMenu.createWebhook",
    load: async () => ({ Page: (await import("./pages/create-webhook-page")).CreateWebhookPage }),
  },
  {
    ...NEEDS,
    path: "/webhook/:id",
    name: "detail-webhook",
    title: "trxMenu.webhookDetail",
    load: async () => ({ Page: (await import("./pages/webhook-page")).WebhookPage }),
  },
];
