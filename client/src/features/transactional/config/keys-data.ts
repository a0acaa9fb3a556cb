import { trxApi } from "@/lib/api/trx-client";
import { answered } from "../answered";
import { type ListQuery, useAct, usePage, useThing } from "./asking";
import type { Scope } from "./shapes";

export interface KeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly networks: readonly string[];
}

export interface NewKeyInput extends KeyInput {
  readonly sandbox: boolean;
  readonly domainId: string | null;
  readonly subaccountId: string | null;
  /** Null: it never ends by itself. */
  readonly expiresAt: string | null;
}

export interface KeyQuery extends ListQuery {
  readonly subaccountId?: string;
  readonly domainId?: string;
  readonly working?: boolean;
}

function at(id: string) {
  return { path: { key_id: id } };
}

/** As the contract has it: lists of its own. */
function sent<Input extends KeyInput>(input: Input) {
  return { ...input, scopes: [...input.scopes], networks: [...input.networks] };
}

export function useKeys(query: KeyQuery) {
  return usePage("apikeys", query, (signal) => trxApi.GET("/trx-api/apikeys", { params: { query }, signal }));
}

export function useKey(id: string) {
  return useThing("apikeys", id, (signal) => trxApi.GET("/trx-api/apikeys/{key_id}", { params: at(id), signal }));
}

export function useGenerateKey() {
  return useAct(["apikeys", "subaccounts", "domains"], async (body: NewKeyInput) =>
    answered(await trxApi.POST("/trx-api/apikeys", { body: sent(body) })),
  );
}

export function useSaveKey(id: string) {
  return useAct(["apikeys"], async (body: KeyInput) =>
    answered(await trxApi.PUT("/trx-api/apikeys/{key_id}", { params: at(id), body: sent(body) })),
  );
}

export function useRotateKey(id: string) {
  return useAct(["apikeys", "subaccounts", "domains"], async (overlapHours: number) =>
    answered(await trxApi.POST("/trx-api/apikeys/{key_id}/rotate", { params: at(id), body: { overlapHours } })),
  );
}

/** A revoked key stays in the list, so its page is asked for again. */
export function useRevokeKey(id: string) {
  return useAct(["apikeys", "subaccounts", "domains"], (_: undefined) =>
    trxApi.DELETE("/trx-api/apikeys/{key_id}", { params: at(id) }),
  );
}
