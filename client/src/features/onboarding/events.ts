import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { missionQuery } from "./mission-data";

/** The server evaluates the team's progress again. */
const refetchMission = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: missionQuery.queryKey });
};

/** Every event that can complete or undo a step. */
export const onboardingEvents: EventMap = {
  "onboarding.mission.dismissed": refetchMission,
  "identity.user.validated": refetchMission,
  "senders.sender.changed": refetchMission,
  "contacts.contact.changed": refetchMission,
  "contacts.import.finished": refetchMission,
  "campaigns.campaign.changed": refetchMission,
};
