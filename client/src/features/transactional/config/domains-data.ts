import { trxApi } from "@/lib/api/trx-client";
import { answered } from "../answered";
import { ALL, type ListQuery, useAct, usePage, useRemove, useThing } from "./asking";

function at(domainId: string) {
  return { path: { domain_id: domainId } };
}

export function useTrxDomains(query: ListQuery) {
  return usePage("domains", query, (signal) => trxApi.GET("/trx-api/domains", { params: { query }, signal }));
}

/** Every domain that there is to choose from. */
export function useAllTrxDomains() {
  return useTrxDomains(ALL);
}

export function useTrxDomain(domainId: string) {
  return useThing("domains", domainId, (signal) =>
    trxApi.GET("/trx-api/domains/{domain_id}", { params: at(domainId), signal }),
  );
}

export function useAddTrxDomain() {
  return useAct(["domains", "apikeys"], async (name: string) =>
    answered(await trxApi.POST("/trx-api/domains", { body: { name } })),
  );
}

export function useRemoveTrxDomain() {
  return useRemove(
    "domains",
    (domainId: string) => trxApi.DELETE("/trx-api/domains/{domain_id}", { params: at(domainId) }),
    ["apikeys"],
  );
}

/** Has the DNS asked now; what it says is told by an event. */
export function useCheckTrxDomain(domainId: string) {
  return useAct(["domains"], (_: undefined) =>
    trxApi.POST("/trx-api/domains/{domain_id}/check", { params: at(domainId) }),
  );
}
