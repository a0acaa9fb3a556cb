export { Shell } from "./components/shell";
export type { Menu } from "./menu";
