import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";

export type DomainAvailability = components["schemas"]["DomainAvailabilityOut"];
export type DomainOrder = components["schemas"]["DomainOrderOut"];

export const ORDERS_KEY = buildQueryKey("get", "/api/domain-orders");
const AVAILABLE_KEY = buildQueryKey("get", "/api/domains/available");
const SUGGESTIONS_KEY = buildQueryKey("get", "/api/domains/suggestion");
/** Page size for the complete list; the server limits its length. */
const ALL_ITEMS = -1;

/** Domain packages for sale; empty if no registrar is configured. */
export function useDomainPackets() {
  return useQuery(query("get", "/api/domain-packet"));
}

/** Whether a domain name can be bought. The previous result stays on screen until the next one arrives. */
export function useAvailability(name: string) {
  return useQuery(
    query(
      "get",
      "/api/domains/available",
      { params: { query: { name } } },
      { enabled: name !== "", placeholderData: keepPreviousData },
    ),
  );
}

/** Available domain names similar to this name, or to the team's own. */
export function useDomainSuggestions(name: string, isWanted: boolean) {
  const params = { query: name ? { name } : {} };
  return useQuery(
    query("get", "/api/domains/suggestion", { params }, { enabled: isWanted, placeholderData: keepPreviousData }),
  );
}

export function useDomainOrders() {
  return useQuery(query("get", "/api/domain-orders", { params: { query: { size: ALL_ITEMS } } }));
}

function useOrderMutation<Input, Output>(act: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: act,
      // After an error, too: another user's change is often its cause.
      onSettled: () =>
        Promise.all(
          [ORDERS_KEY, AVAILABLE_KEY, SUGGESTIONS_KEY].map((queryKey) => client.invalidateQueries({ queryKey })),
        ),
    }),
  );
}

export function useOrderDomain() {
  return useOrderMutation(({ offer, years }: { readonly offer: DomainAvailability; readonly years: number }) =>
    call("post", "/api/billings/domain", {
      body: { selectedDomain: offer.selectedDomain, selectedTld: offer.selectedTld, billingPeriod: years },
    }),
  );
}

function orderParams({ orderId }: DomainOrder) {
  return { path: { order_id: orderId } };
}

export function useCancelOrder() {
  return useOrderMutation((order: DomainOrder) =>
    call("delete", "/api/domain-orders/{order_id}", { params: orderParams(order) }),
  );
}

/** Changes the name of a paid order, after someone else bought the first name. */
export function useRenameOrder() {
  return useOrderMutation(({ order, label }: { readonly order: DomainOrder; readonly label: string }) =>
    call("post", "/api/domain-orders/{order_id}/name", { params: orderParams(order), body: { selectedDomain: label } }),
  );
}

/** Simulates the payment, in a sandbox. */
export function useConfirmOrder() {
  return useOrderMutation((order: DomainOrder) =>
    call("post", "/api/domain-orders/{order_id}/confirm", { params: orderParams(order) }),
  );
}
