export { BulkWork } from "./components/bulk-work";
export { ImportWork } from "./components/import-work";
export { contactsEvents } from "./events";
export { contactsRoutes } from "./routes";
