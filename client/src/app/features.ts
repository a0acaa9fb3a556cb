import { campaignsRoutes } from "@/features/campaigns/routes";
import { contactsRoutes } from "@/features/contacts/routes";
import { homeRoutes } from "@/features/home/public";
import { reportsRoutes } from "@/features/reports/routes";
import { sendersRoutes } from "@/features/senders/routes";
import { sessionRoutes } from "@/features/session/public";
import type { RouteEntry } from "@/lib/routing";

/** Everything that the features bring: a new feature adds one line here, and one in feature-events.ts. */
export const FEATURE_ROUTES: readonly RouteEntry[] = [
  ...sessionRoutes,
  ...homeRoutes,
  ...contactsRoutes,
  ...campaignsRoutes,
  ...reportsRoutes,
  ...sendersRoutes,
];

/** Texts that the frame needs on every screen: its own, and those of what stands in its menu and header. */
export const FRAME_TEXTS: readonly string[] = [
  ...new Set(["shell", "activity", ...FEATURE_ROUTES.flatMap(({ menu, texts }) => (menu ? texts : []))]),
];
