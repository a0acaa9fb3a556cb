import { lazy } from "react";

export { missionQuery, useDismissMission } from "./mission-data";

/** Load after the screen. */
export const MissionSlot = lazy(async () => ({ default: (await import("./components/mission-slot")).MissionSlot }));
export const Checklist = lazy(async () => ({ default: (await import("./components/checklist")).Checklist }));
