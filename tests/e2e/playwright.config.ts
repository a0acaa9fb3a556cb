import { defineConfig } from "@playwright/test";

// One worker: the journeys share one product, and the machine of continuous integration has two cores.
export default defineConfig({
  testDir: ".",
  outputDir: "../../.local/e2e",
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  workers: 1,
  // A journey that passes only when repeated is named as flaky, and counted so in the last line.
  retries: 1,
  // How long something takes is what bin/bench judges: here a slow machine has time.
  timeout: 420_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [["list"], ["json"]],
  use: { actionTimeout: 30_000, trace: "retain-on-failure", screenshot: "only-on-failure" },
});
