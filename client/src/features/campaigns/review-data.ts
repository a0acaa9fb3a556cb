import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { api } from "@/lib/api/client";
import { $api } from "@/lib/api/hooks";
import type { EventPayload } from "@/lib/socket/events";
import { useLinkState, useRoom } from "@/lib/socket/link";
import { campaignQuery, refreshCampaigns } from "./campaigns-data";
import { COUNT_KEY } from "./composer-data";

export type Checks = components["schemas"]["ChecksOut"];
export type Finding = components["schemas"]["CheckFindingOut"];
export type Place = Finding["place"];
export type LinksAsked = components["schemas"]["LinksAskedOut"];

const CHECKS_KEY = ["campaigns", "checks"] as const;
const POLL_MS = 5_000;
/** Contacts come and go while somebody makes up their mind. */
const COUNT_MS = 30_000;

/** What the checks say of the campaign as it is saved in that revision; live while its links are asked. */
export function useChecks(id: string, revision: number) {
  const client = useQueryClient();
  const link = useLinkState();
  useRoom("campaign", id, () => void client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] }));
  return useQuery(
    queryOptions({
      queryKey: [...CHECKS_KEY, id, revision],
      queryFn: async ({ signal }) => {
        const { data } = await api.GET("/api/email-marketing/{campaign_id}/checks", {
          params: { path: { campaign_id: id } },
          signal,
        });
        return data;
      },
      staleTime: 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.links.state === "running" && link !== "up" ? POLL_MS : false),
      meta: { quiet: true },
    }),
  );
}

/** How many would get it now, counted anew while it is looked at. */
export function useLiveCount(id: string) {
  const params = { path: { campaign_id: id } };
  return $api.useQuery(
    "get",
    "/api/email-marketing/{campaign_id}/count-recipient",
    { params },
    { placeholderData: keepPreviousData, staleTime: 0, refetchInterval: COUNT_MS, meta: { quiet: true } },
  );
}

function putLinks(client: QueryClient, id: string, links: LinksAsked): void {
  client.setQueriesData<Checks>({ queryKey: [...CHECKS_KEY, id] }, (checks) =>
    checks && checks.links.revision < links.revision ? { ...checks, links } : checks,
  );
}

/** Lets the links be asked whether they lead somewhere. */
export function useAskLinks(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { data } = await api.POST("/api/email-marketing/{campaign_id}/checks/links", {
        params: { path: { campaign_id: id } },
      });
      return data;
    },
    meta: { quiet: true },
    onSuccess: (links) => {
      if (!links) return;
      putLinks(client, id, links);
      if (links.state === "done") void client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] });
    },
  });
}

/** Marks the draft as ready; `seen` are the codes of the warnings on screen. */
export function useMarkReady(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (seen: readonly string[]) => {
      const { data } = await api.POST("/api/email-marketing/{campaign_id}/ready", {
        params: { path: { campaign_id: id } },
        body: { seen: [...seen] },
      });
      if (!data) throw new Error("an answer without a body");
      return data;
    },
    meta: { quiet: true },
    onSuccess: (campaign) => {
      client.setQueryData(campaignQuery(id).queryKey, campaign);
      return refreshCampaigns(client);
    },
    // What blocks, or a warning that nobody has seen, has come up since.
    onError: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] }),
        client.invalidateQueries({ queryKey: COUNT_KEY }),
      ]),
  });
}

/** Links were asked: how far, and at the end what the checks say now. */
export function linksAsked(client: QueryClient, payload: EventPayload): void {
  const { campaignId: id, state, done, total, revision } = payload;
  if (typeof id !== "string" || (state !== "running" && state !== "done")) return;
  if (typeof done !== "number" || typeof total !== "number" || typeof revision !== "number") return;
  putLinks(client, id, { state, done, total, revision });
  if (state === "done") void client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] });
}
