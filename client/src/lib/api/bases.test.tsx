import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

test("the bases are /api and /trx-api", async () => {
  const { API_BASE, TRX_API_BASE } = await import("./bases");

  expect([API_BASE, TRX_API_BASE]).toEqual(["/api", "/trx-api"]);
});

test.each([
  ["contacts/label", "/api/contacts/label"],
  ["/api/contacts", "/api/contacts"],
  ["/media/x.png", "/media/x.png"],
])("%s is at %s", async (path, address) => {
  const { buildUrl: addressOf } = await import("./bases");

  expect(addressOf(path)).toBe(address);
});

test("a build may place both elsewhere", async () => {
  vi.stubEnv("VITE_API_BASE", "https://api.example/v1");
  vi.stubEnv("VITE_TRX_API_BASE", "https://trx.example");
  const { buildUrl: addressOf, isTrxCall, getPathBelowBase: pathBelowBase, TRX_API_BASE } = await import("./bases");

  expect(addressOf("/api/contacts")).toBe("https://api.example/v1/contacts");
  expect(addressOf("milis", TRX_API_BASE)).toBe("https://trx.example/milis");
  expect(pathBelowBase("https://api.example/v1/lookups/os")).toBe("lookups/os");
  expect(isTrxCall("https://trx.example/milis")).toBe(true);
  expect(isTrxCall("https://api.example/v1/milis")).toBe(false);
});
