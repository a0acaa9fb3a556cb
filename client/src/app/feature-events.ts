import { activityEvents } from "@/features/activity/events";
import { campaignsEvents } from "@/features/campaigns/events";
import { contactsEvents } from "@/features/contacts/events";
import { homeEvents } from "@/features/home/events";
import { reportsEvents } from "@/features/reports/events";
import { sendersEvents } from "@/features/senders/events";
import { sessionEvents } from "@/features/session/events";
import type { EventMap } from "@/lib/socket/events";

/** What the features do with socket events; apart from the routes, so that it loads after sign-in. */
export const FEATURE_EVENTS: readonly EventMap[] = [
  sessionEvents,
  activityEvents,
  contactsEvents,
  campaignsEvents,
  homeEvents,
  reportsEvents,
  sendersEvents,
];
