import { keepPreviousData, type QueryClient, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import { testQuery } from "./ab/ab-events";
import { type Campaign, campaignQuery, type Named, refreshCampaigns } from "./campaigns-data";

export type Schedule = components["schemas"]["ScheduleIn"];
export type ScheduleZone = components["schemas"]["ScheduleZone"];
export type Category = components["schemas"]["CategoryOut"];

interface Scheduled extends Named {
  readonly schedule: Schedule;
}

export const CALENDAR_KEY = ["get", "/api/email-marketing/calendar"] as const;

const at = (id: string) => ({ params: { path: { campaign_id: id } } });

/** Under which key a campaign of either kind is kept. */
export function keptAt({ id, kind }: Named): QueryKey {
  return kind === "abTest" ? testQuery(id).queryKey : campaignQuery(id).queryKey;
}

async function keep(client: QueryClient, campaign: Campaign): Promise<void> {
  client.setQueryData(keptAt(campaign), campaign);
  await Promise.all([refreshCampaigns(client), client.invalidateQueries({ queryKey: CALENDAR_KEY })]);
}

/** An act whose answer is the campaign as it is afterwards. */
function useMove<Input>(call: (input: Input) => Promise<{ data?: Campaign }>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const { data } = await call(input);
      if (!data) throw new Error("an answer without a body");
      return data;
    },
    meta: { quiet: true },
    onSuccess: (campaign) => keep(client, campaign),
  });
}

/** An A/B test goes by the team's clock and as fast as it goes. */
function testBody({ scheduleAt = null }: Schedule): components["schemas"]["TestScheduleIn"] {
  return { scheduleAt };
}

/** Sends at a time and at a pace; without a time, now. */
export function useScheduleCampaign() {
  return useMove(async ({ id, kind, schedule }: Scheduled): Promise<{ data?: Campaign }> => {
    if (kind === "abTest") {
      return await api.POST("/api/ab-test/{campaign_id}/send", { ...at(id), body: testBody(schedule) });
    }
    return await api.POST("/api/email-marketing/{campaign_id}/send", { ...at(id), body: schedule });
  });
}

/** Moves a scheduled campaign, or plans a draft. */
export function useRescheduleCampaign() {
  return useMove(async ({ id, kind, schedule }: Scheduled): Promise<{ data?: Campaign }> => {
    if (kind === "abTest") {
      return await api.PUT("/api/ab-test/{campaign_id}/schedule", { ...at(id), body: testBody(schedule) });
    }
    return await api.PUT("/api/email-marketing/{campaign_id}/schedule", { ...at(id), body: schedule });
  });
}

export function useCancelSchedule() {
  return useMove(async ({ id, kind }: Named): Promise<{ data?: Campaign }> => {
    if (kind === "abTest") return await api.POST("/api/ab-test/{campaign_id}/cancel-schedule", at(id));
    return await api.POST("/api/email-marketing/{campaign_id}/cancel-schedule", at(id));
  });
}

/** A new draft to those who did not open the campaign; that of a test is a campaign as its winner is written. */
export function useResendCampaign() {
  return useMove(async ({ id, kind }: Named): Promise<{ data?: Campaign }> => {
    if (kind === "abTest") return await api.POST("/api/ab-test/{campaign_id}/resend", at(id));
    return await api.POST("/api/email-marketing/{campaign_id}/resend", at(id));
  });
}

/** Campaigns of the days from `start` to before `end`; the days before stay on screen until the next are here. */
export function useCalendar(start: string, end: string) {
  return $api.useQuery(
    "get",
    "/api/email-marketing/calendar",
    { params: { query: { start, end } } },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
}

export function useCategoryCounts() {
  return $api.useQuery("get", "/api/email-marketing/category", {}, { meta: { quiet: true } });
}

/** Renames a category, joins it with another, or, with an empty name, takes it away. */
export function useMoveCategory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components["schemas"]["CategoryMoveIn"]) => api.PUT("/api/email-marketing/category", { body }),
    meta: { quiet: true },
    onSuccess: () => refreshCampaigns(client),
  });
}
