import { activityEvents } from "@/features/activity/events";
import { contactsEvents } from "@/features/contacts/events";
import { contactsRoutes } from "@/features/contacts/routes";
import { homeRoutes } from "@/features/home/public";
import { sessionEvents } from "@/features/session/events";
import { sessionRoutes } from "@/features/session/public";
import type { RouteEntry } from "@/lib/routing";
import type { EventMap } from "@/lib/socket/events";

/** Everything that the features bring: a new feature adds one line to each list that it has something for. */
export const FEATURE_ROUTES: readonly RouteEntry[] = [...sessionRoutes, ...homeRoutes, ...contactsRoutes];

export const FEATURE_EVENTS: readonly EventMap[] = [sessionEvents, activityEvents, contactsEvents];

/** Texts that the frame needs on every screen: its own, and those of what stands in its menu and header. */
export const FRAME_TEXTS: readonly string[] = [
  ...new Set(["shell", "activity", ...FEATURE_ROUTES.flatMap(({ menu, texts }) => (menu ? texts : []))]),
];
