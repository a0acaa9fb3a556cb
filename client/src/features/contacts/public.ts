import { lazy } from "react";

export { BulkWork } from "./components/bulk-work";
export { ImportWork } from "./components/import-work";
export { contactsEvents } from "./events";
export { contactsRoutes } from "./routes";

/** Asks for a file of contacts; comes with its words when it is first shown, so under a Suspense. */
export const ExportContactsDialog = lazy(async () => (await import("./parts")).loadExportDialog());
