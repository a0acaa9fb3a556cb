export { ActivityPanel } from "./components/activity-panel";
export { activityEvents } from "./events";
