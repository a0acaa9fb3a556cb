export { contactsEvents } from "./events";
export { contactsRoutes } from "./routes";
