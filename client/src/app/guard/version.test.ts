import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";

vi.mock("../reload", () => ({ reloadPage: vi.fn() }));

import { APP_VERSION } from "@/lib/constants";
import { reloadPage } from "../reload";
import { followVersion, isNewer, shouldReload } from "./version";

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.mocked(reloadPage).mockClear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});

test("DISP-01: the frontend is of the version that the server is of", () => {
  const settings = readFileSync(resolve(import.meta.dirname, "../../../../server/settings.py"), "utf8");
  // The test mode reports this number with a prefix.
  const named = /^APP_VERSION = .*"([\d.]+)"$/m.exec(settings)?.[1];

  expect(named).toBe(APP_VERSION);
  expect(APP_VERSION).toBe("2.3.12");
});

test.each([
  ["2.3.13", "2.3.12", true],
  ["2.10.0", "2.9.9", true],
  ["3", "2.3.12", true],
  ["2.3.12.1", "2.3.12", true],
  ["2.3.12", "2.3.12", false],
  ["2.3.2", "2.3.12", false],
])("%s is newer than %s: %s", (offered, running, isIt) => expect(isNewer(offered, running)).toBe(isIt));

describe("whether the page is reloaded", () => {
  test.each([
    ["SHELL-158: newer and forced", { version: "2.4.0", forced: true }, undefined, true],
    ["newer, not forced", { version: "2.4.0", forced: false }, undefined, false],
    ["forced, not newer", { version: "2.3.12", forced: true }, undefined, false],
    ["newer, forced, and reloaded for already", { version: "2.4.0", forced: true }, "2.4.0", false],
    ["newer, forced, reloaded for an earlier one", { version: "2.5.0", forced: true }, "2.4.0", true],
    ["SHELL-179: force_ that differs from the marker", { version: "force_2", forced: false }, "force_1", true],
    ["SHELL-179: force_ for the first time", { version: "force_1" }, undefined, true],
    ["SHELL-179: force_ that is the marker", { version: "force_1" }, "force_1", false],
    ["a server that says nothing of force", { version: "2.4.0" }, undefined, false],
  ] as const)("%s", (_, answer, marker, isReloaded) => expect(shouldReload(answer, "2.3.12", marker)).toBe(isReloaded));
});

test("SHELL-158: it reloads once, and waits for the page to go", async () => {
  let isOver = false;
  void followVersion({ version: "9.0.0", forced: true }).then(() => {
    isOver = true;
  });
  await Promise.resolve();

  expect(reloadPage).toHaveBeenCalledTimes(1);
  expect(isOver).toBe(false);
  expect(storage.get("forcedVersion")).toBe("9.0.0");

  await followVersion({ version: "9.0.0", forced: true });
  expect(reloadPage).toHaveBeenCalledTimes(1);
});
