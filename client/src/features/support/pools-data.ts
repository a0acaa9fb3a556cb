import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation, query } from "@/lib/api/data";
import { ADMIN_PATH_PREFIX } from "./support-data";

export type Pools = components["schemas"]["PoolsOut"];
export type Pool = components["schemas"]["PoolOut"];
export type Relay = components["schemas"]["RelayOut"];
export type RelayLive = components["schemas"]["LiveOut"];
export type SlowedDestination = components["schemas"]["SlowedDestinationOut"];
export type PoolUse = components["schemas"]["PoolUseOut"];
export type Stream = components["schemas"]["Stream"];
export type RelayFields = components["schemas"]["RelayIn"];
export type PoolUseFields = components["schemas"]["PoolUseIn"];

export const STREAMS = ["marketing", "transactional", "system"] as const satisfies readonly Stream[];
export const TLS_MODES = [
  "required",
  "implicit",
  "opportunistic",
  "never",
] as const satisfies readonly RelayFields["tls"][];
/** Id of the relay from the settings, in calls that take a relay's id. */
export const DEFAULT_RELAY = 0;
/** Senders report the status of their relays every three seconds. */
const POLL_MS = 3000;

export function usePools() {
  return useQuery(query("get", "/api/admin/pools", {}, { pollMs: POLL_MS }));
}

/** A change of pools or relays; each requires a reason. */
export type PoolChange =
  | { readonly kind: "addPool"; readonly name: string }
  | { readonly kind: "rename"; readonly pool: Pool; readonly name: string }
  | { readonly kind: "removePool"; readonly pool: Pool }
  | { readonly kind: "use"; readonly pool: Pool; readonly fields: Omit<PoolUseFields, "reason"> }
  | { readonly kind: "endUse"; readonly use: PoolUse }
  | { readonly kind: "addRelay"; readonly pool: Pool; readonly fields: Omit<RelayFields, "reason"> }
  | { readonly kind: "changeRelay"; readonly relay: Relay; readonly fields: Omit<RelayFields, "reason"> }
  | { readonly kind: "removeRelay"; readonly relay: Relay };

function send(change: PoolChange, reason: string, key: string): Promise<unknown> {
  const headers = { "Idempotency-Key": key };
  switch (change.kind) {
    case "addPool":
      return call("post", "/api/admin/pools", { body: { name: change.name, reason }, headers });
    case "rename": {
      const params = { path: { pool_id: change.pool.poolId } };
      return call("post", "/api/admin/pools/{pool_id}/rename", {
        params,
        body: { name: change.name, reason },
        headers,
      });
    }
    case "removePool": {
      const params = { path: { pool_id: change.pool.poolId } };
      return call("post", "/api/admin/pools/{pool_id}/remove", { params, body: { reason }, headers });
    }
    case "use": {
      const params = { path: { pool_id: change.pool.poolId } };
      return call("post", "/api/admin/pools/{pool_id}/use", { params, body: { ...change.fields, reason }, headers });
    }
    case "endUse": {
      const params = { path: { use_id: change.use.useId } };
      return call("post", "/api/admin/pool-uses/{use_id}/end", { params, body: { reason }, headers });
    }
    case "addRelay": {
      const params = { path: { pool_id: change.pool.poolId } };
      return call("post", "/api/admin/pools/{pool_id}/relays", { params, body: { ...change.fields, reason }, headers });
    }
    case "changeRelay": {
      const params = { path: { relay_id: change.relay.relayId } };
      return call("post", "/api/admin/relays/{relay_id}/change", {
        params,
        body: { ...change.fields, reason },
        headers,
      });
    }
    case "removeRelay": {
      const params = { path: { relay_id: change.relay.relayId } };
      return call("post", "/api/admin/relays/{relay_id}/remove", { params, body: { reason }, headers });
    }
  }
}

/** Makes the change. A retry after a lost response has the same key, so that the change is made and recorded once. */
export function usePoolChange() {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: ({
        change,
        reason,
        key,
      }: {
        readonly change: PoolChange;
        readonly reason: string;
        readonly key: string;
      }) => send(change, reason, key),
      onSuccess: () =>
        client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith(ADMIN_PATH_PREFIX) }),
    }),
  );
}

/** Tests the connection to a relay without sending a message. */
export function useConnectionTest(relayId: number) {
  return useQuery(
    query(
      "post",
      "/api/admin/relays/{relay_id}/try",
      { params: { path: { relay_id: relayId } } },
      { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, refetchOnWindowFocus: false },
    ),
  );
}
