import { lazy } from "react";

export { activityKeys } from "./activity-text";

/** Loaded when it is opened. */
export const ActivityPanel = lazy(async () => ({
  default: (await import("./components/activity-panel")).ActivityPanel,
}));
