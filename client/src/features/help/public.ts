import { lazy } from "react";

export { openHelp } from "./help-store";

/** Loads after the screen. */
export const HelpSlot = lazy(async () => ({ default: (await import("./components/help-slot")).HelpSlot }));
