import { useQueryClient } from "@tanstack/react-query";
import { useMe } from "@/features/session/public";
import type { components } from "@/generated/api";
import { $api } from "@/lib/api/hooks";
import { SUBSCRIBERS_KEY, TOPICS_KEY } from "../bulk-data";

export type Topic = components["schemas"]["TopicOut"];
export type SubscriberSetting = components["schemas"]["SubscriberSettingOut"];

const QUIET = { meta: { quiet: true } } as const;

/** The topics of the team, by name. */
export function useTopics() {
  return $api.useQuery("get", "/api/contacts/topic", {}, QUIET);
}

function useRefreshingTopics() {
  const client = useQueryClient();
  return { ...QUIET, onSuccess: () => client.invalidateQueries({ queryKey: TOPICS_KEY }) };
}

export function useCreateTopic() {
  return $api.useMutation("post", "/api/contacts/topic", useRefreshingTopics());
}

export function useUpdateTopic() {
  return $api.useMutation("put", "/api/contacts/topic/{topic_id}", useRefreshingTopics());
}

export function useDeleteTopic() {
  return $api.useMutation("delete", "/api/contacts/topic/{topic_id}", useRefreshingTopics());
}

/** Where the team's setting is found. */
export function useSettingPlace() {
  return { params: { path: { company_id: useMe()?.team?.companyId ?? "" } } };
}

/** How the team takes subscriptions. */
export function useSubscriberSetting() {
  const place = useSettingPlace();
  return $api.useQuery("get", "/api/companies/settings/subscribers/{company_id}", place, QUIET);
}

export function useChangeSubscribers() {
  const client = useQueryClient();
  return $api.useMutation("put", "/api/companies/settings/subscribers/{company_id}", {
    ...QUIET,
    onSuccess: () => client.invalidateQueries({ queryKey: SUBSCRIBERS_KEY }),
  });
}
