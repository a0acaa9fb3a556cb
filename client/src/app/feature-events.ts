import { documentsEvents } from "@/builder/collab/comments/events";
import { accountEvents } from "@/features/account/events";
import { activityEvents } from "@/features/activity/events";
import { adviceEvents } from "@/features/advice/events";
import { campaignsEvents } from "@/features/campaigns/events";
import { contactsEvents } from "@/features/contacts/events";
import { deliveryEvents } from "@/features/delivery/events";
import { homeEvents } from "@/features/home/events";
import { notificationsEvents } from "@/features/notifications/events";
import { onboardingEvents } from "@/features/onboarding/events";
import { presenceEvents } from "@/features/presence/public";
import { reportsEvents } from "@/features/reports/events";
import { sendersEvents } from "@/features/senders/events";
import { sessionEvents } from "@/features/session/events";
import { supportEvents } from "@/features/support/events";
import { transactionalEvents } from "@/features/transactional/events";
import type { EventMap } from "@/lib/socket/events";
import { guardEvents } from "./guard/events";

/** Socket event handlers of the features. Separate from the routes so that they load after sign-in. */
export const FEATURE_EVENTS: readonly EventMap[] = [
  guardEvents,
  sessionEvents,
  supportEvents,
  accountEvents,
  activityEvents,
  notificationsEvents,
  contactsEvents,
  campaignsEvents,
  homeEvents,
  presenceEvents,
  reportsEvents,
  adviceEvents,
  sendersEvents,
  deliveryEvents,
  transactionalEvents,
  onboardingEvents,
  documentsEvents,
];
