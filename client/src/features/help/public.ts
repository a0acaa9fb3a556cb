import { lazy } from "react";

export { openHelp } from "./help-store";

/** Comes after the screen it stands on. */
export const HelpSlot = lazy(async () => ({ default: (await import("./components/help-slot")).HelpSlot }));
