import { defineConfig } from "@playwright/test";
import { PROVE, WALKS_ALL } from "./landing-list.ts";

/** Set by a proof that is no journey: only the file of this name in proofs is run. */
const proof = process.env.PROOF;

export default defineConfig({
  testDir: proof ? "./proofs" : ".",
  ...(proof ? { testMatch: `${proof}.spec.ts` } : { testIgnore: "proofs/**" }),
  outputDir: "../../.local/e2e",
  globalSetup: "./unpacked.ts",
  ...(WALKS_ALL ? {} : { grepInvert: new RegExp(PROVE) }),
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  // The journeys share one product: locks.ts says which must not be walked at once.
  workers: 2,
  fullyParallel: true,
  // A journey that passes only when repeated is named as flaky, and counted so in the last line.
  retries: 1,
  retryStrategy: "isolated",
  // How long something takes is what bin/bench judges: here a slow machine has time.
  timeout: 420_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"], ["json"], ...(proof ? [] : [["./landing-list.ts"] as const])],
  // To record each that passes would cost a third of all the time.
  use: { actionTimeout: 30_000, trace: "on-first-retry", screenshot: "only-on-failure" },
});
