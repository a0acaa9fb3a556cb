import { pathBelowBase } from "./bases";

/** Calls that go without a token (HTTP-23); every other call without one is refused before it leaves the browser. */
const PUBLIC_CALLS: readonly RegExp[] = [
  /^(?:GET|POST) captcha$/,
  /^POST (?:signin|signin-token|signin-jwt|register|forget-password|reset-password)$/,
  // The link of a sender is mailed to somebody who need not have an account.
  /^POST (?:users\/validate|senders\/validate(?:\/check)?)$/,
  /^POST ping$/,
  /^GET (?:version|client|companies\/registration-questions)$/,
  /^\w+ team-member\/.+$/,
  /^\w+ contacts\/(?:subscribe|confirm|unsubscribe|resubscribe)$/,
  /^POST forms\/[^/]+\/submit$/,
  /^\w+ events\/detail$/,
  /^\w+ public\/shorten-url$/,
  /^POST message\/contact-us$/,
  // Their addresses are signed.
  /^GET contacts\/export\/file\/.+$/,
  /^GET reports\/file\/.+$/,
  /^GET lookups\/.+$/,
];

/** Calls of the step between password and session carry the two-factor token (HTTP-09). */
const TWO_FACTOR_CALLS: readonly RegExp[] = [/^POST checkToken-2FA$/, /^POST auth-otp$/];

function callName(method: string, url: string): string {
  return `${method.toUpperCase()} ${pathBelowBase(url)}`;
}

export function isPublicCall(method: string, url: string): boolean {
  const name = callName(method, url);
  return PUBLIC_CALLS.some((pattern) => pattern.test(name));
}

export function isTwoFactorCall(method: string, url: string): boolean {
  const name = callName(method, url);
  return TWO_FACTOR_CALLS.some((pattern) => pattern.test(name));
}
