import { type QueryKey, useMutation } from "@tanstack/react-query";
import { buildQueryKey, customMutation } from "@/lib/api/data";
import type { ListAddress } from "@/ui/table/list-address";

export type Resource = "domains" | "subaccounts" | "apikeys" | "webhooks";

const LIST_KEYS: Readonly<Record<Resource, QueryKey>> = {
  domains: buildQueryKey("get", "/trx-api/domains"),
  subaccounts: buildQueryKey("get", "/trx-api/subaccounts"),
  apikeys: buildQueryKey("get", "/trx-api/apikeys"),
  webhooks: buildQueryKey("get", "/trx-api/webhooks"),
};

const DETAIL_KEYS: Readonly<Record<Resource, readonly QueryKey[]>> = {
  domains: [buildQueryKey("get", "/trx-api/domains/{domain_id}")],
  subaccounts: [buildQueryKey("get", "/trx-api/subaccounts/{subaccount_id}")],
  apikeys: [buildQueryKey("get", "/trx-api/apikeys/{key_id}")],
  webhooks: [
    buildQueryKey("get", "/trx-api/webhooks/{webhook_id}"),
    buildQueryKey("get", "/trx-api/webhooks/{webhook_id}/deliveries"),
    buildQueryKey("get", "/trx-api/webhooks/{webhook_id}/deliveries/{delivery_id}"),
  ],
};

/** Query keys of a resource's list and of its details. */
export function getResourceKeys(noun: Resource): readonly QueryKey[] {
  return [LIST_KEYS[noun], ...DETAIL_KEYS[noun]];
}

export interface ResourceQuery {
  readonly page?: number;
  readonly size?: number;
  readonly sort?: string;
  readonly search?: string;
}

/** Query parameters of a list page. */
export function buildResourceQuery({ page, size, sort, search }: ListAddress): ResourceQuery {
  return { page, size, sort, ...(search ? { search } : {}) };
}

/** All resources for a select field, by name. */
export const ALL_RESOURCES: ResourceQuery = { size: 100, sort: "name" };

/** A mutation that refreshes these resources. */
export function useResourceMutation<Input, Output>(nouns: readonly Resource[], act: (input: Input) => Promise<Output>) {
  return useMutation(customMutation({ mutationFn: act, refreshes: nouns.flatMap(getResourceKeys) }));
}

/** Deletes a resource. Does not refetch its detail page, which is about to close. */
export function useDeleteResource<Input>(
  noun: Resource,
  remove: (input: Input) => Promise<unknown>,
  others: readonly Resource[] = [],
) {
  return useMutation(
    customMutation({ mutationFn: remove, refreshes: [LIST_KEYS[noun], ...others.flatMap(getResourceKeys)] }),
  );
}
