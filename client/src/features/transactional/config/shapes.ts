import type { components } from "@/generated/trx-api";

type Schemas = components["schemas"];
export type Webhook = Schemas["WebhookEndpointOut"];
export type WebhookDetail = Schemas["WebhookDetailOut"];
export type Delivery = Schemas["DeliveryOut"];
export type DeliveryDetail = Schemas["DeliveryDetailOut"];
export type DeliveryState = Schemas["DeliveryState"];
export type WebhookOutcome = Schemas["WebhookOutcome"];
export type WebhookEventType = Schemas["EventType"];

export type TrxDomain = Schemas["TrxDomainOut"];
/** A new domain with the secret of its first key, which the server returns only once. */
export type AddedDomain = Schemas["TrxDomainCreatedOut"];
export type Subaccount = Schemas["SubaccountOut"];

export const SCOPES = ["send", "read", "manage"] as const satisfies readonly Schemas["Scope"][];
export type Scope = Schemas["Scope"];
export type ApiKey = Schemas["KeyOut"];
/** A new or rotated key with its secret, which the server returns only once. */
export type CreatedKey = Schemas["KeyCreatedOut"];
