import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, query } from "@/lib/api/data";
import { ALL_RESOURCES, type ResourceQuery, useDeleteResource, useResourceMutation } from "./resource-queries";

function domainParams(domainId: string) {
  return { path: { domain_id: domainId } };
}

/** One page. The previous page stays on screen while the next one loads. */
export function useTrxDomains(page: ResourceQuery) {
  return useQuery(query("get", "/trx-api/domains", { params: { query: page } }, { placeholderData: keepPreviousData }));
}

/** All domains, for a select field. */
export function useAllTrxDomains() {
  return useTrxDomains(ALL_RESOURCES);
}

export function useTrxDomain(domainId: string) {
  return useQuery(
    query("get", "/trx-api/domains/{domain_id}", { params: domainParams(domainId) }, { enabled: domainId !== "" }),
  );
}

export function useAddTrxDomain() {
  return useResourceMutation(["domains", "apikeys"], (name: string) =>
    call("post", "/trx-api/domains", { body: { name } }),
  );
}

export function useRemoveTrxDomain() {
  return useDeleteResource(
    "domains",
    (domainId: string) => call("delete", "/trx-api/domains/{domain_id}", { params: domainParams(domainId) }),
    ["apikeys"],
  );
}

/** Starts a DNS check. An event reports the result. */
export function useCheckTrxDomain(domainId: string) {
  return useResourceMutation(["domains"], (_: undefined) =>
    call("post", "/trx-api/domains/{domain_id}/check", { params: domainParams(domainId) }),
  );
}
