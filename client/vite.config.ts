import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./scripts/precompress.ts";

/** Where `npm run dev` sends calls and sockets; bin/dev sets it. */
const server = process.env.APP_SERVER ?? "http://localhost:8000";

export default defineConfig({
  plugins: [react(), precompress()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: false },
      "/socket.io": { target: server, ws: true, changeOrigin: false },
      "/media": { target: server, changeOrigin: false },
    },
  },
  build: {
    target: "es2022",
    manifest: true,
    // A strict policy allows no data: fonts or scripts, and a module preload needs no polyfill in these targets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Each library in one file: parted by who needs which half of it, it weighs more and compresses worse.
        codeSplitting: {
          groups: [
            { name: "router", test: /node_modules\/react-router\// },
            { name: "i18n", test: /node_modules\/(?:react-)?i18next\// },
          ],
        },
      },
    },
  },
});
