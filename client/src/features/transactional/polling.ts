/** Polling interval of the area's screens while the socket is down. */
export const POLL_MS = 20_000;
