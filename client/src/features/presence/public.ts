export { OnlineStack } from "./components/online-stack";
export { Watchers } from "./components/watchers";
export { presenceEvents } from "./events";
export { type OnlinePerson, usePresence } from "./presence-data";
export { useWatching } from "./use-report";
