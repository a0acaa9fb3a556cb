import { accountRoutes } from "@/features/account/routes";
import { campaignsRoutes } from "@/features/campaigns/routes";
import { contactsRoutes } from "@/features/contacts/routes";
import { deliveryRoutes } from "@/features/delivery/routes";
import { diagnosticsRoutes } from "@/features/diagnostics/routes";
import { emailEditorRoutes } from "@/features/email-editor/routes";
import { helpRoutes } from "@/features/help/routes";
import { homeRoutes } from "@/features/home/routes";
import { reportsRoutes } from "@/features/reports/routes";
import { sendersRoutes } from "@/features/senders/routes";
import { sessionRoutes } from "@/features/session/routes";
import { supportRoutes } from "@/features/support/routes";
import { transactionalRoutes } from "@/features/transactional/routes";
import type { DefinedRoute } from "@/lib/routing";
import { buildBlockedPageRoutes } from "./blocked-pages/routes";
import { PUBLIC_ROUTES } from "./public-routes";

export { FEATURE_TEXTS } from "./feature-texts";

/** Routes of the signed-in features. A new feature adds one line here and one in feature-events.ts. */
export const SIGNED_IN_ROUTES: readonly DefinedRoute[] = [
  ...sessionRoutes,
  ...buildBlockedPageRoutes(() => FEATURE_ROUTES),
  ...homeRoutes,
  ...contactsRoutes,
  ...campaignsRoutes,
  ...emailEditorRoutes,
  ...reportsRoutes,
  ...sendersRoutes,
  ...deliveryRoutes,
  ...transactionalRoutes,
  ...accountRoutes,
  ...helpRoutes,
  ...supportRoutes,
  ...diagnosticsRoutes,
];

export const FEATURE_ROUTES: readonly DefinedRoute[] = [...PUBLIC_ROUTES, ...SIGNED_IN_ROUTES];

/** Text parts that the frame needs on every screen. Its menu labels come from the shared words. */
export const FRAME_TEXTS: readonly string[] = [
  "shell",
  "help",
  "presence",
  "onboarding",
  "session/steps",
  "notifications",
  "contacts",
];
