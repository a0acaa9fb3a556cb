export { MachinesChoice, readMachines } from "./components/machines-choice";
export { homeRoutes } from "./routes";
