export { MachinesChoice, readMachines } from "./components/machines-choice";
export { PeriodChoice } from "./components/period-choice";
export { Sparkline } from "./components/sparkline";
export { type Period, readPeriod, spanOf, today, writePeriod } from "./period";
export { homeRoutes } from "./routes";
