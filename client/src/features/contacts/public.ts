export { ImportChip } from "./components/import-chip-slot";
export { contactsEvents } from "./events";
export { contactsRoutes } from "./routes";
