import { sendersPublicRoutes } from "@/features/senders/public-routes";
import { sessionPublicRoutes } from "@/features/session/public-routes";
import type { DefinedRoute } from "@/lib/routing";

/** Screens that need no session, the only ones that come with the first load. */
export const PUBLIC_ROUTES: readonly DefinedRoute[] = [...sessionPublicRoutes, ...sendersPublicRoutes];
