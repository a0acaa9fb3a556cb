export { ActivityPanel } from "./components/activity-panel";
