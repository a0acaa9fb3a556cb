import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, query } from "@/lib/api/data";
import { type ResourceQuery, useResourceMutation } from "./resource-queries";
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
  /** Null if the key never expires. */
  readonly expiresAt: string | null;
}

export interface KeyQuery extends ResourceQuery {
  readonly subaccountId?: string;
  readonly domainId?: string;
  readonly working?: boolean;
}

function keyParams(id: string) {
  return { path: { key_id: id } };
}

/** Copies the lists, because the generated API types require mutable arrays. */
function toRequestBody<Input extends KeyInput>(input: Input) {
  return { ...input, scopes: [...input.scopes], networks: [...input.networks] };
}

/** One page. The previous page stays on screen while the next one loads. */
export function useKeys(page: KeyQuery) {
  return useQuery(query("get", "/trx-api/apikeys", { params: { query: page } }, { placeholderData: keepPreviousData }));
}

export function useKey(id: string) {
  return useQuery(query("get", "/trx-api/apikeys/{key_id}", { params: keyParams(id) }, { enabled: id !== "" }));
}

export function useGenerateKey() {
  return useResourceMutation(["apikeys", "subaccounts", "domains"], (body: NewKeyInput) =>
    call("post", "/trx-api/apikeys", { body: toRequestBody(body) }),
  );
}

export function useSaveKey(id: string) {
  return useResourceMutation(["apikeys"], (body: KeyInput) =>
    call("put", "/trx-api/apikeys/{key_id}", { params: keyParams(id), body: toRequestBody(body) }),
  );
}

export function useRotateKey(id: string) {
  return useResourceMutation(["apikeys", "subaccounts", "domains"], (overlapHours: number) =>
    call("post", "/trx-api/apikeys/{key_id}/rotate", { params: keyParams(id), body: { overlapHours } }),
  );
}

/** A revoked key stays in the list, so its detail page is refetched. */
export function useRevokeKey(id: string) {
  return useResourceMutation(["apikeys", "subaccounts", "domains"], (_: undefined) =>
    call("delete", "/trx-api/apikeys/{key_id}", { params: keyParams(id) }),
  );
}
