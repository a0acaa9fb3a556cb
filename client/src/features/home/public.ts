export { MachinesChoice, readMachines } from "./components/machines-choice";
export { Sparkline } from "./components/sparkline";
export { homeRoutes } from "./routes";
