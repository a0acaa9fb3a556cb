import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { missionQuery } from "./mission-data";

/** The server evaluates the team's progress again. */
const lookAgain = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: missionQuery.queryKey });
};

/** Every event that can complete or undo a step. */
export const onboardingEvents: EventMap = {
  "onboarding.mission.dismissed": lookAgain,
  "identity.user.validated": lookAgain,
  "senders.sender.changed": lookAgain,
  "contacts.contact.changed": lookAgain,
  "contacts.import.finished": lookAgain,
  "campaigns.campaign.changed": lookAgain,
};
