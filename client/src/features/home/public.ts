export { homeRoutes } from "./routes";
