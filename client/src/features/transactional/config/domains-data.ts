import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, query } from "@/lib/api/data";
import { ALL, type ListQuery, useAct, useRemove } from "./asking";

function at(domainId: string) {
  return { path: { domain_id: domainId } };
}

/** A page of the list; the page before stays on screen until the next is here. */
export function useTrxDomains(page: ListQuery) {
  return useQuery(query("get", "/trx-api/domains", { params: { query: page } }, { placeholderData: keepPreviousData }));
}

/** Every domain that there is to choose from. */
export function useAllTrxDomains() {
  return useTrxDomains(ALL);
}

export function useTrxDomain(domainId: string) {
  return useQuery(query("get", "/trx-api/domains/{domain_id}", { params: at(domainId) }, { enabled: domainId !== "" }));
}

export function useAddTrxDomain() {
  return useAct(["domains", "apikeys"], (name: string) => call("post", "/trx-api/domains", { body: { name } }));
}

export function useRemoveTrxDomain() {
  return useRemove(
    "domains",
    (domainId: string) => call("delete", "/trx-api/domains/{domain_id}", { params: at(domainId) }),
    ["apikeys"],
  );
}

/** Has the DNS asked now; what it says is told by an event. */
export function useCheckTrxDomain(domainId: string) {
  return useAct(["domains"], (_: undefined) =>
    call("post", "/trx-api/domains/{domain_id}/check", { params: at(domainId) }),
  );
}
