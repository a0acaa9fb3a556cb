import { pathBelowBase } from "./bases";

/** Which calls go without the session's token. A pattern is matched with the method and the path: `GET version`. */
export interface CallPatterns {
  /** They go without a token; every other call without one is refused before it leaves the browser (HTTP-23). */
  readonly publicCalls: readonly RegExp[];
  /** They carry the token of the step between password and session (HTTP-09). */
  readonly twoFactorCalls: readonly RegExp[];
}

let patterns: CallPatterns = { publicCalls: [], twoFactorCalls: [] };

/** Names the calls that go without the session's token, before the first call. */
export function setCallPatterns(known: CallPatterns): void {
  patterns = known;
}

function matches(list: readonly RegExp[], method: string, url: string): boolean {
  const name = `${method.toUpperCase()} ${pathBelowBase(url)}`;
  return list.some((pattern) => pattern.test(name));
}

export function isPublicCall(method: string, url: string): boolean {
  return matches(patterns.publicCalls, method, url);
}

export function isTwoFactorCall(method: string, url: string): boolean {
  return matches(patterns.twoFactorCalls, method, url);
}
