import { query } from "@/lib/api/data";

/** Minimum interval between checks of the session and of the required client version (SESS-53). */
export const PING_INTERVAL_MS = 60_000;

export const pingQuery = query("get", "/api/ping", {}, { staleTime: PING_INTERVAL_MS, retry: false });
export const versionQuery = query("get", "/api/version", {}, { staleTime: PING_INTERVAL_MS });
