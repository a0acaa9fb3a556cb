import { defineConfig } from "@playwright/test";
import { PROVE, WALKS_ALL } from "./landing-list.ts";

/** Set for a proof, which is not a journey. Only this file in proofs runs. */
const proof = process.env.PROOF;

export default defineConfig({
  testDir: proof ? "./proofs" : ".",
  ...(proof ? { testMatch: `${proof}.spec.ts` } : { testIgnore: "proofs/**" }),
  outputDir: "../../.local/e2e",
  globalSetup: "./unpacked.ts",
  ...(WALKS_ALL ? {} : { grepInvert: new RegExp(PROVE) }),
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  // The journeys share one product; locks.ts defines which of them must not run in parallel.
  workers: 2,
  fullyParallel: true,
  // A journey that passes only on a retry counts as flaky in the summary.
  retries: 1,
  retryStrategy: "isolated",
  // bin/bench measures durations; here a slow machine gets enough time.
  timeout: 420_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"], ["json"], ...(proof ? [] : [["./landing-list.ts"] as const])],
  // Recording every passing journey would add a third to the duration.
  use: { actionTimeout: 30_000, trace: "on-first-retry", screenshot: "only-on-failure" },
});
