import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { trxApi } from "@/lib/api/trx-client";
import { answered } from "../answered";
import { keyOf, type ListQuery, useAct, usePage, useRemove, useThing } from "./asking";
import type { Delivery, DeliveryState, EventType } from "./shapes";

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
] as const satisfies readonly EventType[];
/** What most people want to hear of. */
export const USUAL_TYPES: readonly EventType[] = ["delivered", "bounced", "failed", "complained"];
/** Should the word of what was posted be lost on the way. */
const LOOK_AGAIN_MS = 5_000;

export interface WebhookInput {
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventType[];
  readonly domains: readonly string[];
}

function at(id: string) {
  return { path: { webhook_id: id } };
}

/** As the contract has it: lists of its own. */
function sent<Input extends WebhookInput>(input: Input) {
  return { ...input, events: [...input.events], domains: [...input.domains] };
}

export function useWebhooks(query: ListQuery) {
  return usePage("webhooks", query, (signal) => trxApi.GET("/trx-api/webhooks", { params: { query }, signal }));
}

export function useWebhook(id: string) {
  return useThing("webhooks", id, (signal) => trxApi.GET("/trx-api/webhooks/{webhook_id}", { params: at(id), signal }));
}

export function useCreateWebhook() {
  return useAct(["webhooks"], async (body: WebhookInput) =>
    answered(await trxApi.POST("/trx-api/webhooks", { body: sent(body) })),
  );
}

export function useSaveWebhook(id: string) {
  return useAct(["webhooks"], async (body: WebhookInput & { readonly active: boolean }) =>
    answered(await trxApi.PUT("/trx-api/webhooks/{webhook_id}", { params: at(id), body: sent(body) })),
  );
}

export function useRemoveWebhook() {
  return useRemove("webhooks", (id: string) => trxApi.DELETE("/trx-api/webhooks/{webhook_id}", { params: at(id) }));
}

export function useRotateSecret(id: string) {
  return useAct(["webhooks"], async (overlapHours: number) =>
    answered(await trxApi.POST("/trx-api/webhooks/{webhook_id}/secret", { params: at(id), body: { overlapHours } })),
  );
}

export function useSendTest(id: string) {
  return useAct(["webhooks"], async (_: undefined) =>
    answered(await trxApi.POST("/trx-api/webhooks/{webhook_id}/test", { params: at(id) })),
  );
}

export function useEnableWebhook(id: string) {
  return useAct(["webhooks"], async (replayHeld: boolean) =>
    answered(await trxApi.POST("/trx-api/webhooks/{webhook_id}/enable", { params: at(id), body: { replayHeld } })),
  );
}

/** What is replayed: one delivery, or what came in a time. */
export type Replay =
  | { readonly deliveryId: number }
  | { readonly from?: string; readonly to?: string; readonly deliveredToo: boolean };

export function useReplay(id: string) {
  return useAct(["webhooks"], async (body: Replay) =>
    answered(await trxApi.POST("/trx-api/webhooks/{webhook_id}/replay", { params: at(id), body })),
  );
}

/** A page of what was or is to be told, newest first. */
export function useDeliveries(id: string, page: number, size: number, state: DeliveryState | undefined) {
  const query = { page, size, ...(state ? { state } : {}) };
  return useQuery({
    queryKey: keyOf("webhooks", "deliveries", id, query),
    queryFn: async ({ signal }) =>
      answered(await trxApi.GET("/trx-api/webhooks/{webhook_id}/deliveries", { params: { ...at(id), query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isUnderWay) ? LOOK_AGAIN_MS : false),
    meta: { quiet: true },
  });
}

export function useDelivery(id: string, deliveryId: number) {
  const path = { webhook_id: id, delivery_id: deliveryId };
  return useQuery({
    queryKey: keyOf("webhooks", "delivery", id, deliveryId),
    queryFn: async ({ signal }) =>
      answered(
        await trxApi.GET("/trx-api/webhooks/{webhook_id}/deliveries/{delivery_id}", { params: { path }, signal }),
      ),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? LOOK_AGAIN_MS : false),
    meta: { quiet: true },
  });
}

export function isUnderWay({ state }: Pick<Delivery, "state">): boolean {
  return state === "waiting" || state === "sending";
}
