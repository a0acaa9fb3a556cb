import type { QueryClient } from "@tanstack/react-query";
import { meQuery, planQuery } from "@/features/session/public";
import type { EventMap } from "@/lib/socket/events";

/** Refetches the data that the guard decides by. If it changed, the guard runs again (`useGuardAgain`). */
const refetchGuardData = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: meQuery.queryKey });
  void client.invalidateQueries({ queryKey: planQuery.queryKey });
};

export const guardEvents: EventMap = {
  "teams.team.suspended": refetchGuardData,
  "teams.team.restored": refetchGuardData,
  "teams.member.changed": refetchGuardData,
};
