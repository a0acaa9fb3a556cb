import { type CallPatterns, setCallPatterns } from "@/lib/api/call-patterns";

const CALL_PATTERNS: CallPatterns = {
  publicCalls: [
    /^(?:GET|POST) captcha$/,
    /^POST (?:signin|signin-token|signin-jwt|register|forget-password|reset-password)$/,
    // Senders can verify their address without an account.
    /^POST (?:users\/validate|senders\/validate(?:\/check)?)$/,
    /^POST ping$/,
    /^GET (?:version|client|companies\/registration-questions)$/,
    /^\w+ team-member\/.+$/,
    /^\w+ contacts\/(?:subscribe|confirm|unsubscribe|resubscribe)$/,
    /^POST forms\/[^/]+\/submit$/,
    /^\w+ events\/detail$/,
    /^\w+ public\/shorten-url$/,
    /^POST message\/contact-us$/,
    // These addresses are signed.
    /^GET contacts\/export\/file\/.+$/,
    /^GET reports\/file\/.+$/,
    /^GET lookups\/.+$/,
  ],
  twoFactorCalls: [/^POST checkToken-2FA$/, /^POST auth-otp$/],
};

/** Registers the calls that are sent without the session token (HTTP-09, HTTP-23). */
export function registerCallPatterns(): void {
  setCallPatterns(CALL_PATTERNS);
}
