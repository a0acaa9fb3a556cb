import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, query } from "@/lib/api/data";
import { type ResourceQuery, useDeleteResource, useResourceMutation } from "./resource-queries";
import type { Delivery, DeliveryState, WebhookEventType } from "./shapes";

export const EVENT_TYPES = [
  "accepted",
  "delivered",
  "deferred",
  "bounced",
  "failed",
  "suppressed",
  "opened",
  "clicked",
  "complained",
  "unsubscribed",
  "held",
  "released",
  "scheduled",
  "cancelled",
  "inDoubt",
  "sandboxed",
  "refused",
] as const satisfies readonly WebhookEventType[];
/** Default events of a new endpoint. */
export const DEFAULT_EVENT_TYPES: readonly WebhookEventType[] = ["delivered", "bounced", "failed", "complained"];
/** Polling interval of pending deliveries, in case an event is lost. */
const DELIVERY_POLL_MS = 5_000;

export interface WebhookInput {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEventType[];
  readonly domains: readonly string[];
}

function webhookParams(id: string) {
  return { path: { webhook_id: id } };
}

/** Copies the lists, because the generated API types require mutable arrays. */
function toRequestBody<Input extends WebhookInput>(input: Input) {
  return { ...input, events: [...input.events], domains: [...input.domains] };
}

/** One page. The previous page stays on screen while the next one loads. */
export function useWebhooks(page: ResourceQuery) {
  return useQuery(
    query("get", "/trx-api/webhooks", { params: { query: page } }, { placeholderData: keepPreviousData }),
  );
}

export function useWebhook(id: string) {
  return useQuery(
    query("get", "/trx-api/webhooks/{webhook_id}", { params: webhookParams(id) }, { enabled: id !== "" }),
  );
}

export function useCreateWebhook() {
  return useResourceMutation(["webhooks"], (body: WebhookInput) =>
    call("post", "/trx-api/webhooks", { body: toRequestBody(body) }),
  );
}

export function useSaveWebhook(id: string) {
  return useResourceMutation(["webhooks"], (body: WebhookInput & { readonly active: boolean }) =>
    call("put", "/trx-api/webhooks/{webhook_id}", { params: webhookParams(id), body: toRequestBody(body) }),
  );
}

export function useRemoveWebhook() {
  return useDeleteResource("webhooks", (id: string) =>
    call("delete", "/trx-api/webhooks/{webhook_id}", { params: webhookParams(id) }),
  );
}

export function useRotateSecret(id: string) {
  return useResourceMutation(["webhooks"], (overlapHours: number) =>
    call("post", "/trx-api/webhooks/{webhook_id}/secret", { params: webhookParams(id), body: { overlapHours } }),
  );
}

export function useSendTest(id: string) {
  return useResourceMutation(["webhooks"], (_: undefined) =>
    call("post", "/trx-api/webhooks/{webhook_id}/test", { params: webhookParams(id) }),
  );
}

export function useEnableWebhook(id: string) {
  return useResourceMutation(["webhooks"], (replayHeld: boolean) =>
    call("post", "/trx-api/webhooks/{webhook_id}/enable", { params: webhookParams(id), body: { replayHeld } }),
  );
}

/** What to replay: one delivery, or the events of a period. */
export type Replay =
  | { readonly deliveryId: number }
  | { readonly from?: string; readonly to?: string; readonly deliveredToo: boolean };

export function useReplay(id: string) {
  return useResourceMutation(["webhooks"], (body: Replay) =>
    call("post", "/trx-api/webhooks/{webhook_id}/replay", { params: webhookParams(id), body }),
  );
}

/** One page of past and pending deliveries, newest first. */
export function useDeliveries(id: string, page: number, size: number, state: DeliveryState | undefined) {
  const params = { ...webhookParams(id), query: { page, size, ...(state ? { state } : {}) } };
  return useQuery(
    query(
      "get",
      "/trx-api/webhooks/{webhook_id}/deliveries",
      { params },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state: { data } }) => (data?.items.some(isInProgress) ? DELIVERY_POLL_MS : false),
      },
    ),
  );
}

export function useDelivery(id: string, deliveryId: number) {
  const params = { path: { webhook_id: id, delivery_id: deliveryId } };
  return useQuery(
    query(
      "get",
      "/trx-api/webhooks/{webhook_id}/deliveries/{delivery_id}",
      { params },
      { refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? DELIVERY_POLL_MS : false) },
    ),
  );
}

export function isInProgress({ state }: Pick<Delivery, "state">): boolean {
  return state === "waiting" || state === "sending";
}
