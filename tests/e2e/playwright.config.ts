import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  outputDir: "../../.local/e2e",
  globalSetup: "./unpacked.ts",
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
  reporter: [["list"], ["json"]],
  // To record each that passes would cost a third of all the time.
  use: { actionTimeout: 30_000, trace: "on-first-retry", screenshot: "only-on-failure" },
});
