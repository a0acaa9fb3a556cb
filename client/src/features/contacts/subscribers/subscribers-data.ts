import { useMutation, useQuery } from "@tanstack/react-query";
import { useMe } from "@/features/session/public";
import type { components } from "@/generated/api";
import { mutation, query } from "@/lib/api/data";
import { SUBSCRIBERS_KEY, TOPICS_KEY } from "../bulk-data";

export type Topic = components["schemas"]["TopicOut"];
export type SubscriberSetting = components["schemas"]["SubscriberSettingOut"];

const REFRESHING = { refreshes: [TOPICS_KEY] };

export function useCreateTopic() {
  return useMutation(mutation("post", "/api/contacts/topic", REFRESHING));
}

export function useUpdateTopic() {
  return useMutation(mutation("put", "/api/contacts/topic/{topic_id}", REFRESHING));
}

export function useDeleteTopic() {
  return useMutation(mutation("delete", "/api/contacts/topic/{topic_id}", REFRESHING));
}

/** Request parameters of the team's setting. */
export function useSettingParams() {
  return { params: { path: { company_id: useMe()?.team?.companyId ?? "" } } };
}

/** The team's subscription settings. */
export function useSubscriberSetting() {
  const place = useSettingParams();
  return useQuery(query("get", "/api/companies/settings/subscribers/{company_id}", place));
}

export function useChangeSubscribers() {
  return useMutation(
    mutation("put", "/api/companies/settings/subscribers/{company_id}", { refreshes: [SUBSCRIBERS_KEY] }),
  );
}
