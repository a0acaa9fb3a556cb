import { defineRoutes } from "@/lib/routing";

/** Diagnostics of the installation and this browser, for internal users (TEAM-185). */
export const diagnosticsRoutes = defineRoutes({
  path: "/diagnostics",
  name: "diagnostics",
  title: "shell.diagnostics",
  texts: ["diagnostics"],
  internal: true,
  load: async () => ({ Page: (await import("./pages/diagnostics-page")).DiagnosticsPage }),
});
