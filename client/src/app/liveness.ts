import { query } from "@/lib/api/data";

/** Minimum interval between checks of the session and of the required client version (SESS-53). */
export const PING_MS = 60_000;

export const pingQuery = query("get", "/api/ping", {}, { staleTime: PING_MS, retry: false });
export const versionQuery = query("get", "/api/version", {}, { staleTime: PING_MS });
