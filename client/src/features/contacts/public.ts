export { BulkWork } from "./components/bulk-work";
export { contactsEvents } from "./events";
export { ImportWork } from "./import/components/import-work";
export { contactsRoutes } from "./routes";
