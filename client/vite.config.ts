import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { createFileLoadingPlugin } from "./scripts/file-loading.ts";
import { createPrecompressPlugin } from "./scripts/precompress.ts";

/** Where `npm run dev` sends calls and sockets; bin/dev sets it. */
const server = process.env.APP_SERVER ?? "http://localhost:8000";

export default defineConfig({
  plugins: [react(), createFileLoadingPlugin(), createPrecompressPlugin()],
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
    // A strict policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Each library in one file: parted by who needs which half of it, it weighs more and compresses worse.
        codeSplitting: {
          groups: [
            { name: "router", test: /node_modules\/react-router\// },
            { name: "i18n", test: /node_modules\/(?:react-)?i18next\// },
            { name: "query", test: /node_modules\/@tanstack\/(?:react-)?query(?:-core)?\// },
            { name: "xstate", test: /node_modules\/(?:xstate|@xstate)\// },
            // What every load begins with, and every one behind the sign-in.
            {
              name: "start",
              test: /src\/(?:app\/(?:texts|guard)|lib\/(?:routing|storage|errors|describe-failure|initials|draft-storage|i18n\/[^/]+|api\/[^/]+))\.ts/,
            },
            // What a theme is provided with, which every screen behind the sign-in loads.
            { name: "mantine-theme", test: /@mantine\/core\/esm\/core\/MantineProvider\// },
            // The errors of all areas are asked for together, and their sentences.
            { name: "errors", test: /\/(?:errors\/(?:errors|reserved|feature-errors)|catalogue\/later)\.ts/ },
            { name: "errors-en", test: /\/(?:errors|catalogue)\/texts\/en\.json/ },
            { name: "errors-id", test: /\/(?:errors|catalogue)\/texts\/id\.json/ },
            // Small modules of the frame, which every screen behind the sign-in loads.
            {
              name: "frame-parts",
              test: /@mantine\/hooks\/esm\/use-(?:media-query|callback-ref)|src\/features\/(?:shell\/(?:quota|use-teams)|notifications\/(?:latest-notification|notifications-data))\.tsx?$/,
            },
            // How lists and reports show numbers.
            { name: "numbers", test: /src\/lib\/(?:filters|decimals)\.ts/ },
            // What every icon is made with, apart from those that only some screens have.
            { name: "icon-base", test: /createReactComponent|defaultAttributes/ },
            // Those of the menu and of lists, which most screens have beside their own.
            {
              name: "common-icons",
              test: /icons\/Icon(?:AddressBook|AlertTriangle|ArrowDown|ArrowUp|Ban|Building|ChartLine|ChevronDown|Code|Copy|CreditCard|DeviceDesktop|Gauge|Heartbeat|HelpCircle|History|Key|Layout|Lock|Logout|Mail|Pencil|Plus|Route|Search|Send|Server|Sun|Tag|TargetArrow|Transfer|Trash|Upload|User|UserPlus|Users|UsersGroup|X)\.mjs$/,
            },
          ],
        },
      },
    },
  },
});
