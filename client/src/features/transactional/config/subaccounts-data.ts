import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, query } from "@/lib/api/data";
import { ALL_RESOURCES, type ResourceQuery, useDeleteResource, useResourceMutation } from "./resource-queries";
import type { Subaccount } from "./shapes";

export interface SubaccountInput {
  readonly name: string;
  readonly email: string;
  readonly monthlyLimit: number | null;
}

function subaccountParams(id: string) {
  return { path: { subaccount_id: id } };
}

/** One page. The previous page stays on screen while the next one loads. */
export function useSubaccounts(page: ResourceQuery) {
  return useQuery(
    query("get", "/trx-api/subaccounts", { params: { query: page } }, { placeholderData: keepPreviousData }),
  );
}

export function useAllSubaccounts() {
  return useSubaccounts(ALL_RESOURCES);
}

export function useSubaccount(id: string) {
  return useQuery(
    query("get", "/trx-api/subaccounts/{subaccount_id}", { params: subaccountParams(id) }, { enabled: id !== "" }),
  );
}

export function useCreateSubaccount() {
  return useResourceMutation(["subaccounts"], (body: SubaccountInput) =>
    call("post", "/trx-api/subaccounts", { body }),
  );
}

export function useSaveSubaccount(id: string) {
  return useResourceMutation(["subaccounts"], (body: SubaccountInput & { readonly active: boolean }) =>
    call("put", "/trx-api/subaccounts/{subaccount_id}", { params: subaccountParams(id), body }),
  );
}

/** Deletes a subaccount. The server requires `revokeKeys` if it has keys. */
export function useRemoveSubaccount() {
  return useDeleteResource(
    "subaccounts",
    ({ id, keys }: Pick<Subaccount, "id" | "keys">) =>
      call("delete", "/trx-api/subaccounts/{subaccount_id}", {
        params: { ...subaccountParams(id), query: keys > 0 ? { revokeKeys: true } : {} },
      }),
    ["apikeys"],
  );
}
