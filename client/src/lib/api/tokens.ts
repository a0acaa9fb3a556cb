import { readStored } from "@/lib/storage";
import { isTrxCall } from "./bases";
import { isTwoFactorCall } from "./call-patterns";

/** Kind of token that a call carries (HTTP-05 to 09). */
export type TokenKind = "normal" | "trx" | "landing" | "form" | "2fa";

const TOKEN_KIND_HEADER = "X-Token-Kind";
/** Tokens of a page or form, in memory only: they belong to the tab that opened it. */
const pageTokens = new Map<TokenKind, string>();

/** Stores the token of a page or form while its screen is open; undefined removes it. */
export function setPageToken(kind: "landing" | "form", token: string | undefined): void {
  if (token) pageTokens.set(kind, token);
  else pageTokens.delete(kind);
}

/** Headers of a call with another token than the session's: `api.GET(path, { headers: buildTokenHeaders("form") })`. */
export function buildTokenHeaders(kind: TokenKind): Readonly<Record<string, string>> {
  return { [TOKEN_KIND_HEADER]: kind };
}

function getTokenKind(request: Request): TokenKind {
  const named = request.headers.get(TOKEN_KIND_HEADER);
  // An internal header, which does not leave the browser.
  request.headers.delete(TOKEN_KIND_HEADER);
  if (named) return named as TokenKind;
  if (isTrxCall(request.url)) return "trx";
  return isTwoFactorCall(request.method, request.url) ? "2fa" : "normal";
}

const TOKEN_READERS: Readonly<Record<TokenKind, () => string | undefined>> = {
  normal: () => readStored("token"),
  trx: () => readStored("trxToken"),
  landing: () => pageTokens.get("landing"),
  form: () => pageTokens.get("form"),
  "2fa": () => readStored("token2fa") ?? readStored("token"),
};

/** The token to send with a request, if any. */
export function findToken(request: Request): string | undefined {
  return TOKEN_READERS[getTokenKind(request)]();
}

/** Whether an `Authorization` header carries the token of an ended session. */
export function isOutdatedToken(authorization: string | null): boolean {
  return authorization !== null && !Object.values(TOKEN_READERS).some((read) => authorization === `Bearer ${read()}`);
}
