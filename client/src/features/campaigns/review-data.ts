import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { components } from "@/generated/api";
import { call, customMutation } from "@/lib/api/data";
import { loadCauses } from "@/lib/causes/load";
import type { EventPayload } from "@/lib/socket/events";
import { useLinkState, useRoom } from "@/lib/socket/link";
import { type Campaign, COUNTED_KEYS, type Named } from "./campaigns-data";
import { COUNT_KEY, useRecipientCount } from "./composer-data";
import { keptAt } from "./schedule-data";

export type Checks = components["schemas"]["ChecksOut"];
export type Finding = components["schemas"]["CheckFindingOut"];
export type Place = Finding["place"];
export type LinksAsked = components["schemas"]["LinksAskedOut"];

const CHECKS_KEY = ["campaigns", "checks"] as const;
const POLL_MS = 5_000;
/** Contacts come and go while somebody makes up their mind. */
export const COUNT_MS = 30_000;

type Looked = Named & Pick<Campaign, "revision">;

/** What the checks say of the campaign as it is saved in that revision; live while its links are asked. */
export function useChecks({ id, kind, revision }: Looked) {
  const client = useQueryClient();
  const link = useLinkState();
  useRoom("campaign", id, () => void client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] }));
  return useQuery({
    queryKey: [...CHECKS_KEY, id, revision],
    queryFn: async ({ signal }) => {
      const init = { params: { path: { campaign_id: id } }, signal };
      const checks =
        kind === "abTest"
          ? await call("get", "/api/ab-test/{campaign_id}/checks", init)
          : await call("get", "/api/email-marketing/{campaign_id}/checks", init);
      if (checks.items.some(({ causeCode }) => causeCode)) await loadCauses();
      return checks;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.links.state === "running" && link !== "up" ? POLL_MS : false),
  });
}

/** How many would get it now, counted anew while it is looked at. */
export function useLiveCount(campaign: Named) {
  return useRecipientCount(campaign, COUNT_MS);
}

function putLinks(client: QueryClient, id: string, links: LinksAsked): void {
  client.setQueriesData<Checks>({ queryKey: [...CHECKS_KEY, id] }, (checks) =>
    checks && checks.links.revision < links.revision ? { ...checks, links } : checks,
  );
}

/** Lets the links be asked whether they lead somewhere. */
export function useAskLinks({ id, kind }: Named) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: () => {
        const init = { params: { path: { campaign_id: id } } };
        return kind === "abTest"
          ? call("post", "/api/ab-test/{campaign_id}/checks/links", init)
          : call("post", "/api/email-marketing/{campaign_id}/checks/links", init);
      },
      onSuccess: (links) => {
        putLinks(client, id, links);
        if (links.state === "done") void client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] });
      },
    }),
  );
}

/** Marks the draft as ready; `seen` are the codes of the warnings on screen. */
export function useMarkReady({ id, kind }: Named) {
  const client = useQueryClient();
  return useMutation(
    customMutation({
      mutationFn: (seen: readonly string[]): Promise<Campaign> => {
        const init = { params: { path: { campaign_id: id } }, body: { seen: [...seen] } };
        return kind === "abTest"
          ? call("post", "/api/ab-test/{campaign_id}/ready", init)
          : call("post", "/api/email-marketing/{campaign_id}/ready", init);
      },
      onSuccess: (campaign) => client.setQueryData(keptAt(campaign), campaign),
      refreshes: COUNTED_KEYS,
      // What blocks, or a warning that nobody has seen, has come up since.
      onError: () =>
        Promise.all([
          client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] }),
          client.invalidateQueries({ queryKey: COUNT_KEY }),
        ]),
    }),
  );
}

/** Links were asked: how far, and at the end what the checks say now. */
export function linksAsked(client: QueryClient, payload: EventPayload<"campaigns.links.asked">): void {
  const { campaignId: id, state, done, total, revision } = payload;
  putLinks(client, id, { state, done, total, revision });
  if (state === "done") void client.invalidateQueries({ queryKey: [...CHECKS_KEY, id] });
}
