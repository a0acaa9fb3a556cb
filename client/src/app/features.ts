import { activityEvents } from "@/features/activity/events";
import { homeRoutes } from "@/features/home/public";
import { sessionEvents } from "@/features/session/events";
import { sessionRoutes } from "@/features/session/public";
import type { RouteEntry } from "@/lib/routing";
import type { EventMap } from "@/lib/socket/events";

/** Everything that the features bring: a new feature adds one line to each list that it has something for. */
export const FEATURE_ROUTES: readonly RouteEntry[] = [...sessionRoutes, ...homeRoutes];

export const FEATURE_EVENTS: readonly EventMap[] = [sessionEvents, activityEvents];
