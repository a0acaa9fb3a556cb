import type { QueryClient } from "@tanstack/react-query";
import type { EventMap } from "@/lib/socket/events";
import { missionQuery } from "./mission-data";

/** The server looks anew at what the team has. */
const lookAgain = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: missionQuery.queryKey });
};

/** Everything that can finish a step, or undo one. */
export const onboardingEvents: EventMap = {
  "onboarding.mission.dismissed": lookAgain,
  "identity.user.validated": lookAgain,
  "senders.sender.changed": lookAgain,
  "contacts.contact.changed": lookAgain,
  "contacts.import.finished": lookAgain,
  "campaigns.campaign.changed": lookAgain,
};
