import { keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";

export type DomainOffer = components["schemas"]["DomainOfferOut"];
export type DomainOrder = components["schemas"]["DomainOrderOut"];

export const ORDERS_KEY = ["get", "/api/domain-orders"] as const;
const AVAILABLE_KEY = ["get", "/api/domains/available"] as const;
const SUGGESTIONS_KEY = ["get", "/api/domains/suggestion"] as const;
/** All of a list: the server bounds it. */
const ALL = -1;

/** What is sold; nothing where no registrar is configured. */
export function useDomainPackets() {
  return $api.useQuery("get", "/api/domain-packet", {}, { meta: { quiet: true } });
}

/** Whether the name can be bought; the answer before stays on screen until the next is here. */
export function useAvailable(name: string) {
  return $api.useQuery(
    "get",
    "/api/domains/available",
    { params: { query: { name } } },
    { enabled: name !== "", placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

/** Names like this one, or like the team's own, that can be bought. */
export function useDomainSuggestions(name: string, isWanted: boolean) {
  const query = name ? { name } : {};
  return $api.useQuery(
    "get",
    "/api/domains/suggestion",
    { params: { query } },
    { enabled: isWanted, placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

export function useDomainOrders() {
  return $api.useQuery("get", "/api/domain-orders", { params: { query: { size: ALL } } }, { meta: { quiet: true } });
}

function useAct<Input, Output>(call: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    meta: { quiet: true },
    // What was refused is often told by what others did meanwhile.
    onSettled: () =>
      Promise.all(
        [ORDERS_KEY, AVAILABLE_KEY, SUGGESTIONS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** Orders a domain for so many years. */
export function useOrderDomain() {
  return useAct(({ offer, years }: { readonly offer: DomainOffer; readonly years: number }) =>
    api.POST("/api/billings/domain", {
      body: { selectedDomain: offer.selectedDomain, selectedTld: offer.selectedTld, billingPeriod: years },
    }),
  );
}

function at({ orderId }: DomainOrder) {
  return { path: { order_id: orderId } };
}

export function useCancelOrder() {
  return useAct((order: DomainOrder) => api.DELETE("/api/domain-orders/{order_id}", { params: at(order) }));
}

/** Another name for what is paid, where somebody else was quicker. */
export function useRenameOrder() {
  return useAct(({ order, label }: { readonly order: DomainOrder; readonly label: string }) =>
    api.POST("/api/domain-orders/{order_id}/name", { params: at(order), body: { selectedDomain: label } }),
  );
}

/** Plays the payment, of a sandbox. */
export function useConfirmOrder() {
  return useAct((order: DomainOrder) => api.POST("/api/domain-orders/{order_id}/confirm", { params: at(order) }));
}
