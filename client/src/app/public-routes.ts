import { sendersPublicRoutes } from "@/features/senders/public-routes";
import { sessionPublicRoutes } from "@/features/session/public-routes";
import type { DefinedRoute } from "@/lib/routing";

/** Screens without a session, the only ones in the initial bundle. */
export const PUBLIC_ROUTES: readonly DefinedRoute[] = [...sessionPublicRoutes, ...sendersPublicRoutes];
