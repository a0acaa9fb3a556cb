import { getPathBelowBase } from "./bases";

/** Calls that are sent without the session token. A pattern matches the method and the path, such as `GET version`. */
export interface CallPatterns {
  /** Sent without a token. Every other call without a token fails before it leaves the browser (HTTP-23). */
  readonly publicCalls: readonly RegExp[];
  /** Sent with the token of the step between password and session (HTTP-09). */
  readonly twoFactorCalls: readonly RegExp[];
}

let patterns: CallPatterns = { publicCalls: [], twoFactorCalls: [] };

/** Sets the patterns; must run before the first call. */
export function setCallPatterns(known: CallPatterns): void {
  patterns = known;
}

function hasMatch(list: readonly RegExp[], method: string, url: string): boolean {
  const name = `${method.toUpperCase()} ${getPathBelowBase(url)}`;
  return list.some((pattern) => pattern.test(name));
}

export function isPublicCall(method: string, url: string): boolean {
  return hasMatch(patterns.publicCalls, method, url);
}

export function isTwoFactorCall(method: string, url: string): boolean {
  return hasMatch(patterns.twoFactorCalls, method, url);
}
