import { $api } from "@/lib/api/hooks";

/** The server is asked whether the session still stands, and which version it wants, at most this often (SESS-53). */
export const PING_MS = 60_000;

export const pingQuery = $api.queryOptions("get", "/api/ping", {}, { staleTime: PING_MS, retry: false });
export const versionQuery = $api.queryOptions("get", "/api/version", {}, { staleTime: PING_MS });
