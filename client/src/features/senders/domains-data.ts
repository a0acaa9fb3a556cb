import { keepPreviousData, useMutation, useMutationState, useQuery } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";
import { SENDERS_KEY } from "./senders-data";

export type Domain = components["schemas"]["DomainOut"];
export type DomainDetail = components["schemas"]["DomainDetailOut"];
export type DomainRecord = components["schemas"]["DomainRecordOut"];
export type DnsResponse = components["schemas"]["DnsResponseOut"];
export type DomainCertificate = components["schemas"]["CertificateOut"];
export type Algorithm = components["schemas"]["Algorithm"];

export const DOMAINS_KEY = buildQueryKey("get", "/api/domains");
export const DOMAIN_KEY = buildQueryKey("get", "/api/domains/{domain_id}");
const DELETE_MUTATION_KEY = ["senders", "domain", "delete"] as const;
/** Polling interval while a DNS check is pending, in case an event is lost. */
const CHECK_POLL_MS = 3_000;

interface DomainListQuery {
  readonly page: number;
  readonly size: number;
  readonly sort: string;
  readonly search: string;
  readonly isWanted?: boolean;
}

/** One page. The previous page stays on screen while the next one loads. */
export function useDomains({ page, size, sort, search, isWanted = true }: DomainListQuery) {
  const params = { query: { page, size, sort, ...(search ? { search } : {}) } };
  return useQuery(query("get", "/api/domains", { params }, { placeholderData: keepPreviousData, enabled: isWanted }));
}

/** A domain with its DNS records. `isAwaited` while a DNS check is pending. */
export function useDomain(domainId: string, isAwaited: boolean) {
  // A deleted domain is not refetched by the page that is about to close.
  const deletions = useMutationState({
    filters: {
      mutationKey: DELETE_MUTATION_KEY,
      predicate: ({ state }) => state.variables === domainId && state.status !== "error",
    },
  });
  return useQuery(
    query(
      "get",
      "/api/domains/{domain_id}",
      { params: { path: { domain_id: domainId } } },
      {
        enabled: deletions.length === 0,
        // A page that opens during the first check might miss both its result and its event.
        refetchInterval: ({ state: { data } }) => (isAwaited || data?.checkedAt === null ? CHECK_POLL_MS : false),
      },
    ),
  );
}

function useDomainMutation<Input, Output>(act: (input: Input) => Promise<Output>) {
  return useMutation(customMutation({ mutationFn: act, refreshes: [DOMAINS_KEY, DOMAIN_KEY, SENDERS_KEY] }));
}

function domainParams(domainId: string) {
  return { path: { domain_id: domainId } };
}

export function useAddDomain() {
  return useDomainMutation((name: string) => call("post", "/api/domains", { body: { name } }));
}

export function useDeleteDomain() {
  return useMutation(
    customMutation({
      mutationKey: DELETE_MUTATION_KEY,
      mutationFn: (domainId: string) => call("delete", "/api/domains/{domain_id}", { params: domainParams(domainId) }),
      refreshes: [DOMAINS_KEY, SENDERS_KEY],
    }),
  );
}

export function useMakeDomainDefault() {
  return useDomainMutation((domainId: string) =>
    call("put", "/api/domains/{domain_id}/default", { params: domainParams(domainId) }),
  );
}

/** Changes the subdomain of the tracking links. */
export function useChangeSlug(domainId: string) {
  return useDomainMutation((slug: string) =>
    call("put", "/api/domains/{domain_id}/slug", { params: domainParams(domainId), body: { slug } }),
  );
}

/** Adds a new DKIM key beside the active one. */
export function useRotateKey(domainId: string) {
  return useDomainMutation((algorithm: Algorithm) =>
    call("post", "/api/domains/{domain_id}/keys", { params: domainParams(domainId), body: { algorithm } }),
  );
}

/** Orders a certificate for the tracking host. An event reports the result. */
export function useOrderCertificate(domainId: string) {
  return useDomainMutation(() => call("post", "/api/domains/{domain_id}/ssl", { params: domainParams(domainId) }));
}

/** Starts a DNS check. An event reports the result. */
export function useCheckDomain(domainId: string) {
  return useMutation(
    customMutation({
      mutationFn: () => call("post", "/api/domains/{domain_id}/check", { params: domainParams(domainId) }),
    }),
  );
}
