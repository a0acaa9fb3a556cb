import { $api } from "@/lib/api/hooks";

/** Minimum interval between checks of the session and of the required client version (SESS-53). */
export const PING_MS = 60_000;

export const pingQuery = $api.queryOptions("get", "/api/ping", {}, { staleTime: PING_MS, retry: false });
export const versionQuery = $api.queryOptions("get", "/api/version", {}, { staleTime: PING_MS });
