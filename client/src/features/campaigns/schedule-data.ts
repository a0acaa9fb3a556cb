import { keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { buildQueryKey, call, customMutation, query } from "@/lib/api/data";
import { testQuery } from "./ab/ab-events";
import { type Campaign, type CampaignRef, COUNTED_KEYS, campaignQuery } from "./campaigns-data";

export type Schedule = components["schemas"]["ScheduleIn"];
export type ScheduleZone = components["schemas"]["ScheduleZone"];
export type Category = components["schemas"]["CategoryOut"];

interface ScheduleRequest extends CampaignRef {
  readonly schedule: Schedule;
}

export const CALENDAR_KEY = buildQueryKey("get", "/api/email-marketing/calendar");

const buildPathParams = (id: string) => ({ params: { path: { campaign_id: id } } });

/** Query key of a campaign or an A/B test. */
export function campaignKey({ id, kind }: CampaignRef): QueryKey {
  return kind === "abTest" ? testQuery(id).queryKey : campaignQuery(id).queryKey;
}

/** A mutation that returns the updated campaign. */
function useScheduleMutation<Input>(move: (input: Input) => Promise<Campaign>) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: move,
      onSuccess: (campaign) => client.setQueryData(campaignKey(campaign), campaign),
      refreshes: [...COUNTED_KEYS, CALENDAR_KEY],
    }),
  );
}

/** An A/B test uses the team's time zone and has no rate limit. */
function buildTestBody({ scheduleAt = null }: Schedule): components["schemas"]["TestScheduleIn"] {
  return { scheduleAt };
}

/** Schedules a campaign with its sending rate; without a time, it starts now. */
export function useScheduleCampaign() {
  return useScheduleMutation(({ id, kind, schedule }: ScheduleRequest): Promise<Campaign> => {
    if (kind === "abTest") {
      return call("post", "/api/ab-test/{campaign_id}/send", { ...buildPathParams(id), body: buildTestBody(schedule) });
    }
    return call("post", "/api/email-marketing/{campaign_id}/send", { ...buildPathParams(id), body: schedule });
  });
}

/** Moves a scheduled campaign, or plans a draft. */
export function useRescheduleCampaign() {
  return useScheduleMutation(({ id, kind, schedule }: ScheduleRequest): Promise<Campaign> => {
    if (kind === "abTest") {
      return call("put", "/api/ab-test/{campaign_id}/schedule", {
        ...buildPathParams(id),
        body: buildTestBody(schedule),
      });
    }
    return call("put", "/api/email-marketing/{campaign_id}/schedule", { ...buildPathParams(id), body: schedule });
  });
}

export function useCancelSchedule() {
  return useScheduleMutation(({ id, kind }: CampaignRef): Promise<Campaign> => {
    if (kind === "abTest") return call("post", "/api/ab-test/{campaign_id}/cancel-schedule", buildPathParams(id));
    return call("post", "/api/email-marketing/{campaign_id}/cancel-schedule", buildPathParams(id));
  });
}

/** Creates a draft for recipients who did not open the campaign. A test yields a campaign with the winner's content. */
export function useResendCampaign() {
  return useScheduleMutation(({ id, kind }: CampaignRef): Promise<Campaign> => {
    if (kind === "abTest") return call("post", "/api/ab-test/{campaign_id}/resend", buildPathParams(id));
    return call("post", "/api/email-marketing/{campaign_id}/resend", buildPathParams(id));
  });
}

/** Campaigns from `start` to before `end`. The previous days stay on screen while the next ones load. */
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

/** Renames a category, merges it with another, or with an empty name removes it. */
export function useMoveCategory() {
  return useMutation(
    customMutation({
      mutationFn: (body: components["schemas"]["CategoryMoveIn"]) =>
        call("put", "/api/email-marketing/category", { body }),
      refreshes: COUNTED_KEYS,
    }),
  );
}
