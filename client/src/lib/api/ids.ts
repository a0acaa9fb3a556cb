/** A random UUID. `crypto.randomUUID` exists only in secure contexts, and a new installation can use plain HTTP. */
export function createRandomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Prefix of this tab's call ids. */
const TAB_PREFIX = `${createRandomId().slice(0, 8)}-`;
let callCount = 0;

/** Id of a mutating call, sent as X-Request-ID. The events about its change carry it. */
export function createCallId(): string {
  callCount += 1;
  return TAB_PREFIX + callCount;
}

/** Whether this tab made the call with this id. */
export function isOwnCall(id: string | undefined): boolean {
  return id?.startsWith(TAB_PREFIX) ?? false;
}
