import { expect, test } from "vitest";
import { resolveAlias } from "./addresses";

test.each([
  ["/", "/login"],
  ["/dashboard", "/analytics"],
  ["/dashboard?promo=HEMAT", "/analytics?promo=HEMAT"],
  ["/apikey/create?domain=7", "/apikey/generate?domain=7"],
  ["/contacts?page=2", "/contacts?page=2"],
])("%s means %s", (target, meant) => expect(resolveAlias(target)).toBe(meant));
