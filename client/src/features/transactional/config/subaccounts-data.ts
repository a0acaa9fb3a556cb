import { trxApi } from "@/lib/api/trx-client";
import { answered } from "../answered";
import { ALL, type ListQuery, useAct, usePage, useRemove, useThing } from "./asking";
import type { Subaccount } from "./shapes";

export interface SubaccountInput {
  readonly name: string;
  readonly email: string;
  readonly monthlyLimit: number | null;
}

function at(id: string) {
  return { path: { subaccount_id: id } };
}

export function useSubaccounts(query: ListQuery) {
  return usePage("subaccounts", query, (signal) => trxApi.GET("/trx-api/subaccounts", { params: { query }, signal }));
}

export function useAllSubaccounts() {
  return useSubaccounts(ALL);
}

export function useSubaccount(id: string) {
  return useThing("subaccounts", id, (signal) =>
    trxApi.GET("/trx-api/subaccounts/{subaccount_id}", { params: at(id), signal }),
  );
}

export function useCreateSubaccount() {
  return useAct(["subaccounts"], async (body: SubaccountInput) =>
    answered(await trxApi.POST("/trx-api/subaccounts", { body })),
  );
}

export function useSaveSubaccount(id: string) {
  return useAct(["subaccounts"], async (body: SubaccountInput & { readonly active: boolean }) =>
    answered(await trxApi.PUT("/trx-api/subaccounts/{subaccount_id}", { params: at(id), body })),
  );
}

/** Deletes one; its keys are revoked, which the server wants to be told. */
export function useRemoveSubaccount() {
  return useRemove(
    "subaccounts",
    ({ id, keys }: Pick<Subaccount, "id" | "keys">) =>
      trxApi.DELETE("/trx-api/subaccounts/{subaccount_id}", {
        params: { ...at(id), query: keys > 0 ? { revokeKeys: true } : {} },
      }),
    ["apikeys"],
  );
}
