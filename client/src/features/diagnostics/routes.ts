import { defineRoutes } from "@/lib/routing";

/** What an internal user sees of the installation and of this browser (TEAM-185). */
export const diagnosticsRoutes = defineRoutes({
  path: "/diagnostics",
  name: "diagnostics",
  title: "shell.diagnostics",
  texts: ["diagnostics"],
  internal: true,
  load: async () => ({ Page: (await import("./pages/diagnostics-page")).DiagnosticsPage }),
});
