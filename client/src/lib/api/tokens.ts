import { readStored } from "@/lib/storage";
import { isTrxCall } from "./bases";
import { isTwoFactorCall } from "./call-patterns";

/** What a call is made with (HTTP-05 to 09). */
export type TokenKind = "normal" | "trx" | "landing" | "form" | "2fa";

const HEADER = "X-Token-Kind";
/** Tokens of one page or form: they belong to the tab that opened it, and are not kept. */
const held = new Map<TokenKind, string>();

/** Keeps the token of a page or form while its screen is open; undefined lets it go. */
export function holdToken(kind: "landing" | "form", token: string | undefined): void {
  if (token) held.set(kind, token);
  else held.delete(kind);
}

/** Headers of a call that bears another token than the session's: `api.GET(path, { headers: bearing("form") })`. */
export function bearing(kind: TokenKind): Readonly<Record<string, string>> {
  return { [HEADER]: kind };
}

function kindOf(request: Request): TokenKind {
  const named = request.headers.get(HEADER);
  // Named by us, for us: it does not leave the browser.
  request.headers.delete(HEADER);
  if (named) return named as TokenKind;
  if (isTrxCall(request.url)) return "trx";
  return isTwoFactorCall(request.method, request.url) ? "2fa" : "normal";
}

const READ: Readonly<Record<TokenKind, () => string | undefined>> = {
  normal: () => readStored("token"),
  trx: () => readStored("trxToken"),
  landing: () => held.get("landing"),
  form: () => held.get("form"),
  "2fa": () => readStored("token2fa") ?? readStored("token"),
};

/** The token that a request is to bear, if there is one. */
export function tokenFor(request: Request): string | undefined {
  return READ[kindOf(request)]();
}

/** Whether an `Authorization` header bears a token of a session that is over by now. */
export function isOutdated(authorization: string | null): boolean {
  return authorization !== null && !Object.values(READ).some((read) => authorization === `Bearer ${read()}`);
}
