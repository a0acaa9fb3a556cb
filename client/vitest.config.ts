import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const alias = { "@": fileURLToPath(new URL("./src", import.meta.url)) };

export default defineConfig({
  test: {
    // A test that passes only when repeated is marked so by the reporter.
    retry: 1,
    // Twice the cores: half of their time tests wait for what a screen puts off.
    maxWorkers: "200%",
    // Contexts of one thread share jsdom, which would take a second to load for each file.
    pool: "vmThreads",
    vmMemoryLimit: "1GB",
    projects: [
      {
        resolve: { alias },
        test: {
          name: "node",
          environment: "node",
          include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
          testTimeout: 15_000,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: "jsdom",
          environment: "./tests/environment.ts",
          environmentOptions: { jsdom: { url: "http://localhost/" } },
          include: ["src/**/*.test.tsx", "tests/**/*.test.tsx"],
          setupFiles: ["tests/setup.ts"],
          css: { modules: { classNameStrategy: "non-scoped" } },
          testTimeout: 15_000,
        },
      },
    ],
  },
});
