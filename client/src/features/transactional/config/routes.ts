import { IconKey, IconUsersGroup, IconWebhook, IconWorld } from "@tabler/icons-react";
import { defineRoutes } from "@/lib/routing";

const NEEDS = {
  texts: ["transactional/config", "transactional/menu", "senders", "dates"],
  feature: "transactionalEmail",
  permission: "transactional.view",
  transactional: true,
} as const;
const KEYS = { ...NEEDS, permission: "transactional.keys" } as const;
const EDIT = { ...NEEDS, permission: "transactional.edit" } as const;
const MENU = { group: "transactional", subgroup: "configuration" } as const;

/** The configuration of the transactional area (TRX-08 to 12, TRX-40 to 43). */
export const configRoutes = defineRoutes(
  {
    ...NEEDS,
    path: "/domain",
    name: "domain",
    title: "transactional.config.domain.title",
    menu: { ...MENU, label: "words.domain", icon: IconWorld },
    load: async () => ({ Page: (await import("./pages/domains-page")).TrxDomainsPage }),
  },
  {
    ...KEYS,
    path: "/domain/add",
    name: "add-domain",
    title: "terms.addDomain",
    load: async () => ({ Page: (await import("./pages/add-domain-page")).AddDomainPage }),
  },
  {
    ...NEEDS,
    path: "/domain/:id",
    record: {
      ids: { id: "uuid" },
      missing: { title: "transactional.config.domain.missing", back: "transactional.config.domain.back" },
      list: "/domain",
    },
    name: "detail-domain",
    title: "trxMenu.domainDetail",
    load: async () => ({ Page: (await import("./pages/domain-page")).TrxDomainPage }),
  },
  {
    ...NEEDS,
    path: "/subaccount",
    name: "subaccount",
    title: "transactional.config.subaccount.title",
    menu: { ...MENU, label: "words.subaccount", icon: IconUsersGroup },
    load: async () => ({ Page: (await import("./pages/subaccounts-page")).SubaccountsPage }),
  },
  {
    ...EDIT,
    path: "/subaccount/create",
    name: "create-subaccount",
    title: "terms.createSubaccount",
    load: async () => ({ Page: (await import("./pages/create-subaccount-page")).CreateSubaccountPage }),
  },
  {
    ...NEEDS,
    path: "/subaccount/:id",
    record: {
      ids: { id: "uuid" },
      missing: { title: "transactional.config.subaccount.missing", back: "transactional.config.subaccount.back" },
      list: "/subaccount",
    },
    name: "detail-subaccount",
    title: "trxMenu.subaccountDetail",
    load: async () => ({ Page: (await import("./pages/subaccount-page")).SubaccountPage }),
  },
  {
    ...NEEDS,
    path: "/apikey",
    name: "apikey",
    title: "transactional.config.apikey.title",
    menu: { ...MENU, label: "words.apiKey", icon: IconKey },
    load: async () => ({ Page: (await import("./pages/apikeys-page")).ApiKeysPage }),
  },
  {
    ...KEYS,
    path: "/apikey/generate",
    name: "generate-apikey",
    title: "terms.createApiKey",
    load: async () => ({ Page: (await import("./pages/generate-apikey-page")).GenerateApiKeyPage }),
  },
  {
    ...NEEDS,
    path: "/apikey/:id",
    record: {
      ids: { id: "uuid" },
      missing: { title: "transactional.config.apikey.missing", back: "transactional.config.apikey.back" },
      list: "/apikey",
    },
    name: "detail-apikey",
    title: "trxMenu.apikeyDetail",
    load: async () => ({ Page: (await import("./pages/apikey-page")).ApiKeyPage }),
  },
  {
    ...NEEDS,
    path: "/webhook",
    name: "webhook",
    title: "transactional.config.webhook.title",
    menu: { ...MENU, label: "words.webhook", icon: IconWebhook },
    load: async () => ({ Page: (await import("./pages/webhooks-page")).WebhooksPage }),
  },
  {
    ...EDIT,
    path: "/webhook/create",
    name: "create-webhook",
    title: "terms.createWebhook",
    load: async () => ({ Page: (await import("./pages/create-webhook-page")).CreateWebhookPage }),
  },
  {
    ...NEEDS,
    path: "/webhook/:id",
    record: {
      ids: { id: "uuid" },
      missing: { title: "transactional.config.webhook.missing", back: "transactional.config.webhook.back" },
      list: "/webhook",
    },
    name: "detail-webhook",
    title: "trxMenu.webhookDetail",
    load: async () => ({ Page: (await import("./pages/webhook-page")).WebhookPage }),
  },
);
