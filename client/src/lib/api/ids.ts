/** A random UUID; `crypto.randomUUID` exists in secure contexts only, and a first start may be plain HTTP. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** What the ids of this tab's calls begin with. */
const TAB = `${randomId().slice(0, 8)}-`;
let made = 0;

/** The id of a call that changes something, sent as X-Request-ID. Events that tell of the change carry it. */
export function nextCallId(): string {
  made += 1;
  return TAB + made;
}

/** Whether the call with this id was made by this tab. */
export function isOwnCall(id: string | undefined): boolean {
  return id?.startsWith(TAB) ?? false;
}
