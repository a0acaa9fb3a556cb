import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation, keyOf, query } from "@/lib/api/data";
import { testQuery } from "./ab/ab-events";
import { type Campaign, COUNTED_KEYS, campaignQuery, type Named } from "./campaigns-data";

export type Schedule = components["schemas"]["ScheduleIn"];
export type ScheduleZone = components["schemas"]["ScheduleZone"];
export type Category = components["schemas"]["CategoryOut"];

interface Scheduled extends Named {
  readonly schedule: Schedule;
}

export const CALENDAR_KEY = keyOf("get", "/api/email-marketing/calendar");

const at = (id: string) => ({ params: { path: { campaign_id: id } } });

/** Under which key a campaign of either kind is kept. */
export function keptAt({ id, kind }: Named): QueryKey {
  return kind === "abTest" ? testQuery(id).queryKey : campaignQuery(id).queryKey;
}

/** An act whose answer is the campaign as it is afterwards. */
function useMove<Input>(move: (input: Input) => Promise<Campaign>) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: move,
      onSuccess: (campaign) => client.setQueryData(keptAt(campaign), campaign),
      refreshes: [...COUNTED_KEYS, CALENDAR_KEY],
    }),
  );
}

/** An A/B test goes by the team's clock and as fast as it goes. */
function testBody({ scheduleAt = null }: Schedule): components["schemas"]["TestScheduleIn"] {
  return { scheduleAt };
}

/** Sends at a time and at a pace; without a time, now. */
export function useScheduleCampaign() {
  return useMove(({ id, kind, schedule }: Scheduled): Promise<Campaign> => {
    if (kind === "abTest") {
      return call("post", "/api/ab-test/{campaign_id}/send", { ...at(id), body: testBody(schedule) });
    }
    return call("post", "/api/email-marketing/{campaign_id}/send", { ...at(id), body: schedule });
  });
}

/** Moves a scheduled campaign, or plans a draft. */
export function useRescheduleCampaign() {
  return useMove(({ id, kind, schedule }: Scheduled): Promise<Campaign> => {
    if (kind === "abTest") {
      return call("put", "/api/ab-test/{campaign_id}/schedule", { ...at(id), body: testBody(schedule) });
    }
    return call("put", "/api/email-marketing/{campaign_id}/schedule", { ...at(id), body: schedule });
  });
}

export function useCancelSchedule() {
  return useMove(({ id, kind }: Named): Promise<Campaign> => {
    if (kind === "abTest") return call("post", "/api/ab-test/{campaign_id}/cancel-schedule", at(id));
    return call("post", "/api/email-marketing/{campaign_id}/cancel-schedule", at(id));
  });
}

/** A new draft to those who did not open the campaign; that of a test is a campaign as its winner is written. */
export function useResendCampaign() {
  return useMove(({ id, kind }: Named): Promise<Campaign> => {
    if (kind === "abTest") return call("post", "/api/ab-test/{campaign_id}/resend", at(id));
    return call("post", "/api/email-marketing/{campaign_id}/resend", at(id));
  });
}

/** Campaigns of the days from `start` to before `end`; the days before stay on screen until the next are here. */
export function useCalendar(start: string, end: string) {
  return useQuery(
    query(
      "get",
      "/api/email-marketing/calendar",
      { params: { query: { start, end } } },
      { placeholderData: keepPreviousData },
    ),
  );
}

export function useCategoryCounts() {
  return useQuery(query("get", "/api/email-marketing/category"));
}

/** Renames a category, joins it with another, or, with an empty name, takes it away. */
export function useMoveCategory() {
  return useMutation(
    customMutation({
      mutationFn: (body: components["schemas"]["CategoryMoveIn"]) =>
        call("put", "/api/email-marketing/category", { body }),
      refreshes: COUNTED_KEYS,
    }),
  );
}
