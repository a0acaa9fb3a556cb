import { type QueryKey, useMutation } from "@tanstack/react-query";
import { customMutation, keyOf } from "@/lib/api/data";
import type { ListAddress } from "@/ui/table/list-address";

export type Resource = "domains" | "subaccounts" | "apikeys" | "webhooks";

const LISTS: Readonly<Record<Resource, QueryKey>> = {
  domains: keyOf("get", "/trx-api/domains"),
  subaccounts: keyOf("get", "/trx-api/subaccounts"),
  apikeys: keyOf("get", "/trx-api/apikeys"),
  webhooks: keyOf("get", "/trx-api/webhooks"),
};

const DETAILS: Readonly<Record<Resource, readonly QueryKey[]>> = {
  domains: [keyOf("get", "/trx-api/domains/{domain_id}")],
  subaccounts: [keyOf("get", "/trx-api/subaccounts/{subaccount_id}")],
  apikeys: [keyOf("get", "/trx-api/apikeys/{key_id}")],
  webhooks: [
    keyOf("get", "/trx-api/webhooks/{webhook_id}"),
    keyOf("get", "/trx-api/webhooks/{webhook_id}/deliveries"),
    keyOf("get", "/trx-api/webhooks/{webhook_id}/deliveries/{delivery_id}"),
  ],
};

/** Query keys of a resource's list and of its details. */
export function keysOf(noun: Resource): readonly QueryKey[] {
  return [LISTS[noun], ...DETAILS[noun]];
}

export interface ResourceQuery {
  readonly page?: number;
  readonly size?: number;
  readonly sort?: string;
  readonly search?: string;
}

/** Query parameters of a list page. */
export function queryOf({ page, size, sort, search }: ListAddress): ResourceQuery {
  return { page, size, sort, ...(search ? { search } : {}) };
}

/** All resources for a select field, by name. */
export const ALL: ResourceQuery = { size: 100, sort: "name" };

/** A mutation that refreshes these resources. */
export function useResourceMutation<Input, Output>(nouns: readonly Resource[], act: (input: Input) => Promise<Output>) {
  return useMutation(customMutation({ mutationFn: act, refreshes: nouns.flatMap(keysOf) }));
}

/** Deletes a resource. Does not refetch its detail page, which is about to close. */
export function useDeleteResource<Input>(
  noun: Resource,
  remove: (input: Input) => Promise<unknown>,
  others: readonly Resource[] = [],
) {
  return useMutation(customMutation({ mutationFn: remove, refreshes: [LISTS[noun], ...others.flatMap(keysOf)] }));
}
